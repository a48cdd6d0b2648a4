/**
 * CPU time on programs with ever more calls of the same functions, or ever more loops within loops:
 *
 *     npx tsx bench/techniques/calls.ts [--family calls|loops] [--techniques A,B] [--levels
 *     1,2,4,8] [--cpu-time SECONDS] [--agon FILE]
 *       [--results FILE] [--svg FILE]
 *
 * A technique is not run again once it has not answered. Stored results (ndjson) are not repeated.
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
import { type Plot, type Point, renderSvg } from "../../src/organiser/plots/index.ts";
import { loopsWithinLoops } from "../../test/support/loops-within-loops.ts";
import { TOWER_PRELUDE, towerOfCalls } from "../../test/support/tower-of-calls.ts";
import { askAgon, type Told } from "./answers.ts";

const FAMILIES = {
  calls: { title: "Calls within calls", programOf: towerOfCalls },
  loops: { title: "Loops within loops", programOf: loopsWithinLoops },
};

const { values } = parseArgs({
  options: {
    family: { type: "string", default: "calls" },
    techniques: { type: "string", default: "block-memo,predicate-abstraction" },
    levels: { type: "string", default: "1,2,3,4,5,6,8,10,12,16" },
    "cpu-time": { type: "string", default: "30" },
    agon: { type: "string", default: "dist/faces/cli/main.js" },
    results: { type: "string" },
    svg: { type: "string" },
  },
});

const family = FAMILIES[values.family as keyof typeof FAMILIES];
if (family === undefined) throw new Error("--family is calls or loops");
const results = values.results ?? `.cache/bench-${values.family}.ndjson`;
const svg = values.svg ?? `bench/techniques/${values.family}.svg`;

const levels = values.levels.split(",").map(Number);
const seconds = Number(values["cpu-time"]);
const folder = mkdtempSync(join(tmpdir(), "agon-calls-"));
interface Answer extends Told {
  readonly technique: string;
  readonly level: number;
}

mkdirSync(dirname(results), { recursive: true });
const stored = existsSync(results) ? readFileSync(results, "utf8") : "";
const known = stored
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Answer);

function answerOf(technique: string, level: number): Answer {
  const before = known.find((one) => one.technique === technique && one.level === level);
  if (before !== undefined) return before;
  const program = join(folder, `${values.family}${level}.c`);
  writeFileSync(program, TOWER_PRELUDE + family.programOf(level));
  const { agon } = values;
  const told = askAgon({ agon, technique, program, dataModel: "ILP32", seconds });
  const answer = { technique, level, ...told };
  appendFileSync(results, `${JSON.stringify(answer)}\n`);
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
  title: family.title,
  x: { label: "levels", scale: "linear", domain: [0, Math.max(...levels)] },
  y: { label: "CPU time (s)", scale: "linear", domain: [0, most] },
  series: series.map(({ name, points }) => ({ name, kind: "line", points })),
  guides: [],
  markEvery: 1,
};
writeFileSync(svg, renderSvg(plot));
