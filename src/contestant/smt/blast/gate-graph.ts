/**
 * Circuits of and, xor, multiplexer, majority and three-input xor gates
 * over inverted edges, with structural hashing and local simplification.
 * A literal is 2·gate + inversion; gate 0 is the constant false. Gates of
 * more than two inputs are kept because their clauses propagate better than
 * those of their decomposition into and-gates.
 */

/** An edge of the circuit; `literal ^ 1` is its inversion. */
export type Literal = number;

export const FALSE: Literal = 0;
export const TRUE: Literal = 1;

export const INPUT = 0;
export const AND = 1;
export const XOR = 2;
export const MUX = 3;
export const MAJORITY = 4;
export const XOR3 = 5;

export class GateGraph {
  #kinds: Uint8Array = new Uint8Array(1024);
  #inputs: Int32Array = new Int32Array(3 * 1024);
  /** How many gates use a gate. */
  #uses: Int32Array = new Int32Array(1024);
  #slots: Int32Array = new Int32Array(4096);
  #count = 1;
  readonly #lemmas = new Map<number, (readonly Literal[])[]>();

  /** Number of gates, inputs and the constant included. */
  get size(): number {
    return this.#count;
  }

  kind(gate: number): number {
    return this.#kinds[gate] as number;
  }

  /** Input `index` (0, 1, 2) of a gate. */
  input(gate: number, index: number): Literal {
    return this.#inputs[3 * gate + index] as number;
  }

  uses(gate: number): number {
    return this.#uses[gate] as number;
  }

  /**
   * Adds a clause that holds for all inputs, for solvers that would find it only after a long
   * search. They receive it with the gate of `anchor`.
   */
  addLemma(anchor: Literal, clause: readonly Literal[]): void {
    if (clause.includes(TRUE)) return;
    const gate = anchor >> 1;
    const lemmas = this.#lemmas.get(gate);
    if (lemmas === undefined) this.#lemmas.set(gate, [clause]);
    else lemmas.push(clause);
  }

  /** Returns the lemmas of a gate. */
  lemmas(gate: number): readonly (readonly Literal[])[] {
    return this.#lemmas.get(gate) ?? [];
  }

  newInput(): Literal {
    return 2 * this.#append(INPUT, 0, 0, 0);
  }

  and(first: Literal, second: Literal): Literal {
    if (first === second || second === TRUE) return first;
    if (first === TRUE) return second;
    if (first === FALSE || second === FALSE || first === (second ^ 1)) return FALSE;
    const [a, b] = first < second ? [first, second] : [second, first];
    // The younger operand may be made from the older one.
    const gate = b >> 1;
    if (this.#kinds[gate] === AND) {
      const x = this.input(gate, 0);
      const y = this.input(gate, 1);
      if ((b & 1) === 0) {
        if (a === x || a === y) return b;
        if (a === (x ^ 1) || a === (y ^ 1)) return FALSE;
      } else {
        if (a === (x ^ 1) || a === (y ^ 1)) return a;
        if (a === x) return this.and(a, y ^ 1);
        if (a === y) return this.and(a, x ^ 1);
      }
    }
    return 2 * this.#intern(AND, a, b, 0);
  }

  or(a: Literal, b: Literal): Literal {
    return this.and(a ^ 1, b ^ 1) ^ 1;
  }

