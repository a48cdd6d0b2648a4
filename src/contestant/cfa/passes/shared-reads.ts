/**
 * Expressions without reads that other threads may affect: each of these becomes a step of its own,
 * in any order (C11 6.5p3).
 */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type {
  CallArgument,
  CfaNode,
  CfaProgram,
  Expression,
  LoadExpression,
  MemoryObject,
} from "../model/cfa.ts";
import { compare, integer } from "../model/expressions.ts";
import { INTERNAL_NAMES } from "../model/intrinsics.ts";
import { INT } from "../model/value-types.ts";
import type { GrowingFunction, NewObjects } from "./growing-function.ts";
import { inputCall } from "./input-call.ts";
import { substitute } from "./substitute.ts";

/** Why a program has no such form. */
export class NoVisibleSteps extends Error {}

/** More reads in one expression have too many orders. */
const MAX_READS = 3;

interface Read {
  readonly load: LoadExpression;
  readonly into: MemoryObject;
}

export class SharedReads {
  readonly #program: CfaProgram;
  readonly #objects: NewObjects;
  readonly #isPrivate: (address: Expression) => boolean;
  /** Where reads are about to happen. */
  readonly #visible: Set<CfaNode>;

  /** @param isPrivate - whether no other thread can change the memory there */
  constructor(
    program: CfaProgram,
    objects: NewObjects,
    isPrivate: (address: Expression) => boolean,
    visible: Set<CfaNode>,
  ) {
    this.#program = program;
    this.#objects = objects;
    this.#isPrivate = isPrivate;
    this.#visible = visible;
  }

  /**
   * Emits the reads of the expressions; afterwards they are private.
   * @throws NoVisibleSteps before anything is emitted
   */
  emit(
    expressions: readonly Expression[],
    fn: GrowingFunction,
    start: CfaNode,
    range: TextRange,
  ): { at: CfaNode; values: Expression[] } {
    const reads: Read[] = [];
    const values = expressions.map((expression) =>
      substitute(expression, (load) => {
        if (this.#isPrivate(load.address)) return undefined;
        if (load.bitField !== undefined) throw new NoVisibleSteps("a shared bit-field");
        const into = this.temporary(load.type, fn);
        reads.push({ load, into });
        return this.#objects.load(into);
      }),
    );
    const [first, ...others] = reads;
    if (first === undefined) return { at: start, values };
    if (others.length === 0) {
      const at = fn.node();
      this.#readAll([first], fn, start, at, range);
      return { at, values };
    }
    if (reads.length > MAX_READS) throw new NoVisibleSteps("an expression of many shared reads");
    return { at: this.#inAnyOrder(reads, fn, start, range), values };
  }

  /**
   * The same for the arguments of a call, and for other expressions that it needs.
   * @throws NoVisibleSteps before anything is emitted
   */
  emitCall(
    passed: readonly CallArgument[],
    others: readonly Expression[],
    fn: GrowingFunction,
    start: CfaNode,
    range: TextRange,
  ): { at: CfaNode; passed: CallArgument[]; others: Expression[] } {
    const expressions = passed.map((one) => (one.kind === "scalar" ? one.value : one.address));
    const { at, values } = this.emit([...expressions, ...others], fn, start, range);
    const read = passed.map((one, index): CallArgument => {
      const value = values[index] as Expression;
      return one.kind === "scalar" ? { ...one, value } : { ...one, address: value };
    });
    return { at, passed: read, others: values.slice(passed.length) };
  }

  temporary(type: LoadExpression["type"], fn: GrowingFunction): MemoryObject {
    const object = this.#objects.scalar("temporary", `${INTERNAL_NAMES.nondet}.read`, type);
    fn.locals.push(object);
    return object;
  }

  #inAnyOrder(
    reads: readonly Read[],
    fn: GrowingFunction,
    start: CfaNode,
    range: TextRange,
  ): CfaNode {
    const end = fn.node();
    const orders = permutations(reads).filter(isPossible);
    let at = start;
    for (const order of orders.slice(1)) {
      const choice = this.temporary(INT, fn);
      const result = { address: this.#objects.addressOf(choice), scalar: INT };
      const chosen = fn.connect(at, fn.node(), range, inputCall(this.#program, result));
      const condition = compare("ne", this.#objects.load(choice), integer(INT, 0n));
      const [taken, otherwise] = fn.branch(chosen, range, condition);
      this.#readAll(order, fn, taken, end, range);
      at = otherwise;
    }
    this.#readAll(orders[0] as readonly Read[], fn, at, end, range);
    return end;
  }

  #readAll(
    reads: readonly Read[],
    fn: GrowingFunction,
    start: CfaNode,
    end: CfaNode,
    range: TextRange,
  ): void {
    let at = start;
    for (const [index, { load, into }] of reads.entries()) {
      this.#visible.add(at);
      const next = index === reads.length - 1 ? end : fn.node();
      at = fn.connect(at, next, range, this.#objects.assign(into, load));
    }
  }
}

/** Whether the reads on which a read depends precede it. */
function isPossible(order: readonly Read[]): boolean {
  return order.every(({ load }, index) =>
    order.slice(index).every(({ into }) => !mentions(load.address, into)),
  );
}

function mentions(expression: Expression, object: MemoryObject): boolean {
  let isMentioned = false;
  substitute(expression, (load) => {
    if (load.address.kind === "address" && load.address.target === object) isMentioned = true;
    return undefined;
  });
  return isMentioned;
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first, index) =>
    permutations(list.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  );
}
