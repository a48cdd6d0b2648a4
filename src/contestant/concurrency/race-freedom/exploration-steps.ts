/** The interface of an exploration of threads to its parts. */
import type { CallEdge, CfaEdge, CfaProgram, FunctionCfa } from "../../cfa/index.ts";
import type { PointsTo, Value } from "../../pointers/index.ts";
import type { Situation, Situations } from "./situations.ts";
import type { Context, Thread } from "./thread.ts";
import type { Evaluation, PlaceNames } from "./thread-evaluation.ts";
import type { ThreadState } from "./thread-state.ts";
import type { TrackedMemory } from "./tracked-memory.ts";

export interface ExplorationSteps {
  readonly program: CfaProgram;
  readonly pointsTo: PointsTo;
  readonly names: PlaceNames;
  readonly situations: Situations;
  readonly memory: TrackedMemory;
  /** Whether everything has been explored, and accesses are recorded. */
  readonly isRecording: () => boolean;
  /** Makes the exploration incomplete. */
  readonly fail: (reason: string) => void;
  readonly evaluationAt: (context: Context, edge: CfaEdge, state: ThreadState) => Evaluation;
  /** Begins a thread. */
  readonly begin: (thread: Thread, fn: FunctionCfa, state: ThreadState) => void;
  /**
   * Enters a called function.
   * @param once - the flag of a routine that runs once
   */
  readonly enter: (
    situation: Situation,
    edge: CallEdge,
    fn: FunctionCfa,
    state: ThreadState,
    values: readonly (Value | undefined)[],
    once?: Value,
  ) => void;
  /** Returns from a call: its result is stored, and the thread continues behind it. */
  readonly goOn: (
    situation: Situation,
    edge: CallEdge,
    evaluation: Evaluation,
    value?: Value,
  ) => void;
}
