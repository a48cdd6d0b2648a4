import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import { type Expression, typeKey } from "../../cfa/index.ts";

/**
 * Whether two expressions are the same operation on the same operands; may return false too often.
 */
export function sameExpression(a: Expression, b: Expression): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || typeKey(a.type) !== typeKey(b.type)) return false;
  switch (a.kind) {
    case "integer":
      return b.kind === "integer" && a.value === b.value;
    case "address":
      return b.kind === "address" && a.target === b.target;
    case "load":
      return (
        b.kind === "load" &&
        a.bitField?.bitOffset === b.bitField?.bitOffset &&
        a.bitField?.bitWidth === b.bitField?.bitWidth &&
        sameExpression(a.address, b.address)
      );
    case "cast":
    case "unary":
      return (
        b.kind === a.kind &&
        (a.kind !== "unary" || b.kind !== "unary" || a.operator === b.operator) &&
        sameType(a, b) &&
        sameExpression(a.operand, b.operand)
      );
    case "binary":
    case "compare":
      return (
        b.kind === a.kind &&
        a.operator === b.operator &&
        sameType(a, b) &&
        sameExpression(a.left, b.left) &&
        sameExpression(a.right, b.right)
      );
    case "float":
    case "conditional":
      return false;
    default:
      return unreachableKind(a);
  }
}

/** Signedness counts, which {@link typeKey} leaves out where it makes no difference to representation. */
function sameType(a: Expression, b: Expression): boolean {
  return (
    a.type.kind === b.type.kind &&
    (a.type.kind !== "int" || b.type.kind !== "int" || a.type.signed === b.type.signed)
  );
}
