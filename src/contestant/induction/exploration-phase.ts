/**
 * One exploration by merged execution, with its questions to the solver: TRUE needs a complete exploration in which
 * neither a violation nor an obligation that would make it incomplete is satisfiable. A satisfiable violation is
 * only a candidate: the caller replays it.
 */

import { defined } from "../../ground/util/defined.ts";
import { isStackExhaustion } from "../../ground/util/exhaustion.ts";
import { incompleteOnes } from "../analysis-core/index.ts";
import type { CfaNode, CfaProgram } from "../cfa/index.ts";
import { TermManager, UnsupportedFloatOperator } from "../smt/index.ts";
import type { Assertion, ExecutionRecord } from "../symbolic/index.ts";
import type { InductionOptions } from "./induction-options.ts";
import type { ClaimedPart } from "./invariants/rankings/loop-rankings.ts";
import type { RankingKind } from "./invariants/rankings/ranking-function.ts";
import type { Templates } from "./invariants/scalars/loop-invariants.ts";
import { MergedExecution } from "./merged-execution/merged-execution.ts";
import { PathQuestions } from "./path-questions.ts";
import { type PhaseAnswer, unknownFor } from "./phase-answer.ts";
import { RecordQuestions } from "./record-questions.ts";
import { ViolationSearch } from "./violation-search.ts";

/** Iterations of a loop with known conditions that are executed in the first phase. */
export const FIRST_CONCRETE_BOUND = 500;
/**
 * Share of the time for the questions after the exploration; with ranking functions, most questions come before.
 */
const RESERVED_SHARE = 0.2;
const RESERVED_WITH_RANKINGS = 0.1;
const INVARIANT_CONFLICTS = 3000;
/**
 * Where ranking functions are claimed, there are few questions, and there is no substitute for one that is given
 * up.
 */
const CLAIM_CONFLICTS = 60_000;

/** Thrown to give up an exploration. */
class BudgetExhausted extends Error {}

/** Runs a phase; an operator that the solver cannot translate leads to "unknown". */
export function runPhase(phase: Phase): PhaseAnswer {
  try {
    return phase.run();
  } catch (error) {
    if (!(error instanceof UnsupportedFloatOperator)) throw error;
    return { kind: "unknown", reason: error.message, retry: false };
  } finally {
    phase.dispose();
  }
}

/** The execution of a phase, about which questions are asked. */
export type PhaseExecution = Pick<MergedExecution, "run" | "record" | "memory">;
export type ExecutionOptions = ConstructorParameters<typeof MergedExecution>[2];

/** Creates an execution other than that of a program without threads. */
export type MakeExecution = (manager: TermManager, options: ExecutionOptions) => PhaseExecution;

export class Phase {
  readonly #options: InductionOptions;
  readonly #bound: number;
  readonly #isProof: boolean;
  readonly #manager = new TermManager();
  readonly #execution: PhaseExecution;
  readonly #paths: PathQuestions;
  readonly #questions: RecordQuestions;

