import type { RunResult, RunSpecification } from "../../ground/model/index.ts";
import type { ExecutionHost, Spool, ToolInstallation } from "../execution/index.ts";
import type { BenchmarkDefinition, BenchmarkLimits } from "./benchmark-definition.ts";
import type { PlannedRun, PlannedRunSet, PlannedTaskSet } from "./plan-benchmark.ts";

/** A benchmark definition with everything that decides how it is run. */
export interface BenchmarkRun {
  readonly definition: BenchmarkDefinition;
  readonly runSets: readonly PlannedRunSet[];
  readonly limits: BenchmarkLimits;
  readonly tool: ToolInstallation;
  readonly host: ExecutionHost;
  /** Where runs are stored until they are written. */
  readonly spool: Spool;
  readonly slots: readonly (readonly number[] | undefined)[];
  /** What the names of all files begin with: `results/bench.2026-01-31_09-05-00`. */
  readonly base: string;
  readonly benchmarkName: string;
  readonly startedAt: Date;
  readonly isCompressed: boolean;
  /** Which result files are written; undefined: both kinds, but one file where there is one task set. */
  readonly resultsPer?: { readonly taskSet: boolean; readonly runDefinition: boolean };
  /** Text for the result files. */
  readonly description?: string;
  /** Longer logs are shortened; `Infinity`: never. */
  readonly maximalLogBytes: number;
  /** Guards against floods of files. */
  readonly files: { readonly count?: number; readonly bytes?: number };
  /** Folders of the host that no run sees, and further ones that runs may read. Real paths. */
  readonly hiddenFolders: readonly string[];
  readonly readableFolders: readonly string[];
  readonly generator: string;
  readonly onRun: (job: Pick<Job, "planned" | "runSet">, result: RunResult) => void;
  readonly signal: AbortSignal;
}

/** A run that is to be executed, and where it belongs. */
export interface Job {
  readonly planned: PlannedRun;
  readonly runSet: PlannedRunSet;
  readonly taskSet: PlannedTaskSet;
  readonly specification: RunSpecification;
  /** Those that the run was given; undefined: wherever the kernel put it. */
  cores?: readonly number[];
  result?: RunResult;
}
