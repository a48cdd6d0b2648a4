/** Short forms for writing trees of categories in table order (a parent before its children). */
import type { BaseCategory, Category, MetaCategory } from "../../../ground/model/index.ts";

type Marks = Pick<BaseCategory, "demonstration" | "validationOnly">;

/** Base categories of one property; a name is the prefix followed by one of the suffixes. */
export function bases(
  property: string,
  prefix: string,
  suffixes: readonly string[],
  marks: Marks = {},
): readonly BaseCategory[] {
  return suffixes.map((suffix) => ({
    kind: "base",
    name: `${prefix}${suffix}`,
    property,
    ...marks,
  }));
}

/** Base categories of one property with names `<property>.<group>-<name>`, as from 2021 to 2025. */
export function runSets(
  property: string,
  group: string,
  names: readonly string[],
  marks: Marks = {},
): readonly BaseCategory[] {
  return bases(property, `${property}.${group}-`, names, marks);
}

/** A meta category with its base categories. */
export function family(
  name: string,
  children: readonly (readonly BaseCategory[])[],
  marks: Marks = {},
): readonly Category[] {
  const all = children.flat();
  return [{ kind: "meta", name, children: all.map((child) => child.name), ...marks }, ...all];
}

/** A meta category over categories that are listed elsewhere. */
export function over(
  name: string,
  children: readonly string[],
  options: Pick<MetaCategory, "answers" | "excludedProperties"> = {},
): MetaCategory {
  return { kind: "meta", name, children, ...options };
}
