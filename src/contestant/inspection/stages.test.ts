import { expect, test } from "vitest";
import { formatDiagnostic } from "../../ground/util/diagnostic.ts";
import { InputError } from "../../ground/util/errors.ts";
import type { CStageJob } from "./job.ts";
import { hasFormat, relocate, runStage } from "./stages.ts";

const PROGRAM = `#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef struct { char c; struct { short a; int b : 3; }; } Pair;
static const Pair pairs[2];
int main(void) {
  size_t n = sizeof pairs;
  int x = __VERIFIER_nondet_int();
  if (x > 16) reach_error();
  return n + x;
}
`;

function job(stage: CStageJob["stage"], rest: Partial<CStageJob> = {}): CStageJob {
  return {
    stage,
    format: "text",
    fileName: "p.c",
    text: PROGRAM,
    isPreprocessed: false,
    dataModel: "ILP32",
    withHeaders: false,
    run: { seed: undefined, overflow: "stop", maxSteps: 1000, leaks: false, schedule: undefined },
    automata: { simplifies: false, sliceFor: undefined },
    ...rest,
  };
}

function output(stage: CStageJob["stage"], rest: Partial<CStageJob> = {}): string {
  return runStage(job(stage, rest), () => {}).text;
}

test("syntax tree", () => {
  expect(output("parse")).toBe(`(pairs const struct <anonymous> [2])

int main(void)
{
  (declare (n unsigned int {0:unsigned int=16:unsigned int}))
  (declare (x int {0:int=(call (decay __VERIFIER_nondet_int))}))
  (if (> x 16) (call (decay reach_error)))
  (return (to int (+ n (to unsigned int x))))}
`);
});

test("types, those of headers on demand", () => {
  expect(output("types")).toBe(`function      int __VERIFIER_nondet_int(void)  // p.c:2:12
function      void reach_error(void)  // p.c:3:13
typedef       struct <anonymous> Pair  // p.c:4:64
variable      const struct <anonymous> pairs[2]  // p.c:5:19
function      int main(void)  // p.c:6:5
`);
  expect(output("types", { withHeaders: true })).toContain("typedef       unsigned int size_t");
});

test("layout, with the members of unnamed members", () => {
  expect(output("layout")).toBe(`Pair: struct, size 8, align 4  // p.c:4:64
       0  char c
       4  struct <anonymous>
       4    short a
     6.0    int b : 3
`);
});

test("what becomes of the tokens", () => {
  const text = output("evaluation");
  expect(text).toMatch(/^ +\d+ {2}evaluated$/m);
  expect(text).not.toContain("p.c:");
  const { tokens, faults } = JSON.parse(output("evaluation", { format: "json" }));
  expect(faults).toEqual([]);
  // `pairs`: 'sizeof' does not evaluate it.
  expect(tokens["operand of sizeof"]).toBe(1);
});

test("automata", () => {
  expect(output("cfa")).toContain("[x > 16] {if true}");
  expect(output("cfa", { format: "dot" })).toMatch(/^digraph cfa \{/);
});

test.each([
  [{}, "terminated with exit code 16\n6 edges, 1 inputs\n"],
  [{ text: "int main(void) { for (;;); }" }, "stopped at the limit of steps\n"],
  [
    { text: "int main(void) { int x = 2147483647; return x + 1; }" },
    "undefined behaviour: signed-overflow (C11 6.5p5)\n  p.c:1:38: return x + 1\n",
  ],
  [{ text: "#include <stdlib.h>\nint main(void) { abort(); }" }, "aborted\n  p.c:2:18: abort()\n"],
  [
    {
      text: "#include <stdlib.h>\nint main(void) { return malloc(3) == 0; }",
    },
    "; 3 bytes in 1 blocks not freed\n",
  ],
])("execution: %j", (rest, text) => {
  expect(output("run", rest)).toContain(text);
});

test("random inputs: the same seed, the same execution; some seed reaches the error", () => {
  const run = (seed: number) =>
    output("run", {
      run: { seed, overflow: "wrap", maxSteps: 1000, leaks: false, schedule: undefined },
    });
  expect(run(7)).toBe(run(7));
  const outcomes = Array.from({ length: 20 }, (_, seed) => run(seed));
  expect(outcomes.some((text) => text.startsWith("error reached\n  p.c:9:15:"))).toBe(true);
  expect(outcomes.some((text) => text.startsWith("terminated"))).toBe(true);
});

test.each(["parse", "types", "layout", "cfa", "run"] as const)("JSON of %s", (stage) => {
  const content = JSON.parse(output(stage, { format: "json" }));
  expect(content).toMatchObject({ version: 1, file: "p.c", dataModel: "ILP32" });
});

test("the tree in JSON: types as text, places, references by number", () => {
  const { functions } = JSON.parse(output("parse", { format: "json" }));
  const [, declaration, branch] = functions[0].body.items;
  const [{ id }] = declaration.variables;
  expect(branch).toMatchObject({
    kind: "if",
    range: { file: "p.c", line: 9, column: 3 },
    condition: { kind: "binary", type: "int", left: { variable: { name: "x", id } } },
  });
});

test("formats", () => {
  expect(hasFormat("cfa", "dot")).toBe(true);
  expect(hasFormat("parse", "dot")).toBe(false);
  expect(hasFormat("run", "dot")).toBe(false);
});

test("line markers of a preprocessed text lead back to the user's file", () => {
  const text = [
    '# 1 "p.c"',
    '# 1 "/include/x.h" 1',
    "typedef int T;",
    '# 2 "p.c" 2',
    "T x;",
    "int main(void) { return y; }",
  ].join("\n");
  const preprocessed = { text, isPreprocessed: true };
  let diagnostics: readonly string[] = [];
  try {
    output("parse", preprocessed);
  } catch (error) {
    const found = (error as InputError).diagnostics;
    diagnostics = relocate(job("parse", preprocessed), found).map(formatDiagnostic);
  }
  expect(diagnostics[0]).toContain("p.c:3:25: error: 'y' is not declared");
  const types = output("types", { ...preprocessed, text: text.replace("return y", "return x") });
  expect(types).toBe("variable      int x  // p.c:2:3\nfunction      int main(void)  // p.c:3:5\n");
});

test("faults are thrown, warnings reported", () => {
  expect(() => output("cfa", { text: "int x;" })).toThrow(InputError);
  const warnings: string[] = [];
  runStage(job("types", { text: "#warning so\nint x;" }), ({ message }) => warnings.push(message));
  expect(warnings).toEqual(["so"]);
});

test("a slice has what decides whether a function is called, and no more", () => {
  const text = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
    int main(void) { int k = 3, x = __VERIFIER_nondet_int(), y = 0;
      for (int i = 0; i < 5; i++) y += i * k;
      if (k == 4) y = 9;
      if (x > 7) reach_error();
      return y; }`;
  const sliced = output("cfa", { text, automata: { simplifies: true, sliceFor: "reach_error" } });
  expect(sliced).toContain("[x > 7]");
  expect(sliced).not.toContain("y = ");
  expect(() => output("cfa", { text, automata: { simplifies: false, sliceFor: "f" } })).toThrow(
    "no function that main may call calls 'f'",
  );
});
