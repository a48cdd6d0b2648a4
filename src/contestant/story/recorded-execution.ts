/** What tells one execution from all others of a program: what the environment chose, and which thread ran when. */

import {
  type InputSource,
  ReplayScheduler,
  type Scheduler,
  type Turn,
} from "../interpreter/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import { ReplayInputs } from "../techniques/index.ts";

export interface RecordedExecution {
  readonly choices: readonly InputChoice[];
  /** Of a program with threads. */
  readonly turns?: readonly Turn[];
}

/** What {@link CompiledProgram.run} gets, to execute it once more. */
export function replayOf({
  choices,
  turns,
}: RecordedExecution): [InputSource, Scheduler | undefined] {
  return [new ReplayInputs(choices), turns && new ReplayScheduler(turns)];
}
