#!/usr/bin/env bash
# Makes up a competition of the size of SV-COMP 2026 and scores it; see README.md.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npx tsx bench/scoring/generate.ts "$folder/big.agonruns" "${1:-1}"
for edition in svcomp-2026 svcomp-2019; do
  npx tsx bench/scoring/score.ts "$folder/big.agonruns" "$edition"
done
