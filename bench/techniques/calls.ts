/**
 * CPU time on programs with ever more calls of the same functions:
 *
 *     npx tsx bench/techniques/calls.ts [--techniques A,B] [--levels 1,2,4,8] [--cpu-time SECONDS] [--agon FILE]
 *       [--results FILE] [--svg FILE]
 *
 * A technique is asked no more once it has not answered. What the results (ndjson) have is not asked again.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type Plot, type Point, renderSvg } from "../../src/plots/index.ts";
import { TOWER_PRELUDE, towerOfCalls } from "../../test/support/tower-of-calls.ts";
import { askAgon, type Told } from "./answers.ts";

const { values } = parseArgs({
  options: {
    techniques: { type: "string", default: "block-memo,predicate-abstraction" },
    levels: { type: "string", default: "1,2,3,4,5,6,8,10,12,16" },
    "cpu-time": { type: "string", default: "30" },
    agon: { type: "string", default: "dist/cli/main.js" },
    results: { type: "string", default: ".cache/bench-calls.ndjson" },
    svg: { type: "string", default: "bench/techniques/calls.svg" },
  },
});

const levels = values.levels.split(",").map(Number);
const seconds = Number(values["cpu-time"]);
const folder = mkdtempSync(join(tmpdir(), "agon-calls-"));
interface Answer extends Told {
  readonly technique: string;
  readonly level: number;
}

mkdirSync(dirname(values.results), { recursive: true });
const stored = existsSync(values.results) ? readFileSync(values.results, "utf8") : "";
const known = stored
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Answer);

function answerOf(technique: string, level: number): Answer {
  const before = known.find((one) => one.technique === technique && one.level === level);
  if (before !== undefined) return before;
  const program = join(folder, `calls${level}.c`);
  writeFileSync(program, TOWER_PRELUDE + towerOfCalls(level));
  const { agon } = values;
  const told = askAgon({ agon, technique, program, dataModel: "ILP32", seconds });
  const answer = { technique, level, ...told };
  appendFileSync(values.results, `${JSON.stringify(answer)}\n`);
  return answer;
}

const series: { readonly name: string; readonly points: readonly Point[] }[] = [];
for (const technique of values.techniques.split(",")) {
  const points: Point[] = [];
  for (const level of levels) {
    const { verdict, reason, ownSeconds, statistics } = answerOf(technique, level);
    const { refinements, "cache hits": hits, "cache misses": misses } = statistics;
    const counts = [refinements, hits, misses].map((count) => count ?? "").join(" | ");
    const said = verdict === "unknown" ? `unknown: ${reason}` : verdict;
    console.log(`| \`${technique}\` | ${level} | ${said} | ${ownSeconds.toFixed(2)} | ${counts} |`);
    if (verdict === "unknown") break;
    points.push({ x: level, y: ownSeconds });
  }
  series.push({ name: technique, points });
}
rmSync(folder, { recursive: true });
const most = Math.max(1, ...series.flatMap(({ points }) => points.map(({ y }) => y)));
const plot: Plot = {
  title: "Calls within calls",
  x: { label: "levels", scale: "linear", domain: [0, Math.max(...levels)] },
  y: { label: "CPU time (s)", scale: "linear", domain: [0, most] },
  series: series.map(({ name, points }) => ({ name, kind: "line", points })),
  guides: [],
  markEvery: 1,
};
writeFileSync(values.svg, renderSvg(plot));
