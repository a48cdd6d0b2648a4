/**
 * Random loops with claims at their heads (random-claim-loop.ts): no proof contradicts an execution
 * of gcc's.
 * `AGON_SEED=7 AGON_PROGRAMS=500` searches other programs and longer;
 * `bench/differential/claim-loops.ts` counts the claims.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { claimAnswers } from "../support/proved-claims.ts";
import { randomClaimLoop } from "./random-claim-loop.ts";

const SEED = Number(process.env.AGON_SEED ?? "1");
const PROGRAMS = Number(process.env.AGON_PROGRAMS ?? "10");

const folder = mkdtempSync(join(tmpdir(), "agon-claim-loops-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(spawnSync("gcc", ["--version"]).status !== 0)(
  `${PROGRAMS} random loops with claims (seed ${SEED})`,
  { timeout: 60_000 + PROGRAMS * 20_000 },
  async () => {
    const mistakes: string[] = [];
    let refuted = 0;
    for (let number = 0; number < PROGRAMS; number++) {
      const task = randomClaimLoop(1000 * SEED + number);
      const answers = await claimAnswers(task, folder, 1, 100);
      refuted += answers.refuted.length;
      for (const claim of answers.mistakes) mistakes.push(`${claim}\n${task.text}`);
    }
    expect(mistakes).toEqual([]);
    expect(refuted).toBeGreaterThan(0);
  },
);
