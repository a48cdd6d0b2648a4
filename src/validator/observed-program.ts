/** A program compiled for executions that somebody watches, once for all of them. */
import type { CfaProgram } from "../cfa/model/cfa.ts";
import { type CompiledProgram, compileProgram, type Observer } from "../interpreter/index.ts";
import type { ExecutionFollower } from "./execution-follower.ts";
import type { ObservedProperty } from "./observed-property.ts";

/** How often a long run looks at the clock, in edges. */
const CLOCK_PERIOD = 1 << 16;

export class ObservedProgram {
  readonly #program: CfaProgram;
  readonly #property: ObservedProperty;
  readonly #isExpired: () => boolean;
  readonly #compiled = new Map<string, CompiledProgram>();
  #edges = 0;
  /** Told of the edges of the execution that is under way, if it is compiled for that. */
  follower: ExecutionFollower | undefined;

  constructor(program: CfaProgram, property: ObservedProperty, isExpired: () => boolean) {
    this.#program = program;
    this.#property = property;
    this.#isExpired = isExpired;
  }

  /** @param isObserved - whether the follower is told; observation is slow */
  compiled(maxSteps: number, isObserved: boolean): CompiledProgram {
    const key = `${maxSteps} ${isObserved}`;
    let compiled = this.#compiled.get(key);
    if (compiled === undefined) {
      compiled = compileProgram(this.#program, {
        ...this.#property.interpreterOptions,
        maxSteps,
        ...(isObserved ? { observer: this.#observer } : {}),
      });
      this.#compiled.set(key, compiled);
    }
    return compiled;
  }

  readonly #observer: Observer = {
    onEdge: (edge, view) => {
      if (++this.#edges % CLOCK_PERIOD === 0 && this.#isExpired()) return "stop";
      return this.follower?.onEdge(edge, view);
    },
    onCallReturn: (edge, result, view) => this.follower?.onCallReturn(edge, result, view),
  };
}
