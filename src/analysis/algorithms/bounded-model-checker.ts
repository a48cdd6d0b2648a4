/**
 * Bounded model checking with growing bounds and unwinding assertions (Clarke,
 * Kroening, Lerda 2004). TRUE needs a complete exploration: no violation, and
 * no obligation that would make the exploration incomplete, is satisfiable.
 * A satisfiable violation is only a candidate: the caller replays it.
 */

import type { CfaNode, CfaProgram } from "../../cfa/index.ts";
import {
  type SatSolverFactory,
  SmtSolver,
  solveOnce,
  type Term,
  TermManager,
  UnsupportedFloatOperator,
} from "../../smt/index.ts";

import { type EngineSpecification, isUndefinedBehaviour } from "../../specification/index.ts";
import { defined } from "../../util/defined.ts";
import { isStackExhaustion } from "../../util/exhaustion.ts";
import { LineIndex } from "../../util/text-position.ts";
import type { LoopInvariants } from "../core/loop-invariants.ts";
import { incompleteOnes, type Obligation } from "../core/obligation.ts";
import type { Assertion } from "../formula/edge-execution.ts";
import { choicesIn, type InputChoice } from "../formula/input-choices.ts";
import type { ContractHints } from "../invariants/contract-hints.ts";
import type { InvariantFate } from "../invariants/loop-invariants.ts";
import type { ExecutionRecord } from "../memory/execution-record.ts";
import { SymbolicExecution } from "./merged-execution/merged-execution.ts";

export type { InputChoice } from "../formula/input-choices.ts";

export type BmcAnswer =
  | { readonly kind: "true"; readonly invariants: readonly LoopInvariants[] }
  | { readonly kind: "false" }
  | {
      readonly kind: "unknown";
      readonly reason: string;
      /** What was proved of loops all the same. */
      readonly invariants?: readonly LoopInvariants[];
      /** Of {@link BmcOptions.assertions}, those that hold whenever they are reached all the same. */
      readonly proved?: ReadonlySet<Assertion>;
    };

export interface BmcOptions {
  readonly specification: EngineSpecification;
  readonly createSatSolver: SatSolverFactory;
  /** Seconds left; the search gives up at 0. */
  readonly remainingSeconds: () => number;
  /** Replays a counterexample; true when the violation really happens. */
  readonly confirm: (choices: readonly InputChoice[]) => boolean;
  /** Further conditions that TRUE must imply, by node. */
  readonly assertions?: ReadonlyMap<CfaNode, readonly Assertion[]>;
  /** Replays executions on which an assertion does not hold; true when one really fails. */
  readonly refute?: (choices: readonly InputChoice[]) => boolean;
  /** Told, perhaps several times, what becomes of an assertion as an invariant of a loop. */
  readonly onFate?: (assertion: Assertion, fate: InvariantFate) => void;
  /** Inductive proofs use the assertions at loops only, and guess no further invariants. */
  readonly guessesNothing?: boolean;
  /** Candidates for loop invariants, by loop head, that are known by now: used where they are proved. */
  readonly lemmas?: () => ReadonlyMap<CfaNode, readonly Assertion[]>;
  /** Candidates for contracts of recursive functions, in inductive proofs. */
  readonly contracts?: ContractHints;
  /** Told at the start of every phase. */
  readonly onPhase?: (bound: number) => void;
}

const BOUNDS = [1, 2, 4, 7, 12, 20, 35, 60, 100, 200, 400, 800, 1600, 3200, 10000, 100000];
const FIRST_CONCRETE_BOUND = 500;
/** Feasibility checks are an optimisation: they give up early. */
const FEASIBILITY_CONFLICTS = 3000;

const INVARIANT_CONFLICTS = 3000;
/** Conflicts after which a question is simplified as a whole and asked of a new solver. */
const SHORT_CONFLICTS = 2000;

/** Thrown to give up an exploration. */
class BudgetExhausted extends Error {}

