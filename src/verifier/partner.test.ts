/** What a process does of a plan that another one follows as well. */
import { describe, expect, test } from "vitest";
import { askConfiguration } from "../../test/support/ask-configuration.ts";
import type { AttemptNews, Partner } from "./partner.ts";

/** Nothing decides it: one way is undefined. */
const OPEN =
  "int main(void) { if (__VERIFIER_nondet_int()) __builtin_unreachable(); check(1); return 0; }";

/** An invariant that induction finds. */
const COUNTS =
  "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++; check(i == n); return 0; }";

function asked(role: Partner["role"], body: string, news: readonly AttemptNews[]) {
  const told: AttemptNews[] = [];
  const left = [...news];
  const { verdict } = askConfiguration("default", body, {
    seconds: 3,
    partner: { role, received: () => left.splice(0), tell: (own) => told.push(own) },
  });
  const begun = told.flatMap(({ kind, technique }) => (kind === "started" ? technique : []));
  return { verdict, told, begun };
}

const alone = asked("leader", OPEN, []);
const settled = (technique: string): AttemptNews => ({
  ...{ kind: "ended", technique, seconds: 1, isOpen: false },
  reason: `${technique}: told`,
});

describe("the leader", () => {
  test("tells how each attempt ends before the next begins", () => {
    expect(alone.verdict).toBe("unknown");
    for (const [index, { kind, technique }] of alone.told.entries()) {
      expect(kind).toBe(index % 2 === 0 ? "started" : "ended");
      expect(technique).toBe(alone.told[index - (index % 2)]?.technique);
    }
  });

  test("does not try what has come to its end elsewhere", () => {
    const all = [...new Set(alone.begun)];
    expect(all.length).toBeGreaterThan(3);
    const [first, ...others] = all;
    expect(new Set(asked("leader", OPEN, others.map(settled)).begun)).toEqual(new Set([first]));
  });

  test("waits for nobody: what is tried elsewhere, it tries where it comes there", () => {
    const [first = ""] = alone.begun;
    const started = { kind: "started", technique: first, seconds: 1 } as const;
    const open = { ...settled(first), seconds: 100, isOpen: true } as const;
    expect(asked("leader", OPEN, [started]).begun[0]).toBe(first);
    expect(asked("leader", OPEN, [started, open]).begun[0]).toBe(first);
  });
});

describe("the helper", () => {
  test("begins with what is longest, without the moments", () => {
    const { verdict, begun } = asked("helper", COUNTS, []);
    expect(verdict).toBe("true");
    expect(begun[0]).toBe("induction");
  });

  test("leaves to the leader what that is at", () => {
    const { begun } = asked("helper", COUNTS, [
      { kind: "started", technique: "induction", seconds: 1 },
    ]);
    expect(begun).not.toContain("induction");
  });
});
