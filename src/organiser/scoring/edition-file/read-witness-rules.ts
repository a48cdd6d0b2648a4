import {
  WITNESS_VERSIONS,
  type WitnessRequirement,
  type WitnessRule,
  type WitnessVersion,
} from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import type { YamlValue } from "../../../ground/util/yaml-reader.ts";
import { items, knownProperty, texts } from "./yaml-lists.ts";

/** The rows of a witness table; `*` (any) is the default for properties and categories. */
export function readWitnessRules(
  value: YamlValue | undefined,
  properties: ReadonlySet<string>,
): readonly WitnessRule[] | undefined {
  if (value === undefined) return undefined;
  return items(value).flatMap((item) => readRule(item, properties));
}

function readRule(item: YamlValue, properties: ReadonlySet<string>): readonly WitnessRule[] {
  const map = item.asMap();
  if (map === undefined) return [];
  map.allowOnly(["property", "categories", "subproperty", "correctness", "violation"]);
  const property = knownProperty(map.get("property"), new Set([...properties, "*"])) ?? "*";
  const categories = map.get("categories") === undefined ? ["*"] : texts(map.get("categories"));
  const subproperty = map.get("subproperty")?.asString();
  const correctness = readRequirement(map.require("correctness"));
  const violation = readRequirement(map.require("violation"));
  if (correctness === undefined || violation === undefined) return [];
  return [
    {
      property,
      categories,
      ...defined({ subproperty }),
      correctness,
      violation,
    },
  ];
}

/** `none`, `required 2.0 2.1`, `demonstration 2.1`. */
function readRequirement(value: YamlValue | undefined): WitnessRequirement | undefined {
  const text = value?.asString();
  if (value === undefined || text === undefined) return undefined;
  if (text === "none") return { kind: "none" };
  const [kind, ...words] = text.split(/\s+/);
  const versions = words.filter((word): word is WitnessVersion =>
    WITNESS_VERSIONS.some((version) => version === word),
  );
  const isKnown = kind === "required" || kind === "demonstration";
  if (isKnown && words.length > 0 && versions.length === words.length) return { kind, versions };
  return value.fault(
    `${value.name} must be 'none', or 'required' or 'demonstration' with versions out of ${WITNESS_VERSIONS.join(", ")}; found '${text}'`,
  );
}

/** The text that {@link readWitnessRules} reads. */
export function formatRequirement(requirement: WitnessRequirement): string {
  if (requirement.kind === "none") return "none";
  return [requirement.kind, ...requirement.versions].join(" ");
}
