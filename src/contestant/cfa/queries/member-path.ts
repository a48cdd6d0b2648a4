/** What C calls a part of an object: `.f`, `[3].f`; and what a pointer leads to: `*p`, `p[2]`, `p->f`. */
import { type CType, sizeOf } from "../../cfront/index.ts";

/** A part of an object. */
export interface Member {
  /** From the object to the part; empty: it is the object. */
  readonly path: string;
  readonly type: CType;
}

/**
 * The members and elements that lead from an object of a type to what is meant at an offset.
 * @param size - bytes of the whole that is meant; undefined: a scalar
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
 * The same, from a pointer by its name to what lies so many bytes behind it.
 * @param target - what the pointer points to
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
