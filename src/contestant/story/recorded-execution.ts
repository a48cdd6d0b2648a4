/**
 * The data that determine one execution of a program: the choices of the environment, and the
 * schedule.
 */

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
  /** The schedule of a program with threads. */
  readonly turns?: readonly Turn[];
}

/** The arguments of {@link CompiledProgram.run} for executing it once more. */
export function replayOf({
  choices,
  turns,
}: RecordedExecution): [InputSource, Scheduler | undefined] {
  return [new ReplayInputs(choices), turns && new ReplayScheduler(turns)];
}
