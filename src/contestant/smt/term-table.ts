/**
 * Hash-consing of terms: structurally equal terms are one object, so
 * equality is identity and every analysis is memoised by `id`. Ids grow
 * from arguments to users: the id of a term is larger than those of its
 * arguments. Each term also carries an unsigned interval that contains its
 * value under every assignment (see range.ts).
 */
import { invariant } from "../../ground/util/errors.ts";
import { OPERATORS, type Operator } from "./operator.ts";
import { rangeOf } from "./range.ts";
import { type Term, TermNode } from "./term-node.ts";

export { packFormat, type Term } from "./term-node.ts";

/** Maximal number of distinct constants of an ite-tree that is lifted. */
export const MAX_LEAVES = 32;

const OPERATOR_CODE: ReadonlyMap<Operator, number> = new Map(OPERATORS.map((op, i) => [op, i]));
const NO_ARGUMENTS: readonly Term[] = [];

/** The set of all terms of one problem; terms live as long as it. */
export class TermTable {
  readonly true: Term;
  readonly false: Term;
  /** Inclusive bounds of the unsigned value, by id; `maximum` may be Infinity. */
  minimum: Float64Array = new Float64Array(1 << 12);
  maximum: Float64Array = new Float64Array(1 << 12);
  /** Results of lifted operators, see rewrite/lift.ts. */
  readonly lifted: Map<string, Map<number, Term | null>> = new Map();
  #nodes: TermNode[] = [];
  /** Open addressing; entries are id + 1. */
  #slots: Int32Array = new Int32Array(1 << 13);
  #hashes: Int32Array = new Int32Array(1 << 12);
  readonly #wide: Map<number, Map<bigint, TermNode>> = new Map();
  readonly #variables: Map<string, TermNode> = new Map();
  #fresh = 0;

  constructor() {
    this.false = this.smallConstant(0, 0);
    this.true = this.smallConstant(0, 1);
  }

  /** Number of terms made so far; ids are below it. */
  get size(): number {
    return this.#nodes.length;
  }

  term(id: number): Term {
    return this.#nodes[id] as Term;
  }

  bool(value: boolean): Term {
    return value ? this.true : this.false;
  }

  /** A constant of at most 32 bits from its unsigned value, which must fit. */
  smallConstant(width: number, value: number): Term {
    return this.#intern("constant", width, NO_ARGUMENTS, value, 0);
  }

  /** A constant; the value is taken modulo 2^width. */
  constant(width: number, value: bigint | number): Term {
    if (width <= 32) {
      if (typeof value === "number" && Number.isSafeInteger(value)) {
        if (width === 32) return this.smallConstant(32, value >>> 0);
        const modulus = 2 ** Math.max(width, 1);
        return this.smallConstant(width, ((value % modulus) + modulus) % modulus);
      }
      const bits = BigInt.asUintN(Math.max(width, 1), BigInt(value));
      return this.smallConstant(width, Number(bits));
    }
    const unsigned = BigInt.asUintN(width, BigInt(value));
    let constants = this.#wide.get(width);
    if (constants === undefined) {
      constants = new Map();
      this.#wide.set(width, constants);
    }
    let node = constants.get(unsigned);
    if (node === undefined) {
      node = this.#append("constant", width, NO_ARGUMENTS, -1, 0, unsigned, 0);
      constants.set(unsigned, node);
    }
    return node;
  }

  /** The variable of that name; a name has one width. */
  variable(name: string, width: number): Term {
    let node = this.#variables.get(name);
    if (node === undefined) {
      invariant(width >= 0 && Number.isInteger(width), `width ${width} of variable ${name}`);
      node = this.#append("variable", width, NO_ARGUMENTS, 0, 0, name, 0);
      this.#variables.set(name, node);
    }
    invariant(node.width === width, `variable ${name} has width ${node.width}, not ${width}`);
    return node;
  }

  /** A variable whose name begins with `prefix` and was not used before. */
  freshVariable(prefix: string, width: number): Term {
    let name: string;
    do name = `${prefix}!${this.#fresh++}`;
    while (this.#variables.has(name));
    return this.variable(name, width);
  }

  /** The term with exactly this structure: no rewriting. */
  make(op: Operator, width: number, args: readonly Term[], p = 0, q = 0): Term {
    return this.#intern(op, width, args, p, q);
  }

  /** Whether the unsigned intervals of two terms are disjoint, so that they are not equal. */
  areDisjoint(a: Term, b: Term): boolean {
    return (
      (this.maximum[a.id] as number) < (this.minimum[b.id] as number) ||
      (this.maximum[b.id] as number) < (this.minimum[a.id] as number)
    );
  }

  #intern(op: Operator, width: number, args: readonly Term[], p: number, q: number): TermNode {
    const count = args.length;
    let hash = (OPERATOR_CODE.get(op) as number) + Math.imul(width, 0x9e3779b1);
    for (let i = 0; i < count; i++) {
      hash = Math.imul(hash ^ (args[i] as Term).id, 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash ^ (p | 0), 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 13) ^ q, 0x27d4eb2f);
    hash ^= hash >>> 16;
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] as number;
      if (entry === 0) break;
      if (this.#hashes[entry - 1] !== hash) continue;
      const node = this.#nodes[entry - 1] as TermNode;
      if (node.op !== op || node.width !== width || node.p !== p || node.q !== q) continue;
      const others = node.args;
      if (others.length !== count) continue;
      let i = 0;
      while (i < count && others[i] === args[i]) i++;
      if (i === count) return node;
    }
    const leaves = op === "ite" ? mergeLeaves(args[1] as Term, args[2] as Term) : undefined;
    const node = this.#append(op, width, args, p, q, leaves, hash);
    if (this.#nodes.length * 2 > this.#slots.length) this.#rehash();
    else this.#place(node.id, hash);
    return node;
  }

  #append(
    op: Operator,
    width: number,
    args: readonly Term[],
    p: number,
    q: number,
    extra: TermNode["extra"],
    hash: number,
  ): TermNode {
    const id = this.#nodes.length;
    const node = new TermNode(id, op, width, args, p, q, extra);
    this.#nodes.push(node);
    if (id === this.minimum.length) {
      this.minimum = grow(this.minimum, new Float64Array(2 * id));
      this.maximum = grow(this.maximum, new Float64Array(2 * id));
      this.#hashes = grow(this.#hashes, new Int32Array(2 * id));
    }
    this.#hashes[id] = hash;
    rangeOf(node, this.minimum, this.maximum);
    return node;
  }

  #place(id: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = id + 1;
  }

  #rehash(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (const node of this.#nodes) {
      const interned = node.op !== "variable" && !(node.op === "constant" && node.p < 0);
      if (interned) this.#place(node.id, this.#hashes[node.id] as number);
    }
  }
}

function grow<A extends Float64Array | Int32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}

function mergeLeaves(a: Term, b: Term): readonly Term[] | undefined {
  const left = a.leaves;
  const right = left && b.leaves;
  if (left === undefined || right === undefined) return undefined;
  const extra = right.filter((leaf) => !left.includes(leaf));
  if (extra.length === 0) return left;
  return left.length + extra.length <= MAX_LEAVES ? [...left, ...extra] : undefined;
}
