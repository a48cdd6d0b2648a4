import { thresholdsOf } from "../../src/contestant/abstract-interpretation/domains/value/thresholds.ts";
import { Transfer } from "../../src/contestant/abstract-interpretation/domains/value/transfer.ts";
import {
  markViolation,
  ValueEdges,
} from "../../src/contestant/abstract-interpretation/domains/value/value-edges.ts";
import { ValueOperators } from "../../src/contestant/abstract-interpretation/domains/value/value-operators.ts";
import type { CfaProgram } from "../../src/contestant/cfa/model/cfa.ts";

/** The value analysis of a program, without a property. */
export function valueAnalysis(
  program: CfaProgram,
  onIncomplete: () => void,
  maxValues = Number.POSITIVE_INFINITY,
): { edges: ValueEdges; operators: ValueOperators; transfer: Transfer } {
  const transfer = new Transfer(
    program,
    { add: onIncomplete },
    {
      errorFunctions: new Set(["reach_error"]),
      overflow: "wrap",
      asks: () => false,
      onViolation: markViolation,
      inputs: new Map(),
    },
  );
  const thresholds = thresholdsOf(program);
  const operators = new ValueOperators(transfer, { thresholds, maxValues });
  return { edges: new ValueEdges(transfer), operators, transfer };
}
