/** A SAT solver that records its hardest query, as a file that any SAT solver reads. */

import type { SatSolver, SatSolverFactory, SolverAnswer } from "../../src/contestant/smt/index.ts";
import { ClauseList } from "../../src/contestant/solver/clause-list.ts";

/** The query of a task that took longest. */
export interface Question {
  readonly seconds: number;
  readonly answer: SolverAnswer;
  /** Clauses and assumptions, in the format of SAT competitions. */
  readonly dimacs: string;
}

/** Keeps the hardest question of all solvers that it makes. */
export class Recorder {
  hardest: Question | undefined;
  readonly #create: SatSolverFactory;
  readonly #leastSeconds: number;

  /** @param leastSeconds - easier queries are not kept */
  constructor(create: SatSolverFactory, leastSeconds: number) {
    this.#create = create;
    this.#leastSeconds = leastSeconds;
  }

  create(): SatSolver {
    const solver = this.#create();
    const clauses = new ClauseList();
    return {
      newVariable: () => {
        clauses.newVariable();
        return solver.newVariable();
      },
      addClause: (literals) => {
        clauses.add(literals);
        solver.addClause(literals);
      },
      solve: (assumptions, limits, preferred) => {
        const start = performance.now();
        const answer = solver.solve(assumptions, limits, preferred);
        this.#note((performance.now() - start) / 1000, answer, () => clauses.dimacs(assumptions));
        return answer;
      },
      value: (variable) => solver.value(variable),
      failed: (literal) => solver.failed(literal),
      dispose: () => {
        clauses.clear();
        solver.dispose();
      },
    };
  }

  #note(seconds: number, answer: SolverAnswer, dimacs: () => string): void {
    if (seconds < this.#leastSeconds || seconds < (this.hardest?.seconds ?? 0)) return;
    this.hardest = { seconds, answer, dimacs: dimacs() };
  }
}
