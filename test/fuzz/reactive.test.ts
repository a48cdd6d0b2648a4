/**
 * Random reactive machines whose verdicts are known: `default` and, in turn, the techniques that
 * explore states contradict none of them. Longer with AGON_PROGRAMS; AGON_SEED chooses others.
 */
import { expect, test } from "vitest";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";
import { randomReactiveTask } from "./random-reactive-task.ts";

const PROGRAMS = Number(process.env.AGON_PROGRAMS ?? 10);
const SEED = Number(process.env.AGON_SEED ?? 1);
/** CPU seconds a verdict. */
const SECONDS = Number(process.env.AGON_SECONDS ?? 0.5);

const CONFIGURATIONS = [
  "value-analysis",
  "abstract-interpretation",
  "pdr",
  "predicate-abstraction",
  "impact",
  "trace-abstraction",
  "symbolic-execution",
  "induction",
  "k-induction",
];

test(`${PROGRAMS} random reactive machines from seed ${SEED}`, {
  timeout: 200_000 + PROGRAMS * 60_000,
}, async () => {
  const verdicts = await Verdicts.create();
  const wrong: string[] = [];
  const tally = new Map<string, number>();
  for (let seed = SEED; seed < SEED + PROGRAMS; seed++) {
    const { text, dataModel, isViolated } = randomReactiveTask(seed);
    const loaded = loadProgram(`machine${seed}.c`, text, dataModel);
    const turn = CONFIGURATIONS[seed % CONFIGURATIONS.length] ?? "default";
    for (const configuration of ["default", turn]) {
      const { verdict } = await verdicts.verify(loaded, configuration, SECONDS);
      const key = `${configuration} ${isViolated ? "violated" : "holds"}: ${verdict}`;
      tally.set(key, (tally.get(key) ?? 0) + 1);
      if (verdict === (isViolated ? "true" : "false")) wrong.push(`seed ${seed}: ${key}`);
    }
  }
  process.stderr.write(`${JSON.stringify(Object.fromEntries([...tally].toSorted()))}\n`);
  expect(wrong).toEqual([]);
});

test("machines are violated or not in similar numbers, and have many states", () => {
  const machines = Array.from({ length: 200 }, (_, seed) => randomReactiveTask(seed));
  const violated = machines.filter(({ isViolated }) => isViolated).length;
  expect(violated).toBeGreaterThan(50);
  expect(violated).toBeLessThan(180);
  expect(Math.max(...machines.map(({ states }) => states))).toBeGreaterThan(200);
});
