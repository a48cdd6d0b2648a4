import type { CategoryStanding } from "./standings.ts";

export interface TreeEntry {
  readonly standing: CategoryStanding;
  /** Depth, from 0. */
  readonly level: number;
}

/** Parents before their children; a category with several parents appears below the first. */
export function inTreeOrder(standings: readonly CategoryStanding[]): readonly TreeEntry[] {
  const byName = new Map(standings.map((standing) => [standing.category.name, standing]));
  const inner = new Set(
    standings.flatMap(({ category }) => (category.kind === "meta" ? category.children : [])),
  );
  const visited = new Set<string>();
  const visit = (standing: CategoryStanding, level: number): readonly TreeEntry[] => {
    const { category } = standing;
    if (visited.has(category.name)) return [];
    visited.add(category.name);
    const children = category.kind === "meta" ? category.children : [];
    return [
      { standing, level },
      ...children.flatMap((name) => {
        const child = byName.get(name);
        return child === undefined ? [] : visit(child, level + 1);
      }),
    ];
  };
  return standings
    .filter(({ category }) => !inner.has(category.name))
    .flatMap((standing) => visit(standing, 0));
}
