import type { RunResult, RunSpecification } from "../../ground/model/index.ts";
import type { ExecutionHost, Spool, ToolInstallation } from "../execution/index.ts";
import type { BenchmarkDefinition, BenchmarkLimits } from "./benchmark-definition.ts";
import type { PlannedRun, PlannedRunSet, PlannedTaskSet } from "./plan-benchmark.ts";

/** A benchmark definition with all settings of its execution. */
export interface BenchmarkRun {
  readonly definition: BenchmarkDefinition;
  readonly runSets: readonly PlannedRunSet[];
  readonly limits: BenchmarkLimits;
  readonly tool: ToolInstallation;
  readonly host: ExecutionHost;
  /** Where results are stored until they are written as files. */
  readonly spool: Spool;
  readonly slots: readonly (readonly number[] | undefined)[];
  /** Prefix of the names of all files: `results/bench.2026-01-31_09-05-00`. */
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
  /** Folders of the host that runs may not see, and further ones that runs may read. Real paths. */
  readonly hiddenFolders: readonly string[];
  readonly readableFolders: readonly string[];
  readonly generator: string;
  readonly onRun: (job: Pick<Job, "planned" | "runSet">, result: RunResult) => void;
  readonly signal: AbortSignal;
}

/** A run to execute, and its place in the benchmark. */
export interface Job {
  readonly planned: PlannedRun;
  readonly runSet: PlannedRunSet;
  readonly taskSet: PlannedTaskSet;
  readonly specification: RunSpecification;
  /** Cores that the run was given; undefined: the kernel chose. */
  cores?: readonly number[];
  result?: RunResult;
}
