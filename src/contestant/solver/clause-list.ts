const INITIAL_WORDS = 1 << 16;

/** A list of clauses, for solvers and checkers that get all of them at once. */
export class ClauseList {
  /** The literals of all clauses, each clause ended by 0, in the first `#length` words. */
  #words = new Int32Array(INITIAL_WORDS);
  #length = 0;
  #clauses = 0;
  #variables = 0;

  newVariable(): number {
    return ++this.#variables;
  }

  add(literals: readonly number[] | Int32Array): void {
    const needed = this.#length + literals.length + 1;
    if (needed > this.#words.length) {
      const larger = new Int32Array(Math.max(needed, 2 * this.#words.length));
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words.set(literals, this.#length);
    this.#words[needed - 1] = 0;
    this.#length = needed;
    this.#clauses++;
  }

  clear(): void {
    this.#words = new Int32Array(0);
    this.#length = 0;
    this.#clauses = 0;
  }

  /** Yields the clauses, and a unit clause for each of the literals. */
  *withUnits(units: readonly number[]): Generator<readonly number[] | Int32Array> {
    for (let start = 0; start < this.#length; ) {
      const end = this.#words.indexOf(0, start);
      yield this.#words.subarray(start, end);
      start = end + 1;
    }
    for (const literal of units) yield [literal];
  }

  /** Returns the same as a file. */
  dimacs(units: readonly number[]): string {
    const parts = [`p cnf ${this.#variables} ${this.#clauses + units.length}`];
    for (const clause of this.withUnits(units)) {
      parts.push(clause.length === 0 ? "0" : `${clause.join(" ")} 0`);
    }
    return `${parts.join("\n")}\n`;
  }
}
