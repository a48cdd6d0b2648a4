/** Figures of a sample of numbers. */
export interface Figures {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly median: number;
  /** Standard deviation of the population, as BenchExec computes it. */
  readonly deviation: number;
}

/** Undefined for no values. @param sorted Ascending. */
export function figuresOf(sorted: ArrayLike<number>): Figures | undefined {
  const count = sorted.length;
  if (count === 0) return undefined;
  let sum = 0;
  for (let index = 0; index < count; index++) sum += sorted[index] as number;
  const mean = sum / count;
  let squares = 0;
  for (let index = 0; index < count; index++) squares += ((sorted[index] as number) - mean) ** 2;
  const half = count >> 1;
  const upper = sorted[half] as number;
  const median = count % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
  return {
    count,
    sum,
    mean,
    median,
    deviation: Math.sqrt(squares / count),
    min: sorted[0] as number,
    max: sorted[count - 1] as number,
  };
}
