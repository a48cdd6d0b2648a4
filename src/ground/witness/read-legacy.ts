/**
 * Format 0.1: one entry per invariant. Columns count from 0 there. Entries
 * that document a validation (`…_certificate`) say nothing about the program.
 */
import type { YamlMap } from "../util/yaml-reader.ts";
import type { Location } from "./format.ts";
import type { InvariantItem } from "./read-invariants.ts";
import { readLocation } from "./read-location.ts";

export const LEGACY_ENTRY_TYPES = [
  "loop_invariant",
  "location_invariant",
  "loop_invariant_certificate",
  "location_invariant_certificate",
  "precondition_loop_invariant",
  "precondition_loop_invariant_certificate",
  "flow_insensitive_invariant",
] as const;

/** The invariant of an entry; undefined when the entry holds none, or none that 2.x can express. */
export function readLegacyInvariant(entryType: string, self: YamlMap): InvariantItem | undefined {
  if (entryType !== "loop_invariant" && entryType !== "location_invariant") {
    self.warn(`an entry of type ${entryType} has no counterpart and is ignored`, "legacy-entry");
    return undefined;
  }
  self.allowOnly(["entry_type", "metadata", "location", entryType]);
  const location = readLocation(self, { firstColumn: 0 });
  const map = self.require(entryType)?.asMap();
  map?.allowOnly(["string", "type", "format"]);
  const expression = map?.require("string")?.asWritten();
  map?.get("type")?.asOneOf(["assertion"]);
  map?.get("format")?.asOneOf(["C"]);
  if (location === undefined || expression === undefined) return undefined;
  const invariant = { type: entryType, location, expression, format: "c_expression" } as const;
  return { kind: "invariant", invariant, self } satisfies {
    kind: "invariant";
    invariant: { location: Location };
    self: YamlMap;
  };
}
