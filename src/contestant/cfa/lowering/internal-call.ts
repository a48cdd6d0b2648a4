import type { FunctionSymbol } from "../../cfront/index.ts";
import type { CallEdge, Expression } from "../model/cfa.ts";
import { addressOf } from "../model/expressions.ts";
import type { Lowering } from "./lowering.ts";

/** A call that Agon adds, of a function it knows. */
export function emitInternalCall(
  lower: Lowering,
  symbol: FunctionSymbol,
  values: readonly Expression[],
  result?: CallEdge["result"],
): void {
  lower.graph.emit({
    kind: "call",
    callee: addressOf(lower.names.functionSymbol(symbol), lower.pointer),
    arguments: values.map((value) => ({ kind: "scalar", value })),
    result,
    closeParen: lower.graph.range,
  });
}
