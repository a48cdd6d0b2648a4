/**
 * Edition files: the rules of any competition, written by its organiser. The keys are those of
 * {@link Edition}; `extends` names a known edition whose rules apply to missing parts. All faults
 * are reported at once, each with its line and column.
 */

import {
  type Edition,
  type EditionProperty,
  type Limits,
  type MetaScoreRules,
  PROPERTY_NAMES,
  type ScoringSchema,
  VALIDATION_PROCEDURES,
  type ValidationRules,
} from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { YamlFile, type YamlMap, type YamlValue } from "../../../ground/util/yaml-reader.ts";
import { EDITIONS } from "../editions/index.ts";
import { COUNTERS } from "../tally.ts";
import { readCategories } from "./read-categories.ts";
import { readValidationTrack } from "./read-validation-track.ts";
import { readWitnessRules } from "./read-witness-rules.ts";
import { items, texts } from "./yaml-lists.ts";

/** Value of `format`; the number changes when old readers would misread new files. */
export const EDITION_FORMAT = "agon-edition/1";

/** @throws InputError with all faults of the file. */
export function parseEdition(text: string, file: string): Edition {
  const yaml = new YamlFile(text, file);
  const root = yaml.root.asMap();
  return yaml.finish(root === undefined ? undefined : readEdition(root));
}

function readEdition(root: YamlMap): Edition | undefined {
  root.allowOnly([
    "format",
    "extends",
    "id",
    "year",
    "name",
    "scoring",
    "properties",
    "witnessTable",
    "validation",
    "limits",
    "meta",
    "validationTrack",
    "categories",
    "doubts",
  ]);
  root.require("format")?.asOneOf([EDITION_FORMAT]);
  const baseId = root.get("extends")?.asOneOf(EDITIONS.map(({ id }) => id));
  const base = EDITIONS.find((edition) => edition.id === baseId);
  const id = readId(root.require("id"));
  const year = root.require("year")?.asInteger(1);
  const name = root.require("name")?.asString();
  const scoring = readScoring(section(root, "scoring", base), base?.scoring);
  const properties = readProperties(section(root, "properties", base), base?.properties);
  const names = new Set((properties ?? []).map((property) => property.name));
  const witnessTable = readWitnessTable(section(root, "witnessTable", base), names, base);
  const validation = readValidation(section(root, "validation", base), base?.validation);
  const limits = readPhaseLimits(section(root, "limits", base), base?.limits);
  const meta = readMeta(section(root, "meta", base), base?.meta);
  const track = root.get("validationTrack");
  const validationTrack =
    track === undefined ? base?.validationTrack : readValidationTrack(track, names);
  const categories = readCategories(root.get("categories"), names) ?? base?.categories ?? [];
  const doubts = texts(root.get("doubts"));
  if (id === undefined || year === undefined || name === undefined) return undefined;
  if (scoring === undefined || properties === undefined || witnessTable === undefined) {
    return undefined;
  }
  if (validation === undefined || limits === undefined || meta === undefined) return undefined;
  return {
    id,
    year,
    name,
    scoring,
    properties,
    witnessTable,
    validation,
    limits,
    meta,
    ...defined({ validationTrack }),
    categories,
    doubts,
  };
}

/** A part of the rules; may be absent only when there is a base edition. */
function section(root: YamlMap, key: string, base: Edition | undefined): YamlValue | undefined {
  return base === undefined ? root.require(key) : root.get(key);
}

function readId(value: YamlValue | undefined): string | undefined {
  const id = value?.asString();
  if (value === undefined || id === undefined) return undefined;
  if (!/^[a-z0-9][a-z0-9.-]*$/.test(id)) {
    return value.fault(`the id '${id}' must consist of a-z, 0-9, '.' and '-'`);
  }
  const isTaken = EDITIONS.some((edition) => edition.id === id);
  return isTaken ? value.fault(`the id '${id}' is that of a known edition; choose another`) : id;
}

function readScoring(
  value: YamlValue | undefined,
  base: ScoringSchema | undefined,
): ScoringSchema | undefined {
  const map = value?.asMap();
  if (map === undefined) return base;
  map.allowOnly(COUNTERS);
  const points = COUNTERS.map((key) => {
    const given = base === undefined ? map.require(key) : map.get(key);
    return [key, finiteNumber(given) ?? base?.[key]] as const;
  });
  if (points.some(([, number]) => number === undefined)) return undefined;
  return Object.fromEntries(points) as unknown as ScoringSchema;
}

function finiteNumber(value: YamlValue | undefined): number | undefined {
  const number = value?.asNumber();
  if (number === undefined || Number.isFinite(number)) return number;
  return value?.fault(`${value.name} must be a finite number`);
}

