#!/bin/sh
# usage: bench/tables/run.sh FOLDER   (files by generate.ts; 'npm run build' first)
set -eu
folder=${1:?FOLDER of result files}
agon=$(dirname "$0")/../../dist/faces/cli/main.js
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
measure() { /usr/bin/time -f '%U s user, %S s system, %M kB' "$@"; }
echo "agon table"
measure node "$agon" table "$folder/*.xml.bz2" --name bench --outputpath "$out" --no-diff --quiet
ls -l "$out"
if [ -n "${BENCHEXEC:-}" ]; then
  echo "table-generator"
  unset PYTHONUNBUFFERED
  measure python3 "$BENCHEXEC/bin/table-generator" "$folder"/*.xml.bz2 --name bench --outputpath "$out" --no-diff --quiet
fi
