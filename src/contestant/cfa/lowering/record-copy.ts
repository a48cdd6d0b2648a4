import { type Expression as Ast, type CType, sizeOf } from "../../cfront/index.ts";
import type { CopyEdge, Expression } from "../model/cfa.ts";
import { paddingOf } from "../model/padding.ts";
import type { Lowering } from "./lowering.ts";

/** Copies a record value to an address. */
export function copyInto(lower: Lowering, to: Expression, value: Ast): void {
  const size = sizeOf(value.type) ?? 0;
  const from = lower.place(value).address;
  if (size > 0) lower.graph.emit({ kind: "copy", to, from, size, ...paddingIn(value.type) });
  else lower.evaluate(from);
}

/** The padding of a copy of a type, for its edge. */
export function paddingIn(type: CType): Pick<CopyEdge, "padding"> {
  const padding = paddingOf(type);
  return padding.length === 0 ? {} : { padding };
}
