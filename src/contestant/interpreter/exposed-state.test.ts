import { expect, test } from "vitest";
import { randomIntegerProgram } from "../../../test/support/random-integer-program.ts";
import { buildProgram, describeOutcome, runC } from "../../../test/support/run-c.ts";
import { randomIntegers } from "../../ground/util/pseudo-random.ts";
import { compileProgram } from "./index.ts";

const PRELUDE = "extern int __VERIFIER_nondet_int(void);";

const TEXT = `
int total; long long wide = -2; int table[2];
int ask(void) { int fresh; fresh = 5; int answer = __VERIFIER_nondet_int(); fresh = answer; return fresh; }
int main(void) {
  int count = 0;
  while (count < 3) { count++; total += ask(); table[1] = total; wide = wide * 3; }
  return total;
}`;

/** Returns the state of an execution at each of its inputs. */
function statesOf(text: string): {
  readonly values: Record<string, number[]>;
  readonly exit: unknown;
} {
  const compiled = compileProgram(buildProgram(PRELUDE + text, "ILP32"), {
    errorFunctions: new Set(),
    overflow: "wrap",
    exposesState: true,
  });
  const { state } = compiled;
  if (state === undefined) throw new Error("no state");
  const words = new Int32Array(2 * state.objects.length);
  const values: Record<string, number[]> = { memory: [] };
  const outcome = compiled.run({
    nondet: () => {
      state.read(words);
      let word = 0;
      for (const { name, scalar } of state.objects) {
        const isWide = scalar !== undefined && scalar.kind !== "float" && scalar.bits > 32;
        values[name] = [...(values[name] ?? []), words[word] as number];
        word += isWide ? 2 : 1;
      }
      values.memory?.push(state.memoryHash());
      return 4n;
    },
  });
  return { values, exit: outcome.kind === "terminated" ? outcome.exitCode : outcome };
}

test("variables have the values that they have where an input is asked for", () => {
  const { values, exit } = statesOf(TEXT);
  expect(exit).toBe(12);
  expect(values).toMatchObject({
    total: [0, 4, 8],
    wide: [-2, -6, -18],
    count: [1, 2, 3],
    fresh: [5, 5, 5],
  });
  expect(new Set(values.memory).size).toBe(3);
});

test("functions that call themselves keep their variables to themselves", () => {
  const { values, exit } = statesOf(
    "int f(int n) { int mine = n; if (n > 0) f(n - 1); __VERIFIER_nondet_int(); return mine; } int main(void) { return f(3); }",
  );
  expect(exit).toBe(3);
  expect(values.mine).toBeUndefined();
});

test("exposed programs do what others do", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const text = randomIntegerProgram(seed);
    const outcomeOf = (exposesState: boolean): unknown => {
      const random = randomIntegers(seed);
      const inputs = { nondet: () => BigInt(random(7) - 2) };
      const outcome = runC(text, { inputs, exposesState, model: "ILP32" });
      return `seed ${seed}: ${describeOutcome(outcome)}`;
    };
    expect(outcomeOf(true)).toBe(outcomeOf(false));
  }
});
