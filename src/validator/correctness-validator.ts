/**
 * Validation of correctness witnesses: everything that the witness claims and
 * the property are checked on all executions, by induction with the claims as
 * lemmas, or by bounded model checking with unwinding assertions. Every claim
 * has a fate of its own; what is refuted is shown by an execution. What cannot
 * be read or placed is never confirmed.
 */

import {
  type Assertion,
  analyseValues,
  checkBounded,
  hasControlStates,
  type InductionOptions,
  type InvariantFate,
  interpretAbstractly,
  type Phased,
  proveBySplitting,
  proveInductively,
} from "../analysis/index.ts";

import type { CfaNode } from "../cfa/index.ts";
import { asksOnlyFor, isReachSafety, type Specification } from "../specification/index.ts";
import {
  checkThreads,
  createsThreads,
  exploreSchedules,
  followSingleExecution,
  hasEnvironment,
  proveByLinearEquations,
  proveByThreadModularity,
  proveInArbitraryMemory,
  proveWithContracts,
  searchViolation,
  VALUE_PRECISIONS,
} from "../techniques/index.ts";
import {
  type Budget,
  featuresOf,
  type LoadedProgram,
  leanProgram,
  loopForm,
} from "../verifier/index.ts";

import type { CorrectnessWitness } from "../witness/index.ts";
import { type ClaimReport, type CorrectnessResult, reportOf, resultOf } from "./claim-report.ts";
import { type Claim, type CorrectnessProduct, correctnessProduct } from "./correctness-product.ts";
import { ClaimWatcher, type Counterexample, type Refuted } from "./counterexample.ts";
import type { ValidationOptions } from "./options.ts";
import { ThreadedValidation } from "./threaded-validation.ts";

export function validateCorrectness(
  loaded: LoadedProgram,
  specification: Specification,
  witness: CorrectnessWitness,
  options: ValidationOptions,
): CorrectnessResult {
  const hasClaims = witness.invariants.length > 0 || witness.contracts !== undefined;
  if (hasClaims && createsThreads(loaded.program)) {
    return new ThreadedValidation(loaded, specification, witness, options).run();
  }
  // Claims are about functions as they were written.
  const shown = hasClaims ? loaded : proofForm(loaded, specification);
  const product = correctnessProduct(shown, witness);
  return new CorrectnessValidation(shown, specification, product, options).run();
}

/** What the verifier proves in place of a program. */
function proofForm(loaded: LoadedProgram, specification: Specification): LoadedProgram {
  const lean = leanProgram(loaded, specification);
  return { ...lean, program: loopForm(lean.program, specification) };
}

/** Of the time, for concrete execution. */
const EXECUTION_SHARE = 0.1;
/** The same where nothing else refutes. */
const ONLY_EXECUTION_SHARE = 0.2;
/** Seconds that executions may take at most: before any proof, and where there was none. */
const FIRST_EXECUTION_SECONDS = 0.5;
const MOST_EXECUTION_SECONDS = 10;
/** Of the time, for the one execution of a program without inputs: it gives up at once where that does not suffice. */
const SINGLE_EXECUTION_SHARE = 0.3;
/** Of the time, for an analysis of values. */
const EXPLORATION_SHARE = 0.15;
/** Of the time, for a proof of parts of the inputs. */
const SPLITTING_SHARE = 0.4;
/** Of the time, for statements about threads. */
const THREAD_SHARE = 0.5;
/** Of the time, for equations modulo the width. */
const EQUATIONS_SHARE = 0.5;
/** Of the time, for the inductive proof; the rest is for complete unrolling. */
const INDUCTION_SHARE = 0.5;
/** Of programs that are unrolled once, before explorations of their values. */
const UNROLLED_SHARE = 0.2;
/** Of the time, for what is left to prove when the witness is refuted already. */
const REST_SHARE = 0.25;

class CorrectnessValidation {
  readonly #loaded: LoadedProgram;
  readonly #specification: Specification;
  readonly #product: CorrectnessProduct;
  readonly #options: ValidationOptions;
  readonly #watcher: ClaimWatcher;
  readonly #refuted = new Map<Assertion, Counterexample>();
  readonly #proved = new Set<Assertion>();
  readonly #fates = new Map<Assertion, InvariantFate>();
  #isViolated = false;

