import { expect, test } from "vitest";
import { buildProgram } from "../../../../../test/support/run-c.ts";
import { randomIntegers } from "../../../../ground/util/pseudo-random.ts";
import { range } from "../interval/range.ts";
import { AbstractState, type Frame } from "./abstract-state.ts";
import { ProgramLayout } from "./program-layout.ts";
import { StateNumbers } from "./state-numbers.ts";
import { ANY, FloatPattern, FloatRange, IntegerSymbol, UNBORN, type Value } from "./value.ts";

const { main, layout } = (() => {
  const program = buildProgram("int main(void) { return 0; }", "ILP32");
  return { main: program.main, layout: new ProgramLayout(program) };
})();
const FRAME: Frame = {
  fn: main,
  caller: undefined,
  call: undefined,
  depth: 1,
  key: "",
  base: 0,
  layout: layout.functionLayout(main),
};

const KNOWN: readonly Value[] = [
  ...[0, 1, -1, 2 ** 29, -(2 ** 29), 2 ** 29 - 1, 2 ** 40, 2n ** 70n],
  ...([ANY, UNBORN, new FloatPattern(7n), new FloatRange(0, 7), new FloatRange(0, 8)] as const),
];
const RANGES = [range(0, 7), range(0, 8), { ...range(0, 8), excluded: [3] }, range(-1, 2n ** 64n)];

/** A state of some slots, and a text of its meaning. */
function randomState(random: (below: number) => number): {
  readonly state: AbstractState;
  readonly text: string;
} {
  const symbols = [0, 1].map((id) => new IntegerSymbol(random(1000) * 2 + id));
  const ranges = symbols.map(() => random(RANGES.length));
  const slots: Value[] = [];
  const names: string[] = [];
  const met: number[] = [];
  const length = 1 + random(20);
  for (let slot = 0; slot < length; slot++) {
    // Most slots are alike, so that states are often equal.
    const kind = random(8);
    const which = kind === 0 ? random(KNOWN.length) : 0;
    const symbol = kind === 1 ? random(2) : undefined;
    slots.push(symbol === undefined ? (KNOWN[which] as Value) : (symbols[symbol] as Value));
    if (symbol !== undefined && !met.includes(symbol)) met.push(symbol);
    names.push(symbol === undefined ? `${which}` : `s${met.indexOf(symbol)}`);
  }
  const state = new AbstractState(main.entry, FRAME, slots, new Map(), undefined);
  for (const [index, symbol] of symbols.entries()) {
    state.addSymbol(symbol, RANGES[ranges[index] as number] as (typeof RANGES)[number]);
  }
  return { state, text: `${names.join()}|${met.map((symbol) => ranges[symbol]).join()}` };
}

test("states have one number that stand for the same executions, and no others", () => {
  const random = randomIntegers(3);
  const numbers = new StateNumbers();
  const known = new Map<string, number>();
  let repeated = 0;
  for (let i = 0; i < 20_000; i++) {
    const { state, text } = randomState(random);
    const number = numbers.numberOf(state);
    const before = known.get(text);
    if (before !== undefined) repeated++;
    expect(number).toBe(before ?? known.size);
    known.set(text, number);
  }
  expect(repeated).toBeGreaterThan(1000);
  expect(known.size).toBeGreaterThan(1000);
});
