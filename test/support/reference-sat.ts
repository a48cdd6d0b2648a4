import type { SatSolver, SolverAnswer } from "../../src/contestant/smt/solver.ts";

/**
 * A SAT solver that is simple enough to be trusted: backtracking search with unit propagation over
 * all clauses. For small formulas, to cross-check the answers of the real one.
 */
export class ReferenceSat implements SatSolver {
  readonly clauses: number[][] = [];
  #variables = 0;
  /** Value of each variable: 1, -1, or 0 for none. */
  #values: Int8Array = new Int8Array(0);
  /** Clauses by literal, at 2·variable + sign. */
  #occurrences: number[][][] = [];

  newVariable(): number {
    return ++this.#variables;
  }

  addClause(literals: readonly number[] | Int32Array): void {
    this.clauses.push([...literals]);
  }

  solve(assumptions: readonly number[]): SolverAnswer {
    this.#values = new Int8Array(this.#variables + 1);
    this.#occurrences = Array.from({ length: 2 * this.#variables + 2 }, () => []);
    for (const clause of this.clauses) {
      for (const literal of clause) this.#occurrences[index(literal)]?.push(clause);
    }
    const units = this.clauses.filter((clause) => clause.length <= 1);
    if (units.some((clause) => clause.length === 0)) return "unsat";
    const roots = [...assumptions, ...units.flat()];
    return this.#propagate(roots, []) && this.#search() ? "sat" : "unsat";
  }

  value(variable: number): boolean {
    return this.#values[variable] === 1;
  }

  /** Not minimised: every assumption counts. */
  failed(): boolean {
    return true;
  }

  dispose(): void {
    this.clauses.length = 0;
  }

  #search(): boolean {
    const trails: { trail: number[]; flipped: number | undefined }[] = [];
    for (let variable = 1; ; ) {
      while (variable <= this.#variables && this.#values[variable] !== 0) variable++;
      if (variable > this.#variables) return true;
      const trail: number[] = [];
      let isConsistent = this.#propagate([-variable], trail);
      trails.push({ trail, flipped: variable });
      while (!isConsistent) {
        const last = trails.pop();
        if (last === undefined) return false;
        for (const literal of last.trail) this.#values[Math.abs(literal)] = 0;
        if (last.flipped === undefined) continue;
        const other: number[] = [];
        isConsistent = this.#propagate([last.flipped], other);
        trails.push({ trail: other, flipped: undefined });
        variable = 1;
      }
    }
  }

  /** Makes literals true with all consequences; false on a conflict. */
  #propagate(literals: readonly number[], trail: number[]): boolean {
    const queue = [...literals];
    for (let literal = queue.pop(); literal !== undefined; literal = queue.pop()) {
      const sign = this.#sign(literal);
      if (sign > 0) continue;
      if (sign < 0) return false;
      this.#values[Math.abs(literal)] = Math.sign(literal);
      trail.push(literal);
      for (const clause of this.#occurrences[index(-literal)] as number[][]) {
        if (clause.some((other) => this.#sign(other) > 0)) continue;
        const free = clause.filter((other) => this.#sign(other) === 0);
        if (free.length === 0) return false;
        if (new Set(free).size === 1) queue.push(free[0] as number);
      }
    }
    return true;
  }

  /** Positive when the literal is true, negative when it is false. */
  #sign(literal: number): number {
    return Math.sign(literal) * (this.#values[Math.abs(literal)] as number);
  }
}

function index(literal: number): number {
  return 2 * Math.abs(literal) + (literal < 0 ? 1 : 0);
}
