import type { Category } from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import type { YamlMap, YamlValue } from "../../../ground/util/yaml-reader.ts";
import { items, knownProperty, texts } from "./yaml-lists.ts";

/** The tree of categories in table order; undefined when the file has none. */
export function readCategories(
  value: YamlValue | undefined,
  properties: ReadonlySet<string>,
): readonly Category[] | undefined {
  if (value === undefined) return undefined;
  const entries = items(value).flatMap((item) => {
    const category = readCategory(item, properties);
    return category === undefined ? [] : [{ item, category }];
  });
  const byName = new Map<string, Category>();
  for (const { item, category } of entries) {
    if (byName.has(category.name)) item.fault(`the category '${category.name}' is defined twice`);
    byName.set(category.name, category);
  }
  for (const { item, category } of entries) {
    if (category.kind === "base") continue;
    for (const child of items(item.asMap()?.get("children"))) {
      const name = child.asString();
      if (name !== undefined && !byName.has(name)) child.fault(`there is no category '${name}'`);
    }
    if (reaches(byName, category.name, category.name, new Set())) {
      item.fault(`the category '${category.name}' contains itself`);
    }
  }
  return entries.map(({ category }) => category);
}

function readCategory(item: YamlValue, properties: ReadonlySet<string>): Category | undefined {
  const map = item.asMap();
  const name = map?.require("name")?.asString();
  if (map === undefined || name === undefined) return undefined;
  const marks = readMarks(map);
  if (map.get("children") === undefined) {
    map.allowOnly(["name", "property", "demonstration", "validationOnly"]);
    const property = knownProperty(map.require("property"), properties);
    return property === undefined ? undefined : { kind: "base", name, property, ...marks };
  }
  map.allowOnly([
    "name",
    "children",
    "answers",
    "excludedProperties",
    "demonstration",
    "validationOnly",
  ]);
  const answers = map.get("answers")?.asOneOf(["all", "true", "false"] as const);
  const excludedProperties = items(map.get("excludedProperties")).flatMap(
    (value) => knownProperty(value, properties) ?? [],
  );
  return {
    kind: "meta",
    name,
    children: texts(map.get("children")),
    ...defined({ answers }),
    ...(excludedProperties.length === 0 ? {} : { excludedProperties }),
    ...marks,
  };
}

function readMarks(map: YamlMap): Pick<Category, "demonstration" | "validationOnly"> {
  const demonstration = map.get("demonstration")?.asBoolean();
  const validationOnly = map.get("validationOnly")?.asBoolean();
  return {
    ...defined({ demonstration, validationOnly }),
  };
}

function reaches(
  byName: ReadonlyMap<string, Category>,
  from: string,
  target: string,
  seen: Set<string>,
): boolean {
  const category = byName.get(from);
  if (category?.kind !== "meta" || seen.has(from)) return false;
  seen.add(from);
  return category.children.some(
    (child) => child === target || reaches(byName, child, target, seen),
  );
}
