/** Finds programs whose executions depend on the layout of objects, by their syntax. */
import {
  type CfaProgram,
  constantAddress,
  type Expression,
  expressionsOf,
  forEachSubexpression,
} from "../../cfa/index.ts";

/**
 * Returns why the layout of objects matters, where an exploration does not notice it itself: an
 * exploration ends where addresses become numbers, and where indeterminate values are used.
 */
export function layoutMatters({ functions, globals }: CfaProgram): string | undefined {
  const own = [...functions.values()].filter(({ isLibrary }) => !isLibrary);
  const edges = own.flatMap(({ nodes }) => nodes.flatMap(({ leaving }) => leaving));
  const hasStrings = globals.some(({ kind }) => kind === "string");
  let reason: string | undefined;
  const look = (part: Expression): void => {
    if (part.kind === "load" && part.type.kind !== "pointer") {
      const isPointer = constantAddress(part.address)?.object.scalar?.kind === "pointer";
      if (isPointer) reason = "bytes of a pointer are looked at";
    }
    if (part.kind !== "compare" || part.left.type.kind !== "pointer") return;
    const isEquality = part.operator === "eq" || part.operator === "ne";
    const isNull = [part.left, part.right].some(({ kind }) => kind === "integer");
    if (!isEquality) reason = "pointers are ordered";
    else if (hasStrings && !isNull)
      reason = "equal strings may be one object, whose address is compared";
  };
  for (const expression of edges.flatMap((edge) => expressionsOf(edge))) {
    forEachSubexpression(expression, look);
  }
  return reason;
}
