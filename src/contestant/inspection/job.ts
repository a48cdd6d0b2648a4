/** The job of the worker thread of `agon c`. */
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
  /** Whether `text` is the output of the system's preprocessor for the file, with line markers. */
  readonly isPreprocessed: boolean;
  readonly dataModel: DataModel;
  /** Whether declarations from headers are shown, too. */
  readonly withHeaders: boolean;
  readonly run: RunOptions;
  readonly automata: AutomataOptions;
}

export interface AutomataOptions {
  /** Whether constants are propagated and unreachable edges are removed. */
  readonly simplifies: boolean;
  /** A function: only the parts that decide whether it is called are shown. */
  readonly sliceFor: string | undefined;
}

export interface RunOptions {
  /** Seed of random inputs; all inputs are zero when undefined. */
  readonly seed: number | undefined;
  readonly overflow: "wrap" | "stop";
  readonly maxSteps: number;
  /**
   * Turns of the threads, or the seed of random ones; default: each thread runs for as long as it
   * can.
   */
  readonly schedule: readonly Turn[] | number | undefined;
  /** Whether to report the heap blocks that no pointer reaches at the end. */
  readonly leaks: boolean;
}

export interface CStageResult {
  /** The text for standard output. */
  readonly text: string;
  /** False for an execution that did not end with exit code 0. */
  readonly isSuccess: boolean;
}
