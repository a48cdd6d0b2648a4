/**
 * Search for infinite executions: an execution without undefined behaviour that comes to a state a second time can
 * repeat what it did in between for ever, when the environment gives the same inputs again.
 */
import type { InputChoice } from "../../analysis/index.ts";
import {
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  componentHeads,
  weakTopologicalOrder,
} from "../../cfa/index.ts";
import {
  compileProgram,
  type InputSource,
  type InterpreterOptions,
  LassoDetector,
} from "../../interpreter/index.ts";
import type { Specification } from "../../specification/index.ts";
import { RecordingInputs, ReplayInputs } from "./inputs.ts";

/** An execution that comes to a state for the second time. */
export interface Lasso {
  /** Whose edges the choices name. */
  readonly program: CfaProgram;
  /** What the environment chooses, until the state is there again. */
  readonly choices: readonly InputChoice[];
  /** How many of them lead to the state that is repeated. */
  readonly stem: number;
  /** What is executed next where the state is repeated, at the head of a loop. */
  readonly edge: CfaEdge;
  /**
   * What its condition decided otherwise: after the last choice of the stem, and after that of the cycle (in a
   * cycle without choices: in all of it). Who waits for the repeated decision passes these first.
   */
  readonly earlier: { readonly inStem: readonly CfaEdge[]; readonly inCycle: readonly CfaEdge[] };
}

/** Follows executions, and looks at their states at the heads of loops. */
export class LassoSearch {
  readonly #program: CfaProgram;
  readonly #specification: Specification;
  readonly #heads: ReadonlySet<CfaNode>;

  constructor(program: CfaProgram, specification: Specification) {
    this.#program = program;
    this.#specification = specification;
    this.#heads = new Set(
      [...program.functions.values()].flatMap((fn) => [
        ...componentHeads(weakTopologicalOrder(fn)),
      ]),
    );
  }

  /** Undefined when the execution ends, is undefined, or has no state twice within so many steps. */
  follow(inputs: InputSource, maxSteps: number): Lasso | undefined {
    const found = this.#run(inputs, { maxSteps });
    if (found === undefined) return undefined;
    // What only one implementation repeats is no execution of every one.
    const other = this.#run(new ReplayInputs([...found.choices, ...found.choices]), {
      maxSteps: 4 * maxSteps,
      implementation: "other",
    });
    return other === undefined ? undefined : found;
  }

  #run(
    source: InputSource,
    options: Pick<InterpreterOptions, "maxSteps" | "implementation">,
  ): Lasso | undefined {
    const program = this.#program;
    const inputs = new RecordingInputs(source);
    const detector = new LassoDetector();
    const visits: Visit[] = [];
    let lasso: Lasso | undefined;
    const compiled = compileProgram(program, {
      ...this.#specification.execution,
      ...options,
      observer: {
        onEdge: (edge, view) => {
          detector.onEdge(edge, view);
          if (!this.#heads.has(edge.source)) return undefined;
          const isRepeated = detector.visit(view);
          const { seen, kept } = detector.visits;
          visits[seen] = { edge, chosen: inputs.choices.length };
          if (!isRepeated) return undefined;
          const choices = [...inputs.choices];
          const stem = visits[kept]?.chosen ?? 0;
          const earlier = {
            inStem: decisionsOf(edge, visits.slice(0, kept), stem),
            inCycle: decisionsOf(edge, visits.slice(kept + 1, seen), choices.length),
          };
          lasso = { program, choices, stem, edge, earlier };
          return "stop";
        },
      },
    });
    compiled.run(inputs);
    return lasso;
  }
}

/** What is executed next at the head of a loop, and how many choices came before. */
interface Visit {
  readonly edge: CfaEdge;
  readonly chosen: number;
}

/** The visits where the condition of the edge was decided, after so many choices. */
function decisionsOf(edge: CfaEdge, visits: readonly Visit[], chosen: number): readonly CfaEdge[] {
  const start = conditionOf(edge);
  if (start === undefined) return [];
  return visits
    .filter((visit) => visit.chosen === chosen && conditionOf(visit.edge) === start)
    .map((visit) => visit.edge);
}

/** Where the keyword stands whose condition decides that the edge is taken. */
function conditionOf(edge: CfaEdge): number | undefined {
  return edge.kind === "assume" ? edge.branch?.keyword.start : undefined;
}