export function checkBounded(program: CfaProgram, options: BmcOptions): BmcAnswer {
  let concreteBound = FIRST_CONCRETE_BOUND;
  let reason = "no bound was tried";
  const lemmas = new ProvedLemmas(program, options);
  for (const bound of BOUNDS) {
    if (options.remainingSeconds() <= 0)
      return { kind: "unknown", reason: `time limit; ${reason}` };
    options.onPhase?.(bound);
    const proved = lemmas.proved();
    if (proved === "suffice") return { kind: "true", invariants: [] };
    const phase = new Phase(program, options, bound, concreteBound, undefined, proved);
    const answer = runPhase(phase);
    if (answer.kind !== "unknown") return answer;
    reason = answer.reason;
    if (!answer.retry) return { kind: "unknown", reason };
    concreteBound *= 4;
  }
  return { kind: "unknown", reason };
}

/** Of the time that is left, for the proof of lemmas that others have found; and the most of it. */
const LEMMA_SHARE = 0.1;
const LEMMA_SECONDS = 3;

/** Those of the lemmas that are invariants indeed: each is proved here before it is assumed. */
class ProvedLemmas {
  readonly #program: CfaProgram;
  readonly #options: BmcOptions;
  #candidates: ReadonlyMap<CfaNode, readonly Assertion[]> = new Map();
  #proved: ReadonlyMap<CfaNode, readonly Assertion[]> = new Map();

  constructor(program: CfaProgram, options: BmcOptions) {
    this.#program = program;
    this.#options = options;
  }

  /** "suffice" when their proof is one of the whole claim. */
  proved(): ReadonlyMap<CfaNode, readonly Assertion[]> | "suffice" {
    const options = this.#options;
    // Other assertions are to be decided, not used.
    const candidates = options.assertions === undefined ? options.lemmas?.() : undefined;
    if (candidates === undefined || candidates === this.#candidates) return this.#proved;
    this.#candidates = candidates;
    const seconds = Math.min(options.remainingSeconds() * LEMMA_SHARE, LEMMA_SECONDS);
    const { lemmas: _, ...claim } = within(options, seconds);
    let open = candidates;
    for (;;) {
      const answer = proveInductively(this.#program, {
        ...claim,
        assertions: open,
        guessesNothing: true,
      });
      if (answer.kind === "true") return "suffice";
      const proved = (answer.kind === "unknown" ? answer.proved : undefined) ?? new Set();
      this.#proved = onlyOf(open, proved);
      // What does not hold stood in the way of the claim as well.
      if (proved.size === 0 || proved.size === sizeOf(open)) return this.#proved;
      open = this.#proved;
    }
  }
}

function onlyOf<T>(
  all: ReadonlyMap<CfaNode, readonly T[]>,
  chosen: ReadonlySet<T>,
): ReadonlyMap<CfaNode, readonly T[]> {
  return new Map([...all].map(([node, some]) => [node, some.filter((one) => chosen.has(one))]));
}

function sizeOf(all: ReadonlyMap<CfaNode, readonly unknown[]>): number {
  return [...all.values()].flat().length;
}

/** How many iterations that nothing decides are followed before a loop is generalised. */
const PEELS = [0, 40];
/** Nested activations that an inductive proof follows. */
const INDUCTION_RECURSION = 4;

/**
 * Proof attempts with generalised loops (see loop-abstraction.ts): TRUE, or
 * unknown. The exploration covers every execution, so that it is a proof when
 * no violation, no cut recursion, no unsupported construct and no undefined
 * behaviour is satisfiable in it.
 */
