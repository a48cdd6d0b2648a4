import type { Property } from "../model/index.ts";

/**
 * The subproperties that `false(…)` may name for a property: the partial
 * properties of valid-memsafety, else the property itself.
 */
export function subpropertiesOf(property: Property): readonly string[] {
  if (property.kind !== "valid-memsafety") return [property.kind];
  return property.formulas.map(({ kind }) => kind);
}
