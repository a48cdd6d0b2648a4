/**
 * Random loops with claims at their heads (random-claim-loop.ts): no proof contradicts an execution of gcc's.
 * `AGON_SEED=7 AGON_PROGRAMS=500` looks elsewhere and longer; `bench/differential/claim-loops.ts` counts the claims.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadProgram } from "../regression/verdicts.ts";
import { nativeExecutions } from "../support/native-executions.ts";
import { provedClaims, withClaims } from "../support/proved-claims.ts";
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
      const { text, claims } = randomClaimLoop(1000 * SEED + number);
      const truth = nativeExecutions(folder, text, 100);
      if (truth === undefined) throw new Error(`gcc refuses\n${text}`);
      refuted += truth.refuted.size;
      const { program } = loadProgram("program.c", withClaims(text), "LP64");
      for (const claim of await provedClaims(program, claims, 1)) {
        if (truth.refuted.has(claims.indexOf(claim))) mistakes.push(`${claim}\n${text}`);
      }
    }
    expect(mistakes).toEqual([]);
    expect(refuted).toBeGreaterThan(0);
  },
);
