/** Names a part of an object: `.f`, `[3].f`; and the target of a pointer: `*p`, `p[2]`, `p->f`. */
import { type CType, sizeOf } from "../../cfront/index.ts";

/** A part of an object. */
export interface Member {
  /** From the object to the part; empty: it is the object. */
  readonly path: string;
  readonly type: CType;
}

/**
 * The members and elements from an object of a type to the part at an offset.
 * @param size - size of the whole that is meant in bytes; undefined: a scalar
 */
export function memberAt(
  type: CType,
  offset: number,
  size: number | undefined,
): Member | undefined {
  if (size !== undefined && offset === 0 && sizeOf(type) === size) return { path: "", type };
  if (type.kind === "array") {
    const step = sizeOf(type.element);
    if (step === undefined || step <= 0) return undefined;
    const index = Math.floor(offset / step);
    return within(`[${index}]`, memberAt(type.element, offset - index * step, size));
  }
  if (type.kind === "struct" || type.kind === "union") {
    const field = type.definition.fields?.findLast(
      (candidate) => candidate.bitWidth === undefined && candidate.offset <= offset,
    );
    if (field === undefined) return undefined;
    const { name } = field;
    const inner = memberAt(field.type, offset - field.offset, size);
    return within(name === undefined ? "" : `.${name}`, inner);
  }
  return offset === 0 ? { path: "", type } : undefined;
}

function within(step: string, inner: Member | undefined): Member | undefined {
  return inner && { ...inner, path: step + inner.path };
}

/**
 * The same, from a named pointer to the memory at an offset in bytes.
 * @param target - the type to which the pointer points
 */
export function memberBehind(
  pointer: string,
  target: CType,
  offset: number,
  size: number | undefined,
): Member | undefined {
  const step = target.kind === "void" || target.kind === "function" ? undefined : sizeOf(target);
  if (step === undefined || step <= 0) return undefined;
  const index = Math.floor(offset / step);
  const inner = memberAt(target, offset - index * step, size);
  if (inner === undefined) return undefined;
  const { path, type } = inner;
  if (index !== 0) return { path: `${pointer}[${index}]${path}`, type };
  if (path.startsWith(".")) return { path: `${pointer}->${path.slice(1)}`, type };
  return { path: path === "" ? `*${pointer}` : `(*${pointer})${path}`, type };
}
