/** Whether other inputs lead to the same violation, as the interpreter says: what makes counterexamples plainer asks it. */

import { defined } from "../../ground/util/defined.ts";
import type { CallEdge, CfaEdge, CfaProgram, ValueType } from "../cfa/index.ts";
import { type CompiledProgram, compileProgram, type InputSource } from "../interpreter/index.ts";
import type { Specification, Violation } from "../specification/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import { isViolatedElsewhere, ReplayInputs } from "../techniques/index.ts";

/** What the environment chose, as it was asked for. */
export interface TypedChoice extends InputChoice {
  /** Of a value; undefined for bytes of memory. */
  readonly type?: ValueType;
}

/** Of replays; lengths in edges. */
export interface ReplayBounds {
  /** Length of the first one; default: any. */
  readonly first?: number;
  /** Length of one with other inputs, from that of the first. */
  readonly length: (first: number) => number;
  /** How many there may be with other inputs, and their length together. */
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
  /** What the first execution asked for. */
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

  /** Undefined when the inputs lead to no violation, or not within the bounds. */
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

  /** Whether no more inputs are tried. */
  get isExhausted(): boolean {
    const { replays, edges } = this.#bounds;
    return this.#replays >= replays || this.#edges >= edges;
  }

  /** What an execution with these inputs asks for; undefined when it does not violate there, or nothing is tried any more. */
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

  /** Whether these inputs violate, whatever C leaves open. */
  isViolatedElsewhere(choices: readonly InputChoice[]): boolean {
    return isViolatedElsewhere(this.#program, this.#specification, choices, this.#length);
  }
}

/** As the techniques' recording, with the types of values. */
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
