/**
 * Search for infinite executions: an execution without undefined behaviour that returns to a state
 * can repeat the cycle for ever, when the environment gives the same inputs again.
 */

import {
  type CallEdge,
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  componentHeads,
  weakTopologicalOrder,
} from "../../cfa/index.ts";
import {
  type CompiledProgram,
  compileProgram,
  type InputSource,
  type InterpreterOptions,
  LassoDetector,
  type Observer,
  RecursionDetector,
  type View,
} from "../../interpreter/index.ts";
import type { Specification } from "../../specification/index.ts";
import type { InputChoice } from "../../symbolic/index.ts";
import type { RecurrentSet } from "../../transition-systems/index.ts";
import { RecordingInputs, ReplayInputs } from "./inputs.ts";

/** An execution that returns to a state. */
export interface Lasso {
  /** The program to whose edges the choices refer. */
  readonly program: CfaProgram;
  /** The choices of the environment until the state returns. */
  readonly choices: readonly InputChoice[];
  /** Number of choices that lead to the repeated state. */
  readonly stem: number;
  /**
   * The edge that is executed next in the repeated state, at a loop head; in a recursion, the call
   * that repeats a stack frame.
   */
  readonly edge: CfaEdge;
  /**
   * Visits at which the condition of that edge was decided otherwise: after the last choice of the
   * stem, and after that of the cycle (in a cycle without choices: in all of it). A consumer that
   * waits for the repeated decision passes these first.
   */
  readonly earlier: { readonly inStem: readonly CfaEdge[]; readonly inCycle: readonly CfaEdge[] };
  /**
   * Where no state was seen to return: a recurrent set of states at a loop head, as a conjunction
   * of conditions.
   */
  readonly set?: { readonly node: CfaNode; readonly conditions: RecurrentSet["conditions"] };
}

/** Follows executions, and compares their states at loop heads. */
export class LassoSearch {
  readonly #program: CfaProgram;
  readonly #specification: Specification;
  readonly #heads: ReadonlySet<CfaNode>;
  readonly #programs = new Map<string, CompiledProgram>();
  /** The watch of the current execution. */
  #watch: LassoWatch | undefined;
  readonly #isLate: () => boolean;

  /**
   * @param isLate - whether to give up, asked regularly: comparing states may take longer than
   * steps
   */
  constructor(program: CfaProgram, specification: Specification, isLate: () => boolean) {
    this.#isLate = isLate;
    this.#program = program;
    this.#specification = specification;
    this.#heads = new Set(
      [...program.functions.values()].flatMap((fn) => [
        ...[...componentHeads(weakTopologicalOrder(fn))].map(behindClearing),
      ]),
    );
  }

  /**
   * Returns undefined when the execution ends, is undefined, or repeats no state within the given
   * steps.
   */
  follow(inputs: InputSource, maxSteps: number): Lasso | undefined {
    const found = this.#run(inputs, { maxSteps });
    if (found === undefined) return undefined;
    // A repetition in only one implementation does not prove non-termination in every one.
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
    const inputs = new RecordingInputs(source);
    this.#watch = new LassoWatch(this.#program, this.#heads, () => inputs.choices, this.#isLate);
    this.#compiled(options).run(inputs);
    return this.#watch.lasso;
  }

  #compiled(options: Pick<InterpreterOptions, "maxSteps" | "implementation">): CompiledProgram {
    const key = `${options.maxSteps} ${options.implementation ?? ""}`;
    const known = this.#programs.get(key);
    if (known !== undefined) return known;
    const observer: Observer = { onEdge: (edge, view) => this.#watch?.onEdge(edge, view) };
    const compiled = compileProgram(this.#program, {
      ...this.#specification.execution,
      ...options,
      observer,
    });
    this.#programs.set(key, compiled);
    return compiled;
  }
}

/**
 * Skips the edges that clear dead variables at a loop head (contestant/cfa/passes/idle-state.ts),
 * so that the next edge is one of the program. Clearing edges have the source position of the edge
 * that follows them.
 */
