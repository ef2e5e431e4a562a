#!/usr/bin/env bash
# What the action does: checks COMMAND with ARGUMENTS, and puts the report into the job's summary. LOOPSPEC names a program to use instead of VERSION.
set -uo pipefail
loopspec=(pipx run --spec "loopspec==${VERSION:-}" loopspec)
if [ -n "${LOOPSPEC:-}" ]; then loopspec=("$LOOPSPEC"); fi
# Words as a shell takes them, quotes and all, and nothing is run on the way.
mapfile -t command < <(xargs -n1 printf '%s\n' <<< "$COMMAND")
arguments=()
if [ -n "${ARGUMENTS:-}" ]; then mapfile -t arguments < <(xargs -n1 printf '%s\n' <<< "$ARGUMENTS"); fi
reports="$(mktemp -d)"
"${loopspec[@]}" check "${arguments[@]}" --report "$reports/loopspec.md" -- "${command[@]}"
code=$?
# A guard with several policies has several reports.
cat "$reports"/*.md >> "${GITHUB_STEP_SUMMARY:-/dev/null}" 2>/dev/null
exit "$code"
