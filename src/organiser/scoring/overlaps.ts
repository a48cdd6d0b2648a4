/** Tasks that a meta category counts more than once. */
import type { Category, MetaCategory } from "../../ground/model/index.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";

/**
 * Warnings about meta categories whose base categories share tasks, since each base category counts
 * its own: one warning a meta category.
 * @param tasks identities of tasks by base category
 * @param file what the warnings are about
 */
export function overlapWarnings(
  categories: readonly Category[],
  tasks: ReadonlyMap<string, readonly { readonly task: string }[]>,
  file: string,
): readonly Diagnostic[] {
  const byName = new Map(categories.map((category) => [category.name, category]));
  return categories.flatMap((category): readonly Diagnostic[] => {
    if (category.kind !== "meta") return [];
    const shared = sharedTasks([...basesBelow(category, byName)], tasks);
    const [first, ...others] = [...shared];
    if (first === undefined) return [];
    const [task, bases] = first;
    const more = others.length === 0 ? "" : ` (so it does with others: ${others.length})`;
    const message = `${category.name} counts ${task} ${bases.length} times, in ${bases.join(" and ")}${more}`;
    return [{ severity: "warning", code: "task-counted-twice", message, file }];
  });
}

function basesBelow(
  { children }: MetaCategory,
  byName: ReadonlyMap<string, Category>,
): ReadonlySet<string> {
  const bases = children.flatMap((name): readonly string[] => {
    const child = byName.get(name);
    if (child === undefined) return [];
    return child.kind === "base" ? [name] : [...basesBelow(child, byName)];
  });
  return new Set(bases);
}

/** Tasks of several of the base categories, with these. */
function sharedTasks(
  bases: readonly string[],
  tasks: ReadonlyMap<string, readonly { readonly task: string }[]>,
): ReadonlyMap<string, readonly string[]> {
  const homes = new Map<string, string[]>();
  for (const base of bases) {
    for (const { task } of tasks.get(base) ?? []) {
      const known = homes.get(task);
      if (known === undefined) homes.set(task, [base]);
      else known.push(base);
    }
  }
  return new Map([...homes].filter(([, known]) => known.length > 1));
}
