/**
 * One exploration by merged execution, with its questions to the solver: TRUE needs a complete exploration in which
 * neither a violation nor an obligation that would make it incomplete is satisfiable. A satisfiable violation is
 * only a candidate: the caller replays it.
 */

import { defined } from "../../ground/util/defined.ts";
import { isStackExhaustion } from "../../ground/util/exhaustion.ts";
import { LineIndex } from "../../ground/util/text-position.ts";
import { type Classify, incompleteOnes, type Obligation } from "../analysis-core/index.ts";
import type { CfaNode, CfaProgram } from "../cfa/index.ts";
import {
  PolynomialSolver,
  Products,
  SmtSolver,
  solveOnce,
  type Term,
  TermManager,
  UnsupportedFloatOperator,
} from "../smt/index.ts";
import { isUndefinedBehaviour } from "../specification/index.ts";
import type { Assertion, EngineAnswer, ExecutionRecord } from "../symbolic/index.ts";
import { choicesIn, type InputChoice, RelevantAxioms } from "../symbolic/index.ts";
import type { InductionOptions } from "./induction-options.ts";
import type { ClaimedPart } from "./invariants/rankings/loop-rankings.ts";
import type { RankingKind } from "./invariants/rankings/ranking-function.ts";
import type { Templates } from "./invariants/scalars/loop-invariants.ts";
import { MergedExecution } from "./merged-execution/merged-execution.ts";

/** Iterations of a loop with known conditions that are executed in the first phase. */
export const FIRST_CONCRETE_BOUND = 500;
/**
 * Share of the time for the questions after the exploration; with ranking functions, most questions come before.
 */
const RESERVED_SHARE = 0.2;
const RESERVED_WITH_RANKINGS = 0.1;
/** Feasibility checks are an optimisation: they give up early. */
const FEASIBILITY_CONFLICTS = 3000;

const INVARIANT_CONFLICTS = 3000;
/** Factor by which a question about elements may take more effort. */
const EFFORT_APART = 4;
/** Wider products are too hard for a SAT solver: invariants with them are decided by polynomials alone. */
const MAX_PRODUCT = 32;
/** For questions that are asked one at a time, and are mostly true when they are hard. */
const COUNTEREXAMPLE_CONFLICTS = 30_000;
/**
 * Where ranking functions are claimed, there are few questions, and there is no substitute for one that is given
 * up.
 */
const CLAIM_CONFLICTS = 60_000;
/** Candidates for counterexamples that are replayed. */
const MAX_CANDIDATES = 6;
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

export type PhaseAnswer =
  | Extract<EngineAnswer, { kind: "true" | "false" }>
  /** `retry`: a larger bound may help. */
  | (Extract<EngineAnswer, { kind: "unknown" }> & { readonly retry: boolean });

/** The execution of a phase, about which questions are asked. */
export type PhaseExecution = Pick<MergedExecution, "run" | "record" | "memory">;
export type ExecutionOptions = ConstructorParameters<typeof MergedExecution>[2];

/** Creates an execution other than that of a program without threads. */
export type MakeExecution = (manager: TermManager, options: ExecutionOptions) => PhaseExecution;

