import type { Property } from "../model/index.ts";

/**
 * The subproperties that `false(…)` may name for a property: the partial
 * properties of valid-memsafety and of files with several formulas, else the property itself.
 */
export function subpropertiesOf(property: Property): readonly string[] {
  const { kind, formulas } = property;
  if (kind !== undefined && kind !== "valid-memsafety") return [kind];
  return [...new Set(formulas.map(({ kind }) => kind))];
}
