import { expect, test, vi } from "vitest";
import { settled } from "../../../test/support/settled.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import { formatAutomaton } from "../../ground/witness/index.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { readWitness } from "./read-witness.ts";
import { type ValidationAnswer, validate } from "./validate.ts";

vi.setConfig({ testTimeout: 60_000 });
const solvers = await createCadical();

const SPECIFICATION = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
const PROGRAM = `extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int limit = 3;
int twice(int v) {
  return 2 * v;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y;
  y = twice(x);
  if (y == 123456) {
    if (limit == 3)
      reach_error();
  }
  return 0;
}
`;

type Data = Readonly<Record<string, string | number>>;
type Edges = readonly (readonly [source: string, target: string, data: Data])[];

/** Starts at node n0; `sink`, `end` and `head` (of a cycle) are special names. */
const automaton = (...steps: Edges): string => automatonOf(SPECIFICATION, ...steps);

function automatonOf(specification: string, ...steps: Edges): string {
  const edges = steps.map(([source, target, data]) => {
    const entries = Object.entries(data).map(
      ([key, value]) => `<data key="${key}">${value}</data>`,
    );
    return `<edge source="${source}" target="${target}">${entries.join("")}</edge>`;
  });
  const nodes = [...new Set(steps.flatMap((step) => step.slice(0, 2) as string[]))].map((id) => {
    const key = { n0: "entry", sink: "sink", end: "violation", head: "cyclehead" }[id];
    return `<node id="${id}">${key === undefined ? "" : `<data key="${key}">true</data>`}</node>`;
  });
  return `<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed">
<data key="witness-type">violation_witness</data><data key="sourcecodelang">C</data>
<data key="producer">test</data><data key="specification">${specification}</data>
<data key="programfile">p.c</data><data key="architecture">64bit</data>
${nodes.join("")}${edges.join("")}</graph></graphml>`;
}

type Question = readonly [text: string, program?: string, specification?: string];

/** Asks a question that is expected to be decided. */
function answer(...question: Question): ValidationAnswer {
  return settled(1, (seconds) => ask(seconds, ...question));
}

/** Asks a question that is expected to stay open. */
function undecided(...question: Question): ValidationAnswer {
  return ask(1, ...question);
}

function ask(
  seconds: number,
  ...[text, program = PROGRAM, specification = SPECIFICATION]: Question
): ValidationAnswer {
  const loaded = loadProgram("p.c", program, "LP64", { keepsBranches: true });
  return validate(loaded, parseProperty(specification, "p.prp"), readWitness(text, "w.graphml"), {
    programHash: undefined,
    dataModel: "LP64",
    budget: new Budget(seconds),
    seed: 1,
    createSatSolver: () => solvers.create(),
  });
}

test("an automaton gives inputs, takes branches and returns, and skips what nothing evaluates", () => {
  const good = automaton(
    ["n0", "n1", { startline: 3 }],
    ["n1", "n2", { startline: 8, assumption: "x == 61728;" }],
    ["n2", "n3", { startline: 10, enterFunction: "twice" }],
    ["n3", "n4", { startline: 5, returnFromFunction: "twice" }],
    ["n4", "n5", { startline: 10, assumption: "y == 123456; limit == 3" }],
    ["n5", "n6", { startline: 11, control: "condition-true" }],
    ["n6", "end", { startline: 13 }],
  );
  expect(answer(good)).toMatchObject({ verdict: "false", subproperty: "unreach-call" });
});

test("inputs at one line are given in the order of the automaton", () => {
  const program = `extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int code = 0;
  for (int i = 0; i < 4; i++)
    code = 10 * code + __VERIFIER_nondet_int();
  if (code == 2718) reach_error();
}
`;
  const digits = [2, 7, 1, 8].map(
    (digit, index) =>
      [
        `n${index}`,
        `n${index + 1}`,
        { startline: 6, assumption: `\\result == ${digit};` },
      ] as const,
  );
  const good = automaton(...digits, ["n4", "end", { startline: 7 }]);
  expect(answer(good, program)).toMatchObject({ verdict: "false", subproperty: "unreach-call" });
});

test.each<[string, Readonly<Record<string, string | number>>]>([
  ["a branch that the execution does not take", { startline: 11, control: "condition-false" }],
  ["an assumption that is false", { startline: 10, assumption: "y == 5" }],
  ["a function that is not called", { startline: 10, enterFunction: "main2" }],
])("%s is not passed, and does not refute", (_what, guards) => {
  const wrong = automaton(
    ["n0", "n1", { startline: 8, assumption: "\\result == 61728" }],
    ["n1", "n2", guards],
    ["n2", "end", { startline: 13 }],
  );
  expect(undecided(wrong)).toMatchObject({
    verdict: "unknown",
    reason: expect.stringContaining("node"),
  });
});

test("a sink ends the executions that take its edge", () => {
  const steps = (control: string) =>
    automaton(
      ["n0", "n1", { startline: 8, assumption: "\\result == 61728" }],
      ["n1", "sink", { startline: 11, control }],
      ["n1", "n2", { startline: 12, control: "condition-true" }],
      ["n2", "end", { startline: 13 }],
    );
  expect(answer(steps("condition-false"))).toMatchObject({ verdict: "false" });
  expect(undecided(steps("condition-true"))).toMatchObject({ verdict: "unknown" });
});

