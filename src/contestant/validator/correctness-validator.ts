/**
 * Validation of correctness witnesses: all claims and the property are checked on all executions,
 * by induction with the claims as lemmas, or by bounded model checking with unwinding assertions.
 * Every claim has a result of its own; a refuted one comes with an execution. A claim that cannot
 * be read or placed is never confirmed.
 */

import type { CorrectnessWitness } from "../../ground/witness/index.ts";
import type { Budget } from "../call/index.ts";

import type { CfaNode } from "../cfa/index.ts";
import {
  checkBounded,
  type InductionOptions,
  type InvariantFate,
  proveInductively,
} from "../induction/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import type { Specification } from "../specification/index.ts";
import type { Assertion, Phased } from "../symbolic/index.ts";
import { createsThreads, proveWithContracts } from "../techniques/index.ts";
import { type ClaimReport, type CorrectnessResult, reportOf, resultOf } from "./claim-report.ts";
import { type Claim, type CorrectnessProduct, correctnessProduct } from "./correctness-product.ts";
import { ClaimWatcher, type Counterexample, type Refuted } from "./counterexample.ts";
import type { ValidationOptions } from "./options.ts";
import { proveProperty } from "./property-proof.ts";
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
  const product = correctnessProduct(loaded, witness);
  return product.claims.length === 0
    ? proveProperty(loaded, specification, options)
    : new CorrectnessValidation(specification, product, options).run();
}

/** Share of the time for concrete execution. */
const EXECUTION_SHARE = 0.1;
/** The same where no other engine refutes. */
const ONLY_EXECUTION_SHARE = 0.2;
/** Maximal seconds of executions: before any proof, and after none was found. */
const FIRST_EXECUTION_SECONDS = 0.5;
const MAX_EXECUTION_SECONDS = 10;
/** Share of the time for the inductive proof; the rest is for complete unrolling. */
const INDUCTION_SHARE = 0.5;
/** Share of the time for the remaining proofs when the witness is already refuted. */
const REST_SHARE = 0.25;

/** Validates the claims about a program with one thread. */
class CorrectnessValidation {
  readonly #specification: Specification;
  readonly #product: CorrectnessProduct;
  readonly #options: ValidationOptions;
  readonly #watcher: ClaimWatcher;
  readonly #refuted = new Map<Assertion, Counterexample>();
  readonly #proved = new Set<Assertion>();
  readonly #fates = new Map<Assertion, InvariantFate>();
  #isViolated = false;

  constructor(
    specification: Specification,
    product: CorrectnessProduct,
    options: ValidationOptions,
  ) {
    this.#specification = specification;
    this.#product = product;
    this.#options = options;
    this.#watcher = new ClaimWatcher(product, specification);
  }

  run(): CorrectnessResult {
    const { budget, onProgress, engine = "all" } = this.#options;
    if (engine === "execution") return this.#executeOnly();
    this.#execute(FIRST_EXECUTION_SECONDS);
    if (this.#options.without === "symbolic") {
      this.#execute(MAX_EXECUTION_SECONDS);
      return this.#result({ kind: "unknown", reason: "no proof without symbolic execution" });
    }
    onProgress?.("induction with the invariants of the witness");
    const share = this.#isRefuted ? REST_SHARE : INDUCTION_SHARE;
    const part = budget.part(budget.remainingSeconds() * share);
    const { program } = this.#product;
    // Contracts cannot be part of a witness; these are candidates, which the proof checks.
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
    this.#execute(MAX_EXECUTION_SECONDS);
    if (this.#isRefuted) return this.#result(induction);
    let answer = checkBounded(program, this.#claimOptions(budget));
    // One claim fails: the others are checked separately.
    if (this.#isRefuted && answer.kind === "unknown") {
      const rest = budget.part(budget.remainingSeconds() * REST_SHARE);
      answer = checkBounded(program, this.#claimOptions(rest));
    }
    if (answer.kind === "true") this.#proveAll();
    return this.#result(answer, induction.kind === "unknown" ? induction.reason : undefined);
  }

  /** Executions refute; they never prove. */
  #executeOnly(): CorrectnessResult {
    const { budget, seed } = this.#options;
    const search = budget.part(budget.remainingSeconds() * ONLY_EXECUTION_SHARE);
    this.#note(this.#watcher.search(search, seed));
    return this.#result({ kind: "unknown", reason: "executions prove nothing" });
  }

  /**
   * Searches for a claim that does not hold by concrete execution. A violation that is not found at
   * once is seldom found later: most of the time is for claims without a proof.
   */
  #execute(most: number): void {
    const { budget, seed, engine = "all" } = this.#options;
    if (engine !== "all" || this.#product.assertions.size === 0) return;
    const part = budget.part(Math.min(budget.remainingSeconds() * EXECUTION_SHARE, most));
    this.#note(this.#watcher.search(part, seed));
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

  /** Returns the assertions that are not refuted. */
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
