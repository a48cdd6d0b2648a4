/**
 * Ends of the lifetimes of objects that another thread may still access: at the end of a scope, a function, or a
 * thread.
 */
import { type CfaEdge, type FunctionCfa, intrinsicOf, type MemoryObject } from "../../cfa/index.ts";
import { blockPlace, objectPlace, type Place, target } from "../../pointers/index.ts";
import type { ExplorationSteps } from "./exploration-steps.ts";
import type { Context } from "./thread.ts";
import type { Evaluation } from "./thread-evaluation.ts";
import type { ThreadState } from "./thread-state.ts";

export class ObjectLives {
  readonly #steps: ExplorationSteps;

  constructor(steps: ExplorationSteps) {
    this.#steps = steps;
  }

  /** Ends all activations of a thread that ends itself. */
  endActivations(context: Context, state: ThreadState, edge: CfaEdge): void {
    this.#endThreadLocals(this.#steps.evaluationAt(context, edge, state));
    for (let each: Context | undefined = context; each !== undefined; each = each.caller?.context)
      this.#endFrame(each, state, edge);
  }

  /**
   * Ends the objects of a function that returns; with the thread's first function, its thread-local objects; with
   * `main`, the program.
   */
  endActivation(context: Context, state: ThreadState, last: CfaEdge | undefined): void {
    if (last === undefined || !this.#steps.isRecording()) return;
    const isFirst = context.caller === undefined;
    if (isFirst && context.thread.parent === undefined) return;
    if (isFirst) this.#endThreadLocals(this.#steps.evaluationAt(context, last, state));
    this.#endFrame(context, state, last);
  }

  #endFrame(context: Context, state: ThreadState, edge: CfaEdge): void {
    if (!this.#steps.isRecording()) return;
    const { fn } = context;
    const evaluation = this.#steps.evaluationAt(context, edge, state);
    this.endLives(evaluation, new Set([...fn.parameters, ...fn.locals]));
    this.endAllocas(evaluation, fn);
  }

  #endThreadLocals(evaluation: Evaluation): void {
    for (const object of this.#steps.program.globals) {
      if (object.kind === "thread-local")
        this.#endLife(evaluation, objectPlace(object), object.size);
    }
  }

  endLives(evaluation: Evaluation, objects: Iterable<MemoryObject>): void {
    for (const object of objects) {
      const { kind } = object;
      const isAutomatic = kind !== "global" && kind !== "string" && kind !== "thread-local";
      if (isAutomatic) this.#endLife(evaluation, objectPlace(object), object.size);
    }
  }

  /**
   * Blocks of `alloca` end with the function, those of arrays of variable length before: all that the function may
   * have allocated.
   */
  endAllocas(evaluation: Evaluation, { nodes }: FunctionCfa): void {
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      if (edge.kind !== "call") continue;
      const called = this.#steps.pointsTo.functionsAt(this.#steps.pointsTo.evaluate(edge.callee));
      if (called.some((name) => intrinsicOf(name)?.kind === "alloca")) {
        this.#endLife(evaluation, blockPlace(edge), Number.POSITIVE_INFINITY);
      }
    }
  }

  #endLife(evaluation: Evaluation, place: Place, size: number): void {
    const located = {
      value: this.#steps.names.value(place),
      targets: [target(place, 0, 0)],
      isExact: false,
    };
    evaluation.access(located, size, { isWrite: true, role: "end" });
  }
}
