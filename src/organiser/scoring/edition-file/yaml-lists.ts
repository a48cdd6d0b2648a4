import type { YamlValue } from "../../../ground/util/yaml-reader.ts";

/** The elements of a list; empty when the value is absent or (reported) not a list. */
export function items(value: YamlValue | undefined): readonly YamlValue[] {
  return value?.asList() ?? [];
}

/** A list of texts, or a single one. */
export function texts(value: YamlValue | undefined): readonly string[] {
  return (value?.asListOrSingle() ?? []).flatMap((item) => item.asString() ?? []);
}

/** A property of the edition; reports any other name. */
export function knownProperty(
  value: YamlValue | undefined,
  properties: ReadonlySet<string>,
): string | undefined {
  const name = value?.asString();
  if (value === undefined || name === undefined || properties.has(name)) return name;
  const known = [...properties].join(", ");
  return value.fault(`there is no property '${name}' in this edition; known: ${known}`);
}
