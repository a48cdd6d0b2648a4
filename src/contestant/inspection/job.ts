/** What `agon c` asks of its worker thread. */
import type { DataModel } from "../cfront/index.ts";
import type { Turn } from "../interpreter/index.ts";

export const STAGES = ["parse", "types", "layout", "cfa", "evaluation", "run"] as const;
export type Stage = (typeof STAGES)[number];

export interface CStageJob {
  readonly stage: Stage;
  readonly format: "text" | "json" | "dot";
  /** The user's file. */
  readonly fileName: string;
  readonly text: string;
  /** Whether `text` is what the system's preprocessor made of the file, with line markers. */
  readonly isPreprocessed: boolean;
  readonly dataModel: DataModel;
  /** Whether declarations from headers are shown, too. */
  readonly withHeaders: boolean;
  readonly run: RunOptions;
  readonly automata: AutomataOptions;
}

export interface AutomataOptions {
  /** Whether constants are propagated and what cannot be reached is left out. */
  readonly simplifies: boolean;
  /** A function: only what decides whether it is called is shown. */
  readonly sliceFor: string | undefined;
}

export interface RunOptions {
  /** Of random inputs; all inputs are zero when undefined. */
  readonly seed: number | undefined;
  readonly overflow: "wrap" | "stop";
  readonly maxSteps: number;
  /** Turns of the threads, or the seed of random ones; by default each goes on for as long as it can. */
  readonly schedule: readonly Turn[] | number | undefined;
  /** Whether to tell which blocks of the heap no pointer reaches at the end. */
  readonly leaks: boolean;
}

export interface CStageResult {
  /** For standard output. */
  readonly text: string;
  /** False for an execution that did not end with exit code 0. */
  readonly isSuccess: boolean;
}
