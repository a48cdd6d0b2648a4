/** The examples of Lee, Jones, Ben-Amram (POPL 2001), and small random graphs beside a search for endless chains of calls. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  areWellFounded,
  composed,
  FALLS,
  NEVER_RISES,
  NONE,
  type SizeChange,
} from "./size-change-graphs.ts";

/**
 * `f(m n) -> f(m>m n=n)`: the arcs of a call by names of numbers, `>` for one that decreases and `=` for one that
 * never rises.
 */
function graphs(calls: readonly string[]): {
  readonly sizes: readonly number[];
  readonly changes: readonly SizeChange[];
} {
  const functions = new Map<string, readonly string[]>();
  const parts = calls.map((call) => {
    const [, caller = "", from = "", callee = "", to = "", arcs = ""] =
      /^(\w+)\((.*)\) -> (\w+)\((.*)\): *(.*)$/.exec(call) ?? [];
    functions.set(caller, words(from));
    functions.set(callee, words(to));
    return { caller, callee, arcs: words(arcs) };
  });
  const names = [...functions.keys()];
  const numbers = [...functions.values()];
  const changes = parts.map(({ caller, callee, arcs }): SizeChange => {
    const from = functions.get(caller) ?? [];
    const to = functions.get(callee) ?? [];
    const matrix = new Uint8Array(from.length * to.length);
    for (const arc of arcs) {
      const [, source = "", kind = "", target = ""] = /^(\w+)([>=])(\w+)$/.exec(arc) ?? [];
      matrix[from.indexOf(source) * to.length + to.indexOf(target)] =
        kind === ">" ? FALLS : NEVER_RISES;
    }
    return { caller: names.indexOf(caller), callee: names.indexOf(callee), arcs: matrix };
  });
  return { sizes: numbers.map(({ length }) => length), changes };
}

function words(text: string): readonly string[] {
  return text.split(" ").filter((word) => word !== "");
}

function end(...calls: readonly string[]): boolean {
  const { sizes, changes } = graphs(calls);
  return areWellFounded(sizes, changes);
}

describe("chains of calls that end", () => {
  it.each([
    ["a list that gets shorter, beside one that grows", ["r(l a) -> r(l a): l>l"]],
    ["mutual recursion", ["f(i x) -> g(a b c): i>a x=b i=c", "g(a b c) -> f(i x): a=i"]],
    [
      "Ackermann's function",
      ["a(m n) -> a(m n): m>m", "a(m n) -> a(m n): m=m n>n", "a(m n) -> a(m n): m>m"],
    ],
    [
      "permuted parameters",
      ["p(m n r) -> p(m n r): m=m n=r r>n", "p(m n r) -> p(m n r): r=m n>n m=r"],
    ],
    [
      "permuted and discarded parameters",
      ["f(x y) -> f(x y): y=x y>y", "f(x y) -> f(x y): y=x x>y"],
    ],
    [
      "descents that begin late",
      ["f(a b) -> f(a b): b>b", "f(a b) -> g(c d): a=c", "g(c d) -> g(c d): c>c"],
    ],
    ["no recursion", ["f(x) -> g(y):"]],
  ])("%s", (_, calls) => {
    expect(end(...calls)).toBe(true);
  });
});

describe("chains of calls that may not end", () => {
  it.each([
    ["an exchange without a descent", ["f(x y) -> f(x y): x=y y=x"]],
    [
      "an exchange without a descent beside one with it",
      ["f(x y) -> f(x y): x>x y=y", "f(x y) -> f(x y): x=y y=x"],
    ],
    ["each call forgets what the other has", ["f(x y) -> f(x y): x>x", "f(x y) -> f(x y): y>y"]],
    ["a descent that is not passed on", ["f(x y) -> g(z): x>z", "g(z) -> f(x y): z=y"]],
    ["no numbers", ["f() -> f():"]],
  ])("%s", (_, calls) => {
    expect(end(...calls)).toBe(false);
  });
});

