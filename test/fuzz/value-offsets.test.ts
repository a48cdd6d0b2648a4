/**
 * Random programs that add constants to inputs, convert and compare them: proofs of the value
 * analysis by constant differences of unknown values hold in every tried execution. Longer with
 * AGON_PROGRAMS; AGON_SEED chooses others.
 */

import { expect, test } from "vitest";
import { analyseValues } from "../../src/contestant/abstract-interpretation/index.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import { loadProgram, REACHABILITY } from "../regression/verdicts.ts";
import { exhaustiveTruth } from "./ground-truth.ts";
import type { RandomTask } from "./random-task.ts";

const PROGRAMS = Number(process.env.AGON_PROGRAMS ?? 150);
const SEED = Number(process.env.AGON_SEED ?? 1);
const SPECIFICATION = specificationOf(REACHABILITY);
const TYPES = ["signed char", "unsigned char", "short", "int", "unsigned", "long long"];
const NAMES = ["a", "b", "c", "d"];
const EDGES = [0, 1, 2, 3, 126, 127, 128, 129, 253, 254, 255, -1, -2, -128, -129, 65_535, 65_536];
const INTEGER_EDGES = [...EDGES, 2 ** 31 - 1, 2 ** 31 - 2, 2 ** 31 - 4, -(2 ** 31), 2 - 2 ** 31];

function randomTask(seed: number): RandomTask {
  const below = randomIntegers(seed);
  const pick = <T>(of: readonly T[]): T => of[below(of.length)] as T;
  const inputs = 1 + below(2);
  const sum = (): string => `${pick(NAMES)} ${pick(["+", "-"])} ${below(5)}`;
  const value = (): string => {
    const what = pick([pick(NAMES), sum(), sum(), `${below(4)}`]);
    return below(4) === 0 ? `(${pick(TYPES)})(${what})` : what;
  };
  const condition = (): string =>
    `${value()} ${pick(["==", "!=", "==", "!=", "<", ">="])} ${value()}`;
  const statement = (depth: number): string => {
    const kind = below(depth > 1 ? 3 : 8);
    if (kind < 3) return `${pick(NAMES)} = ${value()};`;
    if (kind < 5)
      return `if (${condition()}) { ${statement(depth + 1)} } else ${statement(depth + 1)}`;
    if (kind === 5) return `while (__VERIFIER_nondet_int()) { ${statement(depth + 1)} }`;
    if (kind === 6) {
      return `if (__VERIFIER_nondet_int()) { ${statement(depth + 1)} } else ${statement(depth + 1)}`;
    }
    if (kind === 4) return `check(${condition()});`;
    return `for (int k${depth} = 0; k${depth} < ${1 + below(3)}; k${depth}++) { ${statement(depth + 1)} ${statement(depth + 1)} }`;
  };
  const declarations = NAMES.map((name, index) => {
    const initial = index < inputs ? "__VERIFIER_nondet_int()" : sum().replace(/[cd]/, "a");
    return `${pick(TYPES)} ${name} = ${initial};`;
  });
  const statements = Array.from({ length: 1 + below(4) }, () => statement(0));
  const text = `extern void abort(void); void reach_error(void) { abort(); }
void check(int c) { if (!c) reach_error(); }
extern int __VERIFIER_nondet_int(void);
int main(void) { ${declarations.join(" ")}
${statements.join("\n")}
check(${condition()}); return 0; }
`;
  const domain = (): readonly number[] => [
    ...INTEGER_EDGES,
    ...Array.from({ length: 8 }, () => below(2 ** 31) - 2 ** 30),
  ];
  // The values decide branches and numbers of iterations; all loops end.
  const choices = Array.from({ length: 5 }, () => [0, 1]);
  const domains = [...Array.from({ length: inputs }, domain), ...choices];
  return { text, domains, dataModel: "LP64" };
}

test(`${PROGRAMS} programs from seed ${SEED}`, { timeout: 60_000 + PROGRAMS * 3_000 }, () => {
  const wrong: string[] = [];
  const proved = { plain: 0, offsets: 0 };
  for (let seed = SEED; seed < SEED + PROGRAMS; seed++) {
    const task = randomTask(seed);
    const { program } = loadProgram(`offsets${seed}.c`, task.text, "LP64");
    const prove = (knowsOffsets: boolean): boolean => {
      let steps = 0;
      const { kind } = analyseValues(program, {
        specification: SPECIFICATION,
        maxValues: 100,
        knowsOffsets,
        endsWhenIncomplete: true,
        remainingSeconds: () => (++steps > 20_000 ? 0 : 1),
        confirm: () => false,
      });
      return kind === "true";
    };
    if (prove(false)) proved.plain++;
    if (!prove(true)) continue;
    proved.offsets++;
    const { isViolated } = exhaustiveTruth(task, program, SPECIFICATION);
    if (isViolated) wrong.push(`seed ${seed}:\n${task.text}`);
  }
  process.stderr.write(`${JSON.stringify(proved)}\n`);
  expect(wrong).toEqual([]);
  expect(proved.offsets).toBeGreaterThan(proved.plain);
});
