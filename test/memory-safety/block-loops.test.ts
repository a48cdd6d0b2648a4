/**
 * Random programs whose loops replace blocks (random-block-loop.ts): no proof contradicts an
 * execution of gcc's.
 * `AGON_SEED=7 AGON_PROGRAMS=500` searches other programs and longer;
 * `bench/differential/block-loops.ts` counts the answers.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Verdicts } from "../regression/verdicts.ts";
import { blockLoopAnswers } from "./block-loop-answers.ts";

const SEED = Number(process.env.AGON_SEED ?? "1");
const PROGRAMS = Number(process.env.AGON_PROGRAMS ?? "10");

const folder = mkdtempSync(join(tmpdir(), "agon-block-loops-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(spawnSync("gcc", ["--version"]).status !== 0)(
  `${PROGRAMS} random programs whose loops replace blocks (seed ${SEED})`,
  { timeout: 60_000 + PROGRAMS * 20_000 },
  async () => {
    const verdicts = await Verdicts.create();
    const mistakes: string[] = [];
    let refuted = 0;
    for (let number = 0; number < PROGRAMS; number++) {
      const answers = await blockLoopAnswers(verdicts, folder, 1000 * SEED + number, 1, 40);
      refuted += answers.refuted.length;
      for (const mistake of answers.mistakes) mistakes.push(`${mistake}\n${answers.text}`);
    }
    expect(mistakes).toEqual([]);
    expect(refuted).toBeGreaterThan(0);
  },
);
