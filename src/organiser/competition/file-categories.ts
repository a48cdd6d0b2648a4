import type { Category } from "../../ground/model/index.ts";

/**
 * The categories that can be scored: those at and below `wanted` (absent: all) that have tasks,
 * meta categories with such children only. `missing`: base categories that a meta category lacks;
 * without them its score has another meaning.
 */
export function categoriesWithTasks(
  all: readonly Category[],
  wanted: string | undefined,
  hasTasksOf: (baseCategory: string) => boolean,
): { readonly categories: readonly Category[]; readonly missing: readonly string[] } {
  const byName = new Map(all.map((category) => [category.name, category]));
  const hasTasks = (each: Category): boolean =>
    each.kind === "base"
      ? hasTasksOf(each.name)
      : each.children.some((child) => hasTasks(byName.get(child) as Category));
  const below = new Set<string>();
  const visit = (each: Category): void => {
    below.add(each.name);
    if (each.kind !== "meta") return;
    for (const child of each.children) visit(byName.get(child) as Category);
  };
  for (const each of all) if (wanted === undefined || each.name === wanted) visit(each);
  const candidates = all.filter((each) => below.has(each.name));
  const scored = candidates.filter(hasTasks);
  const names = new Set(scored.map((each) => each.name));
  const missing = candidates.filter(
    (each) =>
      each.kind === "base" &&
      each.demonstration !== true &&
      each.validationOnly !== true &&
      !names.has(each.name),
  );
  const hasMeta = scored.some(({ kind }) => kind === "meta");
  return {
    categories: scored.map((each) =>
      each.kind === "base"
        ? each
        : { ...each, children: each.children.filter((child) => names.has(child)) },
    ),
    missing: hasMeta ? missing.map(({ name }) => name) : [],
  };
}