export function proveInductively(program: CfaProgram, options: BmcOptions): BmcAnswer {
  let reason = "no attempt was made";
  let proved: ReadonlySet<Assertion> = new Set();
  const invariants: LoopInvariants[] = [];
  for (const peel of PEELS) {
    if (options.remainingSeconds() <= 0)
      return { kind: "unknown", reason: `time limit; ${reason}`, proved, invariants };
    const answer = runPhase(
      new Phase(
        program,
        options,
        INDUCTION_RECURSION,
        FIRST_CONCRETE_BOUND,
        { peel, window: 1 },
        options.lemmas?.(),
      ),
    );
    if (answer.kind !== "unknown") return answer;
    reason = answer.reason;
    proved = new Set([...proved, ...(answer.proved ?? [])]);
    invariants.push(...(answer.invariants ?? []));
  }
  return { kind: "unknown", reason, proved, invariants };
}

/** The k of k-induction, with growing steps: every one starts afresh. */
const WINDOWS = [1, 2, 3, 4, 6, 8, 11, 15, 20, 28, 40, 60, 90, 130, 200, 400, 1000, 10000];
/** Of the time that is left, for the base case and for the proof attempts with one k. */
const BASE_SHARE = 0.3;
const STEP_SHARE = 0.7;
/** Of the time for a step. */
const FIRST_ATTEMPT_SHARE = 0.75;

/**
 * k-induction for k = 1, 2, 3, … (Sheeran, Singh, Stålmarck, FMCAD 2000;
 * strengthened with invariants as in Beyer, Dangl, Wendler, CAV 2015): the
 * base case and the forward condition are bounded model checking with bound
 * k, the step is a proof in which a violation may only come after k - 1
 * iterations of its loop without one.
 */
export function checkByKInduction(program: CfaProgram, options: BmcOptions): BmcAnswer {
  let concreteBound = FIRST_CONCRETE_BOUND;
  const reasons = { base: "no bound was tried", step: "no step was tried" };
  let isStepOpen = true;
  let isBaseOpen = true;
  for (const k of WINDOWS) {
    if (!isStepOpen && !isBaseOpen) break;
    if (options.remainingSeconds() <= 0) {
      reasons.base = `time limit; ${reasons.base}`;
      break;
    }
    options.onPhase?.(k);
    if (isBaseOpen) {
      const share = isStepOpen ? BASE_SHARE : 1;
      const base = within(options, options.remainingSeconds() * share);
      const answer = runPhase(new Phase(program, base, k, concreteBound));
      if (answer.kind !== "unknown") return answer;
      reasons.base = answer.reason;
      isBaseOpen = answer.retry;
      concreteBound *= 2;
    }
    if (isStepOpen) {
      const answer = stepOf(program, options, k);
      if (answer.kind === "true") return answer;
      if (answer.kind === "unknown") {
        reasons.step = answer.reason;
        isStepOpen = answer.retry;
      }
    }
  }
  return { kind: "unknown", reason: `base: ${reasons.base}; step: ${reasons.step}` };
}

/** The step for one k; `retry` when a larger k may help. */
function stepOf(program: CfaProgram, options: BmcOptions, window: number): PhaseAnswer {
  const end = options.remainingSeconds() * (1 - STEP_SHARE);
  let retry = false;
  let reason = "no attempt was made";
  for (const [index, peel] of PEELS.entries()) {
    // The first attempt gets the larger part.
    const share = index === PEELS.length - 1 ? 1 : FIRST_ATTEMPT_SHARE;
    const seconds = (options.remainingSeconds() - end) * share;
    const answer = runPhase(
      new Phase(
        program,
        within(options, seconds),
        INDUCTION_RECURSION,
        FIRST_CONCRETE_BOUND,
        { peel, window },
        options.lemmas?.(),
      ),
    );
    if (answer.kind !== "unknown") return answer;
    reason = answer.reason;
    if (answer.retry) retry = true;
  }
  return { kind: "unknown", reason, retry };
}

/** The same, with fewer seconds left. */
function within(options: BmcOptions, seconds: number): BmcOptions {
  const kept = options.remainingSeconds() - seconds;
  return { ...options, remainingSeconds: () => options.remainingSeconds() - kept };
}