  xor(first: Literal, second: Literal): Literal {
    const inverted = (first ^ second) & 1;
    const a = Math.min(first & -2, second & -2);
    const b = Math.max(first & -2, second & -2);
    if (a === b) return FALSE ^ inverted;
    if (a === FALSE) return b ^ inverted;
    const gate = b >> 1;
    if (this.#kinds[gate] === XOR) {
      if (this.input(gate, 0) === a) return this.input(gate, 1) ^ inverted;
      if (this.input(gate, 1) === a) return this.input(gate, 0) ^ inverted;
    }
    return (2 * this.#intern(XOR, a, b, 0)) ^ inverted;
  }

  /** condition ? a : b */
  mux(condition: Literal, a: Literal, b: Literal): Literal {
    if (condition === TRUE || a === b) return a;
    if (condition === FALSE) return b;
    if ((condition & 1) === 1) return this.mux(condition ^ 1, b, a);
    if (a === (b ^ 1)) return this.xor(condition, b);
    if (a === TRUE || a === condition) return this.or(condition, b);
    if (a === FALSE || a === (condition ^ 1)) return this.and(condition ^ 1, b);
    if (b === TRUE || b === (condition ^ 1)) return this.or(condition ^ 1, a);
    if (b === FALSE || b === condition) return this.and(condition, a);
    const inverted = a & 1;
    return (2 * this.#intern(MUX, condition, a ^ inverted, b ^ inverted)) ^ inverted;
  }

  /** At least two of three: the carry of a full adder. */
  majority(first: Literal, second: Literal, third: Literal): Literal {
    const [a, b, c] = sorted(first, second, third);
    if (a === FALSE) return this.and(b, c);
    if (a === TRUE) return this.or(b, c);
    if (a === b) return a;
    if (a === (b ^ 1)) return c;
    if (b === c) return b;
    if (b === (c ^ 1)) return a;
    const inverted = a & 1;
    return (2 * this.#intern(MAJORITY, a ^ inverted, b ^ inverted, c ^ inverted)) ^ inverted;
  }

  /** The sum of a full adder. */
  xor3(first: Literal, second: Literal, third: Literal): Literal {
    const inverted = (first ^ second ^ third) & 1;
    const [a, b, c] = sorted(first & -2, second & -2, third & -2);
    if (a === FALSE) return this.xor(b, c) ^ inverted;
    if (a === b) return c ^ inverted;
    if (b === c) return a ^ inverted;
    return (2 * this.#intern(XOR3, a, b, c)) ^ inverted;
  }

  #intern(kind: number, a: Literal, b: Literal, c: Literal): number {
    let slot = this.#slotOf(kind, a, b, c);
    for (;;) {
      const gate = this.#slots[slot] as number;
      if (gate === 0) break;
      const i = 3 * gate;
      if (
        this.#inputs[i] === a &&
        this.#inputs[i + 1] === b &&
        this.#inputs[i + 2] === c &&
        this.#kinds[gate] === kind
      ) {
        return gate;
      }
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    const gate = this.#append(kind, a, b, c);
    this.#slots[slot] = gate;
    (this.#uses[a >> 1] as number) += 1;
    (this.#uses[b >> 1] as number) += 1;
    (this.#uses[c >> 1] as number) += 1;
    if (2 * this.#count > this.#slots.length) this.#rehash();
    return gate;
  }

  #slotOf(kind: number, a: Literal, b: Literal, c: Literal): number {
    let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
    hash ^= Math.imul(c * 8 + kind, 0xc2b2ae35);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x27d4eb2f);
    return (hash ^ (hash >>> 13)) & (this.#slots.length - 1);
  }

  #rehash(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let gate = 1; gate < this.#count; gate++) {
      if (this.#kinds[gate] === INPUT) continue;
      const [a, b, c] = [this.input(gate, 0), this.input(gate, 1), this.input(gate, 2)];
      let slot = this.#slotOf(this.kind(gate), a, b, c);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = gate;
    }
  }

  #append(kind: number, a: Literal, b: Literal, c: Literal): number {
    const gate = this.#count++;
    if (gate === this.#kinds.length) {
      this.#kinds = copied(this.#kinds, new Uint8Array(2 * gate));
      this.#uses = copied(this.#uses, new Int32Array(2 * gate));
      this.#inputs = copied(this.#inputs, new Int32Array(6 * gate));
    }
    this.#kinds[gate] = kind;
    this.#inputs[3 * gate] = a;
    this.#inputs[3 * gate + 1] = b;
    this.#inputs[3 * gate + 2] = c;
    return gate;
  }
}

function sorted(a: number, b: number, c: number): [number, number, number] {
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  if (c <= low) return [c, low, high];
  return c <= high ? [low, c, high] : [low, high, c];
}

function copied<A extends Uint8Array | Int32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
