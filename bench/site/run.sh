#!/bin/sh
# Generates a competition of SV-COMP's size, one with 200,000 runs of few tools on
# many tasks, and one with 300,000 runs, and measures the pages. Needs Chromium.
set -eu
cd "$(dirname "$0")/../.."
out=${1:-/tmp/agon-bench-site}
npm run --silent build
export NODE_OPTIONS=--max-old-space-size=6000
npx tsx bench/site/generate.ts "$out/large" 36402 40
npx tsx bench/site/generate.ts "$out/table" 5000 40
npx tsx bench/site/generate.ts "$out/points" 200000 2
npx tsx bench/site/generate.ts "$out/folder" 7500 40
npx tsx bench/site/measure.ts "$out/large" "$out/table" "$out/points" "$out/folder"