function readProperties(
  value: YamlValue | undefined,
  base: readonly EditionProperty[] | undefined,
): readonly EditionProperty[] | undefined {
  if (value === undefined) return base;
  const seen = new Set<string>();
  return items(value).flatMap((item) => {
    const map = item.asMap();
    const nameValue = map?.require("name");
    const name = nameValue?.asString();
    if (map === undefined || name === undefined) return [];
    map.allowOnly(["name", "kind", "subproperties"]);
    if (seen.has(name)) nameValue?.fault(`the property '${name}' is listed twice`);
    seen.add(name);
    const kind = map.get("kind")?.asOneOf(PROPERTY_NAMES);
    const subproperties = texts(map.get("subproperties"));
    return [
      {
        name,
        ...defined({ kind }),
        ...(subproperties.length === 0 ? {} : { subproperties }),
      },
    ];
  });
}

function readWitnessTable(
  value: YamlValue | undefined,
  properties: ReadonlySet<string>,
  base: Edition | undefined,
): Edition["witnessTable"] | undefined {
  const map = value?.asMap();
  if (map === undefined) return base?.witnessTable;
  map.allowOnly(["source", "rules"]);
  const source = map.require("source")?.asString();
  const rules = readWitnessRules(map.require("rules"), properties);
  return source === undefined || rules === undefined ? undefined : { source, rules };
}

function readValidation(
  value: YamlValue | undefined,
  base: ValidationRules | undefined,
): ValidationRules | undefined {
  const map = value?.asMap();
  if (map === undefined) return base;
  map.allowOnly(["procedure", "confirmation", "witnessBytes"]);
  const ask = (key: string): YamlValue | undefined =>
    base === undefined ? map.require(key) : map.get(key);
  const procedure = ask("procedure")?.asOneOf(VALIDATION_PROCEDURES) ?? base?.procedure;
  const confirmation =
    ask("confirmation")?.asOneOf(["equal-status", "same-answer"] as const) ?? base?.confirmation;
  const witnessBytes = map.get("witnessBytes")?.asInteger(1) ?? base?.witnessBytes;
  if (procedure === undefined || confirmation === undefined) return undefined;
  return { procedure, confirmation, ...defined({ witnessBytes }) };
}

function readPhaseLimits(
  value: YamlValue | undefined,
  base: Edition["limits"] | undefined,
): Edition["limits"] | undefined {
  const map = value?.asMap();
  if (map === undefined) return base;
  map.allowOnly(["verification", "violationValidation", "correctnessValidation"]);
  const given = base === undefined ? map.require("verification") : map.get("verification");
  const verification = readLimits(given, base?.verification);
  // Without its own limits, validation has those of verification.
  const read = (key: "violationValidation" | "correctnessValidation"): Limits | undefined =>
    readLimits(map.get(key), base?.[key] ?? verification);
  const violationValidation = read("violationValidation");
  const correctnessValidation = read("correctnessValidation");
  if (verification === undefined) return undefined;
  if (violationValidation === undefined || correctnessValidation === undefined) return undefined;
  return { verification, violationValidation, correctnessValidation };
}

/** Limits are given together, so that none is inherited accidentally. */
function readLimits(value: YamlValue | undefined, base: Limits | undefined): Limits | undefined {
  const map = value?.asMap();
  if (map === undefined) return base;
  map.allowOnly(["cpuTimeSeconds", "wallTimeSeconds", "memoryBytes", "cores"]);
  const cpuTimeSeconds = positive(map.require("cpuTimeSeconds"));
  const wallTimeSeconds = positive(map.get("wallTimeSeconds"));
  const memoryBytes = map.require("memoryBytes")?.asInteger(1);
  const cores = map.require("cores")?.asInteger(1);
  if (cpuTimeSeconds === undefined || memoryBytes === undefined || cores === undefined) {
    return undefined;
  }
  return {
    cpuTimeSeconds,
    ...defined({ wallTimeSeconds }),
    memoryBytes,
    cores,
  };
}

function positive(value: YamlValue | undefined): number | undefined {
  const number = finiteNumber(value);
  if (number === undefined || number > 0) return number;
  return value?.fault(`${value.name} must be more than 0`);
}

function readMeta(
  value: YamlValue | undefined,
  base: MetaScoreRules | undefined,
): MetaScoreRules | undefined {
  const map = value?.asMap();
  if (map === undefined) return base;
  map.allowOnly(["score", "countVoidTasks", "negativeTotals", "missingChildren"]);
  const ask = (key: string): YamlValue | undefined =>
    base === undefined ? map.require(key) : map.get(key);
  const score = ask("score")?.asOneOf(["normalised", "plain-sum"] as const) ?? base?.score;
  const countVoidTasks = ask("countVoidTasks")?.asBoolean() ?? base?.countVoidTasks;
  const negativeTotals =
    ask("negativeTotals")?.asOneOf(["kept", "zero"] as const) ?? base?.negativeTotals;
  const missingChildren =
    ask("missingChildren")?.asOneOf(["no-score", "zero"] as const) ?? base?.missingChildren;
  if (score === undefined || countVoidTasks === undefined) return undefined;
  if (negativeTotals === undefined || missingChildren === undefined) return undefined;
  return { score, countVoidTasks, negativeTotals, missingChildren };
}
