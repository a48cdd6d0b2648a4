/**
 * Random loops with claims at their heads (test/fuzz/random-claim-loop.ts): no proved invariant may
 * contradict executions of gcc's code.
 *
 *     npx tsx bench/differential/claim-loops.ts --count 300 --seed 1
 *
 * Exit code 1 when a proof is wrong.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { randomClaimLoop } from "../../test/fuzz/random-claim-loop.ts";
import { claimAnswers } from "../../test/support/proved-claims.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "1.5" },
    executions: { type: "string", default: "200" },
  },
});
const [count, seed, seconds, executions] = [
  values.count,
  values.seed,
  values.seconds,
  values.executions,
].map(Number) as [number, number, number, number];

console.log(`${count} programs from seed ${seed}, ${seconds} s for each`);
const folder = mkdtempSync(join(tmpdir(), "agon-claim-loops-"));
let [all, proofs, refuted, wrong] = [0, 0, 0, 0];
for (let at = seed; at < seed + count; at++) {
  const task = randomClaimLoop(at);
  const {
    proved,
    refuted: wrongOnes,
    mistakes,
  } = await claimAnswers(task, folder, seconds, executions);
  all += task.claims.length;
  proofs += proved.length;
  refuted += wrongOnes.length;
  wrong += mistakes.length;
  if (mistakes.length > 0) console.log(`seed ${at}: ${mistakes.join("; ")}\n${task.text}`);
}
rmSync(folder, { recursive: true });
console.log(`of ${all} claims ${proofs} were proved, and ${refuted} refuted by executions`);
console.log(`${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
