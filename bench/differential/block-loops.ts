/**
 * Random programs whose loops replace blocks: no proved invariant, and no proof of memory safety,
 * may contradict executions of gcc's code, with the heap of the C library and with
 * AddressSanitizer.
 *
 *     npx tsx bench/differential/block-loops.ts --count 300 --seed 1 [--seconds 1.5]
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
    executions: { type: "string", default: "60" },
  },
});
const [count, seed, seconds, executions] = [
  values.count,
  values.seed,
  values.seconds,
  values.executions,
].map(Number) as [number, number, number, number];

console.log(`${count} programs from seed ${seed}, ${seconds} s for each answer`);
const folder = mkdtempSync(join(tmpdir(), "agon-block-loops-"));
const verdicts = await Verdicts.create();
let [proofs, refuted, safe, unsafe, wrong] = [0, 0, 0, 0, 0];
for (let at = seed; at < seed + count; at++) {
  const answers = await blockLoopAnswers(verdicts, folder, at, seconds, executions);
  proofs += answers.proved.length;
  refuted += answers.refuted.length;
  if (answers.safety === "true") safe++;
  if (answers.violation !== "") unsafe++;
  const { mistakes } = answers;
  wrong += mistakes.length;
  if (mistakes.length > 0) console.log(`seed ${at}: ${mistakes.join("; ")}\n${answers.text}`);
}
rmSync(folder, { recursive: true });
console.log(`claims: ${proofs} proved, ${refuted} refuted by executions`);
console.log(`memory safety: ${safe} proved, ${unsafe} refuted by executions`);
console.log(`${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
