import type { Expression as Ast } from "../../cfront/ast.ts";
import { sizeOf } from "../../cfront/type-layout.ts";
import type { Expression } from "../model/cfa.ts";
import type { Lowering } from "./lowering.ts";

/** Copies a record value to an address. */
export function copyInto(lower: Lowering, to: Expression, value: Ast): void {
  const size = sizeOf(value.type) ?? 0;
  const from = lower.place(value).address;
  if (size > 0) lower.graph.emit({ kind: "copy", to, from, size });
}
