/** Statistics of a list of numbers, as BenchExec's tables define them. */
export interface Statistics {
  readonly count: number;
  readonly sum: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly mean: number;
  /** Mean of the two middle values for an even count. */
  readonly median: number;
  /** Population standard deviation, √(Σ(v − mean)² / n). */
  readonly standardDeviation: number;
}

/** Undefined for an empty list. */
export function statisticsOf(values: readonly number[]): Statistics | undefined {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  const at = (index: number): number => sorted[index] as number;
  const sum = values.reduce((total, value) => total + value, 0);
  const mean = sum / count;
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  const middle = count >> 1;
  return {
    count,
    sum,
    minimum: at(0),
    maximum: at(count - 1),
    mean,
    median: count % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2,
    standardDeviation: Math.sqrt(squares / count),
  };
}
