/** Records conditions of the program on numbers in traces. */
import { type AssumeEdge, type ComparisonOperator, NEGATED } from "../../../cfa/index.ts";
import type { ExpressionSemantics } from "../../../semantics/index.ts";
import type { ShapeCarriers } from "./carriers.ts";
import type { ShapeState } from "./shape-state.ts";
import { isNumber, type ShapeValue } from "./shape-value.ts";

/** Records the condition of an edge in the trace of a state, if there is one; operands were split before. */
export function traceCondition(
  state: ShapeState,
  { condition, truth }: AssumeEdge,
  expressions: ExpressionSemantics<ShapeCarriers>,
): void {
  const { trace } = state.graph;
  if (trace === undefined) return;
  const tell = (operator: ComparisonOperator, a: ShapeValue, b: ShapeValue): void =>
    trace.assume(operator === "ne" ? strictly(state, a, b) : operator, a, b);
  if (condition.kind === "compare") {
    const { left, right, operator } = condition;
    if (left.type.kind !== "int") return;
    const a = expressions.evaluate(left, state);
    tell(truth ? operator : NEGATED[operator], a, expressions.evaluate(right, state));
  } else if (condition.kind !== "integer" && condition.type.kind === "int") {
    tell(truth ? "ne" : "eq", expressions.evaluate(condition, state), 0);
  }
}

/** The strict order of two values that are not equal, where ranges determine it. */
function strictly(state: ShapeState, a: ShapeValue, b: ShapeValue): ComparisonOperator {
  if (!isNumber(a) || !isNumber(b)) return "ne";
  const [x, y] = [state.rangeOf(a), state.rangeOf(b)];
  if (x.low >= y.high) return "gt";
  return x.high <= y.low ? "lt" : "ne";
}
