/** Contents of a region where nothing has been stored: zeros, or indeterminate bytes. */
import type { Term, TermManager } from "../../smt/index.ts";
import type { Pointer } from "./value.ts";

/** Converts values to bits; the memory assigns numeric addresses to pointers. */
export interface ValueCodec {
  readonly manager: TermManager;
  addressOf(pointer: Pointer): Term;
  pointerOf(address: Term): Pointer;
  readonly pointerBits: number;
  /** Adds an axiom: a condition on terms that holds regardless of the program. */
  assume(axiom: Term): void;
}

/** Bytes that no store has reached. */
export interface ContentBase {
  /** The bytes `[offset, offset + size)`, little endian, as one term. */
  read(offset: number, size: number): Term;
  /** The element of `size` bytes at a symbolic offset. */
  readAt(codec: ValueCodec, offset: Term, size: number): Term;
  /** The indeterminate bytes in the range, each with the condition under which it contains them. */
  parts(
    manager: TermManager,
  ): readonly { readonly base: IndeterminateBase; readonly condition: Term }[];
  /** Whether all bytes are arbitrary, and none has been read. */
  readonly isUnread: boolean;
}

/** A fact about every element of some indeterminate memory. */
export interface ArrayFact {
  /** The instance of the fact for the element at the offset, when it is read. */
  instantiate(offset: Term, size: number): Term | undefined;
}

/** Elements with facts beyond their bytes. */
export interface KnownElements {
  facts: readonly ArrayFact[];
}

/** Reads of one base that are made consistent with each other; further reads are arbitrary. */
const MAX_CONSISTENT_READS = 96;

export class ZeroBase implements ContentBase {
  readonly #manager: TermManager;
  constructor(manager: TermManager) {
    this.#manager = manager;
  }
  read(_offset: number, size: number): Term {
    return this.#manager.constant(size * 8, 0n);
  }
  readAt(_codec: ValueCodec, _offset: Term, size: number): Term {
    return this.#manager.constant(size * 8, 0n);
  }
  parts(): [] {
    return [];
  }
  get isUnread(): boolean {
    return false;
  }
}

/** Indeterminate bytes: every byte is a variable of its own, made when first read. */
export class IndeterminateBase implements ContentBase, KnownElements {
  readonly #manager: TermManager;
  readonly #name: string;
  /** The variables made so far, by offset: what a counterexample has to fill in. */
  readonly variables: Map<number, Term> = new Map();
  /** The elements that were read as parts of an array. */
  readonly elements: { readonly offset: Term; readonly variable: Term }[] = [];
  /** Facts about all elements. */
  facts: readonly ArrayFact[] = [];
  #largest = 0;

  constructor(manager: TermManager, name: string) {
    this.#manager = manager;
    this.#name = name;
  }

  read(offset: number, size: number): Term {
    const exact = this.variables.get(offset);
    if (exact !== undefined && exact.width === size * 8) return exact;
    if (exact === undefined && !this.#overlaps(offset, size)) {
      return this.#create(offset, size);
    }
    let term: Term | undefined;
    for (let i = 0; i < size; i++) {
      const byte = this.#byte(offset + i);
      term = term === undefined ? byte : this.#manager.concat(byte, term);
    }
    return term as Term;
  }

  readAt(codec: ValueCodec, offset: Term, size: number): Term {
    const manager = this.#manager;
    const width = size * 8;
    const known = this.elements.find((e) => e.offset === offset && e.variable.width === width);
    if (known !== undefined) return known.variable;
    const isConstant = offset.op === "constant" && offset.value < 1n << 32n;
    const variable = isConstant
      ? this.read(Number(offset.value), size)
      : manager.freshVariable(`${this.#name}[]`, width);
    // Equal offsets, equal elements (Ackermann).
    const others = [...this.elements];
    if (!isConstant) {
      for (const [at, element] of this.variables) {
        others.push({ offset: manager.constant(offset.width, at), variable: element });
      }
    }
    for (const other of others.slice(-MAX_CONSISTENT_READS)) {
      if (other.variable.width !== width) continue;
      const same = manager.eq(offset, other.offset);
      codec.assume(manager.implies(same, manager.eq(variable, other.variable)));
    }
    this.elements.push({ offset, variable });
    return variable;
  }

  parts(manager: TermManager): readonly { base: IndeterminateBase; condition: Term }[] {
    return [{ base: this, condition: manager.true }];
  }

  get isUnread(): boolean {
    return this.variables.size + this.elements.length + this.facts.length === 0;
  }

  #create(offset: number, size: number): Term {
    const variable = this.#manager.freshVariable(`${this.#name}+${offset}`, size * 8);
    this.variables.set(offset, variable);
    this.#largest = Math.max(this.#largest, size);
    return variable;
  }

  #covering(offset: number): number | undefined {
    for (let start = offset; start > offset - this.#largest; start--) {
      const variable = this.variables.get(start);
      if (variable !== undefined) return start + variable.width / 8 > offset ? start : undefined;
    }
    return undefined;
  }

  #overlaps(offset: number, size: number): boolean {
    for (let i = 0; i < size; i++) if (this.#covering(offset + i) !== undefined) return true;
    return false;
  }

  #byte(offset: number): Term {
    const start = this.#covering(offset);
    if (start === undefined) return this.#create(offset, 1);
    const low = (offset - start) * 8;
    return this.#manager.extract(this.variables.get(start) as Term, low + 7, low);
  }
}

export class SelectedBase implements ContentBase {
  readonly #manager: TermManager;
  readonly #condition: Term;
  readonly #a: ContentBase;
  readonly #b: ContentBase;
  constructor(manager: TermManager, condition: Term, a: ContentBase, b: ContentBase) {
    this.#manager = manager;
    this.#condition = condition;
    this.#a = a;
    this.#b = b;
  }
  read(offset: number, size: number): Term {
    return this.#manager.ite(
      this.#condition,
      this.#a.read(offset, size),
      this.#b.read(offset, size),
    );
  }
  readAt(codec: ValueCodec, offset: Term, size: number): Term {
    return this.#manager.ite(
      this.#condition,
      this.#a.readAt(codec, offset, size),
      this.#b.readAt(codec, offset, size),
    );
  }
  parts(manager: TermManager): { base: IndeterminateBase; condition: Term }[] {
    const side = (
      base: ContentBase,
      condition: Term,
    ): { base: IndeterminateBase; condition: Term }[] =>
      base
        .parts(manager)
        .map((part) => ({ ...part, condition: manager.and(condition, part.condition) }));
    return [...side(this.#a, this.#condition), ...side(this.#b, manager.not(this.#condition))];
  }
  get isUnread(): boolean {
    return this.#a.isUnread && this.#b.isUnread;
  }
}
