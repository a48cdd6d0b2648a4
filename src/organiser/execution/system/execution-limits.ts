import type { Limits } from "../../../ground/model/index.ts";

/** Every limit of one run, made explicit; `Infinity`: none. */
export interface ExecutionLimits {
  readonly cpuTimeSeconds: number;
  /** At this CPU time the tool is asked once to end (SIGTERM); undefined: never. */
  readonly softCpuTimeSeconds?: number;
  readonly wallTimeSeconds: number;
  readonly memoryBytes: number;
  readonly processes: number;
  /** Standard output and standard error together. */
  readonly outputBytes: number;
  /** All files in the working directory together. */
  readonly filesBytes: number;
  readonly filesCount: number;
}

/**
 * Defaults where a definition names no limits. They stop what would harm the host (a fork bomb, a
 * flood) and leave room for every honest tool: a JVM has hundreds of threads, and SV-COMP keeps 2
 * MB of a log.
 */
const GUARDS = {
  processes: 5_000,
  outputBytes: 20_000_000,
  filesBytes: 2_000_000_000,
  filesCount: 20_000,
} as const;

/** Wall time beyond the CPU time when a definition sets no wall limit (BenchExec's default). */
const WALL_TIME_MARGIN_SECONDS = 30;

/** The limits of a run specification, completed by the guards. */
export function executionLimits(limits: Limits): ExecutionLimits {
  const { cores: _cores, ...own } = limits;
  const wallTimeSeconds = limits.cpuTimeSeconds + WALL_TIME_MARGIN_SECONDS;
  return { wallTimeSeconds, ...GUARDS, ...own };
}
