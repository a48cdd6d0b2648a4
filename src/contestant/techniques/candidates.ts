/** Replays the counterexamples of an analysis and keeps one that really happens. */

import { defined } from "../../ground/util/defined.ts";
import type { ExplorationAnswer } from "../abstract-interpretation/index.ts";

import { callGraph } from "../cfa/index.ts";
import { type CompiledProgram, compileProgram } from "../interpreter/index.ts";
import type { EngineAnswer, InputChoice } from "../symbolic/index.ts";
import { ReplayInputs } from "./search/inputs.ts";
import { isViolatedElsewhere } from "./search/other-implementation.ts";
import type { AnalysisResult, TechniqueTask, TimeBudget } from "./technique.ts";

/**
 * Steps of a replay. A counterexample is never longer than the analysis that found it could afford.
 */
export const REPLAY_STEPS = 2_000_000_000;

/**
 * Edges that a replay executes in a second when the machine is slow, for candidates that are often
 * spurious.
 */
const REPLAYED_EDGES_PER_SECOND = 20_000_000;
/**
 * The same for recursive programs, whose stack frames the garbage collector scans again and again.
 */
const RECURSIVE_EDGES_PER_SECOND = 1_000_000;
/** Share of the remaining time for one of several candidates, and the minimum in seconds. */
const REPLAY_SHARE = 1 / 8;
const MIN_REPLAY_SECONDS = 0.1;

/**
 * Limits the steps of a replay: a spurious candidate may lead into an endless loop, and its replay
 * must not use up the time of the other candidates.
 */
export function replaySteps(budget: TimeBudget, { program }: TechniqueTask): () => number {
  const isRecursive = callGraph(program, "direct").recursive.size > 0;
  const speed = isRecursive ? RECURSIVE_EDGES_PER_SECOND : REPLAYED_EDGES_PER_SECOND;
  return () => Math.max(budget.remainingSeconds() * REPLAY_SHARE, MIN_REPLAY_SECONDS) * speed;
}

export class Candidates {
  readonly #task: TechniqueTask;
  readonly #maxSteps: () => number;
  /** Size of the last block for which a replay had no room. */
  #tooLarge: number | undefined;
  #found: Extract<AnalysisResult, { kind: "false" }> | undefined;
  #compiled: { readonly exponent: number; readonly program: CompiledProgram } | undefined;

  constructor(task: TechniqueTask, maxSteps: () => number) {
    this.#task = task;
    this.#maxSteps = maxSteps;
  }

  readonly confirm = (choices: readonly InputChoice[]): boolean => {
    const { program, specification } = this.#task;
    // The memory of a compiled program is large: one program serves all candidates with similar
    // limits.
    const exponent = Math.floor(Math.log2(this.#maxSteps()));
    if (this.#compiled?.exponent !== exponent) {
      const options = { ...specification.execution, maxSteps: 2 ** exponent };
      this.#compiled = { exponent, program: compileProgram(program, options) };
    }
    const compiled = this.#compiled.program;
    const outcome = compiled.run(new ReplayInputs(choices));
    if (outcome.kind === "limit" && outcome.what === "memory") this.#tooLarge = outcome.block;
    const violation = specification.observe(compiled, outcome);
    if (violation === undefined) return false;
    if (!isViolatedElsewhere(program, specification, choices, REPLAY_STEPS)) return false;
    this.#found = { kind: "false", subproperty: violation.subproperty, choices };
    return true;
  };

  /**
   * By the rules of SV-COMP an allocation never fails, but glibc always refuses more than
   * `PTRDIFF_MAX` bytes.
   */
  #noRoomFor(block: number): string {
    const largest = 2 ** (this.#task.program.machine.pointerBits - 1) - 1;
    const exists = block > largest ? `, and glibc gives none of more than ${largest}` : "";
    return `the interpreter has no block of ${block} bytes${exists}`;
  }

  /** Returns the answer of the technique for the given end of the analysis. */
  answer(end: EngineAnswer | ExplorationAnswer): AnalysisResult {
    if (end.kind === "true") {
      return { kind: "true", reason: "every execution was explored", invariants: [] };
    }
    if (end.kind === "false" && this.#found !== undefined) return this.#found;
    if (end.kind !== "unknown") return { kind: "unknown", reason: "no replay" };
    const isLasting = "isLasting" in end ? end.isLasting : undefined;
    const why = this.#tooLarge === undefined ? "" : `: ${this.#noRoomFor(this.#tooLarge)}`;
    return { kind: "unknown", reason: `${end.reason}${why}`, ...defined({ isLasting }) };
  }
}
