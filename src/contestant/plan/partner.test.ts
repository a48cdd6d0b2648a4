/** The part of a thread in a plan that another thread follows, too. */
import { describe, expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";
import type { AttemptNews, Partner } from "./partner.ts";

/**
 * An input decides which verdict holds; one path has undefined behaviour, and no technique decides
 * it.
 */
const OPEN =
  "int main(void) { if (__VERIFIER_nondet_int()) __builtin_unreachable(); check(1); return 0; }";

/** An invariant that induction finds. */
const COUNTS =
  "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++; check(i == n); return 0; }";

/** The other thread is working on `elsewhere` and has reported `news`. */
function asked(
  role: Partner["role"],
  body: string,
  news: readonly AttemptNews[],
  elsewhere: readonly string[] = [],
  isTakenOver: (technique: string) => boolean = () => false,
) {
  const claimed: string[] = [];
  const told: AttemptNews[] = [];
  const begun: string[] = [];
  const left = [...news];
  const { verdict } = askConfiguration("default", body, {
    seconds: 3,
    partner: {
      role,
      remainingSeconds: () => 9,
      isElsewhere: (technique) => elsewhere.includes(technique),
      claims: (technique) => claimed.push(technique) > 0,
      takesOver: (technique) => !elsewhere.includes(technique),
      isTakenOver,
      tell: (own) => told.push(own),
      received: () => left.splice(0),
    },
    onTechnique: ({ technique }) => begun.push(technique),
  });
  return { verdict, claimed, told, begun };
}

const settled = (technique: string): AttemptNews => ({
  technique,
  seconds: 1,
  isOpen: false,
  reason: `${technique}: told`,
});

test("a thread claims all attempts but moments, and reports their results", () => {
  const { verdict, claimed, told, begun } = asked("leader", OPEN, []);
  expect(verdict).toBe("unknown");
  expect(told.map(({ technique }) => technique)).toEqual(begun);
  expect(new Set(claimed).size).toBeGreaterThan(2);
  expect(claimed.every((technique) => begun.includes(technique))).toBe(true);
});

describe.each(["leader", "helper"] as const)("the %s", (role) => {
  test("does not try what has come to its end elsewhere", () => {
    const { verdict, begun } = asked(role, COUNTS, [settled("bounded-model-checking")]);
    expect(verdict).toBe("true");
    expect(begun).not.toContain("bounded-model-checking");
  });

  test("leaves to the other what that is at", () => {
    const { verdict, begun } = asked(role, COUNTS, [], ["bounded-model-checking"]);
    expect(verdict).toBe("true");
    expect(begun).not.toContain("bounded-model-checking");
  });
});

test("the helper has no moments, and does not begin with what is brief", () => {
  const { verdict, begun, claimed } = asked("helper", COUNTS, []);
  expect(verdict).toBe("true");
  expect(claimed).toEqual(begun);
  expect(begun[0]).not.toBe("random-search");
});

test("an attempt that was taken over is not reported, and others run", () => {
  const isTaken = (technique: string): boolean => technique === "bounded-model-checking";
  const { told, begun } = asked("helper", COUNTS, [], [], isTaken);
  expect(begun[0]).toBe("bounded-model-checking");
  expect(begun.length).toBeGreaterThan(1);
  expect(told.map(({ technique }) => technique)).not.toContain("bounded-model-checking");
});

describe("an attempt that has come to its end", () => {
  /** Returns the reported result when each query finds so many more lemmas. */
  function told(lemmasEachTime: number): AttemptNews | undefined {
    const news: AttemptNews[] = [];
    let received = 0;
    askConfiguration("k-induction", OPEN, {
      seconds: 2,
      partner: {
        role: "leader",
        remainingSeconds: () => 6,
        received: () => [],
        isElsewhere: () => false,
        claims: () => true,
        tell: (own) => news.push(own),
        takesOver: () => true,
        isTakenOver: () => false,
      },
      lemmas: {
        add: () => undefined,
        candidates: () => new Map(),
        receivedCount: () => (received += lemmasEachTime),
      },
    });
    return news.find(({ technique }) => technique === "k-induction");
  }

  test("is settled", () => {
    expect(told(0)?.isOpen).toBe(false);
  });

  test("is open where lemmas came while it ran", () => {
    expect(told(1)?.isOpen).toBe(true);
  });
});
