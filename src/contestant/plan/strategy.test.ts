import { describe, expect, test } from "vitest";
import { loadProgram } from "../program/load-program.ts";
import { specificationOf } from "../specification/index.ts";
import { TECHNIQUES, techniqueOf } from "../techniques/index.ts";
import { type Configuration, findConfiguration } from "./configurations.ts";
import { featuresOf, type ProgramFeatures } from "./program-features.ts";
import { BRIEF_SHARE, type PlannedTechnique, planFor, RULES } from "./strategy.ts";

const HEAD = `
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned);
int input(void) { return __VERIFIER_nondet_int(); }
`;

function features(text: string): ProgramFeatures {
  return featuresOf(loadProgram("p.c", text, "ILP32").program);
}

const NOTHING: ProgramFeatures = {
  functions: 1,
  operations: 1,
  loops: 0,
  loopDepth: 0,
  endlessLoops: 0,
  reactiveLoops: 0,
  recursion: false,
  floats: false,
  arrays: false,
  heap: false,
  sorting: false,
  folding: false,
  nonlinear: false,
  inputs: 1,
  inputsInLoops: 0,
  anyNumberOfThreads: false,
  numerals: false,
  fewBlocks: false,
  external: [],
};

const THREADS = "#include <pthread.h>\nvoid *f(void *p) { return 0; } ";

describe("features", () => {
  test.each<readonly [string, Partial<ProgramFeatures>, string]>([
    [
      "nested loops",
      { loops: 3, loopDepth: 2, endlessLoops: 0, reactiveLoops: 0 },
      `int main(void) { int n = input(); for (int i = 0; i < n; i++) { while (n > 2) n--; do n++; while (n < 0); } }`,
    ],
    [
      "a reactive program",
      { loops: 1, endlessLoops: 1, reactiveLoops: 1, inputsInLoops: 1, inputs: 1 },
      "int s; int main(void) { while (1) s = __VERIFIER_nondet_int(); }",
    ],
    [
      "a machine that an input ends",
      { loops: 1, endlessLoops: 0, reactiveLoops: 1 },
      "int s; int main(void) { while (1) { int i = __VERIFIER_nondet_int(); if (i != 1 && i != 2) return 0; s = i; } }",
    ],
    [
      "a loop that its own state ends",
      { loops: 1, reactiveLoops: 0, inputsInLoops: 1 },
      "int s; int main(void) { while (s < 9) if (__VERIFIER_nondet_int()) s++; }",
    ],
    [
      "indirect recursion",
      { recursion: true, loops: 0 },
      "int g(int); int f(int n) { return n ? g(n - 1) : 0; } int g(int n) { return f(n); } int main(void) { return f(input()); }",
    ],
    [
      "calls without recursion",
      { recursion: false, functions: 4 },
      "int g(int n) { return n; } int f(int n) { return g(n) + g(n + 1); } int main(void) { return f(input()) + g(2); }",
    ],
    [
      "floats, arrays, heap",
      { floats: true, arrays: true, heap: true, nonlinear: false },
      "int main(void) { int *p = malloc(40); int n = input(); p[n] = 2; double d = n; return d > 2.5; }",
    ],
    [
      "a fixed element is no computed place",
      { arrays: false },
      "int main(void) { int a[3]; a[2] = input(); }",
    ],
    [
      "elements that nested loops exchange",
      { arrays: true, sorting: true },
      `int main(void) { int a[9], t; for (int i = 0; i < 9; i++) for (int j = 0; j < 8; j++)
        if (a[j] > a[j + 1]) { t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } }`,
    ],
    [
      "elements that one loop exchanges",
      { arrays: true, sorting: false },
      "int main(void) { int a[9], t; for (int j = 0; j < 8; j++) { t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } }",
    ],
    [
      "nested loops that copy",
      { arrays: true, sorting: false },
      "int main(void) { int a[9], b[9]; for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) a[j] = b[j]; }",
    ],
    [
      "products",
      { nonlinear: true },
      "int main(void) { int n = input(), m = input(); return n * m; }",
    ],
    [
      "as many threads as the environment wants",
      { anyNumberOfThreads: true },
      THREADS +
        "int main(void) { pthread_t t; while (__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0); }",
    ],
    [
      "threads without end",
      { anyNumberOfThreads: true },
      `${THREADS}int main(void) { pthread_t t; for (;;) pthread_create(&t, 0, f, 0); }`,
    ],
    [
      "three threads, and inputs that do not end the loop",
      { anyNumberOfThreads: false, inputsInLoops: 1 },
      THREADS +
        "int main(void) { pthread_t t; for (int i = 0; i < 3; i++) { int n = __VERIFIER_nondet_int(); pthread_create(&t, 0, f, n ? &t : 0); } }",
    ],
    [
      "texts of numbers that are read",
      { numerals: true },
      "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { char text[9]; fgets(text, 9, stdin); return atoi(text); }",
    ],
    [
      "texts that are read, but no number of them",
      { numerals: false },
      "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { char text[9]; fgets(text, 9, stdin); return text[2]; }",
    ],
    [
      "a list of a few nodes, made by a function",
      { heap: true, fewBlocks: true },
      `extern void *malloc(unsigned); struct node { struct node *next; }; struct node *make(struct node *next) { struct node *n = malloc(8); n->next = next; return n; }
       int main(void) { struct node *list = 0; for (int i = 0; i < 4 && input(); i++) list = make(list); while (list) list = list->next; return 0; }`,
    ],
    [
      "a list of as many nodes as the environment wants",
      { heap: true, fewBlocks: false },
      `extern void *malloc(unsigned); struct node { struct node *next; };
       int main(void) { struct node *list = 0; while (input()) { struct node *n = malloc(8); n->next = list; list = n; } return 0; }`,
    ],
    ["scaling", { nonlinear: false }, "int main(void) { int n = input(); return 3 * n / 2; }"],
  ])("%s", (_, expected, text) => {
    expect(features(HEAD + text)).toMatchObject(expected);
  });

  test("names, comments and layout are nothing to go by", () => {
    const text = `${HEAD}int main(void) { int n = input(); while (n > 0) n--; return n; }`;
    const other = text
      .replaceAll("input", "f1")
      .replace(/\bn\b/g, "counter_of_things")
      .replaceAll(";", "; // unsafe\n\n");
    expect(features(other)).toEqual(features(text));
  });
});