export class Phase {
  readonly #program: CfaProgram;
  readonly #options: InductionOptions;
  readonly #bound: number;
  readonly #isProof: boolean;
  readonly #manager = new TermManager();
  readonly #solver: SmtSolver;
  /** Created for the first question with products. */
  #polynomials: PolynomialSolver | undefined;
  /** Number of axioms that the polynomial solver has been given. */
  #assertedOfPolynomials = 0;
  readonly #products = new Products();
  readonly #execution: PhaseExecution;
  readonly #axioms: RelevantAxioms;
  readonly #feasible = new Map<Term, boolean>();
  /** Value of a term in the model of the last answer "sat" of {@link #check}. */
  #value: (term: Term) => bigint = () => 0n;
  /** Number of axioms that the solver has been given. */
  #asserted = 0;
  /** With fewer seconds left, exploration stops and the results so far are checked. */
  readonly #reserve: number;
  /** Conflicts after which a question about an invariant or a ranking function is given up. */
  readonly #conflicts: number;

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
    this.#program = program;
    this.#options = options;
    this.#isProof = proof !== undefined;
    this.#bound = bound;
    this.#conflicts = proof?.claimedRankings === undefined ? INVARIANT_CONFLICTS : CLAIM_CONFLICTS;
    const share = proof?.rankings === undefined ? RESERVED_SHARE : RESERVED_WITH_RANKINGS;
    this.#reserve = options.remainingSeconds() * share;
    this.#solver = new SmtSolver(this.#manager, options.createSatSolver());
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
      isFeasible: (path) => this.#isFeasible(path),
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
              proveAll: (path, goals) => this.#proveAll(path, goals),
              proveAllApart: (path, goals) => this.#proveAllApart(path, goals),
              refutedApart: (path, goals) => this.#refutedApart(path, goals),
              counterexample: (path, goal, terms) => this.#counterexample(path, goal, terms),
              templates: options.guessesNothing === true ? "none" : (proof.templates ?? "all"),
            },
          }),
      checkBudget: () => {
        if (this.#isLate()) throw new BudgetExhausted();
      },
    });
    this.#axioms = new RelevantAxioms(this.#execution.memory.axioms);
  }

  #isFeasible(path: Term): boolean {
    if (path === this.#manager.true) return true;
    if (path === this.#manager.false) return false;
    const known = this.#feasible.get(path);
    if (known !== undefined) return known;
    if (this.#isProof && this.#isTooWide(path)) {
      const isPossible = this.#entailed(path, [this.#manager.false])[0] !== true;
      this.#feasible.set(path, isPossible);
      return isPossible;
    }
    this.#assertAxioms();
    const answer = this.#solver.check([path], {
      deadline: () => this.#isLate(),
      conflicts: FEASIBILITY_CONFLICTS,
    });
    const feasible = answer !== "unsat";
    this.#feasible.set(path, feasible);
    return feasible;
  }

  /** Gives the solver the axioms about addresses and elements, which hold regardless of the program. */
  #assertAxioms(): void {
    const { axioms } = this.#execution.memory;
    while (this.#asserted < axioms.length) this.#solver.assert(axioms[this.#asserted++] as Term);
  }

  /** The solver, with all axioms. */
  #informed(): SmtSolver {
    this.#assertAxioms();
    return this.#solver;
  }

  dispose(): void {
    this.#solver.dispose();
    this.#polynomials?.dispose();
  }

  /**
   * Decides which goals hold on every execution of a path. A model that refutes one goal refutes every goal that is
   * false in it, so few calls suffice.
   */
  #proveAll(
    path: Term,
    goals: readonly Term[],
    solver: Pick<SmtSolver, "check" | "value"> = this.#informed(),
    conflicts = this.#conflicts,
  ): readonly boolean[] {
    const manager = this.#manager;
    const holds = goals.map((goal) => goal !== manager.false);
    const isImplied = this.#entailed(path, goals);
    if (this.#isTooWide(path)) return holds.map((_, index) => isImplied[index] === true);
    const left = goals.map((goal, index) => (isImplied[index] === true ? manager.true : goal));
    for (const [index, goal] of left.entries()) if (this.#isTooWide(goal)) holds[index] = false;
    for (;;) {
      const open = left.filter((goal, index) => holds[index] && goal !== manager.true);
      if (open.length === 0) return holds;
      const refuted = manager.not(manager.and(...open));
      const limits = { deadline: () => this.#isLate(), conflicts };
      const answer = solver.check([path, refuted], limits);
      if (answer === "unsat") return holds;
      if (answer === "unknown") {
        // The goals are too hard together: a goal that stays undecided alone is given up.
        return left.map(
          (goal, index) =>
            holds[index] === true &&
            (goal === manager.true ||
              (!this.#isLate() && solver.check([path, manager.not(goal)], limits) === "unsat")),
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
  #entailed(path: Term, goals: readonly Term[]): readonly boolean[] {
    if (![path, ...goals].some((term) => this.#products.has(term))) return [];
    this.#polynomials ??= new PolynomialSolver(this.#manager, this.#options.createSatSolver);
    const { axioms } = this.#execution.memory;
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
  #proveAllApart(path: Term, goals: readonly Term[]): readonly boolean[] {
    if (goals.every((goal) => goal === this.#manager.false)) return goals.map(() => false);
    const conflicts = this.#conflicts * EFFORT_APART;
    const areAlgebraic = [path, ...goals].some((term) => this.#products.has(term));
    return this.#apart(path, goals, (solver) =>
      areAlgebraic
        ? this.#proveAll(path, goals, solver, conflicts)
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
    const limits = { deadline: () => this.#isLate(), conflicts };
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
  #refutedApart(path: Term, goals: readonly Term[]): readonly boolean[] {
    const manager = this.#manager;
    const isRefuted = goals.map(() => false);
    return this.#apart(path, goals, (solver) => {
      for (;;) {
        const open = goals.filter((_, index) => !isRefuted[index]);
        const limits = { deadline: () => this.#isLate(), conflicts: this.#conflicts };
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
      for (const fact of [...this.#axioms.of([path, ...goals]), path]) solver.assert(fact);
      return ask(solver);
    } finally {
      solver.dispose();
    }
  }

  #counterexample(
    path: Term,
    goal: Term,
    terms: readonly Term[],
  ): readonly bigint[] | "none" | "unknown" {
    const answer = this.#prove(path, this.#manager.not(goal), COUNTEREXAMPLE_CONFLICTS);
    if (answer !== "sat") return answer === "unsat" ? "none" : "unknown";
    return terms.map((term) => this.#solver.value(term));
  }

  #prove(path: Term, refuted: Term, conflicts = this.#conflicts): "sat" | "unsat" | "unknown" {
    return this.#informed().check([path, refuted], {
      deadline: () => this.#isLate(),
      conflicts,
    });
  }

  /** Whether the remaining time is reserved for the questions after the exploration. */
  #isLate(): boolean {
    return this.#options.remainingSeconds() < this.#reserve;
  }

  run(): PhaseAnswer {
    let finished = true;
    try {
      this.#execution.run();
    } catch (error) {
      if (isStackExhaustion(error)) {
        return this.#unknown("the stack of the analysis is exhausted", { retry: false });
      }
      if (!(error instanceof BudgetExhausted)) throw error;
      finished = false;
    }
    const { record } = this.#execution;
    if (this.#isProof) {
      if (!finished) return this.#unknown("time limit in an inductive proof", { retry: false });
      const isViolated = this.#check([this.#violation(record)]) !== "unsat";
      const answer = isViolated
        ? this.#unknown(this.#whyNotInductive(record), { retry: true })
        : this.#checkCompleteness(record);
      return answer.kind === "unknown"
        ? {
            ...answer,
            invariants: record.invariants,
            proved: this.#provedAssertions(record),
          }
        : answer;
    }
    const violation = this.#searchViolation(record);
    if (violation !== undefined) return violation;
    const assertions = record.obligations.of("assertion");
    if (this.#check([this.#any(assertions)]) === "sat") {
      const failed = this.#firstOf(assertions);
      if (this.#options.refute?.(this.#choices(record)) === false) {
        const why = `a possible refutation could not be replayed: ${this.#describe(failed)}`;
        return this.#unknown(why, { retry: false });
      }
      return this.#unknown(`refuted: ${this.#describe(failed)}`, { retry: false });
    }
    if (!finished) {
      return this.#unknown(`time limit while unrolling ${this.#bound} times`, { retry: false });
    }
    return this.#checkCompleteness(record);
  }

  #whyNotInductive({ obligations }: ExecutionRecord): string {
    const [cycle] = obligations.of("cycle");
    return cycle === undefined ? "the property is not inductive" : this.#describe(cycle);
  }

  #unknown(reason: string, { retry }: { retry: boolean }): PhaseAnswer {
    return { kind: "unknown", reason, retry };
  }

  /** Short questions go to the solver that has translated the terms already, long ones to a separate solver. */
  #check(conditions: readonly Term[]): "sat" | "unsat" | "unknown" {
    if (conditions.includes(this.#manager.false)) return "unsat";
    const refuted =
      this.#isProof && this.#entailed(this.#manager.and(...conditions), [this.#manager.false]);
    if (refuted && refuted[0] === true) return "unsat";
    const { axioms } = this.#execution.memory;
    const deadline = (): boolean => this.#options.remainingSeconds() <= 0;
    // Facts about elements from earlier proofs are not needed here, and a solver that has all of them is slow.
    const isLight = !this.#isProof || axioms.length < MANY_AXIOMS;
    if (isLight) {
      this.#assertAxioms();
      const answer = this.#solver.check(conditions, { deadline, conflicts: SHORT_CONFLICTS });
      this.#value = (term) => this.#solver.value(term);
      if (answer !== "unknown" || deadline()) return answer;
    }
    const seconds = this.#options.remainingSeconds();
    const use = seconds < MIN_PROCESS_SECONDS ? undefined : "hard-question";
    const solver = this.#options.createSatSolver(use);
    const assertions = [...(isLight ? axioms : this.#axioms.of(conditions)), ...conditions];
    const solution = solveOnce(this.#manager, solver, assertions, {
      deadline,
      seconds,
    });
    this.#value = solution.value;
    return solution.answer;
  }

  #any(events: readonly { readonly guard: Term }[]): Term {
    return this.#manager.or(...events.map(({ guard }) => guard));
  }

  // --------------------------------------------------------------- violations

  #violation({ obligations }: ExecutionRecord): Term {
    const { classify } = this.#options.specification;
    return this.#any(obligations.filter((obligation) => classify(obligation) === "violation"));
  }

  /** Undefined when there is no violation within the bound. */
  #searchViolation(record: ExecutionRecord): PhaseAnswer | undefined {
    const { classify } = this.#options.specification;
    const isViolation = (obligation: Parameters<Classify>[0]): boolean =>
      classify(obligation) === "violation";
    const violations = record.obligations.filter(isViolation);
    // The completeness check reports these, unless they are violations themselves.
    const doubts = record.obligations.filter(
      (obligation) =>
        obligation.suspected !== undefined &&
        isViolation({ check: obligation.suspected }) &&
        !isViolation(obligation),
    );
    // A violation that cannot be replayed may hide one that can.
    let open = [...violations, ...doubts];
    let why: PhaseAnswer | undefined;
    for (let round = 0; round < MAX_CANDIDATES && open.length > 0; round++) {
      const answer = this.#check([this.#any(open)]);
      if (answer === "unsat") return why;
      if (answer === "unknown") {
        return why ?? this.#unknown("time limit while solving for a violation", { retry: false });
      }
      const failed = open.filter(({ guard }) => this.#isTrue(guard));
      if (this.#options.confirm(this.#choices(record), this.#value)) return { kind: "false" };
      const second = this.#searchDefinedViolation(record, failed);
      if (second.kind === "false") return second;
      const isDoubt = failed.every((one) => doubts.includes(one));
      if (!isDoubt) why ??= second;
      open = open.filter((one) => !failed.includes(one));
    }
    const undecided = open.find((one) => !doubts.includes(one));
    if (undecided === undefined) return why;
    const text = `a possible violation was not looked into: ${this.#describe(undecided)}`;
    return why ?? this.#unknown(text, { retry: false });
  }

  /** The last model may contain undefined behaviour: asks for one that does not. */
  #searchDefinedViolation(
    record: ExecutionRecord,
    failed: readonly Obligation<Term>[],
  ): PhaseAnswer {
    const { classify } = this.#options.specification;
    const suspects = record.obligations.filter(
      (obligation) => isUndefinedBehaviour(obligation) && classify(obligation) !== "violation",
    );
    const unspecified = record.obligations.of("unspecified");
    const defined = this.#manager.not(this.#any([...suspects, ...unspecified]));
    const suspect = this.#firstOf(suspects);
    const second = this.#check([this.#any(failed), defined]);
    if (second === "sat" && this.#options.confirm(this.#choices(record), this.#value))
      return { kind: "false" };
    const why =
      second === "sat"
        ? `a possible violation could not be replayed: ${this.#describe(this.#firstOf(failed))}`
        : second === "unsat"
          ? `a violation needs undefined behaviour (${this.#describe(suspect)})`
          : "time limit while solving for a violation";
    return this.#unknown(why, { retry: this.#mayComeLater(record, failed) });
  }

  /** The tracking of blocks is approximate: there may be later errors behind errors that do not happen. */
  #mayComeLater(record: ExecutionRecord, failed: readonly Obligation<Term>[]): boolean {
    const isOfMemory = failed.every(({ check }) => check !== "call" && check !== "overflow");
    return isOfMemory && this.#check([this.#any(record.obligations.of("unwinding"))]) !== "unsat";
  }

  /** The choices of the environment on the path of the current model. */
  #choices(record: ExecutionRecord): InputChoice[] {
    return choicesIn(record.inputs, this.#value);
  }

  // ------------------------------------------------------------- completeness

  #checkCompleteness(record: ExecutionRecord): PhaseAnswer {
    // Violations were decided before.
    for (const [what, obligations] of incompleteOnes(
      record.obligations,
      this.#options.specification.classify,
    )) {
      const answer = this.#check([this.#any(obligations)]);
      if (answer === "unsat") continue;
      const first = answer === "sat" ? this.#firstOf(obligations) : obligations[0];
      const retry = first?.check === "unwinding";
      return this.#unknown(`${what}: ${this.#describe(first)}`, { retry });
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
    if (this.#check([this.#any(leftOut)]) !== "unsat") return new Set();
    const failedOnes = record.obligations.of("assertion");
    for (const assertion of proved) {
      const failures = failedOnes.filter((failed) => failed.assertion === assertion);
      if (this.#check([this.#any(failures)]) !== "unsat") proved.delete(assertion);
    }
    return proved;
  }

  /** The first obligation that fails on the path of the current model. */
  #firstOf(obligations: readonly Obligation<Term>[]): Obligation<Term> | undefined {
    return obligations.find(({ guard }) => this.#isTrue(guard));
  }

  /** Whether the guard is true in the current model. */
  #isTrue(guard: Term): boolean {
    return guard === this.#manager.true || this.#value(guard) === 1n;
  }

  #describe(obligation: Obligation<Term> | undefined): string {
    if (obligation === undefined) return "unknown place";
    const { edge, reason } = obligation;
    if (edge === undefined) return reason;
    // The code of library functions is not part of the program's text.
    const isOwn = this.#program.functions.get(edge.source.functionName)?.isLibrary === false;
    if (!isOwn) return `${reason} (in ${edge.source.functionName})`;
    return `${reason} (line ${new LineIndex(this.#program.text).positionOf(edge.range.start).line})`;
  }
}
