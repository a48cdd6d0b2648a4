/** What the parts of an exploration of threads ask of the exploration. */
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
  /** Whether everything has been explored, and accesses are told. */
  readonly isRecording: () => boolean;
  /** The exploration is incomplete. */
  readonly fail: (reason: string) => void;
  readonly evaluationAt: (context: Context, edge: CfaEdge, state: ThreadState) => Evaluation;
  /** A thread may begin there. */
  readonly begin: (thread: Thread, fn: FunctionCfa, state: ThreadState) => void;
  /** A function is called. @param once - the flag of a routine that runs once */
  readonly enter: (
    situation: Situation,
    edge: CallEdge,
    fn: FunctionCfa,
    state: ThreadState,
    values: readonly (Value | undefined)[],
    once?: Value,
  ) => void;
  /** A call is over: its result is stored, and the thread goes on behind it. */
  readonly goOn: (
    situation: Situation,
    edge: CallEdge,
    evaluation: Evaluation,
    value?: Value,
  ) => void;
}
