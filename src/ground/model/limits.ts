/** Resource limits of one run. Sizes are decimal: 15 GB = 15·10⁹ bytes. */
export interface Limits {
  readonly cpuTimeSeconds: number;
  /** Guard against tools that hang; default: chosen by the execution. */
  readonly wallTimeSeconds?: number;
  readonly memoryBytes: number;
  /** Number of CPU cores. */
  readonly cores: number;
  /** At this CPU time the tool is asked to end (SIGTERM); default: never. */
  readonly softCpuTimeSeconds?: number;
  /** Guards that protect the host; defaults: chosen by the execution. */
  readonly processes?: number;
  /** Standard output and standard error together. */
  readonly outputBytes?: number;
  /** All files in the working directory together. */
  readonly filesBytes?: number;
  readonly filesCount?: number;
}
