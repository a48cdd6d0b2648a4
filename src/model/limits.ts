/** Resource limits of one run. Sizes are decimal: 15 GB = 15·10⁹ bytes. */
export interface Limits {
  readonly cpuTimeSeconds: number;
  /** Guard against tools that hang; default: chosen by the execution. */
  readonly wallTimeSeconds?: number;
  readonly memoryBytes: number;
  /** Number of CPU cores. */
  readonly cores: number;
}
