#!/usr/bin/env bash
# Builds the wheel and the npm packages for this platform into target/packages. Needs cargo, maturin, node and npm.
set -euo pipefail
cd "$(dirname "$0")/.."
out="$PWD/target/packages"
rm -rf "$out"
mkdir -p "$out"
(cd packaging/python && maturin build --release --locked --quiet --out "$out")
# The same build, so nothing is compiled twice.
cargo build --release --locked --quiet
program=target/release/loopspec
if [ -f "$program.exe" ]; then program="$program.exe"; fi
node packaging/npm/pack.mjs "$out" "$(node -p 'process.platform + "-" + process.arch')=$program"
ls "$out"
