/** Programs whose executions depend on where objects lie, told by their texts. */
import {
  type CfaProgram,
  constantAddress,
  type Expression,
  expressionsOf,
  forEachSubexpression,
} from "../../cfa/index.ts";

/**
 * Why it matters where objects lie, as far as an exploration does not see it itself: it ends where addresses become
 * numbers, and where something indeterminate is looked at.
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