test("a composed arc falls when one of two that meet does", () => {
  const { sizes, changes } = graphs(["f(x y) -> g(z): x=z y>z", "g(z) -> f(x y): z>x z=y"]);
  const [first, second] = changes as [SizeChange, SizeChange];
  expect([...composed(sizes, first, second).arcs]).toEqual([FALLS, NEVER_RISES, FALLS, FALLS]);
  expect([...composed(sizes, second, first).arcs]).toEqual([FALLS]);
});

/** Chains of this many calls are repeated for ever. */
const MAX_CHAIN = 6;

/** Calls of one or two functions with one or two numbers each. */
const someCalls = fc
  .array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 2 })
  .chain((sizes) => {
    const someFunction = fc.nat({ max: sizes.length - 1 });
    const change = fc
      .record({
        caller: someFunction,
        callee: someFunction,
        // One for each of two times two numbers, of which there may be fewer.
        kinds: fc.array(fc.constantFrom(NONE, NEVER_RISES, FALLS), { minLength: 4, maxLength: 4 }),
      })
      .map(({ caller, callee, kinds }): SizeChange => {
        const count = (sizes[caller] as number) * (sizes[callee] as number);
        return { caller, callee, arcs: Uint8Array.from(kinds.slice(0, count)) };
      });
    return fc.record({
      sizes: fc.constant(sizes),
      changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    });
  });

test("random calls beside all short chains that are repeated for ever", () => {
  const counts = { end: 0, endless: 0 };
  fc.assert(
    fc.property(someCalls, ({ sizes, changes }) => {
      const isEndless = chainsOf(changes).some((chain) => !descends(sizes, chain));
      counts[isEndless ? "endless" : "end"]++;
      expect(areWellFounded(sizes, changes)).toBe(!isEndless);
    }),
    { seed: 20261126, numRuns: 300 },
  );
  expect(Math.min(counts.end, counts.endless)).toBeGreaterThan(60);
});

/** Chains of calls that end where they begin. */
function chainsOf(changes: readonly SizeChange[]): readonly (readonly SizeChange[])[] {
  const found: (readonly SizeChange[])[] = [];
  let chains: readonly (readonly SizeChange[])[] = changes.map((change) => [change]);
  for (let length = 1; length <= MAX_CHAIN; length++) {
    found.push(...chains.filter((chain) => chain[0]?.caller === chain.at(-1)?.callee));
    chains = chains.flatMap((chain) =>
      changes
        .filter(({ caller }) => caller === chain.at(-1)?.callee)
        .map((change) => [...chain, change]),
    );
  }
  return found;
}

/**
 * Whether a number decreases again and again when a chain is repeated for ever: the numbers at its calls, in a
 * circle, have a path back to themselves on which one decreases.
 */
function descends(sizes: readonly number[], chain: readonly SizeChange[]): boolean {
  const places = chain.flatMap(({ caller }, call) =>
    Array.from({ length: sizes[caller] as number }, (_, number) => ({ call, number })),
  );
  const next = ({ call, number }: Place): readonly { place: Place; falls: boolean }[] => {
    const { callee, arcs } = chain[call] as SizeChange;
    const size = sizes[callee] as number;
    return Array.from({ length: size }).flatMap((_, other) => {
      const arc = arcs[number * size + other];
      const place = { call: (call + 1) % chain.length, number: other };
      return arc === NONE ? [] : [{ place, falls: arc === FALLS }];
    });
  };
  return places.some((start) => {
    const seen = new Set<string>();
    const open = next(start).map(({ place, falls }) => ({ place, hasFallen: falls }));
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const { place, hasFallen } = at;
      if (hasFallen && place.call === start.call && place.number === start.number) return true;
      const key = `${place.call} ${place.number} ${hasFallen}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const { place: onward, falls } of next(place))
        open.push({ place: onward, hasFallen: hasFallen || falls });
    }
    return false;
  });
}

interface Place {
  readonly call: number;
  readonly number: number;
}
