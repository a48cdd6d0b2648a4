import { expect, test } from "vitest";
import type { FunctionAutomaton } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { placeOf } from "../../organiser/explorer/index.ts";
import { automataOf } from "./automata-for-pages.ts";

const PROGRAM = `extern int input(void);
void reach_error(void) {}
int twice(int x) { return 2 * x; }
int main(void) {
  int n = input();
  if (n < 0 || n > 12) return 0;
  for (int i = 0; i < n; i++)
    n = twice(n);
  switch (n) {
    case 3: reach_error(); break;
    default: n++;
  }
  return n;
}
`;

function automata(lines: readonly number[], text = PROGRAM): readonly FunctionAutomaton[] {
  return automataOf("loops/a.c", text, `hash of ${text}`, "LP64", new Set(lines));
}

/** The text of the place of a waypoint. */
function found(line: number, type: string, text?: string, column?: number): string | undefined {
  const place = placeOf(automata([3, 9]), {
    file: "a.c",
    line,
    type,
    ...defined({ text, column }),
  });
  if (place === undefined) return undefined;
  const { automaton, block, statement, arc } = place;
  if (arc !== undefined) {
    const { from = -1, outcome } = automaton.arcs[arc] ?? {};
    return `${automaton.name}: ${automaton.blocks[from]?.decision?.text} is ${outcome}`;
  }
  const { statements = [], decision } = automaton.blocks[block ?? -1] ?? { statements: [] };
  const marked = statement === statements.length ? decision : statements[statement ?? -1];
  return `${automaton.name}: ${marked?.text}`;
}

test("there are automata only of functions with one of the lines, and none of a text that is not C", () => {
  expect(automata([3]).map(({ name }) => name)).toEqual(["twice"]);
  expect(automata([99])).toEqual([]);
  expect(automata([1], "int main( {")).toEqual([]);
});

test("blocks are connected from the entry on, and have no more than one decision each", () => {
  const [main] = automata([9]);
  expect(main?.blocks[0]).toEqual({
    kind: "entry",
    statements: [{ line: 5, column: 3, text: "int n = input();" }],
    decision: { line: 6, column: 3, text: expect.any(String) },
  });
  const reached = new Set([0]);
  for (const block of reached) {
    for (const { from, to } of main?.arcs ?? []) if (from === block) reached.add(to);
  }
  expect(reached.size).toBe(main?.blocks.length);
  for (const [index, { decision }] of main?.blocks.entries() ?? []) {
    const outcomes = main?.arcs.filter(({ from }) => from === index).map(({ outcome }) => outcome);
    if (decision === undefined) expect(outcomes?.length).toBeLessThanOrEqual(1);
    else expect(new Set(outcomes).size).toBe(outcomes?.length);
  }
});

test("waypoints find their edges", () => {
  expect(found(5, "function_return", "\\result == 3")).toBe("main: int n = input();");
  expect(found(7, "branching", "true")).toBe("main: i < n is true");
  expect(found(7, "branching", "false")).toBe("main: i < n is false");
  expect(found(10, "target")).toBe("main: reach_error();");
  expect(found(3, "function_enter")).toBe("twice: return 2 * x;");
  expect(found(7, "assumption", "i == 0", 8)).toBe("main: int i = 0;");
  // The line lies within the function, but has no operation.
  expect(found(12, "assumption")).toBe("main: undefined");
  expect(found(1, "assumption")).toBeUndefined();
});
