/**
 * Random programs whose loops replace blocks: no proof of reachability or of memory safety may contradict what gcc's
 * executions show, with the heap of the C library and with AddressSanitizer.
 *
 *     npx tsx bench/differential/block-loops.ts --count 300 --seed 1 [--configurations induction,default] [--seconds 1.5]
 *
 * Exit code 1 when a proof is wrong.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { blockLoopAnswers } from "../../test/memory-safety/block-loop-answers.ts";
import { Verdicts } from "../../test/regression/verdicts.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "1.5" },
    executions: { type: "string", default: "80" },
    configurations: { type: "string", default: "induction" },
  },
});
const [count, seed, seconds, executions] = [
  values.count,
  values.seed,
  values.seconds,
  values.executions,
].map(Number) as [number, number, number, number];
const questions = { configurations: values.configurations.split(","), seconds, executions };

console.log(`${count} programs from seed ${seed}, ${seconds} s for each answer`);
const folder = mkdtempSync(join(tmpdir(), "agon-block-loops-"));
const verdicts = await Verdicts.create();
const tally = new Map<string, number>();
let wrong = 0;
for (let at = seed; at < seed + count; at++) {
  for (const answer of await blockLoopAnswers(verdicts, folder, at, questions)) {
    const { configuration, property, isRefuted, verdict, evidence } = answer;
    const state = isRefuted ? "violated" : "not seen violated";
    const key = `${configuration}, ${property}, ${state}: ${verdict}`;
    tally.set(key, (tally.get(key) ?? 0) + 1);
    if (verdict !== "true" || !isRefuted) continue;
    wrong++;
    console.log(`${configuration}, ${property}: ${evidence}`);
  }
}
rmSync(folder, { recursive: true });
for (const [key, number] of [...tally].sort()) console.log(`${key}: ${number}`);
console.log(`${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
