/**
 * A checker of DRAT proofs (Wetzler, Heule, Hunt: "DRAT-trim: efficient checking and trimming using
 * expressive clausal proofs", SAT 2014). It works forwards: an added clause counts when unit
 * propagation refutes its negation (reverse unit propagation, RUP), or does so together with the
 * rest of every clause that has the negated pivot (resolution asymmetric tautology, RAT). Both
 * preserve satisfiability, so a proof that ends with a conflict shows that there was no model. It
 * shares no code with the solver, and trusts only the clauses.
 *
 * Deletions only make the check faster. Those of clauses that have made a literal certain are
 * ignored, as in DRAT-trim: later conclusions then use more clauses, which is sound.
 */
import { MalformedProof, type ProofStep } from "./proof-steps.ts";

export type ProofVerdict =
  | { readonly kind: "accepted" }
  | { readonly kind: "rejected"; readonly reason: string }
  /** Time or memory was exhausted first. */
  | { readonly kind: "unknown"; readonly reason: string };

type Clause = readonly number[] | Int32Array;

/** Number of steps between checks of the clock. */
const CLOCK_STEPS = 256;
/** Maximal number of words of all clauses: a gigabyte. */
const MAX_WORDS = 2 ** 28;

/** Whether the steps prove that the clauses have no model. */
export function checkProof(
  clauses: Iterable<Clause>,
  steps: Iterable<ProofStep>,
  deadline: () => boolean = () => false,
): ProofVerdict {
  const checker = new ProofChecker();
  for (const clause of clauses) checker.add(clause);
  let count = 0;
  try {
    for (const { kind, literals } of steps) {
      if (checker.isRefuted) break;
      if (++count % CLOCK_STEPS === 0 && deadline()) return unknown("time limit");
      if (checker.words > MAX_WORDS) return unknown("the proof is too large");
      if (kind === "delete") checker.delete(literals);
      else if (checker.isRedundant(literals)) checker.add(literals);
      else return rejected(`step ${count}, clause ${literals.join(" ")} 0, does not follow`);
    }
  } catch (error) {
    if (!(error instanceof MalformedProof)) throw error;
    return rejected(error.message);
  }
  return checker.isRefuted ? { kind: "accepted" } : rejected("there is no conflict at its end");
}

function unknown(reason: string): ProofVerdict {
  return { kind: "unknown", reason: `while its proof was checked: ${reason}` };
}

function rejected(reason: string): ProofVerdict {
  return { kind: "rejected", reason };
}

/** Literals are 2v and, negative, 2v + 1 in this class, so that `^ 1` negates. */
class ProofChecker {
  /** The clauses: their sizes (negative when deleted), then their literals. The first two are watched. */
  #arena = new Int32Array(1 << 12);
  words = 0;
  /** Offsets of the clauses to visit when a literal becomes false, by the literal. */
  readonly #watches: number[][] = [];
  /** Values of literals: 1 true, -1 false, 0 open. */
  #values = new Int8Array(0);
  /** True literals in order, and the number of those that have been propagated. */
  readonly #trail: number[] = [];
  #propagated = 0;
  /** Offsets of clauses by a hash that does not depend on the order of their literals. */
  readonly #places = new Map<number, number[]>();
  /** Literals that were seen in the clause with the current stamp. */
  #stamps = new Int32Array(0);
  #stamp = 0;
  /** Whether the clauses have been found to contradict each other. */
  isRefuted = false;

