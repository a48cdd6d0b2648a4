/**
 * Thrown where executions of a state differ: the edge is taken again by those that satisfy the comparison and those
 * that do not.
 */
import type { ComparisonOperator } from "../../../cfa/index.ts";
import { CaseSplit } from "../../framework/edge-analysis.ts";
import type { Integer, IntegerSymbol } from "./value.ts";

export class ComparisonSplit extends CaseSplit {
  readonly symbol: IntegerSymbol;
  readonly operator: ComparisonOperator;
  readonly bound: Integer;

  constructor(symbol: IntegerSymbol, operator: ComparisonOperator, bound: Integer) {
    super();
    this.symbol = symbol;
    this.operator = operator;
    this.bound = bound;
  }
}
