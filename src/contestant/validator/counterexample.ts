/** Executions that violate a claim of a correctness witness. */

import { LineIndex } from "../../ground/util/text-position.ts";
import type { Budget } from "../call/index.ts";
import { type CfaEdge, type Expression, forEachLoad } from "../cfa/index.ts";
import {
  type CompiledProgram,
  compileProgram,
  type InputSource,
  type Observer,
  UndefinedEvaluation,
  type View,
} from "../interpreter/index.ts";
import type { Specification } from "../specification/index.ts";
import type { Assertion, InputChoice } from "../symbolic/index.ts";
import {
  constantsOf,
  PROFILES,
  RandomInputs,
  RecordingInputs,
  ReplayInputs,
} from "../techniques/index.ts";
import { constantText } from "../witness-out/index.ts";

import type { CorrectnessProduct } from "./correctness-product.ts";
import { truthOf } from "./program-expressions.ts";

/** The relevant facts of an execution. */
export interface Counterexample {
  /** The inputs, in order, with the places of the calls. */
  readonly inputs: readonly {
    readonly line: number;
    readonly column: number;
    readonly value: string;
  }[];
  /** Number of further inputs that are not listed. */
  readonly omittedInputs: number;
  /** Values of the variables in the claim, where it does not hold. */
  readonly values: readonly { readonly name: string; readonly value: string }[];
}

export interface Refuted {
  readonly assertion: Assertion;
  readonly counterexample: Counterexample;
}

const FIRST_STEPS = 100_000;
const MAX_STEPS = 50_000_000;
/** Interval at which a run checks the clock, in edges. */
const CLOCK_PERIOD = 1 << 15;
const MAX_INPUTS = 50;

/** Executes the product, and checks the claims at its nodes. */
export class ClaimWatcher {
  readonly #product: CorrectnessProduct;
  readonly #specification: Specification;
  readonly #lines: LineIndex;
  readonly #compiled = new Map<number, CompiledProgram>();
  readonly #refuted = new Set<Assertion>();
  #edges = 0;
  #budget: Budget | undefined;
  #recorder: RecordingInputs | undefined;
  #found: Refuted[] = [];

  constructor(product: CorrectnessProduct, specification: Specification) {
    this.#product = product;
    this.#specification = specification;
    this.#lines = new LineIndex(product.program.text);
  }

  /**
   * Executes with random inputs within the budget; returns one counterexample for every claim that
   * fails.
   */
  search(budget: Budget, seed: number): { refuted: readonly Refuted[]; isViolated: boolean } {
    this.#budget = budget;
    this.#found = [];
    const constants = constantsOf(this.#product.program);
    let maxSteps = FIRST_STEPS;
    let isViolated = false;
    for (let run = 0; run === 0 || !budget.isExhausted; run++) {
      const profile = PROFILES[run % PROFILES.length] as (typeof PROFILES)[number];
      const source =
        run === 0 ? { nondet: () => 0n } : new RandomInputs(seed + run, constants, profile);
      const { outcome, choices, violation } = this.#run(source, maxSteps);
      if (violation !== undefined) isViolated = true;
      const isCut = outcome.kind === "limit" && outcome.what === "steps" && maxSteps < MAX_STEPS;
      if (isCut) maxSteps *= 4;
      else if (choices.length === 0) break;
    }
    return { refuted: this.#found, isViolated };
  }

  /**
   * Executes with given inputs: returns the claims that fail, and whether the property is violated.
   */
  replay(choices: readonly InputChoice[]): { refuted: readonly Refuted[]; isViolated: boolean } {
    this.#budget = undefined;
    this.#found = [];
    const { violation } = this.#run(new ReplayInputs(choices), MAX_STEPS);
    return {
      refuted: this.#found,
      isViolated: violation !== undefined,
    };
  }

  #run(source: InputSource, maxSteps: number) {
    this.#recorder = new RecordingInputs(source);
    let compiled = this.#compiled.get(maxSteps);
    if (compiled === undefined) {
      const observer = this.#observer;
      const options = { ...this.#specification.execution, maxSteps, observer };
      compiled = compileProgram(this.#product.program, options);
      this.#compiled.set(maxSteps, compiled);
    }
    const outcome = compiled.run(this.#recorder);
    const violation = this.#specification.observe(compiled, outcome);
    return { outcome, violation, choices: this.#recorder.choices };
  }

  readonly #observer: Observer = {
    onEdge: (edge, view) => {
      if (++this.#edges % CLOCK_PERIOD === 0 && this.#budget?.isExhausted === true) return "stop";
      for (const assertion of this.#product.assertions.get(edge.source) ?? []) {
        if (this.#refuted.has(assertion) || truthOf(assertion.condition, view) !== false) continue;
        this.#refuted.add(assertion);
        const { condition } = assertion;
        const choices = this.#recorder?.choices ?? [];
        const product = this.#product;
        this.#found.push({
          assertion,
          counterexample: describeCounterexample(product, this.#lines, choices, condition, view),
        });
      }
      return undefined;
    },
  };
}

/** Describes the inputs, and the current values of the claim's variables. */
export function describeCounterexample(
  product: CorrectnessProduct,
  lines: LineIndex,
  choices: readonly InputChoice[],
  condition: Expression,
  view: View,
): Counterexample {
  const inputs = choices.flatMap(({ edge, value }) => {
    // A choice that exists only in the product is no input of the program.
    const text = product.originalOf(edge) && inputText(edge, value);
    if (text === undefined) return [];
    const offset = edge.kind === "call" ? edge.closeParen.start : edge.range.start;
    return [{ ...lines.positionOf(offset), value: text }];
  });
  const omittedInputs = Math.max(0, inputs.length - MAX_INPUTS);
  return {
    inputs: inputs.slice(0, MAX_INPUTS),
    omittedInputs,
    values: valuesOf(condition, view),
  };
}

function inputText(edge: CfaEdge, value: bigint | Uint8Array): string | undefined {
  if (edge.kind !== "call" || typeof value !== "bigint") return undefined;
  const { result } = edge;
  if (result === undefined || !("scalar" in result)) return undefined;
  return constantText(value, result.scalar);
}

/** Returns the named scalars that an expression reads directly. */
function valuesOf(condition: Expression, view: View): { name: string; value: string }[] {
  const values = new Map<string, string>();
  forEachLoad(condition, (load) => {
    const { address, type } = load;
    if (address.kind !== "address" || address.target.kind === "function") return;
    try {
      const text = constantText(view.evaluate(load), type);
      if (text !== undefined) values.set(address.target.name, text);
    } catch (error) {
      if (!(error instanceof UndefinedEvaluation)) throw error;
    }
  });
  return [...values].map(([name, value]) => ({ name, value }));
}

/** `with inputs 3 (line 4), 0 (line 5): x = 7, y = 2` */
export function counterexampleText({ inputs, omittedInputs, values }: Counterexample): string {
  const shown = inputs.slice(0, 8).map(({ line, value }) => `${value} (line ${line})`);
  const more = inputs.length - shown.length + omittedInputs;
  const listed = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const given = inputs.length === 0 ? "without inputs" : `with inputs ${listed}`;
  const state = values.map(({ name, value }) => `${name} = ${value}`).join(", ");
  return state === "" ? given : `${given}: ${state}`;
}
