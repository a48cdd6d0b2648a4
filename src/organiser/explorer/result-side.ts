/** Verifiers of this site and of the earlier results beside it, by their names in addresses. */
import type { Category } from "../../ground/model/index.ts";
import { JOINED_TOOLS } from "./earlier-runs.ts";
import type { EarlierEntry, Manifest } from "./manifest.ts";

export interface Side {
  readonly address: string;
  /** Identifier in its own results. */
  readonly id: string;
  /** Name with the title of its results where those are earlier ones. */
  readonly name: string;
  /** Index of the earlier results; absent: those of this site. */
  readonly set?: number;
}

export interface SideContext extends Pick<Manifest, "tools"> {
  readonly earlier?: readonly Pick<EarlierEntry, "title" | "tools">[];
}

/** `tool`, or `tool@2`: from the second of the earlier result sets. */
export function sideOf(address: string, { tools, earlier = [] }: SideContext): Side | undefined {
  const own = tools.find(({ id }) => id === address);
  if (own !== undefined) return { address, id: own.id, name: own.name };
  const [, id, number] = /^(.*)@(\d+)$/.exec(address) ?? [];
  const set = Number(number) - 1;
  const entry = earlier[set];
  const tool = entry?.tools.find((each) => each.id === id);
  return entry === undefined || tool === undefined
    ? undefined
    : { address, id: tool.id, name: `${tool.name} (${entry.title})`, set };
}

/** Every verifier that {@link sideOf} finds, with names that differ where versions do. */
export function sideChoices({
  tools,
  earlier = [],
}: SideContext): readonly (readonly [address: string, name: string])[] {
  const names = tools.map(({ name }) => name);
  const isShared = (name: string): boolean => names.filter((other) => other === name).length > 1;
  return [
    ...tools.map(
      ({ id, name, version = "" }) =>
        [id, isShared(name) ? `${name} ${version.slice(0, 24)}`.trim() : name] as const,
    ),
    ...earlier.flatMap((entry, index) =>
      entry.tools.map(
        ({ id, name }) => [`${id}@${index + 1}`, `${name} (${entry.title})`] as const,
      ),
    ),
  ];
}

/** Names of two sides in the store that has both: their own ids, if they are in one result set. */
export function toolsOfSides(sides: readonly Side[]): readonly string[] {
  const isOneSet = sides.every(({ set }) => set === undefined);
  return isOneSet ? sides.map(({ id }) => id) : JOINED_TOOLS.slice(0, sides.length);
}

/** Names of the base categories at or below a category; without a name, of all categories. */
export function basesBelow(
  categories: readonly Category[],
  name: string | undefined,
): ReadonlySet<string> {
  const byName = new Map(categories.map((category) => [category.name, category]));
  const found = new Set<string>();
  const visit = (current: string): void => {
    const category = byName.get(current);
    if (category?.kind === "meta") for (const child of category.children) visit(child);
    else found.add(current);
  };
  if (name !== undefined && name !== "") visit(name);
  else for (const { name: each, kind } of categories) if (kind === "base") found.add(each);
  return found;
}

/**
 * The parts of an earlier result set in the base categories of those names; all parts when it has
 * none of them, because categories are renamed over the years.
 */
export function earlierPartsIn<T extends { readonly category: string }>(
  parts: readonly T[],
  categories: ReadonlySet<string>,
): readonly T[] {
  const named = parts.filter(({ category }) => categories.has(category));
  return named.length > 0 ? named : parts;
}