function behindClearing(head: CfaNode): CfaNode {
  let node = head;
  for (let edge = only(node.leaving); edge?.kind === "assign"; edge = only(node.leaving)) {
    const next = edge.target.leaving[0];
    if (next?.range !== edge.range || only(edge.target.entering) !== edge) break;
    node = edge.target;
  }
  return node;
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** Number of states between two checks of the clock. */
const STATES_BETWEEN = 64;

/** Watches one execution. */
class LassoWatch {
  readonly #program: CfaProgram;
  readonly #heads: ReadonlySet<CfaNode>;
  readonly #choices: () => readonly InputChoice[];
  readonly #detector = new LassoDetector();
  readonly #recursion: RecursionDetector;
  readonly #visits: Visit[] = [];
  /** Number of choices before each stack frame, by the number of the frame. */
  readonly #entries: number[] = [];
  readonly #isLate: () => boolean;
  #lastCall: CallEdge | undefined;
  #states = 0;
  #hasGivenUp = false;
  lasso: Lasso | undefined;

  constructor(
    program: CfaProgram,
    heads: ReadonlySet<CfaNode>,
    choices: () => readonly InputChoice[],
    isLate: () => boolean,
  ) {
    this.#isLate = isLate;
    this.#program = program;
    this.#heads = heads;
    this.#choices = choices;
    this.#recursion = new RecursionDetector(program);
  }

  onEdge(edge: CfaEdge, view: View): "stop" | undefined {
    this.lasso = this.#recursiveLasso(edge, view) ?? this.#loopingLasso(edge, view);
    return this.lasso !== undefined || this.#hasGivenUp ? "stop" : undefined;
  }

  #recursiveLasso(edge: CfaEdge, view: View): Lasso | undefined {
    const call = this.#lastCall;
    this.#lastCall = edge.kind === "call" ? edge : undefined;
    if (!this.#recursion.onEdge(edge, view)) return undefined;
    this.#entries[this.#recursion.entered] = this.#choices().length;
    this.#count();
    const repeated = this.#recursion.visit(view);
    if (repeated === undefined || call === undefined) return undefined;
    return {
      program: this.#program,
      choices: [...this.#choices()],
      stem: this.#entries[repeated.first] ?? 0,
      edge: call,
      earlier: { inStem: [], inCycle: [] },
    };
  }

  #count(): void {
    if (++this.#states % STATES_BETWEEN === 0) this.#hasGivenUp = this.#isLate();
  }

  #loopingLasso(edge: CfaEdge, view: View): Lasso | undefined {
    const detector = this.#detector;
    detector.onEdge(edge, view);
    if (!this.#heads.has(edge.source)) return undefined;
    this.#count();
    const isRepeated = detector.visit(view);
    const { seen, kept } = detector.visits;
    const visits = this.#visits;
    visits[seen] = { edge, chosen: this.#choices().length };
    if (!isRepeated) return undefined;
    const choices = [...this.#choices()];
    const stem = visits[kept]?.chosen ?? 0;
    const earlier = {
      inStem: decisionsOf(edge, visits.slice(0, kept), stem),
      inCycle: decisionsOf(edge, visits.slice(kept + 1, seen), choices.length),
    };
    return { program: this.#program, choices, stem, edge, earlier };
  }
}

/** The edge that is executed next at a loop head, and the number of choices before it. */
interface Visit {
  readonly edge: CfaEdge;
  readonly chosen: number;
}

/**
 * Returns the visits where the condition of the edge was decided, after the given number of
 * choices.
 */
function decisionsOf(edge: CfaEdge, visits: readonly Visit[], chosen: number): readonly CfaEdge[] {
  const start = conditionOf(edge);
  if (start === undefined) return [];
  return visits
    .filter((visit) => visit.chosen === chosen && conditionOf(visit.edge) === start)
    .map((visit) => visit.edge);
}

/** Returns the position of the keyword whose condition decides whether the edge is taken. */
function conditionOf(edge: CfaEdge): number | undefined {
  return edge.kind === "assume" ? edge.branch?.keyword.start : undefined;
}