/** Runs a phase; an operator that the solver cannot translate is a reason not to know. */
function runPhase(phase: Phase): PhaseAnswer {
  try {
    return phase.run();
  } catch (error) {
    if (!(error instanceof UnsupportedFloatOperator)) throw error;
    return { kind: "unknown", reason: error.message, retry: false };
  } finally {
    phase.dispose();
  }
}

type PhaseAnswer =
  | Extract<BmcAnswer, { kind: "true" | "false" }>
  /** `retry`: a larger bound may help. */
  | (Extract<BmcAnswer, { kind: "unknown" }> & { readonly retry: boolean });

class Phase {
  readonly #program: CfaProgram;
  readonly #options: BmcOptions;
  readonly #bound: number;
  readonly #isProof: boolean;
  readonly #manager = new TermManager();
  readonly #solver: SmtSolver;
  readonly #execution: SymbolicExecution;
  readonly #feasible = new Map<Term, boolean>();
  /** In the model of the last answer "sat" of {@link #check}. */
  #value: (term: Term) => bigint = () => 0n;
  /** How many axioms the solver knows. */
  #asserted = 0;
  /** Below this many seconds left, exploration stops and what was found is checked. */
  readonly #reserve: number;

  /**
   * @param proof - generalise loops, after so many iterations that no choice continues; undefined: unroll them
   * @param lemmas - of loop heads: candidates in a proof, else proved before
   */
  constructor(
    program: CfaProgram,
    options: BmcOptions,
    bound: number,
    concreteBound: number,
    proof?: { readonly peel: number; readonly window: number },
    lemmas?: ReadonlyMap<CfaNode, readonly Assertion[]>,
  ) {
    this.#program = program;
    this.#options = options;
    this.#isProof = proof !== undefined;
    this.#bound = bound;
    this.#reserve = options.remainingSeconds() * 0.35;
    this.#solver = new SmtSolver(this.#manager, options.createSatSolver());
    this.#execution = new SymbolicExecution(program, this.#manager, {
      ...options.specification.execution,
      classify: options.specification.classify,
      bound,
      concreteBound,
      ...defined({
        assertions: options.assertions,
        onFate: options.onFate,
        contracts: options.contracts,
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
              proveAll: (path: Term, goals: readonly Term[]) => this.#proveAll(path, goals),
              guesses: options.guessesNothing !== true,
            },
          }),
      checkBudget: () => {
        if (options.remainingSeconds() < this.#reserve) throw new BudgetExhausted();
      },
    });
  }

  #isFeasible(path: Term): boolean {
    if (path === this.#manager.true) return true;
    if (path === this.#manager.false) return false;
    const known = this.#feasible.get(path);
    if (known !== undefined) return known;
    this.#assertAxioms();
    const answer = this.#solver.check([path], {
      deadline: () => this.#options.remainingSeconds() < this.#reserve,
      conflicts: FEASIBILITY_CONFLICTS,
    });
    const feasible = answer !== "unsat";
    this.#feasible.set(path, feasible);
    return feasible;
  }

  /** Tells the solver what is true of addresses and elements whatever the program does. */
  #assertAxioms(): void {
    const { axioms } = this.#execution.memory;
    while (this.#asserted < axioms.length) this.#solver.assert(axioms[this.#asserted++] as Term);
  }

  dispose(): void {
    this.#solver.dispose();
  }

  /**
   * Which goals hold on every execution of a path. A model that refutes one
   * refutes every goal that is false in it, so that few calls suffice.
   */
  #proveAll(path: Term, goals: readonly Term[]): readonly boolean[] {
    const manager = this.#manager;
    const holds = goals.map((goal) => goal !== manager.false);
    for (;;) {
      const open = goals.filter((goal, index) => holds[index] && goal !== manager.true);
      if (open.length === 0) return holds;
      const refuted = manager.not(manager.and(...open));
      const answer = this.#prove(path, refuted);
      if (answer === "unsat") return holds;
      if (answer === "unknown") return this.#proveEach(path, goals, holds);
      for (const [index, goal] of goals.entries()) {
        if (holds[index] && goal !== manager.true && this.#solver.value(goal) === 0n) {
          holds[index] = false;
        }
      }
    }
  }

  /** The goals that are still open are too hard together: what is undecided alone is given up. */
  #proveEach(path: Term, goals: readonly Term[], open: readonly boolean[]): readonly boolean[] {
    const manager = this.#manager;
    return goals.map(
      (goal, index) =>
        open[index] === true &&
        (goal === manager.true || this.#prove(path, manager.not(goal)) === "unsat"),
    );
  }

  #prove(path: Term, refuted: Term): "sat" | "unsat" | "unknown" {
    this.#assertAxioms();
    return this.#solver.check([path, refuted], {
      deadline: () => this.#options.remainingSeconds() < this.#reserve,
      conflicts: INVARIANT_CONFLICTS,
    });
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
        ? this.#unknown("the property is not inductive", { retry: true })
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

  #unknown(reason: string, { retry }: { retry: boolean }): PhaseAnswer {
    return { kind: "unknown", reason, retry };
  }

  /** Short questions go to the solver that knows the terms already, long ones to one of their own. */
  #check(conditions: readonly Term[]): "sat" | "unsat" | "unknown" {
    if (conditions.includes(this.#manager.false)) return "unsat";
    this.#assertAxioms();
    const deadline = (): boolean => this.#options.remainingSeconds() <= 0;
    const answer = this.#solver.check(conditions, { deadline, conflicts: SHORT_CONFLICTS });
    this.#value = (term) => this.#solver.value(term);
    if (answer !== "unknown" || deadline()) return answer;
    const solver = this.#options.createSatSolver("hard-question");
    const assertions = [...this.#execution.memory.axioms, ...conditions];
    const solution = solveOnce(this.#manager, solver, assertions, {
      deadline,
      seconds: this.#options.remainingSeconds(),
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

  /** Undefined when there is none within the bound. */
  #searchViolation(record: ExecutionRecord): PhaseAnswer | undefined {
    const violation = this.#violation(record);
    const answer = this.#check([violation]);
    if (answer === "unsat") return undefined;
    if (answer === "unknown") {
      return this.#unknown("time limit while solving for a violation", { retry: false });
    }
    if (this.#options.confirm(this.#choices(record))) return { kind: "false" };
    // The model may run through undefined behaviour: ask for one that does not.
    const { classify } = this.#options.specification;
    const suspects = record.obligations.filter(
      (obligation) => isUndefinedBehaviour(obligation) && classify(obligation) !== "violation",
    );
    const unspecified = record.obligations.of("unspecified");
    const defined = this.#manager.not(this.#any([...suspects, ...unspecified]));
    const suspect = this.#firstOf(suspects);
    const second = this.#check([violation, defined]);
    if (second === "sat" && this.#options.confirm(this.#choices(record))) return { kind: "false" };
    const why =
      second === "sat"
        ? "a possible violation could not be replayed"
        : second === "unsat"
          ? `a violation needs undefined behaviour (${this.#describe(suspect)})`
          : "time limit while solving for a violation";
    return this.#unknown(why, { retry: false });
  }

  /** What the environment chooses on the path of the current model. */
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

  /** In an exploration of all executions; none when it leaves some out. */
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

  /** The first that fails on the path of the current model. */
  #firstOf(obligations: readonly Obligation<Term>[]): Obligation<Term> | undefined {
    return obligations.find(
      ({ guard }) => guard === this.#manager.true || this.#value(guard) === 1n,
    );
  }

  #describe(obligation: Obligation<Term> | undefined): string {
    if (obligation === undefined) return "unknown place";
    const { edge, reason } = obligation;
    if (edge === undefined) return reason;
    // Library functions are no part of the text.
    const isOwn = this.#program.functions.get(edge.source.functionName)?.isLibrary === false;
    if (!isOwn) return `${reason} (in ${edge.source.functionName})`;
    return `${reason} (line ${new LineIndex(this.#program.text).positionOf(edge.range.start).line})`;
  }
}
