import { describe, expect, test } from "vitest";
import { buildProgram } from "../../../../test/support/run-c.ts";
import { randomIntegers } from "../../../ground/util/pseudo-random.ts";
import { specificationOf } from "../../specification/index.ts";
import { hasControlStates, interpretAbstractly } from "./abstract-interpretation.ts";

const SPECIFICATION = specificationOf({
  formulas: [{ kind: "unreach-call", functionName: "reach_error" }],
});

const PRELUDE = `
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
`;

function ask(text: string, keepsControlApart: boolean): string {
  const looks = { left: 20_000 };
  const { kind } = interpretAbstractly(buildProgram(PRELUDE + text, "ILP32"), {
    specification: SPECIFICATION,
    remainingSeconds: () => looks.left--,
    confirm: () => false,
    keepsControlApart,
  });
  return kind;
}

/** A machine of two variables, and a pair of values that must not occur. */
interface Machine {
  /** Where both variables have these values, an input leads to others. */
  readonly steps: readonly { readonly from: Pair; readonly input: number; readonly to: Pair }[];
  readonly error: Pair;
}

type Pair = readonly [number, number];

const START: Pair = [1, 1];

function randomMachine(seed: number): Machine {
  const random = randomIntegers(seed);
  const pair = (): Pair => [1 + random(4), 1 + random(3)];
  const steps = Array.from({ length: 9 }, () => ({ from: pair(), input: random(4), to: pair() }));
  return { steps, error: pair() };
}

/** Only variables that a step changes are assigned, so that the other one may keep its value. */
function textOf({ steps, error }: Machine): string {
  const cases = steps.map(({ from, input, to }) => {
    const changes = [
      ...(from[0] === to[0] ? [] : [`s = ${to[0]};`]),
      ...(from[1] === to[1] ? [] : [`next = ${to[1]}; t = next;`]),
    ];
    return `if (s == ${from[0]} && t == ${from[1]} && in == ${input}) { ${changes.join(" ")} }`;
  });
  return `int s = 1; int main(void) {
    int t = 1; int next = 0; int noise = 0;
    while (1) {
      int in = __VERIFIER_nondet_int();
      noise = noise ^ in;
      ${cases.join("\n else ")}
      if (s == ${error[0]} && t == ${error[1]}) reach_error();
    }
  }`;
}

function isReachable({ steps, error }: Machine): boolean {
  const seen = new Map<string, Pair>();
  const work: Pair[] = [START];
  // The initial pair is not checked, only the pairs after an input, even one that changes nothing.
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    if (seen.has(String(at))) continue;
    seen.set(String(at), at);
    const [s, t] = at;
    const here = steps.filter(({ from }) => from[0] === s && from[1] === t);
    for (const [index, { input, to }] of here.entries()) {
      const isFirst = here.findIndex((other) => other.input === input) === index;
      if (isFirst) work.push(to);
    }
  }
  return seen.has(String(error));
}

describe("random machines", () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed))("%i is safe when it is", (seed) => {
    const machine = randomMachine(seed);
    expect(ask(textOf(machine), true)).toBe(isReachable(machine) ? "unknown" : "true");
  });

  test("are not all alike", () => {
    const answers = Array.from({ length: 60 }, (_, seed) => isReachable(randomMachine(seed)));
    expect(new Set(answers).size).toBe(2);
  });
});

test("facts that joins forget are known where control states are separate", () => {
  const text = `int main(void) {
    int state = 3, done = 0;
    while (state != 9) {
      int in = __VERIFIER_nondet_int();
      if (state == 3) { done = 1; state = 4; }
      else if (state == 4) { if (in) state = 9; else state = 3; if (done != 1) reach_error(); }
      else reach_error();
    }
  }`;
  expect([ask(text, false), ask(text, true)]).toEqual(["unknown", "true"]);
});

test("a value that is only known from an input is a control state, too", () => {
  const text = `int main(void) {
    int base = __VERIFIER_nondet_int(), state = 1, seen = 0;
    while (1) {
      if (state == 1) { state = base; seen = 5; }
      else if (state == 2) { if (seen != 5) reach_error(); state = 3; }
      else state = 2;
    }
  }`;
  expect(ask(text, true)).toBe("true");
});

test("a counter is not a control variable", () => {
  const has = (text: string) => hasControlStates(buildProgram(PRELUDE + text, "ILP32"));
  expect(has("int main(void) { int i = 0; i = 1; while (i < 9) i = i + 1; }")).toBe(false);
  expect(has("int main(void) { int s = 0; while (s != 2) s = s == 1 ? 2 : 1; }")).toBe(false);
  expect(has("int main(void) { int s = 0; while (s != 2) if (s == 1) s = 2; else s = 1; }")).toBe(
    true,
  );
});