const TERMINATION = "CHECK( init(main()), LTL(F end) )";
const LOOPS = `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 10) {
    x = __VERIFIER_nondet_int();
    if (x < 2)
      return 1;
    for (int y = x; y > 0; y--) {
    }
  }
  return 0;
}
`;

/** The outer loop is entered, and `x` has the given value in every iteration. */
const lasso = (value: string, after: string): string =>
  automatonOf(
    TERMINATION,
    ["n0", "head", { enterLoopHead: "true" }],
    ["head", "n1", { startline: 4, control: "condition-true" }],
    ["n1", "n2", { startline: 5, assumption: `x == ${value};` }],
    ["n2", "n3", { startline: 6, control: after }],
    ["n3", "head", { enterLoopHead: "true" }],
  );

test("an automaton for termination is confirmed by a state that its cycle comes back to", () => {
  const good = answer(lasso("12", "condition-false"), LOOPS, TERMINATION);
  expect(good).toMatchObject({ verdict: "false", subproperty: "termination" });
  const wrong = [lasso("1", "condition-false"), lasso("12", "condition-true")];
  for (const text of wrong) {
    expect(undecided(text, LOOPS, TERMINATION)).toMatchObject({ verdict: "unknown" });
  }
});

test("the next evaluation of a condition decides", () => {
  const program = `extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  for (int i = 0; i < 3; i++)
    if (i == 2)
      reach_error();
  return 0;
}
`;
  const chain = (...outcomes: readonly boolean[]): string => {
    const steps = outcomes.map((outcome, index) => {
      const data = { startline: 5, control: `condition-${outcome}` };
      return [`n${index}`, `n${index + 1}`, data] as const;
    });
    return automaton(...steps, [`n${outcomes.length}`, "end", { startline: 6 }]);
  };
  expect(answer(chain(false, false, true), program)).toMatchObject({ verdict: "false" });
  expect(undecided(chain(true), program)).toMatchObject({ verdict: "unknown" });
  expect(undecided(chain(false, true), program)).toMatchObject({ verdict: "unknown" });
});

test("an automaton for termination without a cycle head says nothing", () => {
  const text = automatonOf(TERMINATION, ["n0", "end", { startline: 4 }]);
  const reason = expect.stringContaining("cyclehead");
  expect(undecided(text, LOOPS, TERMINATION)).toEqual({ verdict: "unknown", reason });
});

test("an automaton that Agon writes gives an uninitialised variable its value", () => {
  const program = `void reach_error(void) {}
int main(void) {
  int x;
  if (x == 4711)
    reach_error();
  return 0;
}
`;
  const location = { file: "p.c", line: 5, column: 5, function: "main" };
  const text = formatAutomaton(
    {
      kind: "violation",
      segments: [
        { avoid: [], follow: { type: "assumption", location, expression: "x == 4711" } },
        { avoid: [], follow: { type: "target", location } },
      ],
    },
    {
      formatVersion: "2.0",
      uuid: "00000000-0000-4000-8000-000000000000",
      creationTime: "2026-01-01T00:00:00Z",
      producer: { name: "test", version: "1" },
      task: {
        inputFiles: ["p.c"],
        inputFileHashes: {},
        specification: SPECIFICATION,
        dataModel: "LP64",
        language: "C",
      },
    },
  );
  expect(answer(text, program)).toMatchObject({ verdict: "false" });
  const other = text.replace("x == 4711", "x == 4712");
  expect(undecided(other, program)).toMatchObject({ verdict: "unknown" });
});

test("an automaton without guards, or whose entry is the violation, allows every execution: one that violates is confirmed", () => {
  const node =
    '<node id="n0"><data key="entry">true</data><data key="violation">true</data></node>';
  const text = automaton().replace("</graph>", `${node}</graph>`);
  const program = (body: string): string =>
    `void reach_error(void) {}\nint main(void) { ${body} return 0; }\n`;
  expect(answer(text, program("reach_error();"))).toMatchObject({ verdict: "false" });
  expect(undecided(text, program("if (0) reach_error();"))).toMatchObject({ verdict: "unknown" });
  const silent = automaton(["n0", "end", {}]);
  expect(answer(silent, program("reach_error();"))).toMatchObject({ verdict: "false" });
  expect(undecided(silent, program(""))).toMatchObject({ verdict: "unknown" });
});

test("results of calls as CBMC writes them: a variable of goto programs, and the caller as result function", () => {
  const scope = { "assumption.scope": "main" };
  const calls = `extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a == 536870912 && b == 1610612737)
    reach_error();
}
`;
  const steps = (b: number): string =>
    automaton(
      [
        "n0",
        "n1",
        { startline: 4, assumption: "return_value___VERIFIER_nondet_int = 536870912;", ...scope },
      ],
      [
        "n1",
        "n2",
        {
          startline: 5,
          assumption: `\\result = ${b};`,
          "assumption.resultfunction": "main",
          ...scope,
        },
      ],
      ["n2", "end", { startline: 7 }],
    );
  expect(answer(steps(1610612737), calls)).toMatchObject({ verdict: "false" });
  expect(undecided(steps(7), calls)).toMatchObject({ verdict: "unknown" });
});