  add(clause: Clause): void {
    const literals = this.#literalsOf(clause);
    if (literals === undefined) return;
    // Certain literals stay certain: only literals that are not false need be watched.
    const open = literals.filter((literal) => this.#values[literal] !== -1);
    const all = [...open, ...literals.filter((literal) => this.#values[literal] === -1)];
    const place = this.#store(all);
    const [first, second] = open;
    if (first === undefined) {
      this.isRefuted = true;
    } else if (second === undefined) {
      if (this.#values[first] === 0) this.#assign(first);
      if (!this.#propagate()) this.isRefuted = true;
    } else {
      this.#watches[first]?.push(place);
      this.#watches[second]?.push(place);
    }
  }

  /** Unknown clauses, and those that make a literal certain, are kept. */
  delete(clause: Clause): void {
    const literals = this.#literalsOf(clause);
    if (literals === undefined) return;
    const places = this.#places.get(keyOf(literals)) ?? [];
    const index = places.findIndex((place) => this.#isAt(place, literals));
    const place = places[index];
    if (place === undefined) return;
    const isFalse = (literal: number): boolean => this.#values[literal] === -1;
    const isTrue = (literal: number): boolean => this.#values[literal] === 1;
    if (literals.some(isTrue) && literals.filter(isFalse).length === literals.length - 1) return;
    this.#arena[place] = -literals.length;
    places.splice(index, 1);
  }

  /** Whether a clause may be added: by RUP, or by RAT on its first literal. */
  isRedundant(clause: Clause): boolean {
    const mark = this.#trail.length;
    const literals = Array.from(clause, (literal) => this.#codeOf(literal));
    const [pivot] = literals;
    const isImplied =
      this.#isRefutedBy(literals) || (pivot !== undefined && this.#isAsymmetric(pivot));
    this.#backtrack(mark);
    return isImplied;
  }

  /** Whether the negation of literals leads to a conflict; their assignment stays. */
  #isRefutedBy(literals: Iterable<number>): boolean {
    for (const literal of literals) {
      if (this.#values[literal] === 1) return true;
      if (this.#values[literal] === 0) this.#assign(literal ^ 1);
    }
    return !this.#propagate();
  }

  /** After the negation of a clause: whether all its resolvents on the pivot are refuted, too. */
  #isAsymmetric(pivot: number): boolean {
    const mark = this.#trail.length;
    for (let place = 0; place < this.words; ) {
      const size = this.#arena[place] as number;
      const next = place + 1 + Math.abs(size);
      if (size > 0) {
        const literals = this.#arena.subarray(place + 1, next);
        if (literals.includes(pivot ^ 1)) {
          // A copy: propagation changes the order of literals.
          const rest = Array.from(literals).filter((literal) => literal !== (pivot ^ 1));
          const isRefuted = this.#isRefutedBy(rest);
          this.#backtrack(mark);
          if (!isRefuted) return false;
        }
      }
      place = next;
    }
    return true;
  }

  #assign(literal: number): void {
    this.#values[literal] = 1;
    this.#values[literal ^ 1] = -1;
    this.#trail.push(literal);
  }

  #backtrack(mark: number): void {
    for (const literal of this.#trail.splice(mark)) {
      this.#values[literal] = 0;
      this.#values[literal ^ 1] = 0;
    }
    this.#propagated = mark;
  }

  /** Unit propagation with two watched literals; false when there is a conflict. */
  #propagate(): boolean {
    const values = this.#values;
    const arena = this.#arena;
    while (this.#propagated < this.#trail.length) {
      const falsified = (this.#trail[this.#propagated++] as number) ^ 1;
      const watching = this.#watches[falsified] as number[];
      let kept = 0;
      let isConflict = false;
      for (let index = 0; index < watching.length; index++) {
        const place = watching[index] as number;
        const size = arena[place] as number;
        if (size < 0) continue;
        const first = place + 1;
        if (arena[first] === falsified) {
          arena[first] = arena[first + 1] as number;
          arena[first + 1] = falsified;
        }
        const other = arena[first] as number;
        let replacement = first + 2;
        const end = first + size;
        if (isConflict || values[other] === 1) replacement = end;
        while (replacement < end && values[arena[replacement] as number] === -1) replacement++;
        if (replacement < end) {
          const literal = arena[replacement] as number;
          arena[replacement] = falsified;
          arena[first + 1] = literal;
          this.#watches[literal]?.push(place);
          continue;
        }
        watching[kept++] = place;
        if (isConflict || values[other] === 1) continue;
        if (values[other] === -1) isConflict = true;
        else this.#assign(other);
      }
      watching.length = kept;
      if (isConflict) return false;
    }
    return true;
  }

  #store(literals: readonly number[]): number {
    const place = this.words;
    this.words += literals.length + 1;
    if (this.words > this.#arena.length) {
      const larger = new Int32Array(2 * this.words);
      larger.set(this.#arena);
      this.#arena = larger;
    }
    this.#arena[place] = literals.length;
    this.#arena.set(literals, place + 1);
    const key = keyOf(literals);
    const places = this.#places.get(key);
    if (places === undefined) this.#places.set(key, [place]);
    else places.push(place);
    return place;
  }

  #isAt(place: number, literals: readonly number[]): boolean {
    if (this.#arena[place] !== literals.length) return false;
    this.#stamp++;
    for (const literal of literals) this.#stamps[literal] = this.#stamp;
    const stored = this.#arena.subarray(place + 1, place + 1 + literals.length);
    return stored.every((literal) => this.#stamps[literal] === this.#stamp);
  }

  /** Returns each literal once; undefined for a tautology, which is redundant. */
  #literalsOf(clause: Clause): number[] | undefined {
    const literals = new Set(Array.from(clause, (literal) => this.#codeOf(literal)));
    for (const literal of literals) if (literals.has(literal ^ 1)) return undefined;
    return [...literals];
  }

  /** Returns the internal literal, and reserves space for its data. */
  #codeOf(literal: number): number {
    const code = literal > 0 ? 2 * literal : 1 - 2 * literal;
    if (code >= this.#values.length) {
      const length = Math.max(2 * this.#values.length, (code | 1) + 1);
      const values = new Int8Array(length);
      values.set(this.#values);
      this.#values = values;
      const stamps = new Int32Array(length);
      stamps.set(this.#stamps);
      this.#stamps = stamps;
      while (this.#watches.length < length) this.#watches.push([]);
    }
    return code;
  }
}

/** Equal for the same literals in any order. */
function keyOf(literals: readonly number[]): number {
  let sum = 0;
  let mixed = literals.length;
  for (const literal of literals) {
    sum = (sum + Math.imul(literal, 0x9e3779b1)) | 0;
    mixed ^= Math.imul(literal, 0x85ebca6b);
  }
  return (sum ^ Math.imul(mixed, 0xc2b2ae35)) | 0;
}
