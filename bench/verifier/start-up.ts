/**
 * From the start of `agon verify` to the first question to the SAT solver, in
 * wall and CPU seconds: median, least and largest of several runs.
 *
 *     npm run build && npx tsx bench/verifier/start-up.ts [--runs 20] [FILE.c ...]
 *
 * FILE: programs for ILP32; absent: one of examples/mini.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: { runs: { type: "string", default: "20" } },
  allowPositionals: true,
});
const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const property = at("examples/mini/properties/unreach-call.prp");
const files = positionals.length > 0 ? positionals : [at("examples/mini/recursion/ackermann.c")];

function firstQuestion(file: string): { wall: number; cpu: number } {
  const start = Date.now();
  const { stderr } = spawnSync(
    process.execPath,
    [
      ...[
        "--import",
        new URL("first-question.mjs", import.meta.url).href,
        at("dist/faces/cli/main.js"),
      ],
      ...["verify", "--config", "bmc", "--data-model", "ILP32", "--property", property, file],
    ],
    { encoding: "utf8" },
  );
  const [, when, cpu] = /^first question: (\d+) ([\d.]+)$/m.exec(stderr) ?? [];
  if (when === undefined) throw new Error(`${file}: the solver was not asked:\n${stderr}`);
  return { wall: (Number(when) - start) / 1000, cpu: Number(cpu) };
}

function summary(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b);
  const [least, median, most] = [0, 0.5, 1].map((q) => sorted[Math.floor(q * (sorted.length - 1))]);
  return `${median?.toFixed(3)} (${least?.toFixed(3)} to ${most?.toFixed(3)})`;
}

for (const file of files) {
  const runs = Array.from({ length: Number(values.runs) }, () => firstQuestion(file));
  console.log(`${file}: ${runs.length} runs`);
  console.log(`  wall seconds ${summary(runs.map(({ wall }) => wall))}`);
  console.log(`  CPU seconds  ${summary(runs.map(({ cpu }) => cpu))}`);
}
