/**
 * The contents of a region as an array: writes at symbolic offsets, latest
 * first, over what was there before. Reads are reduced at once, a write is
 * looked through by comparing offsets (McCarthy: "Towards a mathematical
 * science of computation", IFIP 1962). Nodes never change.
 */
import type { Term } from "../../smt/index.ts";
import type { ContentBase, IndeterminateBase, ValueCodec } from "./content-base.ts";
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
export type ArrayNode = BaseNode | WriteNode | ChoiceNode;

/** The element of `size` bytes at a byte offset. */
export function readArray(codec: ValueCodec, array: ArrayNode, offset: Term, size: number): Term {
  const { manager } = codec;
  const known = new Map<ArrayNode, Term>();
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
      case "choice":
        return manager.ite(node.condition, read(node.whenTrue), read(node.whenFalse));
      case "write": {
        const { whole, part } = overlap(codec, node, offset, size);
        if (whole === manager.true) return node.value;
        let value =
          whole === manager.false && part === manager.true ? undefined : read(node.before);
        // Bytes of a neighbour: any value, which only adds executions.
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

/** Where a write is to the element that is read, and where it is to some of its bytes only. */
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

/** The residue of a term modulo a power of two, which wrapping around does not change; undefined when unknown. */
function powerOfTwoResidue(term: Term, modulus: number): bigint | undefined {
  const size = BigInt(modulus);
  if ((size & (size - 1n)) !== 0n) return undefined;
  const known = congruenceOf(term);
  return known.modulus % size === 0n ? BigInt.asUintN(64, known.residue) % size : undefined;
}

/** The bases below a node that may have facts, each with the condition under which it is the one. */
export function factualBases(
  codec: ValueCodec,
  array: ArrayNode,
): { readonly base: IndeterminateBase; readonly guard: Term }[] {
  const { manager } = codec;
  // Choices share what stands before them: every node is looked at once.
  const known = new Map<ArrayNode, ReadonlyMap<IndeterminateBase, Term>>();
  const below = (node: ArrayNode): ReadonlyMap<IndeterminateBase, Term> => {
    let inner = node;
    while (inner.kind === "write") inner = inner.before;
    let found = known.get(inner);
    if (found === undefined) {
      found = basesOf(inner);
      known.set(inner, found);
    }
    return found;
  };
  const basesOf = (node: BaseNode | ChoiceNode): ReadonlyMap<IndeterminateBase, Term> => {
    if (node.kind === "base") {
      const parts = node.base.parts(manager).filter(({ base }) => base.facts.length > 0);
      return new Map(parts.map(({ base, condition }) => [base, condition]));
    }
    const [whenTrue, whenFalse] = [below(node.whenTrue), below(node.whenFalse)];
    const bases = new Set([...whenTrue.keys(), ...whenFalse.keys()]);
    const guardIn = (side: ReadonlyMap<IndeterminateBase, Term>, base: IndeterminateBase): Term =>
      side.get(base) ?? manager.false;
    return new Map(
      [...bases].map((base) => [
        base,
        manager.ite(node.condition, guardIn(whenTrue, base), guardIn(whenFalse, base)),
      ]),
    );
  };
  return [...below(array)].map(([base, guard]) => ({ base, guard }));
}
