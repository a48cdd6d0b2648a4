import type { SiteTool } from "./manifest.ts";

type Looks = readonly Pick<SiteTool, "id" | "look">[];

/**
 * Gives every tool the colour, dashes and mark that it had in the earlier results, newest first;
 * new ones get an unused style. Without earlier results the position in the table decides, and
 * nothing is stored.
 */
export function withLooks<T extends Looks[number]>(
  tools: readonly T[],
  earlier: readonly { readonly tools: Looks }[],
): readonly T[] {
  if (earlier.length === 0) return tools;
  const known = new Map<string, number>();
  for (const set of earlier) {
    for (const [index, { id, look = index }] of set.tools.entries()) {
      if (!known.has(id)) known.set(id, look);
    }
  }
  const present = new Set(tools.map(({ id }) => id));
  const kept = new Map<string, number>();
  const taken = new Set<number>();
  for (const [id, look] of known) {
    if (!present.has(id) || taken.has(look)) continue;
    taken.add(look);
    kept.set(id, look);
  }
  // A tool that is absent this year may return.
  for (const look of known.values()) taken.add(look);
  let free = 0;
  return tools.map((tool) => {
    let look = kept.get(tool.id);
    if (look === undefined) {
      while (taken.has(free)) free++;
      look = free++;
    }
    return { ...tool, look };
  });
}
