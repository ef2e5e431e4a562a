#!/usr/bin/env bash
# Installs what build.sh built into a fresh virtual environment and a fresh folder, without a network, and checks a guard with each.
# `PYTEST=1` also runs the tests of a guard's author in pytest, which is installed for that.
set -euo pipefail
cd "$(dirname "$0")/.."
root="$PWD"
packages="$root/target/packages"
adapters="$root/conformance/templates"
fresh="$(mktemp -d)"
trap 'rm -rf "$fresh"' EXIT
cd "$fresh"

echo "== the wheel"
python3 -m venv venv
venv/bin/pip install --quiet --no-index --find-links "$packages" loopspec
venv/bin/loopspec --version
venv/bin/loopspec check --quick -- python3 "$adapters/python/adapter.py" | grep conformant
venv/bin/python "$root/packaging/python/tests/test_unittest.py" --quiet
if [ -n "${PYTEST:-}" ]; then
  venv/bin/pip install --quiet pytest==9.2.0
  venv/bin/pytest --quiet -p no:cacheprovider "$root/packaging/python/tests/test_pytest.py"
fi

echo "== the npm packages"
mkdir npm
cd npm
echo '{"private": true}' > package.json
npm install --offline --silent --no-audit --no-fund "$packages"/loopspec-*.tgz
npx --no-install loopspec --version
npx --no-install loopspec check --quick -- node "$adapters/node/adapter.mjs" | grep conformant

echo "== the action"
export LOOPSPEC="$root/target/release/loopspec" GITHUB_STEP_SUMMARY="$fresh/summary.md" ARGUMENTS="--quick"
COMMAND="$LOOPSPEC serve sample" bash "$root/packaging/action/check.sh" > /dev/null
if COMMAND="$LOOPSPEC serve 'sample-faulty'" bash "$root/packaging/action/check.sh" > /dev/null; then
  echo "the faulty sample passed" >&2
  exit 1
fi
grep -c '^## loopspec: ' "$GITHUB_STEP_SUMMARY"
grep '^### Failure: ' "$GITHUB_STEP_SUMMARY"
