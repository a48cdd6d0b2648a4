/** A program that is compiled once for all observed executions. */
import type { CfaProgram } from "../cfa/index.ts";
import { type CompiledProgram, compileProgram, type Observer } from "../interpreter/index.ts";
import type { Specification } from "../specification/index.ts";
import type { ExecutionFollower } from "./execution-follower.ts";

/** Interval at which a long run checks the clock, in edges. */
const CLOCK_PERIOD = 1 << 16;

export class ObservedProgram {
  readonly #program: CfaProgram;
  readonly #specification: Specification;
  readonly #isExpired: () => boolean;
  readonly #compiled = new Map<string, CompiledProgram>();
  #edges = 0;
  /** Called with the edges of the current execution, if it is compiled for that. */
  follower: ExecutionFollower | undefined;

  constructor(program: CfaProgram, specification: Specification, isExpired: () => boolean) {
    this.#program = program;
    this.#specification = specification;
    this.#isExpired = isExpired;
  }

  /**
   * @param observed - the edges that are reported to the follower: observation is slow, and there
   * may be many iterations that only count
   */
  compiled(maxSteps: number, observed: "every edge" | "most edges" | "nothing"): CompiledProgram {
    const key = `${maxSteps} ${observed}`;
    let compiled = this.#compiled.get(key);
    if (compiled === undefined) {
      compiled = compileProgram(this.#program, {
        ...this.#specification.execution,
        maxSteps,
        ...(observed === "every edge" ? { observer: this.#observer } : {}),
        ...(observed === "most edges"
          ? { observer: { ...this.#observer, mayMissIterations: true } }
          : {}),
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
