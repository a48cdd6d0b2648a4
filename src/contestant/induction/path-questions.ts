/** Questions on paths while an exploration is under way: whether one is feasible, and which goals hold on it. */

import {
  PolynomialSolver,
  Products,
  SmtSolver,
  type Term,
  type TermManager,
} from "../smt/index.ts";
import { RelevantAxioms } from "../symbolic/index.ts";
import type { InductionOptions } from "./induction-options.ts";

/** Feasibility checks are an optimisation: they give up early. */
const FEASIBILITY_CONFLICTS = 3000;

/** Factor by which a question about elements may take more effort. */
const EFFORT_APART = 4;
/** Wider products are too hard for a SAT solver: invariants with them are decided by polynomials alone. */
const MAX_PRODUCT = 32;
/** For questions that are asked one at a time, and are mostly true when they are hard. */
const COUNTEREXAMPLE_CONFLICTS = 30_000;

/** The means of the solver. */
export interface Effort extends Pick<InductionOptions, "createSatSolver" | "remainingSeconds"> {
  /** Whether the exploration generalises loops. */
  readonly isProof: boolean;
  /** With fewer seconds left, exploration stops and the results so far are checked. */
  readonly reserve: number;
  /** Conflicts after which a question about an invariant or a ranking function is given up. */
  readonly conflicts: number;
}

export class PathQuestions {
  readonly #manager: TermManager;
  readonly #options: Effort;
  readonly #isProof: boolean;
  readonly #reserve: number;
  readonly #conflicts: number;
  readonly #axioms: () => readonly Term[];
  /** Has translated the terms of earlier questions. */
  readonly solver: SmtSolver;
  /** Number of axioms that the solver has been given. */
  #asserted = 0;
  /** Created for the first question with products. */
  #polynomials: PolynomialSolver | undefined;
  /** Number of axioms that the polynomial solver has been given. */
  #assertedOfPolynomials = 0;
  readonly #products = new Products();
  #relevant: RelevantAxioms | undefined;
  readonly #feasible = new Map<Term, boolean>();

  /** @param axioms - about addresses and elements; the list grows */
  constructor(manager: TermManager, options: Effort, axioms: () => readonly Term[]) {
    this.#manager = manager;
    this.#options = options;
    this.#isProof = options.isProof;
    this.#reserve = options.reserve;
    this.#conflicts = options.conflicts;
    this.#axioms = axioms;
    this.solver = new SmtSolver(manager, options.createSatSolver());
  }

  get axioms(): readonly Term[] {
    return this.#axioms();
  }

  /** Selects the axioms that a question depends on. */
  get relevant(): RelevantAxioms {
    this.#relevant ??= new RelevantAxioms(this.axioms);
    return this.#relevant;
  }

