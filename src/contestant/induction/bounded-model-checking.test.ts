import { describe, expect, it } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { createCadical } from "../solver/index.ts";
import { specificationOf } from "../specification/index.ts";
import { type AnalysisResult, techniqueOf } from "../techniques/index.ts";

const REACHABILITY = parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp");

const ask = (body: string, property?: "no-overflow"): string =>
  askConfiguration("bmc", body, { seconds: 20, ...(property && { property }) }).verdict;

/** Shifts by too many bits may have any result: the result on one machine or in a solver proves nothing. */
describe("shifts by amounts that may be too large", { timeout: 120_000 }, () => {
  const shifted = (rest: string): string =>
    `int main(void) { unsigned s = __VERIFIER_nondet_uint(), x = 1u << s; ${rest} return 0; }`;
  it.each([
    [
      "a claim that holds for any value is proved",
      shifted("if (x == 6) check((x & 1) == 0);"),
      "true",
    ],
    [
      "a claim that holds within the limits is proved",
      shifted("if (s < 32) check(x != 0);"),
      "true",
    ],
    ["zero, as solvers have it, is not believed", shifted("check(x <= 0x80000000u);"), "unknown"],
    ["masked amounts, as x86 has them, are not", shifted("check(x != 0);"), "unknown"],
    ["another evaluation may differ", shifted("check(x == 1u << s);"), "unknown"],
    ["to the right, too", shifted("check(5 >> s <= 5);"), "unknown"],
    ["violations without such a shift are found", shifted("check(x != 4);"), "false"],
  ])("%s", (_, program, verdict) => {
    expect(ask(program)).toBe(verdict);
  });

  it("stop proofs of no-overflow", () => {
    const program = "int main(void) { int s = __VERIFIER_nondet_int(); return 5 >> s; }";
    expect(ask(program, "no-overflow")).toBe("unknown");
  });
});

describe("blocks that the interpreter has no room for", { timeout: 60_000 }, () => {
  const program = `
    int main(void) {
      char *p = malloc(2147483648u);
      p[2147483647u] = 1;
      check(p[2147483647u] != 1);
      return 0;
    }`;

  it("are named, where a violation needs them", () => {
    const answer = askConfiguration("bmc", program, { seconds: 20 });
    expect(answer).toMatchObject({
      verdict: "unknown",
      reason: expect.stringContaining("no block of 2147483648 bytes"),
    });
  });

  it("do not prevent a proof", () => {
    expect(ask(program.replace("!= 1", "== 1"))).toBe("true");
  });
});

/** Only the order of the variables matters: few bits are enough, but not too few. */
describe("programs that only compare", { timeout: 120_000 }, () => {
  const sorted = (claim: string): string => `
    int main(void) {
      int a[5];
      for (int i = 0; i < 5; i++) { a[i] = __VERIFIER_nondet_int(); assume(a[i] > 1000); }
      for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4 - i; j++)
          if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
      check(${claim});
      return 0;
    }`;
  it.each([
    ["a[0] <= a[4] && a[2] <= a[3]", "true"],
    ["a[0] < a[4]", "false"],
    ["!(a[0] < a[1] && a[1] < a[2] && a[2] < a[3] && a[3] < a[4])", "false"],
    ["a[4] < 1006", "false"],
    ["a[0] > 1000", "true"],
  ])("five sorted numbers: %s", (claim, verdict) => {
    expect(ask(sorted(claim))).toBe(verdict);
  });
});

/** Euclid's algorithm on bytes: hard unless the divisions are as narrow as their operands. */
describe("questions that are simplified as a whole", { timeout: 120_000 }, () => {
  const gcd = (claim: string): string => `
    int main(void) {
      signed char x = (signed char)__VERIFIER_nondet_int(), y = (signed char)__VERIFIER_nondet_int();
      assume(-16 <= x && x < 16 && -16 <= y && y < 16);
      signed char a = x, b = y;
      if (a < 0) a = -a;
      if (b < 0) b = -b;
      while (b != 0) { signed char t = b; b = a % b; a = t; }
      if (y > 0) check(${claim});
      return 0;
    }`;
  it("divisions of bytes", () => {
    expect(ask(gcd("y >= a"))).toBe("true");
    expect(ask(gcd("y > a"))).toBe("false");
  });
});

describe("hard questions", { timeout: 60_000 }, () => {
  const parity = `
    extern void reach_error(void);
    extern unsigned __VERIFIER_nondet_uint(void);
    int main(void) {
      unsigned v = __VERIFIER_nondet_uint(), w = v;
      int p = 0, q = 0;
      while (w != 0) { p = !p; w = w & (w - 1); }
      for (int i = 0; i < 32; i++) q ^= v >> i & 1;
      if (p != q) reach_error();
      return 0;
    }`;

  it.each([
    ["are for a process of its own", 60, true],
    ["are not where less than its least limit is left", 0.9, false],
  ])("%s", async (_, seconds, asksProcess) => {
    const solvers = await createCadical();
    const uses = new Set<string | undefined>();
    const { program } = loadProgram("p.c", parity, "ILP32");
    techniqueOf("bounded-model-checking").run(
      { program, specification: specificationOf(REACHABILITY) },
      {
        budget: new Budget(seconds),
        createSatSolver: (use) => {
          uses.add(use);
          return solvers.create();
        },
        seed: 1,
        order: "coverage",
        onProgress: () => undefined,
      },
    );
    expect(uses.has("hard-question")).toBe(asksProcess);
  });
});

describe("bounds", { timeout: 60_000 }, () => {
  const counts = `
    extern void reach_error(void);
    extern int __VERIFIER_nondet_int(void);
    int main(void) {
      int n = 0;
      while (__VERIFIER_nondet_int()) n++;
      if (n == 9) reach_error();
      return 0;
    }`;
  const reads = (claim: string): string => `
    #include <stdio.h>
    #include <stdlib.h>
    extern void reach_error(void);
    int main(void) {
      char line[9] = "";
      if (fgets(line, sizeof line, stdin)) { int n = atoi(line); if (!(${claim})) reach_error(); }
      return 0;
    }`;
  async function attempt(
    text: string,
    seconds: number,
    progress?: number,
  ): Promise<{ readonly found: AnalysisResult; readonly messages: readonly string[] }> {
    const solvers = await createCadical();
    const messages: string[] = [];
    const { program } = loadProgram("p.c", text, "ILP32");
    const task = { program, specification: specificationOf(REACHABILITY) };
    const found = techniqueOf("bounded-model-checking").run(task, {
      budget: new Budget(seconds),
      createSatSolver: () => solvers.create(),
      seed: 1,
      order: "coverage",
      ...defined({ progress }),
      onProgress: (message) => messages.push(message),
    });
    return { found, messages };
  }

  it.each([
    ["n <= 99999999 && n >= -9999999", "true"],
    ["n != 1234567", "false"],
  ])("do not concern short texts that library functions read: %s", async (claim, verdict) => {
    const { found, messages } = await attempt(reads(claim), 60);
    expect(found.kind).toBe(verdict);
    expect(messages).toEqual(["bounded model checking, bound 1"]);
  });

  it("of another attempt begin with the phase in which the last one was ended", async () => {
    const { found, messages } = await attempt(counts, 60, 7);
    expect(found.kind).toBe("false");
    expect(messages).toEqual([7, 12].map((bound) => `bounded model checking, bound ${bound}`));
  });

  it("are not forgotten without time", async () => {
    expect((await attempt(counts, 0, 7)).found).toMatchObject({ kind: "unknown", progress: 7 });
  });
});
