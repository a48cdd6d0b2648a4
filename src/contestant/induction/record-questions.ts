/** Questions on the record of an exploration: which of its obligations fail on some execution, and on which one. */

import { LineIndex } from "../../ground/util/text-position.ts";
import type { Obligation } from "../analysis-core/index.ts";
import type { CfaProgram } from "../cfa/index.ts";
import { solveOnce, type Term, type TermManager } from "../smt/index.ts";
import { choicesIn, type ExecutionRecord, type InputChoice } from "../symbolic/index.ts";
import type { InductionOptions } from "./induction-options.ts";
import type { PathQuestions } from "./path-questions.ts";

/**
 * Conflicts after which a question is simplified as a whole and asked in a new solver: more than most easy
 * questions need, and few enough that a hard one loses little time in a solver that has to find values for all
 * earlier terms.
 */
const SHORT_CONFLICTS = 500;
/** A solver that is a process needs at least this: its limit is in whole seconds. */
const MIN_PROCESS_SECONDS = 1;
/** Number of axioms about elements with which a question is better asked in a separate solver. */
const MANY_AXIOMS = 200;

export class RecordQuestions {
  readonly #program: CfaProgram;
  readonly #manager: TermManager;
  readonly #options: InductionOptions;
  readonly #isProof: boolean;
  readonly #paths: PathQuestions;
  /** Value of a term in the model of the last answer "sat" of {@link check}. */
  value: (term: Term) => bigint = () => 0n;

  /** @param isProof - whether the exploration generalised loops */
  constructor(
    program: CfaProgram,
    manager: TermManager,
    options: InductionOptions,
    isProof: boolean,
    paths: PathQuestions,
  ) {
    this.#program = program;
    this.#manager = manager;
    this.#options = options;
    this.#isProof = isProof;
    this.#paths = paths;
  }

  /** Short questions go to the solver that has translated the terms already, long ones to a separate solver. */
  check(conditions: readonly Term[]): "sat" | "unsat" | "unknown" {
    if (conditions.includes(this.#manager.false)) return "unsat";
    const refuted =
      this.#isProof &&
      this.#paths.entailed(this.#manager.and(...conditions), [this.#manager.false]);
    if (refuted && refuted[0] === true) return "unsat";
    const { axioms } = this.#paths;
    const deadline = (): boolean => this.#options.remainingSeconds() <= 0;
    // Facts about elements from earlier proofs are not needed here, and a solver that has all of them is slow.
    const isLight = !this.#isProof || axioms.length < MANY_AXIOMS;
    if (isLight) {
      this.#paths.assertAxioms();
      const answer = this.#paths.solver.check(conditions, { deadline, conflicts: SHORT_CONFLICTS });
      this.value = (term) => this.#paths.solver.value(term);
      if (answer !== "unknown" || deadline()) return answer;
    }
    const seconds = this.#options.remainingSeconds();
    const use = seconds < MIN_PROCESS_SECONDS ? undefined : "hard-question";
    const solver = this.#options.createSatSolver(use);
    const assertions = [...(isLight ? axioms : this.#paths.relevant.of(conditions)), ...conditions];
    const solution = solveOnce(this.#manager, solver, assertions, {
      deadline,
      seconds,
    });
    this.value = solution.value;
    return solution.answer;
  }

  /** The executions on which one of several events happens. */
  any(events: readonly { readonly guard: Term }[]): Term {
    return this.#manager.or(...events.map(({ guard }) => guard));
  }

  /** The executions with a violation. */
  violation({ obligations }: ExecutionRecord): Term {
    const { classify } = this.#options.specification;
    return this.any(obligations.filter((obligation) => classify(obligation) === "violation"));
  }

  /** The choices of the environment on the path of the current model. */
  choices(record: ExecutionRecord): InputChoice[] {
    return choicesIn(record.inputs, this.value);
  }

  /** The first obligation that fails on the path of the current model. */
  firstOf(obligations: readonly Obligation<Term>[]): Obligation<Term> | undefined {
    return obligations.find(({ guard }) => this.isTrue(guard));
  }

  /** Whether the guard is true in the current model. */
  isTrue(guard: Term): boolean {
    return guard === this.#manager.true || this.value(guard) === 1n;
  }

  /** The obligation, with its place in the program. */
  describe(obligation: Obligation<Term> | undefined): string {
    if (obligation === undefined) return "unknown place";
    const { edge, reason } = obligation;
    if (edge === undefined) return reason;
    // The code of library functions is not part of the program's text.
    const isOwn = this.#program.functions.get(edge.source.functionName)?.isLibrary === false;
    if (!isOwn) return `${reason} (in ${edge.source.functionName})`;
    return `${reason} (line ${new LineIndex(this.#program.text).positionOf(edge.range.start).line})`;
  }
}
