/** Names the memory that an expression designates: `x`, `a[3].f`, `p->next`. */
import { type Expression, type MemoryObject, memberAt, memberBehind } from "../cfa/index.ts";
import type { CType } from "../cfront/index.ts";
import type { View } from "../interpreter/index.ts";

/** The object or pointer variable from which an address starts. */
interface Root {
  readonly expression: Expression;
  readonly object: MemoryObject;
  /** Whether the object holds a pointer, and the address is relative to its target. */
  readonly isPointer: boolean;
}

/**
 * Returns the name of the memory at an address now; undefined for temporaries and for more
 * complicated paths.
 * @param size - size of the accessed whole in bytes; undefined: a scalar
 * @throws UndefinedEvaluation when the address has no value in this state.
 */
export function memoryName(address: Expression, view: View, size?: number): string | undefined {
  const root = rootOf(address);
  if (root === undefined || root.object.kind === "temporary") return undefined;
  const { object, isPointer } = root;
  const bits = BigInt(address.type.kind === "float" ? 64 : address.type.bits);
  const distance = view.evaluate(address) - view.evaluate(root.expression);
  const offset = Number(BigInt.asIntN(Number(bits), distance));
  if (!isPointer) return object.name + (memberAt(object.type, offset, size)?.path ?? at(offset));
  if (object.type.kind !== "pointer") return undefined;
  return nameBehind(object.name, object.type.target, offset, size);
}

function rootOf(address: Expression): Root | undefined {
  switch (address.kind) {
    case "address":
      if (address.target.kind === "function") return undefined;
      return { expression: address, object: address.target, isPointer: false };
    case "load": {
      const holder = address.address;
      if (holder.kind !== "address" || holder.target.kind === "function") return undefined;
      return { expression: address, object: holder.target, isPointer: true };
    }
    case "cast":
      return address.type.kind === "pointer" ? rootOf(address.operand) : undefined;
    case "binary":
      return address.operator === "add" || address.operator === "sub"
        ? rootOf(address.left)
        : undefined;
    default:
      return undefined;
  }
}

/** `*p`, `p[2]`, `p->f`. */
function nameBehind(
  pointer: string,
  target: CType,
  offset: number,
  size: number | undefined,
): string {
  return memberBehind(pointer, target, offset, size)?.path ?? `*${pointer}${at(offset)}`;
}

/** Returns the size in bytes; undefined for types without a size. */
export function sizeOf(type: CType): number | undefined {
  switch (type.kind) {
    case "integer":
    case "float":
    case "pointer":
      return type.size;
    case "enum":
      return type.definition.underlying?.size;
    case "struct":
    case "union":
      return type.definition.fields === undefined ? undefined : type.definition.size;
    case "array": {
      const element = sizeOf(type.element);
      return element === undefined || type.length === undefined ? undefined : element * type.length;
    }
    default:
      return undefined;
  }
}

function at(offset: number): string {
  return offset === 0 ? "" : ` (byte ${offset})`;
}
