/**
 * Executions that enter a closed recurrent set
 * (contestant/transition-systems/recurrence/recurrent-sets.ts). The interpreter checks the result
 * of the analysis: the execution must enter the set and stay in it for a while, for every choice of
 * the implementation.
 */

import type { CallEdge, CfaEdge, ValueType } from "../../cfa/index.ts";
import {
  compileProgram,
  type InputSource,
  UndefinedEvaluation,
  type View,
} from "../../interpreter/index.ts";
import { findRecurrentSet, type RecurrentSet } from "../../transition-systems/index.ts";
import type { TechniqueContext, TechniqueTask } from "../technique.ts";
import { RecordingInputs, ReplayInputs } from "./inputs.ts";
import type { Lasso } from "./lasso-search.ts";

/** Maximal number of steps to the set and in it. */
const MAX_STEPS = 200_000;

export function searchRecurrentSet(
  task: TechniqueTask,
  { budget, createSatSolver }: Pick<TechniqueContext, "budget" | "createSatSolver">,
): Lasso | undefined {
  let found: Lasso | undefined;
  findRecurrentSet(
    task.program,
    {
      specification: task.specification,
      createSatSolver,
      remainingSeconds: () => budget.remainingSeconds(),
    },
    (set) => {
      const seen = follow(task, set, "usual");
      if (seen !== undefined && follow(task, set, "other") !== undefined) found = seen;
      return found !== undefined;
    },
  );
  return found;
}

/** Returns undefined when the execution does not enter the set, or leaves it. */
function follow(
  { program, specification }: TechniqueTask,
  set: RecurrentSet,
  implementation: "usual" | "other",
): Lasso | undefined {
  const inputs = new RecordingInputs(new StemThenSame(set));
  let lasso: Lasso | undefined;
  let stem: { readonly edge: CfaEdge; readonly chosen: number } | undefined;
  let hasLeft = false;
  const onEdge = (edge: CfaEdge, view: View): "stop" | undefined => {
    if (edge.source !== set.node || hasLeft) return undefined;
    if (!isWithin(set, view)) {
      hasLeft = stem !== undefined;
      return hasLeft ? "stop" : undefined;
    }
    const { choices } = inputs;
    if (stem === undefined) stem = { edge, chosen: choices.length };
    else if (lasso === undefined) {
      const earlier = { inStem: [], inCycle: [] };
      const { node, conditions } = set;
      lasso = {
        program,
        choices: [...choices],
        stem: stem.chosen,
        edge: stem.edge,
        earlier,
        set: { node, conditions },
      };
    }
    return undefined;
  };
  const options = {
    ...specification.execution,
    maxSteps: MAX_STEPS,
    implementation,
    observer: { onEdge },
  };
  const outcome = compileProgram(program, options).run(inputs);
  const goesOn = outcome.kind === "limit" && outcome.what === "steps";
  return goesOn && !hasLeft ? lasso : undefined;
}

function isWithin({ conditions }: RecurrentSet, view: View): boolean {
  try {
    return conditions.every(({ expression }) => view.evaluate(expression) !== 0n);
  } catch (error) {
    if (error instanceof UndefinedEvaluation) return false;
    throw error;
  }
}

/** First the inputs of the stem, then the same answers for ever. */
class StemThenSame implements InputSource {
  readonly #stem: ReplayInputs;
  readonly #left = new Map<CfaEdge, number>();
  readonly #inputs: RecurrentSet["inputs"];

  constructor({ stem, inputs }: RecurrentSet) {
    this.#stem = new ReplayInputs(stem);
    this.#inputs = inputs;
    for (const { edge } of stem) this.#left.set(edge, (this.#left.get(edge) ?? 0) + 1);
  }

  nondet(edge: CallEdge, type: ValueType): bigint {
    return this.#takes(edge) ? this.#stem.nondet(edge, type) : (this.#inputs.get(edge) ?? 0n);
  }

  fill(edge: CfaEdge, size: number): Uint8Array | undefined {
    return this.#takes(edge) ? this.#stem.fill(edge, size) : undefined;
  }

  #takes(edge: CfaEdge): boolean {
    const left = this.#left.get(edge) ?? 0;
    this.#left.set(edge, left - 1);
    return left > 0;
  }
}
