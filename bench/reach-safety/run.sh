#!/bin/sh
# Runs Agon's verifier and validator on the ReachSafety sets of the shared corpus
# and prints the points per category. An interrupted run continues when started again.
#
#   bench/reach-safety/run.sh [SPOOL]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
spool=${1:-"$root/.cache/bench-reach-safety"}
if [ ! -d "$root/../shared/corpus/c" ]; then
  echo "the corpus is not there: expected shared/corpus/c beside the project" >&2
  exit 3
fi
"$root/agon" run "$here/competition.yml" --spool "$spool"
"$root/agon" table "$spool" --format text
