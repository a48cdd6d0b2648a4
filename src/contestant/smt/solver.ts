/** An incremental SMT solver for bit-vectors and floating point over a SAT solver. */
import { invariant } from "../../ground/util/errors.ts";
import { BitBlaster } from "./bit-blast.ts";
import { CnfWriter } from "./blast/cnf.ts";
import { Evaluator } from "./evaluate.ts";
import { lowerFloat } from "./float/lower.ts";
import type { SatSolver, SolverAnswer, SolverLimits } from "./sat-solver.ts";
import type { Term, TermManager } from "./term.ts";

export type { SatSolver, SolverAnswer } from "./sat-solver.ts";

/**
 * Number of models that are tried before the SAT solver runs, which costs time for every variable.
 */
const REMEMBERED_MODELS = 3;

/**
 * Assertions and checks under assumptions. Every model is evaluated against all assertions and
 * assumptions before the answer "sat" is given; a violation is an InvariantError. Variables without
 * a value in a model are zero: nothing depends on them. Asserting and checking throw
 * UnsupportedFloatOperator for terms that float/lower.ts cannot lower.
 */
export class SmtSolver {
  readonly #manager: TermManager;
  readonly #sat: SatSolver;
  readonly #blaster: BitBlaster;
  readonly #cnf: CnfWriter;
  readonly #asserted: Set<Term> = new Set();
  /** For the last answer, if that was "unsat". */
  #failed: readonly Term[] | undefined;
  /** For the last answer, if that was "sat". */
  #model: Evaluator | undefined;
  /** Latest first. */
  #models: readonly Evaluator[] = [];

  constructor(manager: TermManager, sat: SatSolver) {
    this.#manager = manager;
    this.#sat = sat;
    this.#blaster = new BitBlaster((term) => lowerFloat(manager, term));
    this.#cnf = new CnfWriter(this.#blaster.graph, sat);
  }

  /** Number of gates of the circuit so far: the size of all assertions and assumptions. */
  get gateCount(): number {
    return this.#blaster.graph.size;
  }

  /**
   * Adds a Bool that holds from now on.
   * @returns false when the deadline came first: then no conclusion may be drawn from later answers
   */
  assert(term: Term, { deadline }: SolverLimits = {}): boolean {
    invariant(term.width === 0, "only Bools can be asserted");
    const conjuncts = [term];
    for (let next = conjuncts.pop(); next !== undefined; next = conjuncts.pop()) {
      if (next === this.#manager.true || this.#asserted.has(next)) continue;
      if (next.op === "and") {
        conjuncts.push(next.args[1] as Term, next.args[0] as Term);
        continue;
      }
      const literal = this.#literal(next, deadline);
      if (literal === undefined) return false;
      this.#asserted.add(next);
      this.#sat.addClause([literal]);
    }
    return true;
  }

  /**
   * Decides satisfiability of the assertions together with the assumptions, which hold in this call
   * only.
   */
  check(
    assumptions: readonly Term[] = [],
    limits: SolverLimits = {},
    preferred: readonly Term[] = [],
  ): SolverAnswer {
    this.#failed = undefined;
    this.#model = this.#models.find((model) => this.#isSatisfied(model, assumptions));
    if (this.#model !== undefined) return "sat";
    if (assumptions.includes(this.#manager.false)) {
      this.#failed = [this.#manager.false];
      return "unsat";
    }
    const literals = this.#literals(assumptions, limits);
    const hopes = this.#literals(preferred, limits);
    if (literals === undefined || hopes === undefined) return "unknown";
    const answer = this.#sat.solve(literals, limits, hopes);
    if (answer === "sat") this.#model = this.#newModel(assumptions);
    if (answer === "unsat") {
      this.#failed = assumptions.filter((_, i) => this.#sat.failed(literals[i] as number));
    }
    return answer;
  }

  /** The unsigned value of any term in the model of the last answer "sat". */
  value(term: Term): bigint {
    invariant(this.#model !== undefined, "there is no model: the last answer was not sat");
    return this.#model.value(term);
  }

  /** The model of the last answer "sat", which later calls do not change. */
  get model(): Pick<Evaluator, "value"> {
    invariant(this.#model !== undefined, "there is no model: the last answer was not sat");
    return this.#model;
  }

  /** Values of the variables in the model of the last answer "sat". */
  modelOf(variables: Iterable<Term>): Map<Term, bigint> {
    return new Map(Array.from(variables, (variable) => [variable, this.value(variable)]));
  }

  /** Assumptions that, with the assertions, suffice for the last answer "unsat". */
  failedAssumptions(): Term[] {
    invariant(this.#failed !== undefined, "no failed assumptions: the last answer was not unsat");
    return [...this.#failed];
  }

  dispose(): void {
    this.#sat.dispose();
  }

  /** Undefined when the deadline came first. */
  #literals(terms: readonly Term[], { deadline }: SolverLimits): readonly number[] | undefined {
    const literals: number[] = [];
    for (const term of terms) {
      const literal = this.#literal(term, deadline);
      if (literal === undefined) return undefined;
      literals.push(literal);
    }
    return literals;
  }

  /** Undefined when the deadline came first. */
  #literal(term: Term, deadline: (() => boolean) | undefined): number | undefined {
    const literal = this.#blaster.literal(term, deadline);
    return literal === undefined ? undefined : this.#cnf.solverLiteral(literal, deadline);
  }

  /** The model of the SAT solver, after the assertions and assumptions were evaluated in it. */
  #newModel(assumptions: readonly Term[]): Evaluator {
    const values = new Map<Term, bigint>();
    for (const variable of this.#blaster.variables) values.set(variable, this.#read(variable));
    const model = new Evaluator((variable) => values.get(variable) ?? 0n);
    invariant(
      this.#isSatisfied(model, assumptions),
      "a model of the SAT solver violates an assertion or assumption",
    );
    this.#models = [model, ...this.#models.slice(0, REMEMBERED_MODELS - 1)];
    return model;
  }

  #isSatisfied(model: Evaluator, assumptions: readonly Term[]): boolean {
    for (const term of assumptions) if (!model.isTrue(term)) return false;
    for (const term of this.#asserted) if (!model.isTrue(term)) return false;
    return true;
  }

  /** The value of a variable from the bits of the SAT solver. */
  #read(variable: Term): bigint {
    let value = 0n;
    this.#blaster.word(variable).forEach((literal, bit) => {
      const satVariable = this.#cnf.variableOf(literal);
      if (satVariable !== 0 && this.#sat.value(satVariable)) value |= 1n << BigInt(bit);
    });
    return value;
  }
}
