/**
 * Random programs whose loops replace blocks (random-block-loop.ts): no proof contradicts an execution of gcc's.
 * `AGON_SEED=7 AGON_PROGRAMS=500` looks elsewhere and longer; `bench/differential/block-loops.ts` counts the answers.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Verdicts } from "../regression/verdicts.ts";
import { type BlockLoopAnswer, blockLoopAnswers } from "./block-loop-answers.ts";

const SEED = Number(process.env.AGON_SEED ?? "1");
const PROGRAMS = Number(process.env.AGON_PROGRAMS ?? "10");
const QUESTIONS = { configurations: ["induction"], seconds: 1, executions: 40 };

const folder = mkdtempSync(join(tmpdir(), "agon-block-loops-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(spawnSync("gcc", ["--version"]).status !== 0)(
  `${PROGRAMS} random programs whose loops replace blocks (seed ${SEED})`,
  { timeout: 60_000 + PROGRAMS * 20_000 },
  async () => {
    const verdicts = await Verdicts.create();
    const answers: BlockLoopAnswer[] = [];
    for (let number = 0; number < PROGRAMS; number++) {
      answers.push(...(await blockLoopAnswers(verdicts, folder, 1000 * SEED + number, QUESTIONS)));
    }
    const proofs = answers.filter(({ verdict }) => verdict === "true");
    expect(proofs.filter(({ isRefuted }) => isRefuted).map(({ evidence }) => evidence)).toEqual([]);
    expect(answers.some(({ isRefuted }) => isRefuted)).toBe(true);
  },
);
