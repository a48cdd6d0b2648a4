/**
 * Predicate abstraction in all its configurations, IMPACT, trace abstraction and block-abstraction memoization on random
 * loops and random calls, against all executions and so against each other: one of them about every program, the others
 * in turn. Longer with AGON_PROGRAMS (of each kind);
 * AGON_SEED chooses others.
 */
import { expect, test } from "vitest";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { loadProgram, REACHABILITY, Verdicts } from "../regression/verdicts.ts";
import { exhaustiveTruth } from "./ground-truth.ts";
import { randomCallTask } from "./random-call-task.ts";
import { randomLoopTask } from "./random-loop-task.ts";

const PROGRAMS = Number(process.env.AGON_PROGRAMS ?? 8);
const SEED = Number(process.env.AGON_SEED ?? 1);
/** CPU seconds a verdict; AGON_SECONDS for more. */
const SECONDS = Number(process.env.AGON_SECONDS ?? 0.5);

const CONFIGURATIONS = [
  "predicate-abstraction",
  "predicate-abstraction-cartesian",
  "predicate-abstraction-calls",
  "predicate-abstraction-single-block",
  "block-memo",
  "block-memo-values",
  "impact",
  "trace-abstraction",
];
/** Claims about a program that are tried until one holds, for every second one. */
const VARIANTS = 8;

test.each([
  ["loops", randomLoopTask, "impact"],
  ["calls", randomCallTask, "block-memo"],
])(
  `${PROGRAMS} programs of random %s from seed ${SEED}`,
  { timeout: 200_000 + PROGRAMS * 60_000 },
  async (_name, random, first) => {
    const verdicts = await Verdicts.create();
    const wrong: string[] = [];
    const decided = new Map<string, number>();
    const specification = specificationOf(REACHABILITY);
    for (let seed = SEED; seed < SEED + PROGRAMS; seed++) {
      for (let variant = 0; variant < VARIANTS; variant++) {
        const { text, dataModel, domains } = random(seed, variant);
        const loaded = loadProgram(`seed${seed}.c`, text, dataModel);
        const truth = exhaustiveTruth({ text, dataModel, domains }, loaded.program, specification);
        const isLast = variant === VARIANTS - 1 || seed % 2 === 0;
        if (truth.isViolated && !isLast) continue;
        const turn = CONFIGURATIONS[Math.floor(seed / 2) % CONFIGURATIONS.length] ?? first;
        for (const configuration of new Set([first, turn])) {
          const { verdict } = await verdicts.verify(loaded, configuration, SECONDS, REACHABILITY);
          const key = `${configuration} ${verdict}`;
          decided.set(key, (decided.get(key) ?? 0) + 1);
          const isWrong =
            (verdict === "true" && (truth.isViolated || truth.hasUndefinedBehaviour)) ||
            (verdict === "false" && !truth.isViolated && !truth.isUnclear);
          if (isWrong) wrong.push(`seed ${seed}, variant ${variant}: ${configuration} ${verdict}`);
        }
        break;
      }
    }
    process.stderr.write(`${JSON.stringify(Object.fromEntries([...decided].toSorted()))}\n`);
    expect(wrong).toEqual([]);
  },
);