  /** Whether some execution may follow a path; true also where the solver gives up early. */
  isFeasible(path: Term): boolean {
    if (path === this.#manager.true) return true;
    if (path === this.#manager.false) return false;
    const known = this.#feasible.get(path);
    if (known !== undefined) return known;
    if (this.#isProof && this.#isTooWide(path)) {
      const isPossible = this.entailed(path, [this.#manager.false])[0] !== true;
      this.#feasible.set(path, isPossible);
      return isPossible;
    }
    this.assertAxioms();
    const answer = this.solver.check([path], {
      deadline: () => this.isLate(),
      conflicts: FEASIBILITY_CONFLICTS,
    });
    const feasible = answer !== "unsat";
    this.#feasible.set(path, feasible);
    return feasible;
  }

  /** Gives the solver the axioms about addresses and elements, which hold regardless of the program. */
  assertAxioms(): void {
    const axioms = this.axioms;
    while (this.#asserted < axioms.length) this.solver.assert(axioms[this.#asserted++] as Term);
  }

  /** The solver, with all axioms. */
  #informed(): SmtSolver {
    this.assertAxioms();
    return this.solver;
  }

  dispose(): void {
    this.solver.dispose();
    this.#polynomials?.dispose();
  }

  /**
   * Decides which goals hold on every execution of a path. A model that refutes one goal refutes every goal that is
   * false in it, so few calls suffice.
   */
  proveAll(
    path: Term,
    goals: readonly Term[],
    solver: Pick<SmtSolver, "check" | "value"> = this.#informed(),
    conflicts: number = this.#conflicts,
  ): readonly boolean[] {
    const manager = this.#manager;
    const holds = goals.map((goal) => goal !== manager.false);
    const isImplied = this.entailed(path, goals);
    if (this.#isTooWide(path)) return holds.map((_, index) => isImplied[index] === true);
    const left = goals.map((goal, index) => (isImplied[index] === true ? manager.true : goal));
    for (const [index, goal] of left.entries()) if (this.#isTooWide(goal)) holds[index] = false;
    for (;;) {
      const open = left.filter((goal, index) => holds[index] && goal !== manager.true);
      if (open.length === 0) return holds;
      const refuted = manager.not(manager.and(...open));
      const limits = { deadline: () => this.isLate(), conflicts };
      const answer = solver.check([path, refuted], limits);
      if (answer === "unsat") return holds;
      if (answer === "unknown") {
        // The goals are too hard together: a goal that stays undecided alone is given up.
        return left.map(
          (goal, index) =>
            holds[index] === true &&
            (goal === manager.true ||
              (!this.isLate() && solver.check([path, manager.not(goal)], limits) === "unsat")),
        );
      }
      for (const [index, goal] of left.entries()) {
        if (holds[index] && goal !== manager.true && solver.value(goal) === 0n) {
          holds[index] = false;
        }
      }
    }
  }

  /** Whether there are products that only polynomials can decide. */
  #isTooWide(condition: Term): boolean {
    return this.#products.widthIn(condition) > MAX_PRODUCT;
  }

  /** Decides which goals hold on every execution of a path by polynomials; none where there are no products. */
  entailed(path: Term, goals: readonly Term[]): readonly boolean[] {
    if (![path, ...goals].some((term) => this.#products.has(term))) return [];
    this.#polynomials ??= new PolynomialSolver(this.#manager, this.#options.createSatSolver);
    const axioms = this.axioms;
    while (this.#assertedOfPolynomials < axioms.length) {
      this.#polynomials.assert(axioms[this.#assertedOfPolynomials++] as Term);
    }
    return this.#polynomials.entailed(path, goals, {
      deadline: () => this.#options.remainingSeconds() <= 0,
      conflicts: this.#conflicts,
    });
  }

  /**
   * Like `proveAll` with a separate solver: questions about elements come with many reads, and a solver that has to
   * find values for all earlier reads is slow.
   */
  proveAllApart(path: Term, goals: readonly Term[]): readonly boolean[] {
    if (goals.every((goal) => goal === this.#manager.false)) return goals.map(() => false);
    const conflicts = this.#conflicts * EFFORT_APART;
    const areAlgebraic = [path, ...goals].some((term) => this.#products.has(term));
    return this.#apart(path, goals, (solver) =>
      areAlgebraic
        ? this.proveAll(path, goals, solver, conflicts)
        : this.#proveEach(path, goals, solver, conflicts),
    );
  }

  /** Like `proveAll`, one goal after the other: proofs about elements are much harder for several goals at once. */
  #proveEach(
    path: Term,
    goals: readonly Term[],
    solver: SmtSolver,
    conflicts: number,
  ): readonly boolean[] {
    const manager = this.#manager;
    const holds = goals.map((goal) => goal !== manager.false);
    const limits = { deadline: () => this.isLate(), conflicts };
    for (const [index, goal] of goals.entries()) {
      if (!holds[index] || goal === manager.true) continue;
      const answer = solver.check([path, manager.not(goal)], limits);
      if (answer === "unsat") continue;
      holds[index] = false;
      if (answer === "unknown") continue;
      for (const [other, condition] of goals.entries()) {
        if (holds[other] && condition !== manager.true && solver.value(condition) === 0n) {
          holds[other] = false;
        }
      }
    }
    return holds;
  }

  /** Finds goals that fail on some execution of a path. */
  refutedApart(path: Term, goals: readonly Term[]): readonly boolean[] {
    const manager = this.#manager;
    const isRefuted = goals.map(() => false);
    return this.#apart(path, goals, (solver) => {
      for (;;) {
        const open = goals.filter((_, index) => !isRefuted[index]);
        const limits = { deadline: () => this.isLate(), conflicts: this.#conflicts };
        const answer = solver.check([path, manager.not(manager.and(...open))], limits);
        if (answer !== "sat") return isRefuted;
        for (const [index, goal] of goals.entries()) {
          if (solver.value(goal) === 0n) isRefuted[index] = true;
        }
      }
    });
  }

  #apart<T>(path: Term, goals: readonly Term[], ask: (solver: SmtSolver) => T): T {
    const solver = new SmtSolver(this.#manager, this.#options.createSatSolver());
    try {
      for (const fact of [...this.relevant.of([path, ...goals]), path]) solver.assert(fact);
      return ask(solver);
    } finally {
      solver.dispose();
    }
  }

  /** Values of terms on an execution of a path where a goal fails. */
  counterexample(
    path: Term,
    goal: Term,
    terms: readonly Term[],
  ): readonly bigint[] | "none" | "unknown" {
    const answer = this.#prove(path, this.#manager.not(goal), COUNTEREXAMPLE_CONFLICTS);
    if (answer !== "sat") return answer === "unsat" ? "none" : "unknown";
    return terms.map((term) => this.solver.value(term));
  }

  #prove(path: Term, refuted: Term, conflicts = this.#conflicts): "sat" | "unsat" | "unknown" {
    return this.#informed().check([path, refuted], {
      deadline: () => this.isLate(),
      conflicts,
    });
  }

  /** Whether the remaining time is reserved for the questions after the exploration. */
  isLate(): boolean {
    return this.#options.remainingSeconds() < this.#reserve;
  }
}
