/**
 * Code that tracks the object from which a pointer was computed (runtime/provenance.ts), so that an
 * access that leaves it is invalid even where another object lies. In programs with this code all
 * objects live in memory.
 */
import {
  addressedObject,
  type CallEdge,
  type Expression,
  type MemoryObject,
} from "../../cfa/index.ts";
import { MAX_PASSED } from "../runtime/provenance.ts";
import { addressSum } from "./address-sum.ts";
import { codeOf } from "./casts.ts";
import type { Code } from "./representation.ts";
import type { Writer } from "./writer.ts";

/** JavaScript code of an origin. */
export type Origin = string;
/** The pointer does not stray, or its origin is unknown. */
export const NO_ORIGIN: Origin = "0";

interface Words {
  readonly lo: string;
  readonly hi: string;
}

function wordsOf(w: Writer, code: Code): Words {
  if (code.rep === "pair") return { lo: w.hold(code.lo), hi: w.hold(code.hi) };
  return { lo: w.hold(codeOf(code)), hi: "0" };
}

/** The object at, directly before or directly after an address; 0 where there is none. */
function ownerAt({ lo, hi }: Words): string {
  const owner = `(OWNERS[${lo} >>> 4] | 0)`;
  return hi === "0" ? owner : `(${hi} === 0 ? ${owner} : 0)`;
}

/** The object to which a pointer belongs, even if it points elsewhere; 0 when it is not known. */
function ownerOf(words: Words, origin: Origin): string {
  return origin === NO_ORIGIN
    ? ownerAt(words)
    : `(${origin} !== 0 ? ${origin} : ${ownerAt(words)})`;
}

/** Records where the value of a load was read; for {@link originOf}. */
export function noteLoad(w: Writer, load: Expression, index: string): void {
  if (w.context.followsProvenance && load.type.kind === "pointer") w.loadedAt.set(load, index);
}

/** The origin of a pointer; the code of the expression must have been written directly before. */
export function originOf(w: Writer, pointer: Expression): Origin {
  if (!w.context.followsProvenance || pointer.type.kind !== "pointer") return NO_ORIGIN;
  switch (pointer.kind) {
    case "load": {
      const index = w.loadedAt.get(pointer);
      if (index === undefined) return NO_ORIGIN;
      return w.hold(`(STRAYED[0] === 0 ? 0 : PROVENANCE.at(${index}))`);
    }
    case "cast":
      return originOf(w, pointer.operand);
    case "binary":
      return movedOrigin(w, pointer);
    // The origin of a conditional value is unknown.
    case "conditional":
    case "integer":
    case "float":
    case "address":
    case "unary":
    case "compare":
      return NO_ORIGIN;
  }
}

function movedOrigin(w: Writer, pointer: Expression): Origin {
  const { base, constant, terms } = addressSum(pointer, w.pointerBits);
  if (base === pointer) return NO_ORIGIN;
  const object = addressedObject(base);
  const isInside =
    object !== undefined && terms.length === 0 && constant >= 0n && constant <= BigInt(object.size);
  if (isInside) return NO_ORIGIN;
  const from = wordsOf(w, w.expression(base));
  if (constant === 0n && terms.length === 0) return originOf(w, base);
  const owner = w.hold(ownerOf(from, originOf(w, base)));
  const to = wordsOf(w, w.expression(pointer));
  const leaves = `${owner} !== 0 && ${ownerAt(to)} !== ${owner}`;
  return w.hold(`(${leaves} ? PROVENANCE.leave(${owner}, ${to.lo}, ${to.hi}) : 0)`);
}

/**
 * Checks that an access through a pointer stays at its object.
 * @param index - the accessed index, when that may be far from the pointer
 */
export function checkOwner(
  w: Writer,
  pointer: Expression,
  code: Code,
  index: string | undefined,
  stop: string,
): void {
  if (!w.context.followsProvenance) return;
  const origin = originOf(w, pointer);
  if (index === undefined) {
    if (origin !== NO_ORIGIN) w.emit(`if (${origin} !== 0) ${stop}`);
    return;
  }
  const owner = w.hold(ownerOf(wordsOf(w, code), origin));
  const leaves = `${owner} !== 0 && OWNERS[${index} >>> 4] !== ${owner}`;
  w.emit(`if (${leaves} && PROVENANCE.counts) ${stop}`);
}

/** Emits code for a pointer that is converted to a number, from which other addresses may be computed. */
export function noteNumber(w: Writer, address: Code): void {
  if (!w.context.followsProvenance || w.isLibrary) return;
  w.emit(`if (${ownerAt(wordsOf(w, address))} !== 0) PROVENANCE.mix();`);
}

/** Emits code for a difference of pointers: it reveals the distance of two objects. */
export function noteDifference(w: Writer, left: Code, right: Code): void {
  if (!w.context.followsProvenance || w.isLibrary) return;
  const [a, b] = [ownerAt(wordsOf(w, left)), ownerAt(wordsOf(w, right))];
  w.emit(`if (${a} !== ${b}) PROVENANCE.mix();`);
}

/** Emits code that records the origin of a scalar after it has been stored in memory. */
export function storeOrigin(
  w: Writer,
  object: MemoryObject | undefined,
  isPointer: boolean,
  index: string,
  size: number,
  origin: Origin,
): void {
  if (!w.context.followsProvenance) return;
  // No other value is ever stored in a variable that is only accessed by name.
  if (!isPointer && object !== undefined && w.context.isPrivate(object)) return;
  w.emit(`if (STRAYED[0] !== 0) PROVENANCE.store(${index}, ${size}, ${origin});`);
}

/** Emits code that passes the origins of arguments, after the codes of these. */
export function passOrigins(w: Writer, { arguments: passed }: CallEdge): void {
  if (!w.context.followsProvenance || passed.length === 0) return;
  const origins = passed
    .slice(0, MAX_PASSED)
    .map((argument) => (argument.kind === "scalar" ? originOf(w, argument.value) : NO_ORIGIN));
  const stores = origins.map((origin, i) => `PROVENANCE.passed[${i}] = ${origin};`);
  w.emit(`if (STRAYED[0] !== 0) { ${stores.join(" ")} }`);
}

/** Code of the origin of a parameter, at the entry of a function. */
export function passedOrigin(index: number): Origin {
  return index < MAX_PASSED ? `PROVENANCE.passed[${index}]` : NO_ORIGIN;
}

/** The origin of the value that a call has returned. */
export const RETURNED: Origin = "PROVENANCE.result[0]";

/** Emits code that returns the origin of a value, before the activation ends. */
export function returnOrigin(w: Writer, value: Expression): void {
  if (!w.context.followsProvenance || value.type.kind !== "pointer") return;
  const origin = originOf(w, value);
  w.emit(`if (STRAYED[0] !== 0) PROVENANCE.result[0] = ${origin};`);
}

/** Emits code that copies the origins of pointers after their bytes have been copied. */
export function copyOrigins(w: Writer, to: string, from: string, size: number): void {
  if (!w.context.followsProvenance) return;
  w.emit(`if (STRAYED[0] !== 0) PROVENANCE.copy(${to}, ${from}, ${size});`);
}

/** Emits code that records the owner of a frame's small object; larger ones are recorded with their shadow. */
export function claimCode(w: Writer, object: MemoryObject, index: string): void {
  if (!w.context.followsProvenance || w.context.isPrivate(object) || object.size > 32) return;
  w.emit(`SPACE.claim(${index}, ${object.size});`);
}