  /**
   * @param proof - generalise loops, after the given number of iterations that no choice continues; undefined:
   *   unroll them
   * @param lemmas - by loop head: candidates in a proof, otherwise already proved
   */
  constructor(
    program: CfaProgram,
    options: InductionOptions,
    bound: number,
    concreteBound: number,
    proof?: {
      readonly peel: number;
      readonly window: number;
      readonly rankings?: RankingKind;
      /** By default all, unless the claim excludes guessed invariants. */
      readonly templates?: Templates;
      readonly claimedRankings?: ReadonlyMap<CfaNode, readonly ClaimedPart[]>;
    },
    lemmas?: ReadonlyMap<CfaNode, readonly Assertion[]>,
    make: MakeExecution = (manager, made) => new MergedExecution(program, manager, made),
  ) {
    this.#options = options;
    this.#isProof = proof !== undefined;
    this.#bound = bound;
    const share = proof?.rankings === undefined ? RESERVED_SHARE : RESERVED_WITH_RANKINGS;
    const { createSatSolver } = options;
    this.#paths = new PathQuestions(
      this.#manager,
      {
        createSatSolver,
        remainingSeconds: () => options.remainingSeconds(),
        isProof: this.#isProof,
        reserve: options.remainingSeconds() * share,
        conflicts: proof?.claimedRankings === undefined ? INVARIANT_CONFLICTS : CLAIM_CONFLICTS,
      },
      () => this.#execution.memory.axioms,
    );
    this.#questions = new RecordQuestions(
      program,
      this.#manager,
      options,
      this.#isProof,
      this.#paths,
    );
    this.#execution = make(this.#manager, {
      ...options.specification.execution,
      classify: options.specification.classify,
      bound,
      concreteBound,
      ...defined({
        assertions: options.assertions,
        onFate: options.onFate,
        contracts: options.contracts,
        locationLemmas: options.locationLemmas,
      }),
      isFeasible: (path) => this.#paths.isFeasible(path),
      ...(lemmas === undefined ? {} : proof === undefined ? { assumptions: lemmas } : { lemmas }),
      ...(proof === undefined
        ? {}
        : {
            loopAbstraction: {
              ...proof,
              recursion:
                proof.peel === 0 &&
                (options.guessesNothing !== true || options.contracts !== undefined),
              ...defined({ summedUp: options.summedUp }),
              proveAll: (path, goals) => this.#paths.proveAll(path, goals),
              proveAllApart: (path, goals) => this.#paths.proveAllApart(path, goals),
              refutedApart: (path, goals) => this.#paths.refutedApart(path, goals),
              counterexample: (path, goal, terms) => this.#paths.counterexample(path, goal, terms),
              templates: options.guessesNothing === true ? "none" : (proof.templates ?? "all"),
            },
          }),
      checkBudget: () => {
        if (this.#paths.isLate()) throw new BudgetExhausted();
      },
    });
  }

  dispose(): void {
    this.#paths.dispose();
  }

  run(): PhaseAnswer {
    let finished = true;
    try {
      this.#execution.run();
    } catch (error) {
      if (isStackExhaustion(error)) {
        return unknownFor("the stack of the analysis is exhausted", { retry: false });
      }
      if (!(error instanceof BudgetExhausted)) throw error;
      finished = false;
    }
    const { record } = this.#execution;
    if (this.#isProof) {
      if (!finished) return unknownFor("time limit in an inductive proof", { retry: false });
      const isViolated = this.#questions.check([this.#questions.violation(record)]) !== "unsat";
      const answer = isViolated
        ? unknownFor(this.#whyNotInductive(record), { retry: true })
        : this.#checkCompleteness(record);
      return answer.kind === "unknown"
        ? {
            ...answer,
            invariants: record.invariants,
            proved: this.#provedAssertions(record),
          }
        : answer;
    }
    const search = new ViolationSearch(this.#manager, this.#options, this.#questions);
    const violation = search.search(record);
    if (violation !== undefined) return violation;
    const assertions = record.obligations.of("assertion");
    if (this.#questions.check([this.#questions.any(assertions)]) === "sat") {
      const failed = this.#questions.firstOf(assertions);
      if (this.#options.refute?.(this.#questions.choices(record)) === false) {
        const why = `a possible refutation could not be replayed: ${this.#questions.describe(failed)}`;
        return unknownFor(why, { retry: false });
      }
      return unknownFor(`refuted: ${this.#questions.describe(failed)}`, { retry: false });
    }
    if (!finished) {
      return unknownFor(`time limit while unrolling ${this.#bound} times`, { retry: false });
    }
    return this.#checkCompleteness(record);
  }

  #whyNotInductive({ obligations }: ExecutionRecord): string {
    const [cycle] = obligations.of("cycle");
    return cycle === undefined ? "the property is not inductive" : this.#questions.describe(cycle);
  }

  #checkCompleteness(record: ExecutionRecord): PhaseAnswer {
    // Violations were decided before.
    for (const [what, obligations] of incompleteOnes(
      record.obligations,
      this.#options.specification.classify,
    )) {
      const answer = this.#questions.check([this.#questions.any(obligations)]);
      if (answer === "unsat") continue;
      const first = answer === "sat" ? this.#questions.firstOf(obligations) : obligations[0];
      const retry = first?.check === "unwinding";
      return unknownFor(`${what}: ${this.#questions.describe(first)}`, { retry });
    }
    return { kind: "true", invariants: record.invariants };
  }

  /** The assertions proved in an exploration of all executions; none when it leaves some out. */
  #provedAssertions(record: ExecutionRecord): ReadonlySet<Assertion> {
    const proved = new Set([...(this.#options.assertions?.values() ?? [])].flat());
    if (proved.size === 0) return proved;
    const { classify } = this.#options.specification;
    const leftOut = record.obligations.filter((obligation) => {
      const meaning = classify(obligation);
      return (
        obligation.check !== "assertion" &&
        (meaning === "incomplete" || meaning === "ends-execution")
      );
    });
    if (this.#questions.check([this.#questions.any(leftOut)]) !== "unsat") return new Set();
    const failedOnes = record.obligations.of("assertion");
    for (const assertion of proved) {
      const failures = failedOnes.filter((failed) => failed.assertion === assertion);
      if (this.#questions.check([this.#questions.any(failures)]) !== "unsat")
        proved.delete(assertion);
    }
    return proved;
  }
}
