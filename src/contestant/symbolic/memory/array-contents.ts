/**
 * The contents of a region as an array: writes at symbolic offsets and of symbolic lengths, latest first, over
 * earlier contents. Reads are reduced at once: a read looks through a write by comparing offsets (McCarthy:
 * "Towards a mathematical science of computation", IFIP 1962). Nodes are immutable.
 */
import type { Term } from "../../smt/index.ts";
import type { ContentBase, KnownElements, ValueCodec } from "./content-base.ts";
import { congruenceOf } from "./offsets.ts";

interface BaseNode {
  readonly kind: "base";
  readonly base: ContentBase;
}
interface WriteNode {
  readonly kind: "write";
  readonly before: ArrayNode;
  /** The write happens only on executions where this holds. */
  readonly condition: Term;
  readonly offset: Term;
  /** Bytes. */
  readonly size: number;
  readonly value: Term;
}
interface ChoiceNode {
  readonly kind: "choice";
  readonly condition: Term;
  readonly whenTrue: ArrayNode;
  readonly whenFalse: ArrayNode;
}
/** `length` bytes from `offset` on are written at once, where `condition` holds. */
interface RangeNode extends ByteRange {
  readonly kind: "range";
  readonly before: ArrayNode;
}
/** Adds facts about the elements that were there before. */
interface KnownNode {
  readonly kind: "known";
  readonly before: ArrayNode;
  readonly elements: KnownElements;
}
export type ArrayNode = BaseNode | WriteNode | ChoiceNode | RangeNode | KnownNode;

/** Bytes that are written at once: one repeated byte, or bytes of an array from an offset on. */
export interface ByteRange {
  readonly condition: Term;
  readonly offset: Term;
  readonly length: Term;
  readonly source:
    | { readonly kind: "byte"; readonly value: Term }
    | { readonly kind: "array"; readonly array: ArrayNode; readonly offset: Term };
}

/** Memo of reads by offset: blocks that were moved several times are reached on many paths. */
type ReadElements = Map<Term, Map<ArrayNode, Term>>;

/** The element of `size` bytes at a byte offset. */
export function readArray(
  codec: ValueCodec,
  array: ArrayNode,
  offset: Term,
  size: number,
  elements: ReadElements = new Map(),
): Term {
  const { manager } = codec;
  const known = elements.get(offset) ?? new Map<ArrayNode, Term>();
  elements.set(offset, known);
  const read = (node: ArrayNode): Term => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const value = readNode(node);
    known.set(node, value);
    return value;
  };
  const readNode = (node: ArrayNode): Term => {
    switch (node.kind) {
      case "base":
        return node.base.readAt(codec, offset, size);
      case "known":
        return read(node.before);
      case "choice":
        return manager.ite(node.condition, read(node.whenTrue), read(node.whenFalse));
      case "range": {
        const { whole, part } = overlapOfRange(codec, node, offset, size);
        const any = manager.freshVariable("part", size * 8);
        const value = manager.ite(part, any, read(node.before));
        return whole === manager.false
          ? value
          : manager.ite(whole, readRange(codec, node, offset, size, elements), value);
      }
      case "write": {
        const { whole, part } = overlap(codec, node, offset, size);
        if (whole === manager.true) return node.value;
        let value =
          whole === manager.false && part === manager.true ? undefined : read(node.before);
        // Bytes of a neighbouring element: any value, which only adds executions.
        if (part !== manager.false) {
          const any = manager.freshVariable("part", size * 8);
          value = value === undefined ? any : manager.ite(part, any, value);
        }
        return whole === manager.false
          ? (value as Term)
          : manager.ite(whole, node.value, value as Term);
      }
    }
  };
  return read(array);
}

/** The conditions that a write covers the element that is read, and that it covers only some of its bytes. */
function overlap(
  codec: ValueCodec,
  write: WriteNode,
  offset: Term,
  size: number,
): { readonly whole: Term; readonly part: Term } {
  const { manager } = codec;
  const distance = manager.sub(offset, write.offset);
  const zero = manager.constant(distance.width, 0n);
  const atSame = size === write.size ? manager.eq(distance, zero) : manager.false;
  const whole = manager.and(write.condition, atSame);
  const larger = Math.max(size, write.size);
  const residue = powerOfTwoResidue(distance, larger);
  const isApart =
    residue !== undefined &&
    (size === write.size
      ? residue === 0n
      : residue >= BigInt(write.size) && residue + BigInt(size) <= BigInt(larger));
  if (isApart) return { whole, part: manager.false };
  const bytes = (count: number): Term => manager.constant(distance.width, BigInt(count));
  const near = manager.or(
    manager.ult(distance, bytes(write.size)),
    manager.ult(manager.neg(distance), bytes(size)),
  );
  return { whole, part: manager.and(write.condition, near, manager.not(atSame)) };
}