test("rules speak of techniques of the list", () => {
  const known = new Set(TECHNIQUES.map(({ id }) => id));
  const named = RULES.flatMap(({ changes }) => Object.keys(changes));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

describe("plan", () => {
  const complete = findConfiguration("default") as Configuration;
  const oneThread = { createsThreads: false, hasOneThread: true, mayWait: false };
  const reach = specificationOf({ formulas: [{ kind: "unreach-call", functionName: "f" }] });
  const standard = {
    ...complete,
    techniques: complete.techniques.filter(
      ({ technique }) => techniqueOf(technique).supports(reach, oneThread) === undefined,
    ),
  };
  const order = (changed: Partial<ProgramFeatures>): string[] =>
    planFor(standard, { ...NOTHING, ...changed }).techniques.map(({ technique }) => technique);

  test("where nothing tells how many threads there are, the proof for any number of them is not cut short", () => {
    const threads = { createsThreads: true, hasOneThread: false, mayWait: true };
    const threaded = {
      ...complete,
      techniques: complete.techniques.filter(
        ({ technique }) => techniqueOf(technique).supports(reach, threads) === undefined,
      ),
    };
    const sharesOf = (anyNumberOfThreads: boolean): readonly (readonly [string, number])[] =>
      planFor(threaded, { ...NOTHING, loops: 1, anyNumberOfThreads }).techniques.map(
        ({ technique, firstShare }) => [technique, firstShare],
      );
    const usual = sharesOf(false);
    expect(usual.map(([technique]) => technique)).toContain("thread-modular-proof");
    expect(sharesOf(true)).toEqual(
      usual.map(([technique, share]) => [
        technique,
        technique === "thread-modular-proof" ? 0.7 : share,
      ]),
    );
  });

  test("without loops and recursion, unrolling comes first, but for a look at ranges", () => {
    expect(order({}).slice(0, 2)).toEqual(["abstract-interpretation", "bounded-model-checking"]);
    expect(order({ loops: 1 })[0]).toBe("random-search");
    expect(order({ inputs: 21 })[0]).toBe("bounded-model-checking");
    expect(order({ inputs: 21, nonlinear: true })[0]).toBe("abstract-interpretation");
  });

  test("recursion is unrolled a little before anything goes down far", () => {
    const [first, second] = order({ recursion: true });
    expect([first, second]).toEqual(["random-search", "bounded-model-checking"]);
    const { techniques } = planFor(standard, { ...NOTHING, recursion: true });
    expect(techniques.every(({ firstSeconds, capSeconds }) => firstSeconds < capSeconds)).toBe(
      true,
    );
  });

  test("every technique of the configuration that has a share stays in the plan", () => {
    const shared = standard.techniques.filter(({ share }) => share > 0);
    const all = shared.map(({ technique }) => technique).toSorted();
    for (const changed of [
      {},
      { loops: 1 },
      { inputs: 0 },
      { recursion: true },
      { floats: true },
    ]) {
      const asked = order(changed).filter((technique) => all.includes(technique));
      expect(asked.toSorted()).toEqual(all);
    }
  });

  test("without inputs, the single execution comes first", () => {
    expect(order({ inputs: 0, loops: 1 })[0]).toBe("single-execution");
    expect(order({ loops: 1 })).not.toContain("single-execution");
  });

  test("the single execution is long at once: it gives up where the time does not suffice", () => {
    const [first] = planFor(standard, { ...NOTHING, inputs: 0, loops: 1 }).techniques;
    expect(first?.technique).toBe("single-execution");
    expect(first?.firstSeconds).toBe(60);
  });

  test("all that does not go first is tried briefly, or waits, before anything gets long", () => {
    const changed = { floats: true, inputs: 2, loops: 1 };
    const [hit, first, ...others] = planFor(standard, { ...NOTHING, ...changed }).techniques;
    expect([hit, first].map((each) => each?.technique)).toEqual([
      "random-search",
      "input-splitting",
    ]);
    expect(first?.firstSeconds).toBe(first?.capSeconds);
    for (const { firstSeconds, capSeconds } of others) {
      expect(firstSeconds).toBeLessThan(capSeconds);
    }
    const small = planFor(standard, { ...NOTHING, nonlinear: true }).techniques;
    const horn = small.find(({ technique }) => technique === "horn-clauses");
    expect(horn?.firstSeconds).toBe(0);
  });

  test("Horn clauses are for small programs with recursion, products or divisions", () => {
    expect(order({})).not.toContain("horn-clauses");
    expect(order({ recursion: true })).toContain("horn-clauses");
    expect(order({ nonlinear: true, loops: 1 })).toContain("horn-clauses");
    expect(order({ nonlinear: true, arrays: true })).not.toContain("horn-clauses");
    expect(order({ nonlinear: true, operations: 5000 })).not.toContain("horn-clauses");
  });

  test("property-directed reachability is for small programs with loops over integers", () => {
    const pdr = "property-directed-reachability";
    expect(order({})).not.toContain(pdr);
    expect(order({ loops: 1 })).toContain(pdr);
    for (const without of ["arrays", "heap", "floats", "recursion"] as const) {
      expect(order({ loops: 1, [without]: true })).not.toContain(pdr);
    }
    expect(order({ loops: 1, operations: 301 })).not.toContain(pdr);
  });

  test("a reactive program gets a long analysis of values, and the plan says why", () => {
    const plan = planFor(standard, {
      ...NOTHING,
      loops: 1,
      endlessLoops: 1,
      reactiveLoops: 1,
      inputs: 2,
      inputsInLoops: 2,
      operations: 5000,
    });
    const analysis = plan.techniques.find(({ technique }) => technique === "value-analysis");
    expect(analysis?.capSeconds).toBe(300);
    expect(plan.reasons).toEqual([expect.stringContaining("reactive")]);
  });

  test.each([
    [400, 1.5],
    [600, 0.5],
  ])(
    "a reactive program with %i operations is unrolled for %d s at first",
    (operations, seconds) => {
      const reactive = { loops: 1, endlessLoops: 1, reactiveLoops: 1, inputsInLoops: 1 };
      const { techniques } = planFor(standard, { ...NOTHING, ...reactive, operations });
      const bounded = techniques.find(({ technique }) => technique === "bounded-model-checking");
      expect(bounded?.firstSeconds).toBe(seconds);
    },
  );

  test("computed places in blocks: induction has time for positions before others try again", () => {
    const plan = planFor(findConfiguration("default") as Configuration, {
      ...NOTHING,
      arrays: true,
      heap: true,
      loops: 1,
    });
    const induction = plan.techniques.find(({ technique }) => technique === "induction");
    expect(induction).toMatchObject({ share: 0.5, firstSeconds: 3 });
    expect(induction?.firstShare).toBeGreaterThan(BRIEF_SHARE);
  });

  test.each([
    ["folds that are compared", { arrays: true, heap: true, loops: 3, folding: true }, 6.5],
    ["orders of elements", { arrays: true, loops: 3, loopDepth: 2, sorting: true }, 8],
    ["laws of recursive functions", { recursion: true }, 3.5],
    ["recursion over arrays", { recursion: true, arrays: true, loops: 1 }, 4.5],
  ] as const)("%s take more than a brief proof", (_, changed, seconds) => {
    const { techniques } = planFor(standard, { ...NOTHING, ...changed });
    const induction = techniques.find(({ technique }) => technique === "induction");
    expect(induction?.firstSeconds).toBe(seconds);
    expect(induction?.firstShare).toBeGreaterThan(BRIEF_SHARE);
  });

  test("what decides many programs at once has a moment before all brief attempts, but for what is long at once", () => {
    const moments = (changed: Partial<ProgramFeatures>): readonly (readonly [string, number])[] =>
      planFor(standard, { ...NOTHING, ...changed })
        .techniques.filter(({ momentSeconds }) => momentSeconds > 0)
        .map(({ technique, momentSeconds }) => [technique, momentSeconds]);
    expect(moments({ loops: 1 })[0]).toEqual(["random-search", 0.05]);
    expect(moments({ loops: 1, inputs: 0 })[0]).toEqual(["single-execution", 0.6]);
    expect(moments({ loops: 1, inputs: 0, endlessLoops: 1 })[0]).toEqual([
      "single-execution",
      0.05,
    ]);
    const [first] = planFor(standard, NOTHING).techniques;
    expect(first).toMatchObject({ technique: "abstract-interpretation", momentSeconds: 0 });
  });

  test("what loops over integers keep is looked for before a few turns are unrolled at length", () => {
    const moment = (changed: Partial<ProgramFeatures>, id: string): number | undefined =>
      planFor(standard, { ...NOTHING, loops: 1, ...changed }).techniques.find(
        ({ technique }) => technique === id,
      )?.momentSeconds;
    expect(moment({}, "induction")).toBe(1.2);
    expect(moment({}, "bounded-model-checking")).toBe(0.3);
    expect(moment({ recursion: true }, "induction")).toBe(1.5);
    expect(moment({ inputs: 0 }, "induction")).toBe(0);
    expect(moment({ operations: 400 }, "bounded-model-checking")).toBe(1);
  });

  test("known values have less than a moment where inputs come before loops only", () => {
    const moment = (changed: Partial<ProgramFeatures>): number | undefined =>
      planFor(standard, { ...NOTHING, loops: 1, ...changed }).techniques.find(
        ({ technique }) => technique === "value-analysis",
      )?.momentSeconds;
    expect(moment({ inputsInLoops: 0 })).toBe(0.05);
    expect(moment({ inputsInLoops: 1 })).toBe(0.15);
    expect(moment({ inputsInLoops: 0, inputs: 0 })).toBe(0.15);
    expect(moment({ inputsInLoops: 0, operations: 800 })).toBe(0.15);
  });

  test("known values come before ranges where one input drives a large machine", () => {
    const machine = {
      loops: 1,
      endlessLoops: 1,
      reactiveLoops: 1,
      inputs: 1,
      inputsInLoops: 1,
      operations: 301,
    };
    const known = (techniques: readonly string[]): boolean =>
      techniques.indexOf("value-analysis") < techniques.indexOf("abstract-interpretation");
    expect(known(order(machine))).toBe(true);
    expect(known(order({ ...machine, inputs: 2 }))).toBe(false);
    expect(known(order({ ...machine, operations: 300 }))).toBe(false);
  });

  test("small programs with functions without a definition are proved before they are unrolled", () => {
    const [first] = order({ external: ["log"], loops: 1, operations: 300 });
    expect(first).toBe("induction");
    expect(order({ external: ["log"], loops: 1, operations: 301 })[0]).not.toBe("induction");
    expect(order({ loops: 1 })[0]).not.toBe("induction");
  });

  test("the states of a reactive program that ends are explored after some of its turns", () => {
    const reactive = { loops: 1, reactiveLoops: 1, inputsInLoops: 1, operations: 600 };
    const values = (changed: Partial<ProgramFeatures>): PlannedTechnique | undefined =>
      planFor(standard, { ...NOTHING, ...reactive, ...changed }).techniques.find(
        ({ technique }) => technique === "value-analysis",
      );
    expect(values({})).toMatchObject({ momentSeconds: 0, firstSeconds: 3.5 });
    expect(values({ endlessLoops: 1, inputs: 2 })).toMatchObject({
      momentSeconds: 0.35,
      firstSeconds: 3.5,
    });
  });

  test("other configurations are taken as they are", () => {
    const plan = planFor(findConfiguration("bmc") as Configuration, NOTHING);
    expect(plan).toEqual({
      techniques: [
        {
          technique: "bounded-model-checking",
          share: 1,
          momentSeconds: 0,
          firstSeconds: Number.POSITIVE_INFINITY,
          firstShare: BRIEF_SHARE,
          capSeconds: Number.POSITIVE_INFINITY,
        },
      ],
      reasons: [],
    });
  });
});
