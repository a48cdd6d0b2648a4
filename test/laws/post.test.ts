/**
 * The transfer relation of every listed analysis is sound, judged by the interpreter: it follows
 * executions of random programs (follow.ts). Longer with AGON_PROGRAMS; AGON_SEED chooses others.
 */

import { describe, expect, test } from "vitest";
import type { CfaProgram } from "../../src/contestant/cfa/model/cfa.ts";
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import { randomLoopTask } from "../fuzz/random-loop-task.ts";
import { type RandomTask, randomTask } from "../fuzz/random-task.ts";
import { buildProgram } from "../support/run-c.ts";
import { ANALYSES } from "./analyses.ts";
import { Follower } from "./follow.ts";
import { STEP_PROGRAMS } from "./step-programs.ts";

const SEED = Number(process.env.AGON_SEED ?? 1);
const PROGRAMS = Number(process.env.AGON_PROGRAMS ?? 30);

interface Source {
  readonly name: string;
  readonly task: (seed: number) => RandomTask;
  readonly programs: number;
  /** Executions of each. */
  readonly runs: number;
}

const SOURCES: readonly Source[] = [
  { name: "records, pointers and functions", task: randomTask, programs: PROGRAMS, runs: 6 },
  { name: "loops", task: (seed) => randomLoopTask(seed, 0), programs: PROGRAMS, runs: 6 },
  {
    name: "steps written by hand",
    task: (seed) => STEP_PROGRAMS[seed % STEP_PROGRAMS.length] as RandomTask,
    programs: STEP_PROGRAMS.length,
    runs: 30,
  },
];

function inputsOf({ domains }: RandomTask, below: (limit: number) => number): readonly bigint[] {
  return domains.map((domain) => BigInt(domain[below(domain.length)] ?? 0));
}

describe.each(ANALYSES)("post of $name", ({ check }) => {
  test.each(SOURCES)(`holds executions of $name (seed ${SEED})`, ({ task, programs, runs }) => {
    check((entry) => {
      let compared = 0;
      for (let seed = SEED; seed < SEED + programs; seed++) {
        const random = task(seed);
        const below = randomIntegers(seed);
        const program: CfaProgram = buildProgram(random.text, random.dataModel);
        const follower = new Follower(entry, program, below);
        for (let run = 0; run < runs; run++) {
          const inputs = inputsOf(random, below);
          try {
            follower.follow(inputs);
          } catch (error) {
            const message = `seed ${seed}, inputs ${inputs.join(", ")}: ${String(error)}`;
            throw new Error(`${message}\n${random.text}`, { cause: error });
          }
        }
        compared += follower.compared;
      }
      // A law without comparisons would hold trivially.
      expect(compared).toBeGreaterThan(10 * programs);
    });
  });
});