/** The conditions that all of an element lies in a written range, and that only a part of it does. */
function overlapOfRange(
  { manager }: ValueCodec,
  { condition, offset: start, length }: ByteRange,
  offset: Term,
  size: number,
): { readonly whole: Term; readonly part: Term } {
  const distance = manager.sub(offset, start);
  const bytes = manager.constant(distance.width, BigInt(size));
  const isInside = manager.and(
    manager.ule(bytes, length),
    manager.ule(distance, manager.sub(length, bytes)),
  );
  const isNear = manager.or(
    manager.ult(distance, length),
    manager.and(
      manager.ult(manager.neg(distance), bytes),
      manager.not(manager.eq(length, manager.constant(length.width, 0n))),
    ),
  );
  return {
    whole: manager.and(condition, isInside),
    part: manager.and(condition, isNear, manager.not(isInside)),
  };
}

/** Reads an element that lies entirely in a range. */
function readRange(
  codec: ValueCodec,
  range: ByteRange,
  offset: Term,
  size: number,
  elements: ReadElements,
): Term {
  const { manager } = codec;
  const { source } = range;
  if (source.kind === "byte") {
    let value = source.value;
    for (let i = 1; i < size; i++) value = manager.concat(source.value, value);
    return value;
  }
  const at = manager.add(source.offset, manager.sub(offset, range.offset));
  return readArray(codec, source.array, at, size, elements);
}

/** The residue of a term modulo a power of two, which wrapping around does not change; undefined when unknown. */
function powerOfTwoResidue(term: Term, modulus: number): bigint | undefined {
  const size = BigInt(modulus);
  if ((size & (size - 1n)) !== 0n) return undefined;
  const known = congruenceOf(term);
  return known.modulus % size === 0n ? BigInt.asUintN(64, known.residue) % size : undefined;
}

/** Whether two arrays have equal contents according to their writes, regardless of facts about elements. */
export function holdSame(a: ArrayNode, b: ArrayNode): boolean {
  let [left, right] = [written(a), written(b)];
  while (left !== right) {
    if (left.kind === "base" && right.kind === "base") return left.base === right.base;
    if (left.kind !== "write" || right.kind !== "write") return false;
    const { condition, offset, size, value } = right;
    const isSameWrite = left.condition === condition && left.offset === offset;
    if (!isSameWrite || left.size !== size || left.value !== value) return false;
    [left, right] = [written(left.before), written(right.before)];
  }
  return true;
}

/** The array without facts about its elements. */
function written(array: ArrayNode): ArrayNode {
  if (array.kind === "known") return written(array.before);
  if (array.kind !== "choice") return array;
  const [whenTrue, whenFalse] = [written(array.whenTrue), written(array.whenFalse)];
  if (whenTrue === array.whenTrue && whenFalse === array.whenFalse) return array;
  return holdSame(whenTrue, whenFalse) ? whenTrue : array;
}

/** The elements that were written last, in order. */
export function lastWritten(
  array: ArrayNode,
  limit: number,
): { readonly offset: Term; readonly size: number }[] {
  const elements: { offset: Term; size: number }[] = [];
  let node = array;
  while ((node.kind === "write" || node.kind === "known") && elements.length < limit) {
    if (node.kind === "write") elements.push({ offset: node.offset, size: node.size });
    node = node.before;
  }
  return elements;
}

/** A source of facts about elements, and the condition under which the facts apply. */
interface Known {
  readonly elements: KnownElements;
  readonly guard: Term;
}

/** The source of facts about bytes that no store has reached. */
export function knownOfBase({ manager }: ValueCodec, base: ContentBase): Known[] {
  return base
    .parts(manager)
    .filter((part) => part.base.facts.length > 0)
    .map((part) => ({ elements: part.base, guard: part.condition }));
}

/** The sources of facts about elements of an array or of its earlier contents. */
export function knownElements(codec: ValueCodec, array: ArrayNode): Known[] {
  const { manager } = codec;
  // Choices share their earlier contents: every node is visited once.
  const known = new Map<ArrayNode, ReadonlyMap<KnownElements, Term>>();
  const below = (node: ArrayNode): ReadonlyMap<KnownElements, Term> => {
    let inner = node;
    while (inner.kind === "write" || inner.kind === "range") inner = inner.before;
    let found = known.get(inner);
    if (found === undefined) {
      found = knownAt(inner);
      known.set(inner, found);
    }
    return found;
  };
  const knownAt = (node: BaseNode | ChoiceNode | KnownNode): ReadonlyMap<KnownElements, Term> => {
    switch (node.kind) {
      case "base": {
        const parts = knownOfBase(codec, node.base);
        return new Map(parts.map(({ elements, guard }) => [elements, guard]));
      }
      case "known": {
        const before = below(node.before);
        return node.elements.facts.length === 0
          ? before
          : new Map([...before, [node.elements, manager.true]]);
      }
      case "choice": {
        const [whenTrue, whenFalse] = [below(node.whenTrue), below(node.whenFalse)];
        const guardIn = (side: ReadonlyMap<KnownElements, Term>, elements: KnownElements): Term =>
          side.get(elements) ?? manager.false;
        return new Map(
          [...new Set([...whenTrue.keys(), ...whenFalse.keys()])].map((elements) => [
            elements,
            manager.ite(node.condition, guardIn(whenTrue, elements), guardIn(whenFalse, elements)),
          ]),
        );
      }
    }
  };
  return [...below(array)].map(([elements, guard]) => ({ elements, guard }));
}
