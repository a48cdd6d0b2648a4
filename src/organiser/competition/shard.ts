/** One of `count` parts of about equal size of any set of runs; `index` from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export const WHOLE: Shard = { index: 1, count: 1 };

/** Reads `2/5`; undefined when the text has another form. */
export function parseShard(text: string): Shard | undefined {
  const [, index, count] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index === undefined || count === undefined || index < 1 || index > count) return undefined;
  return { index, count };
}

/**
 * Whether the verification run with that identity belongs to the shard. Its validation runs go with
 * it. Identities are hashes, so a run is in the same shard regardless of the other runs.
 */
export function isInShard(id: string, { index, count }: Shard): boolean {
  return Number.parseInt(id.slice(0, 8), 16) % count === index - 1;
}
