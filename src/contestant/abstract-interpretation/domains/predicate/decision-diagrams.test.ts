import fc from "fast-check";
import { expect, test } from "vitest";
import { DecisionDiagrams, type Diagram } from "./decision-diagrams.ts";

const VARIABLES = 4;
const ROWS = 1 << VARIABLES;
const ALL = (1 << ROWS) - 1;

/** Bit r of a table is the value where variable v has bit v of r. */
function tableOf(diagrams: DecisionDiagrams, diagram: Diagram): number {
  let table = 0;
  for (let row = 0; row < ROWS; row++) {
    let at = diagram;
    while (at > 1) {
      const isHigh = (row >> diagrams.variableOf(at)) & 1;
      at = isHigh === 1 ? diagrams.high(at) : diagrams.low(at);
    }
    if (at === 1) table |= 1 << row;
  }
  return table;
}

function diagramOf(diagrams: DecisionDiagrams, table: number): Diagram {
  let result: Diagram = 0;
  for (let row = 0; row < ROWS; row++) {
    if (((table >> row) & 1) === 0) continue;
    let cube: Diagram = 1;
    for (let v = 0; v < VARIABLES; v++) {
      cube = diagrams.and(diagrams.literal(v, ((row >> v) & 1) === 1), cube);
    }
    result = diagrams.or(cube, result);
  }
  return result;
}

const tables = fc.integer({ min: 0, max: ALL });

test("operations are those of truth tables, and equal functions are equal numbers", () => {
  const diagrams = new DecisionDiagrams();
  fc.assert(
    fc.property(tables, tables, tables, (a, b, c) => {
      const [f, g, h] = [a, b, c].map((table) => diagramOf(diagrams, table)) as [
        number,
        number,
        number,
      ];
      expect(tableOf(diagrams, f)).toBe(a);
      expect(diagrams.and(f, g)).toBe(diagramOf(diagrams, a & b));
      expect(diagrams.or(f, g)).toBe(diagramOf(diagrams, a | b));
      expect(diagrams.not(f)).toBe(diagramOf(diagrams, ALL & ~a));
      expect(diagrams.choice(f, g, h)).toBe(diagramOf(diagrams, (a & b) | (~a & c & ALL)));
      expect(diagrams.implies(f, g)).toBe((a & ~b & ALL) === 0);
    }),
    { seed: 20261123, numRuns: 300 },
  );
});

test("variables that are left out may have any value", () => {
  const diagrams = new DecisionDiagrams();
  fc.assert(
    fc.property(tables, fc.nat(VARIABLES - 1), (table, left) => {
      let expected = 0;
      for (let row = 0; row < ROWS; row++) {
        const either = ((table >> row) | (table >> (row ^ (1 << left)))) & 1;
        if (either === 1) expected |= 1 << row;
      }
      const found = diagrams.without(diagramOf(diagrams, table), (variable) => variable === left);
      expect(tableOf(diagrams, found)).toBe(expected);
    }),
    { seed: 20261123, numRuns: 300 },
  );
});

test("clauses together say the same, and none has a literal that it does not need", () => {
  const diagrams = new DecisionDiagrams();
  fc.assert(
    fc.property(tables, (table) => {
      const diagram = diagramOf(diagrams, table);
      const clauses = (diagrams.clauses(diagram, ROWS) ?? []).map((clause) =>
        clause.map(({ variable, value }) => diagrams.literal(variable, value)),
      );
      const disjunction = (literals: readonly Diagram[]): Diagram =>
        literals.reduce((a, b) => diagrams.or(a, b), 0);
      expect(clauses.map(disjunction).reduce((a, b) => diagrams.and(a, b), 1)).toBe(diagram);
      for (const clause of clauses) {
        for (const literal of clause) {
          const fewer = clause.filter((other) => other !== literal);
          expect(diagrams.implies(diagram, disjunction(fewer))).toBe(false);
        }
      }
    }),
    { seed: 20261123, numRuns: 300 },
  );
  const parity = diagramOf(diagrams, 0x6996);
  expect(diagrams.clauses(parity, 7)).toBeUndefined();
});
