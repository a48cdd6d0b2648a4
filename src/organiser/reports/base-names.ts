import type { Category } from "../../ground/model/index.ts";

/** The base categories that count in a category, at any depth, each once. */
export function baseNames(name: string, categories: readonly Category[]): readonly string[] {
  const category = categories.find((candidate) => candidate.name === name);
  if (category === undefined) return [];
  if (category.kind === "base") return [name];
  const children = category.children.flatMap((child) => {
    const isDemonstration =
      categories.find((candidate) => candidate.name === child)?.demonstration === true;
    const isLeftOut = isDemonstration && category.demonstration !== true;
    return isLeftOut ? [] : baseNames(child, categories);
  });
  return [...new Set(children)].filter((base) => {
    const found = categories.find((candidate) => candidate.name === base);
    return !(found?.kind === "base" && category.excludedProperties?.includes(found.property));
  });
}
