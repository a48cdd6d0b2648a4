import { defined } from "../util/defined.ts";
import type { YamlMap, YamlValue } from "../util/yaml-reader.ts";
import type { Contract, FormatVersion, Invariant } from "./format.ts";
import { readLocation } from "./read-location.ts";

const TYPES_2_0 = ["loop_invariant", "location_invariant"] as const;
const TYPES_2_1 = [
  ...TYPES_2_0,
  "loop_transition_invariant",
  "location_transition_invariant",
] as const;

/** An element of an invariant_set, with the mapping that holds its fields. */
export type InvariantItem =
  | { readonly kind: "invariant"; readonly invariant: Invariant; readonly self: YamlMap }
  | { readonly kind: "contract"; readonly contract: Contract; readonly self: YamlMap };

/** Reads one element of an invariant_set; undefined after a fault. */
export function readInvariantItem(
  value: YamlValue,
  version: FormatVersion,
): InvariantItem | undefined {
  const outer = value.asMap();
  if (outer === undefined) return undefined;
  const invariantMap = outer.get("invariant")?.asMap();
  // User guide: `contract:`; CPAchecker and Ultimate: `invariant: {type: function_contract}`.
  const contractMap =
    outer.get("contract")?.asMap() ??
    (invariantMap?.get("type")?.asWritten() === "function_contract" ? invariantMap : undefined);
  if (contractMap !== undefined && version !== "2.0") {
    outer.allowOnly(["contract", "invariant"]);
    const contract = readContract(contractMap);
    return contract && { kind: "contract", contract, self: contractMap };
  }
  outer.allowOnly(["invariant"]);
  if (invariantMap === undefined) {
    outer.require("invariant");
    return undefined;
  }
  const invariant = readInvariant(invariantMap, version);
  return invariant && { kind: "invariant", invariant, self: invariantMap };
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
  const labels = readLabels(self);
  if (!(type && location && format) || expression === undefined) return undefined;
  return { type, location, expression, format, ...defined({ labels }) };
}

function readContract(self: YamlMap): Contract | undefined {
  self.allowOnly(["type", "location", "requires", "ensures", "format", "labels"]);
  self.require("type")?.asOneOf(["function_contract"]);
  const location = readLocation(self);
  const requires = self.get("requires")?.asWritten();
  const ensures = self.get("ensures")?.asWritten();
  const format = self
    .require("format")
    ?.asOneOf(["c_expression", "ext_c_expression", "acsl_expression"] as const);
  const labels = readLabels(self);
  if (location === undefined || format === undefined) return undefined;
  return {
    location,
    ...defined({ requires, ensures }),
    format,
    ...defined({ labels }),
  };
}

function readLabels(self: YamlMap): readonly string[] | undefined {
  const labels = self.get("labels")?.asList();
  return labels?.flatMap((label) => label.asString() ?? []);
}