  constructor(
    loaded: LoadedProgram,
    specification: Specification,
    product: CorrectnessProduct,
    options: ValidationOptions,
  ) {
    this.#loaded = loaded;
    this.#specification = specification;
    this.#product = product;
    this.#options = options;
    this.#watcher = new ClaimWatcher(product, specification);
  }

  run(): CorrectnessResult {
    const { budget, onProgress, engine = "all" } = this.#options;
    const { claims } = this.#product;
    if (engine === "execution") return this.#executeOnly();
    const { loops, recursion } = featuresOf(this.#product.program);
    const isUnrolled = claims.length === 0 && loops === 0 && !recursion;
    if (isUnrolled && this.#options.without !== "symbolic") {
      const part = budget.part(budget.remainingSeconds() * UNROLLED_SHARE);
      const answer = checkBounded(this.#product.program, this.#claimOptions(part));
      if (answer.kind === "true") this.#proveAll();
      if (answer.kind === "true" || this.#isViolated) return this.#result(answer);
    }
    const simple =
      claims.length === 0 ? this.#exploreProperty() : this.#execute(FIRST_EXECUTION_SECONDS);
    if (simple !== undefined) return simple;
    if (this.#options.without === "symbolic") {
      const answer = { kind: "unknown", reason: "no proof without symbolic execution" } as const;
      return this.#execute(MOST_EXECUTION_SECONDS) ?? this.#result(answer);
    }
    if (isUnrolled) {
      // Unrolling once is complete: induction would ask the same with less time.
      const answer = checkBounded(this.#product.program, this.#claimOptions(budget));
      if (answer.kind === "true") this.#proveAll();
      return this.#result(answer);
    }
    onProgress?.("induction with the invariants of the witness");
    const share = this.#isRefuted ? REST_SHARE : INDUCTION_SHARE;
    const part = budget.part(budget.remainingSeconds() * share);
    const { program } = this.#product;
    // Contracts that no witness can say; guesses, which the proof decides on.
    const induction = proveWithContracts(program, part, (contracts, rest, areAlone) =>
      proveInductively(program, {
        ...this.#claimOptions(rest),
        contracts,
        guessesNothing: areAlone,
      }),
    );
    if (induction.kind === "true") this.#proveAll();
    else if (induction.kind === "unknown") {
      for (const assertion of induction.proved ?? []) this.#proved.add(assertion);
    }
    if (induction.kind === "true" || this.#isRefuted) return this.#result(induction);
    const executed = this.#execute(MOST_EXECUTION_SECONDS);
    if (executed !== undefined) return executed;
    if (this.#isRefuted) return this.#result(induction);
    if (claims.length === 0 && this.#isProvedByEquations()) {
      return { verdict: "confirmed", claims: [] };
    }
    let answer = checkBounded(program, this.#claimOptions(budget));
    // One claim fails: what of the others?
    if (this.#isRefuted && answer.kind === "unknown") {
      const rest = budget.part(budget.remainingSeconds() * REST_SHARE);
      answer = checkBounded(program, this.#claimOptions(rest));
    }
    if (answer.kind === "true") this.#proveAll();
    return this.#result(answer, induction.kind === "unknown" ? induction.reason : undefined);
  }

  /** Executions refute; they prove only what has a single one. */
  #executeOnly(): CorrectnessResult {
    const { budget, seed } = this.#options;
    const search = budget.part(budget.remainingSeconds() * ONLY_EXECUTION_SHARE);
    this.#note(this.#watcher.search(search, seed));
    const hasClaims = this.#product.claims.length > 0;
    const isTrusted = this.#options.without !== "execution";
    if (isTrusted && !this.#isRefuted && !hasClaims) {
      const found = followSingleExecution(this.#loaded.program, this.#specification, budget);
      if (found.kind === "exhausted") return { verdict: "confirmed", claims: [] };
      if (found.kind === "violation") this.#isViolated = true;
    }
    return this.#result({ kind: "unknown", reason: "executions prove nothing" });
  }

  /**
   * Looks for a violation, or for a claim that does not hold, by concrete execution. What nobody finds at once is
   * seldom found later: most of the time is for where no proof was found.
   */
  #execute(most: number): CorrectnessResult | undefined {
    const { budget, seed, engine = "all", without } = this.#options;
    if (engine !== "all") return undefined;
    const { claims, assertions } = this.#product;
    const part = budget.part(Math.min(budget.remainingSeconds() * EXECUTION_SHARE, most));
    if (claims.length > 0) {
      if (assertions.size > 0) this.#note(this.#watcher.search(part, seed));
      return undefined;
    }
    const found = searchViolation(this.#loaded.program, this.#specification, part, seed);
    // A program without inputs is proved by its one execution, however long.
    if (found.kind === "exhausted" && without !== "execution") {
      return { verdict: "confirmed", claims: [] };
    }
    return found.kind === "violation"
      ? { verdict: "refuted", reason: "the property is violated", claims: [] }
      : undefined;
  }

  /** Nothing but the property is claimed: any complete exploration confirms it. */
  #exploreProperty(): CorrectnessResult | undefined {
    const { budget, without } = this.#options;
    const { program } = this.#loaded;
    if (createsThreads(program)) return this.#proveThreads();
    if (this.#isProvedBySingleExecution()) return { verdict: "confirmed", claims: [] };
    const executed = this.#execute(FIRST_EXECUTION_SECONDS);
    if (executed !== undefined) return executed;
    if (without === "values") return undefined;
    if (this.#isProvedByControlStates()) return { verdict: "confirmed", claims: [] };
    for (const precision of VALUE_PRECISIONS) {
      const part = budget.part(budget.remainingSeconds() * EXPLORATION_SHARE);
      const explored = analyseValues(program, {
        specification: this.#specification,
        ...precision,
        endsWhenIncomplete: true,
        remainingSeconds: () => part.remainingSeconds(),
        confirm: () => false,
      });
      if (explored.kind === "true") return { verdict: "confirmed", claims: [] };
    }
    if (this.#isProvedInArbitraryMemory()) return { verdict: "confirmed", claims: [] };
    const splitting = budget.part(budget.remainingSeconds() * SPLITTING_SHARE);
    const split = proveBySplitting(this.#loaded.program, {
      specification: this.#specification,
      remainingSeconds: () => splitting.remainingSeconds(),
    });
    return split.kind === "true" ? { verdict: "confirmed", claims: [] } : undefined;
  }

  /** By ranges, joined but where variables say that the program stands somewhere else. */
  #isProvedByControlStates(): boolean {
    const { budget } = this.#options;
    const { program } = this.#loaded;
    if (!hasControlStates(program)) return false;
    const part = budget.part(budget.remainingSeconds() * EXPLORATION_SHARE);
    const { kind } = interpretAbstractly(program, {
      specification: this.#specification,
      keepsControlApart: true,
      remainingSeconds: () => part.remainingSeconds(),
      confirm: () => false,
    });
    return kind === "true";
  }

  /** Where no input is asked for, by the one execution, which may be long. */
  #isProvedBySingleExecution(): boolean {
    const { budget, engine = "all", without } = this.#options;
    const { program } = this.#loaded;
    if (engine !== "all" || without === "execution" || featuresOf(program).inputs > 0) return false;
    const part = budget.part(budget.remainingSeconds() * SINGLE_EXECUTION_SHARE);
    return followSingleExecution(program, this.#specification, part).kind === "exhausted";
  }

  /** Where functions belong to the environment: without a look at memory. */
  #isProvedInArbitraryMemory(): boolean {
    const task = { program: this.#loaded.program, specification: this.#specification };
    if (!asksOnlyFor(this.#specification, "call") || !hasEnvironment(task)) return false;
    const { budget } = this.#options;
    const part = budget.part(budget.remainingSeconds() * EXPLORATION_SHARE);
    return proveInArbitraryMemory(task, part).kind === "true";
  }

  /** Equations modulo the width of many variables are more than C can say in a witness. */
  #isProvedByEquations(): boolean {
    const { budget, createSatSolver, without } = this.#options;
    const { program } = this.#loaded;
    const specification = this.#specification;
    if (without === "symbolic" || !isReachSafety(specification)) return false;
    const part = budget.part(budget.remainingSeconds() * EQUATIONS_SHARE);
    const options = { budget: part, createSatSolver };
    return proveByLinearEquations({ program, specification }, options).kind === "true";
  }

  /** Of programs with threads: statements about any two of them, or all schedules, where there are few enough. */
  #proveThreads(): CorrectnessResult {
    const { budget, createSatSolver, without } = this.#options;
    const task = { program: this.#loaded.program, specification: this.#specification };
    const reasons: string[] = [];
    if (without !== "symbolic") {
      const part = budget.part(budget.remainingSeconds() * THREAD_SHARE);
      const proved = proveByThreadModularity(task, part, createSatSolver);
      if (proved.kind === "true") return { verdict: "confirmed", claims: [] };
      if (proved.kind === "unknown") reasons.push(proved.reason);
      const rest = budget.part(budget.remainingSeconds() * THREAD_SHARE);
      const checked = checkThreads(task, rest, createSatSolver);
      if (checked.kind === "true") return { verdict: "confirmed", claims: [] };
      if (checked.kind === "false") {
        return { verdict: "refuted", reason: "the property is violated", claims: [] };
      }
      reasons.push(checked.reason);
    }
    if (without !== "execution") {
      const explored = exploreSchedules(task, budget);
      if (explored.kind === "true") return { verdict: "confirmed", claims: [] };
      if (explored.kind === "false") {
        return { verdict: "refuted", reason: "the property is violated", claims: [] };
      }
      reasons.push(explored.reason);
    }
    return { verdict: "unknown", reason: reasons.join("; "), claims: [] };
  }

  get #isRefuted(): boolean {
    return this.#refuted.size > 0 || this.#isViolated;
  }

  #note({ refuted, isViolated }: { refuted: readonly Refuted[]; isViolated: boolean }): void {
    for (const { assertion, counterexample } of refuted) {
      this.#refuted.set(assertion, counterexample);
    }
    if (isViolated) this.#isViolated = true;
  }

  #proveAll(): void {
    for (const assertion of [...this.#openAssertions().values()].flat()) {
      this.#proved.add(assertion);
    }
  }

  /** What is not refuted. */
  #openAssertions(): ReadonlyMap<CfaNode, readonly Assertion[]> {
    return new Map(
      [...this.#product.assertions].map(([node, assertions]) => [
        node,
        assertions.filter((assertion) => !this.#refuted.has(assertion)),
      ]),
    );
  }

  #claimOptions(part: Pick<Budget, "remainingSeconds">): InductionOptions & Phased {
    const { createSatSolver, onProgress } = this.#options;
    return {
      specification: this.#specification,
      createSatSolver,
      remainingSeconds: () => part.remainingSeconds(),
      assertions: this.#openAssertions(),
      confirm: (choices) => {
        this.#note(this.#watcher.replay(choices));
        return this.#isViolated;
      },
      refute: (choices) => {
        const before = this.#refuted.size;
        this.#note(this.#watcher.replay(choices));
        return this.#refuted.size > before;
      },
      onFate: (assertion, fate) => this.#fates.set(assertion, fate),
      onPhase: (bound) => onProgress?.(`bounded model checking, bound ${bound}`),
    };
  }

  #result(
    answer: { readonly kind: string; readonly reason?: string },
    induction?: string,
  ): CorrectnessResult {
    const claims = this.#product.claims.map((claim) => this.#report(claim));
    return resultOf(claims, this.#isViolated, answer, induction);
  }

  #report(claim: Claim): ClaimReport {
    const { assertions } = claim;
    const report = reportOf(claim, this.#refuted, (assertion) => this.#proved.has(assertion));
    if (report.status !== "unproved") return report;
    const isEstablished = assertions.every(
      (assertion) => this.#proved.has(assertion) || this.#fates.get(assertion) === "not-preserved",
    );
    return { ...report, status: isEstablished ? "established" : "unproved" };
  }
}
