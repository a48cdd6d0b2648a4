/**
 * Decides with the interpreter whether other inputs lead to the same violation, for the
 * simplification of counterexamples.
 */

import { defined } from "../../ground/util/defined.ts";
import type { CallEdge, CfaEdge, CfaProgram, ValueType } from "../cfa/index.ts";
import { type CompiledProgram, compileProgram, type InputSource } from "../interpreter/index.ts";
import type { Specification, Violation } from "../specification/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import { isViolatedElsewhere, ReplayInputs } from "../techniques/index.ts";

/** A choice of the environment, with the type of the request. */
export interface TypedChoice extends InputChoice {
  /** Type of a value; undefined for bytes of memory. */
  readonly type?: ValueType;
}

/** Bounds on replays; lengths in edges. */
export interface ReplayBounds {
  /** Maximal length of the first one; default: unlimited. */
  readonly first?: number;
  /** Maximal length of one with other inputs, depending on that of the first. */
  readonly length: (first: number) => number;
  /** Maximal number of replays with other inputs, and the bound on their total length. */
  readonly replays: number;
  readonly edges: number;
}

const NO_BYTES = new Uint8Array(0);

export class SameViolation {
  readonly #program: CfaProgram;
  readonly #specification: Specification;
  readonly #bounds: ReplayBounds;
  readonly #violation: Violation;
  readonly #compiled: CompiledProgram;
  readonly #length: number;
  #replays = 0;
  #edges = 0;
  /** The requests of the first execution. */
  readonly choices: readonly TypedChoice[];

  private constructor(
    program: CfaProgram,
    specification: Specification,
    bounds: ReplayBounds,
    first: {
      readonly edges: number;
      readonly violation: Violation;
      readonly choices: readonly TypedChoice[];
    },
  ) {
    this.#program = program;
    this.#specification = specification;
    this.#bounds = bounds;
    this.#violation = first.violation;
    this.choices = first.choices;
    this.#length = bounds.length(first.edges);
    this.#compiled = compileProgram(program, {
      ...specification.execution,
      maxSteps: this.#length,
    });
  }

  /** Returns undefined when the inputs lead to no violation, or not within the bounds. */
  static of(
    program: CfaProgram,
    specification: Specification,
    choices: readonly InputChoice[],
    bounds: ReplayBounds,
  ): SameViolation | undefined {
    const options = { ...specification.execution, ...defined({ maxSteps: bounds.first }) };
    const compiled = compileProgram(program, options);
    const recording = new TypedRecording(new ReplayInputs(choices));
    const violation = specification.observe(compiled, compiled.run(recording));
    if (violation === undefined) return undefined;
    const { steps: edges } = compiled;
    return new SameViolation(program, specification, bounds, {
      edges,
      violation,
      choices: recording.choices,
    });
  }

  /** Whether the bounds allow no more inputs. */
  get isExhausted(): boolean {
    const { replays, edges } = this.#bounds;
    return this.#replays >= replays || this.#edges >= edges;
  }

  /**
   * Returns the choices that an execution with these inputs requests; undefined when it does not
   * violate the property at the same place, or the bounds are exhausted.
   */
  withInputs(choices: readonly InputChoice[]): readonly TypedChoice[] | undefined {
    if (this.isExhausted) return undefined;
    this.#replays++;
    const recording = new TypedRecording(new ReplayInputs(choices));
    const found = this.#specification.observe(this.#compiled, this.#compiled.run(recording));
    this.#edges += this.#compiled.steps;
    const isSame =
      found?.edge === this.#violation.edge && found?.subproperty === this.#violation.subproperty;
    return isSame ? recording.choices : undefined;
  }

  /** Whether these inputs violate the property in other implementations, too. */
  isViolatedElsewhere(choices: readonly InputChoice[]): boolean {
    return isViolatedElsewhere(this.#program, this.#specification, choices, this.#length);
  }
}

/** Records like the techniques, with the types of values. */
class TypedRecording implements InputSource {
  readonly #source: InputSource;
  readonly choices: TypedChoice[] = [];

  constructor(source: InputSource) {
    this.#source = source;
  }

  nondet(edge: CallEdge, type: ValueType): bigint {
    const value = this.#source.nondet(edge, type);
    this.choices.push({ edge, value, type });
    return value;
  }

  fill(edge: CfaEdge, size: number): Uint8Array | undefined {
    const value = this.#source.fill?.(edge, size);
    this.choices.push({ edge, value: value ?? NO_BYTES });
    return value;
  }
}
