import type { YamlMap, YamlValue } from "../util/yaml-reader.ts";
import type { Invariant } from "./format.ts";
import { readLocation } from "./read-location.ts";
import type { FormatVersion } from "./read-metadata.ts";

const TYPES_2_0 = ["loop_invariant", "location_invariant"] as const;
const TYPES_2_1 = [
  ...TYPES_2_0,
  "loop_transition_invariant",
  "location_transition_invariant",
] as const;

interface Invariants {
  readonly invariants: readonly Invariant[];
  /** Kinds of content that were left out. */
  readonly unsupported: readonly string[];
}

/** Reads the content of an invariant_set. Function contracts (2.1) are recognised and left out. */
export function readInvariants(content: YamlValue, version: FormatVersion): Invariants {
  const invariants: Invariant[] = [];
  const unsupported: string[] = [];
  for (const value of content.asList() ?? []) {
    const outer = value.asMap();
    if (outer === undefined) continue;
    const self = outer.get("invariant")?.asMap();
    // User guide: `contract:`; CPAchecker and Ultimate: `invariant: {type: function_contract}`.
    const isContract =
      outer.get("contract") !== undefined || self?.get("type")?.asWritten() === "function_contract";
    if (isContract && version !== "2.0") {
      unsupported.push("function_contract");
      continue;
    }
    outer.allowOnly(["invariant"]);
    if (self === undefined) outer.require("invariant");
    const invariant = self === undefined ? undefined : readInvariant(self, version);
    if (invariant !== undefined) invariants.push(invariant);
  }
  return { invariants, unsupported };
}

function readInvariant(self: YamlMap, version: FormatVersion): Invariant | undefined {
  const isOld = version === "2.0";
  self.allowOnly(["type", "location", "value", "format", ...(isOld ? [] : ["labels"])]);
  const type = self.require("type")?.asOneOf(isOld ? TYPES_2_0 : TYPES_2_1);
  const location = readLocation(self);
  const expression = self.require("value")?.asWritten();
  const format = self
    .require("format")
    ?.asOneOf(
      isOld ? (["c_expression"] as const) : (["c_expression", "ext_c_expression"] as const),
    );
  const labels = self
    .get("labels")
    ?.asList()
    ?.flatMap((label) => label.asString() ?? []);
  if (!(type && location && format) || expression === undefined) return undefined;
  return { type, location, expression, format, ...(labels === undefined ? {} : { labels }) };
}
