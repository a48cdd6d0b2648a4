/**
 * Validation of the claims of a correctness witness about a program with threads. The product calls
 * a function where a claim does not hold: values of every thread, invariants about any two threads,
 * or all schedules, show that it is never called; random schedules or the exploration find an
 * execution that calls it.
 */

import { defined } from "../../ground/util/defined.ts";
import { LineIndex } from "../../ground/util/text-position.ts";
import type { CorrectnessWitness } from "../../ground/witness/index.ts";
import { compileProgram, type Outcome, ReplayScheduler, type View } from "../interpreter/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import { type Specification, specificationOf } from "../specification/index.ts";
import type { Assertion } from "../symbolic/index.ts";
import {
  type AnalysisResult,
  exploreSchedules,
  proveByThreadModularity,
  proveByThreadValues,
  ReplayInputs,
  searchSchedules,
} from "../techniques/index.ts";
import { type CorrectnessResult, reportOf, resultOf } from "./claim-report.ts";
import { CLAIM_FAILS, type CorrectnessProduct, correctnessProduct } from "./correctness-product.ts";
import { type Counterexample, describeCounterexample } from "./counterexample.ts";
import type { ValidationOptions } from "./options.ts";

/** Shares of the time for random schedules, and for invariants about any two threads. */
const SEARCH_SHARE = 0.15;
const THREAD_SHARE = 0.5;
/** Share of the time for the values that threads publish. */
const VALUES_SHARE = 0.2;
/** Maximal seconds for random schedules. */
const MAX_SEARCH_SECONDS = 10;

type Found = Pick<Extract<AnalysisResult, { kind: "false" }>, "choices" | "turns">;

export class ThreadedValidation {
  readonly #product: CorrectnessProduct;
  readonly #specification: Specification;
  readonly #options: ValidationOptions;
  readonly #refuted = new Map<Assertion, Counterexample>();
  #isViolated = false;

  constructor(
    loaded: LoadedProgram,
    specification: Specification,
    witness: CorrectnessWitness,
    options: ValidationOptions,
  ) {
    this.#product = correctnessProduct(loaded, witness, true);
    this.#specification = withClaims(specification);
    this.#options = options;
  }

  run(): CorrectnessResult {
    const { budget, seed, createSatSolver, without, engine = "all", onProgress } = this.#options;
    const { program, claims } = this.#product;
    const task = { program, specification: this.#specification };
    const reasons: string[] = [];
    onProgress?.("random schedules with the claims of the witness");
    const seconds = Math.min(budget.remainingSeconds() * SEARCH_SHARE, MAX_SEARCH_SECONDS);
    const found = searchSchedules(program, this.#specification, budget.part(seconds), seed);
    if (!("runs" in found)) {
      const doubt = this.#judge(found);
      if (doubt === undefined) return this.#result(false);
      reasons.push(doubt);
    }
    // A claim that cannot be placed is never confirmed.
    if (claims.some(({ fault }) => fault !== undefined)) return this.#result(false);
    if (engine !== "execution" && without !== "values") {
      onProgress?.("values of threads with the claims of the witness");
      const part = budget.part(budget.remainingSeconds() * VALUES_SHARE);
      const proved = proveByThreadValues(task, part);
      if (proved.kind === "true") return this.#result(true);
      if (proved.kind === "unknown") reasons.push(proved.reason);
    }
    if (engine !== "execution" && without !== "symbolic") {
      onProgress?.("thread-modular proof of the claims of the witness");
      const part = budget.part(budget.remainingSeconds() * THREAD_SHARE);
      const proved = proveByThreadModularity(task, part, createSatSolver);
      if (proved.kind === "true") return this.#result(true);
      if (proved.kind === "unknown") reasons.push(proved.reason);
    }
    if (without !== "execution") {
      onProgress?.("exploration of all schedules with the claims of the witness");
      const explored = exploreSchedules(task, budget);
      if (explored.kind === "true") return this.#result(true);
      const doubt = explored.kind === "false" ? this.#judge(explored) : explored.reason;
      if (doubt !== undefined) reasons.push(doubt);
    }
    return this.#result(false, reasons.join("; "));
  }

  /** @returns why the execution shows nothing; undefined when it refutes */
  #judge({ choices, turns = [] }: Found): string | undefined {
    const { program, failures, originalOf } = this.#product;
    const lines = new LineIndex(program.text);
    let failure: { readonly assertion: Assertion; readonly told: Counterexample } | undefined;
    const compiled = compileProgram(program, {
      ...this.#specification.execution,
      observer: {
        onEdge: (edge, view: View) => {
          const assertion = failures.get(edge);
          if (assertion === undefined) return undefined;
          const { condition } = assertion;
          const told = describeCounterexample(this.#product, lines, choices, condition, view);
          failure = { assertion, told };
          return undefined;
        },
      },
    });
    const outcome: Outcome = compiled.run(new ReplayInputs(choices), new ReplayScheduler(turns));
    const violation = this.#specification.observe(compiled, outcome);
    if (violation === undefined) return "the counterexample does not replay";
    if (failure !== undefined) {
      this.#refuted.set(failure.assertion, failure.told);
      return undefined;
    }
    const { edge } = violation;
    const isLibrary =
      edge !== undefined && program.functions.get(edge.source.functionName)?.isLibrary === true;
    if (edge === undefined || (!isLibrary && originalOf(edge) === undefined)) {
      return "an expression of the witness has no value in some execution";
    }
    this.#isViolated = true;
    return undefined;
  }

  #result(isProved: boolean, reason?: string): CorrectnessResult {
    const claims = this.#product.claims.map((claim) =>
      reportOf(claim, this.#refuted, () => isProved),
    );
    const answer = isProved ? { kind: "true" } : { kind: "unknown", ...defined({ reason }) };
    return resultOf(claims, this.#isViolated, answer);
  }
}

/** Returns the specification with the additional demand that no claim fails. */
function withClaims(asked: Specification): Specification {
  const claims = { kind: "unreach-call", functionName: CLAIM_FAILS } as const;
  const { maxStaticBytes } = asked.execution;
  const both = specificationOf({ formulas: [...asked.formulas, claims] });
  return maxStaticBytes === undefined
    ? both
    : { ...both, execution: { ...both.execution, maxStaticBytes } };
}
