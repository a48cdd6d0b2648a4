/**
 * Reads `competition.yml` (schema/competition.schema.json). All faults are
 * reported at once, each with its line and column.
 */

import { type Edition, type Limits, PROPERTY_NAMES } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { InputError } from "../../ground/util/errors.ts";
import { folderOf } from "../../ground/util/path.ts";
import { YamlFile, type YamlMap, type YamlValue } from "../../ground/util/yaml-reader.ts";
import { EDITIONS } from "../scoring/index.ts";
import { isPythonModule, TOOL_MODULES, type ToolRole } from "../tools/index.ts";
import type {
  CategoryDefinition,
  CompetitionDefinition,
  ExcludedTool,
  ParticipantDefinition,
  PhaseLimits,
  ToolDefinition,
  ValidatorDefinition,
  VoidTaskDefinition,
  WitnessKind,
} from "./definition.ts";
import { describeEditions, readEditionReference } from "./edition-reference.ts";
import { describeLimit, type LimitKind, parseLimit } from "./limit-text.ts";

const WITNESS_KINDS: readonly WitnessKind[] = ["violation", "correctness"];

/** Replaces an unknown edition, so that the rest of the file is checked as well. */
const LATEST = EDITIONS.at(-1) as Edition;

/** @throws InputError with all faults of the file. */
export function parseCompetition(text: string, file: string): CompetitionDefinition {
  const yaml = new YamlFile(text, file);
  // After a syntax error, faults in the content would only repeat it.
  const root = yaml.isSound ? yaml.root.asMap() : undefined;
  const definition = root === undefined ? undefined : readCompetition(root, yaml);
  return yaml.finish(definition);
}

function readCompetition(root: YamlMap, yaml: YamlFile): CompetitionDefinition | undefined {
  const { file } = yaml;
  root.allowOnly([
    "name",
    "modulePath",
    "fmTools",
    "edition",
    "tasks",
    "limits",
    "categories",
    "participants",
    "validators",
    "voidTasks",
    "excludedTools",
    "output",
  ]);
  const name = root.require("name")?.asString();
  const edition = readEdition(root.require("edition"), yaml);
  const categories = readCategories(root.require("categories"), edition);
  const participants = list(root.require("participants")).flatMap((value) =>
    readParticipant(value, categories),
  );
  const validators = list(root.get("validators")).flatMap(readValidator);
  reportDuplicates([...list(root.get("participants")), ...list(root.get("validators"))], "id");
  const voidTasks = list(root.get("voidTasks")).flatMap(readVoidTask);
  reportDuplicates(list(root.get("voidTasks")), "task");
  const excludedTools = readExcludedTools(root.get("excludedTools"), participants);
  const modulePath = texts(root.get("modulePath"));
  const output = root.get("output")?.asString();
  const fmTools = root.get("fmTools")?.asString();
  const tasks = root.get("tasks")?.asString() ?? ".";
  const limits = readPhaseLimits(root.get("limits"), (edition ?? LATEST).limits);
  if (name === undefined || edition === undefined) return undefined;
  return {
    file,
    name,
    edition,
    tasks,
    limits,
    categories,
    participants,
    validators,
    voidTasks,
    excludedTools,
    modulePath,
    ...defined({ fmTools, output }),
  };
}

/** A known edition, or an edition file, whose faults are reported with those of this file. */
function readEdition(value: YamlValue | undefined, yaml: YamlFile): Edition | undefined {
  const text = value?.asWritten();
  if (value === undefined || text === undefined) return undefined;
  try {
    return (
      readEditionReference(text, folderOf(yaml.file)) ??
      value.fault(`edition must be ${describeEditions()}, found '${text}'`)
    );
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    yaml.diagnostics.push(...error.diagnostics);
    return value.fault(`the edition file ${text} cannot be used`);
  }
}

function readVoidTask(value: YamlValue): readonly VoidTaskDefinition[] {
  const map = value.asMap();
  map?.allowOnly(["task", "reason"]);
  const place = map?.require("task");
  const task = place?.asString();
  const reason = map?.require("reason")?.asString();
  requireWords(map?.get("reason"));
  if (place === undefined || task === undefined || reason === undefined) return [];
  return [{ task, reason, place: place.place }];
}

function requireWords(reason: YamlValue | undefined): void {
  if (reason?.asWritten()?.trim() === "") reason.fault("the reason must not be empty");
}

function readExcludedTools(
  value: YamlValue | undefined,
  participants: readonly ParticipantDefinition[],
): readonly ExcludedTool[] {
  const ids = new Set(participants.map(({ id }) => id));
  reportDuplicates(list(value), "tool");
  return list(value).flatMap((item) => {
    const map = item.asMap();
    map?.allowOnly(["tool", "reason"]);
    const tool = map?.require("tool");
    const reason = map?.require("reason")?.asString();
    requireWords(map?.get("reason"));
    if (tool !== undefined) reportUnknown(tool, ids, "participant");
    const id = tool?.asString();
    return id === undefined || reason === undefined ? [] : [{ tool: id, reason }];
  });
}

function readPhaseLimits(value: YamlValue | undefined, defaults: PhaseLimits): PhaseLimits {
  const map = value?.asMap();
  map?.allowOnly(["verification", "violationValidation", "correctnessValidation"]);
  const read = (phase: keyof PhaseLimits): Limits => readLimits(map?.get(phase), defaults[phase]);
  return {
    verification: read("verification"),
    violationValidation: read("violationValidation"),
    correctnessValidation: read("correctnessValidation"),
  };
}

function readLimits(value: YamlValue | undefined, defaults: Limits): Limits {
  const map = value?.asMap();
  if (map === undefined) return defaults;
  map.allowOnly([
    ...["cpuTime", "softCpuTime", "wallTime", "memory", "cores"],
    ...["processes", "output", "files", "filesSize"],
  ]);
  // A wall limit of the edition belongs to its CPU limit, so it is only inherited together with
  // that.
  const inherited = map.get("cpuTime") === undefined ? defaults.wallTimeSeconds : undefined;
  const wallTimeSeconds = readQuantity(map.get("wallTime"), "time") ?? inherited;
  const cpuTimeSeconds = readQuantity(map.get("cpuTime"), "time") ?? defaults.cpuTimeSeconds;
  const softCpuTimeSeconds = readQuantity(map.get("softCpuTime"), "time");
  if (softCpuTimeSeconds !== undefined && softCpuTimeSeconds > cpuTimeSeconds) {
    map.get("softCpuTime")?.fault("softCpuTime must not be above cpuTime");
  }
  const guards = {
    softCpuTimeSeconds,
    wallTimeSeconds,
    processes: map.get("processes")?.asInteger(1),
    outputBytes: readQuantity(map.get("output"), "memory"),
    filesCount: map.get("files")?.asInteger(1),
    filesBytes: readQuantity(map.get("filesSize"), "memory"),
  };
  return {
    cpuTimeSeconds,
    memoryBytes: readQuantity(map.get("memory"), "memory") ?? defaults.memoryBytes,
    cores: map.get("cores")?.asInteger(1) ?? defaults.cores,
    // Absent and undefined members have different hashes.
    ...(Object.fromEntries(
      Object.entries(guards).filter(([, limit]) => limit !== undefined),
    ) as Partial<Limits>),
  };
}

function readQuantity(value: YamlValue | undefined, kind: LimitKind): number | undefined {
  const text = value?.asWritten();
  if (value === undefined || text === undefined) return undefined;
  return (
    parseLimit(text, kind) ??
    value.fault(`${value.name} must be ${describeLimit(kind)}, found '${text}'`)
  );
}

/** Properties are those that Agon or the edition knows, by their names there. */
function readCategories(
  value: YamlValue | undefined,
  edition: Edition | undefined,
): readonly CategoryDefinition[] {
  const own = (edition?.properties ?? []).map(({ name }) => name);
  const properties = [...new Set([...PROPERTY_NAMES, ...own])];
  const items = list(value);
  if (value?.isList === true && items.length === 0) value.fault("there must be a category");
  reportDuplicates(items, "name");
  const categories = items.flatMap((item) => readCategory(item, properties));
  // A category with other faults is still a category.
  const names = new Set(items.flatMap((item) => nameOf(item) ?? []));
  for (const item of items) {
    const children = item.isMap ? item.asMap()?.get("children") : undefined;
    for (const child of list(children)) reportUnknown(child, names, "category");
  }
  reportCycles(items, categories);
  return categories;
}

function readCategory(
  value: YamlValue,
  properties: readonly string[],
): readonly CategoryDefinition[] {
  const map = value.asMap();
  const name = map?.require("name")?.asString();
  if (map === undefined || name === undefined) return [];
  const demonstration = map.get("demonstration")?.asBoolean();
  const shared = { name, ...defined({ demonstration }) };
  const children = map.get("children");
  if (children !== undefined) {
    map.allowOnly(["name", "children", "answers", "demonstration"]);
    const answers = map.get("answers")?.asOneOf(["all", "true", "false"] as const);
    return [
      {
        kind: "meta",
        ...shared,
        children: texts(children),
        ...defined({ answers }),
      },
    ];
  }
  map.allowOnly([
    ...["name", "property", "sets", "tasks", "excludedSets", "exclude", "demonstration"],
    ...["propertyFile", "dataModel"],
  ]);
  const property = map.require("property")?.asOneOf(properties);
  if (map.get("sets") === undefined && map.get("tasks") === undefined) {
    map.fault(`the category ${name} needs 'sets', 'tasks' or 'children'`);
  }
  const propertyFile = map.get("propertyFile")?.asString();
  const dataModel = map.get("dataModel")?.asOneOf(["ILP32", "LP64"] as const);
  if (property === undefined) return [];
  const selection = {
    property,
    sets: texts(map.get("sets")),
    excludedSets: texts(map.get("excludedSets")),
    include: texts(map.get("tasks")),
    exclude: texts(map.get("exclude")),
    ...defined({ propertyFile }),
    ...(dataModel === undefined ? {} : { defaults: { dataModel } }),
  };
  return [{ kind: "base", ...shared, property, selection }];
}

function reportCycles(
  items: readonly YamlValue[],
  categories: readonly CategoryDefinition[],
): void {
  const byName = new Map(categories.map((category) => [category.name, category]));
  const reaches = (from: string, target: string, seen: Set<string>): boolean => {
    const category = byName.get(from);
    if (category?.kind !== "meta" || seen.has(from)) return false;
    seen.add(from);
    return category.children.some((child) => child === target || reaches(child, target, seen));
  };
  for (const item of items) {
    const name = nameOf(item);
    if (name !== undefined && reaches(name, name, new Set())) {
      item.fault(`the category ${name} contains itself`);
    }
  }
}

function nameOf(category: YamlValue): string | undefined {
  return category.isMap ? category.asMap()?.get("name")?.asString() : undefined;
}

const TOOL_KEYS = ["id", "name", "tool", "directory", "options"];

function readTool(map: YamlMap, role: ToolRole): ToolDefinition | undefined {
  const idValue = map.require("id");
  const id = idValue?.asString();
  if (id !== undefined && !/^[a-z0-9+-]+$/.test(id)) {
    idValue?.fault(`the id '${id}' must consist of a-z, 0-9, '-' and '+'`);
  }
  const tool = readModule(map.require("tool"), role);
  const directory = map.get("directory")?.asString();
  const options = list(map.get("options")).flatMap((option) => option.asWritten() ?? []);
  if (id === undefined || tool === undefined) return undefined;
  const name = map.get("name")?.asString() ?? id;
  return { id, name, tool, options, ...defined({ directory }) };
}

/** A native module for the role, or a Python one, whose existence is checked later. */
function readModule(value: YamlValue | undefined, role: ToolRole): string | undefined {
  const name = value?.asString();
  if (value === undefined || name === undefined || isPythonModule(name)) return name;
  const modules = TOOL_MODULES.filter(({ roles }) => roles.includes(role));
  if (modules.some(({ module }) => module === name)) return name;
  const known = modules.map(({ module }) => module).join(", ");
  return value.fault(
    `tool must be one of ${known}, or a Python module such as benchexec.tools.NAME, found '${name}'`,
  );
}

function readParticipant(
  value: YamlValue,
  categories: readonly CategoryDefinition[],
): readonly ParticipantDefinition[] {
  const map = value.asMap();
  if (map === undefined) return [];
  map.allowOnly([...TOOL_KEYS, "categories", "optOut", "horsConcours"]);
  const tool = readTool(map, "verifier");
  const names = new Set(categories.map(({ name }) => name));
  for (const key of ["categories", "optOut"]) {
    for (const name of list(map.get(key))) reportUnknown(name, names, "category");
  }
  const listed = map.get("categories");
  const horsConcours = map.get("horsConcours")?.asBoolean() ?? false;
  if (tool === undefined) return [];
  return [
    {
      ...tool,
      categories: listed === undefined ? [...names] : texts(listed),
      optOut: texts(map.get("optOut")),
      horsConcours,
    },
  ];
}

function readValidator(value: YamlValue): readonly ValidatorDefinition[] {
  const map = value.asMap();
  if (map === undefined) return [];
  map.allowOnly([...TOOL_KEYS, "kinds"]);
  const tool = readTool(map, "validator");
  const kinds = map.get("kinds");
  const chosen = kinds === undefined ? WITNESS_KINDS : readKinds(kinds);
  return tool === undefined ? [] : [{ ...tool, kinds: chosen }];
}

function readKinds(value: YamlValue): readonly WitnessKind[] {
  return list(value).flatMap((kind) => kind.asOneOf(WITNESS_KINDS) ?? []);
}

function list(value: YamlValue | undefined): readonly YamlValue[] {
  return value?.asList() ?? [];
}

function texts(value: YamlValue | undefined): readonly string[] {
  return (value?.asListOrSingle() ?? []).flatMap((item) => item.asString() ?? []);
}

function reportUnknown(value: YamlValue, known: ReadonlySet<string>, what: string): void {
  const name = value.asString();
  if (name !== undefined && !known.has(name)) {
    value.fault(`there is no ${what} '${name}'; known: ${[...known].join(", ")}`);
  }
}

function reportDuplicates(items: readonly YamlValue[], key: "id" | "name" | "task" | "tool"): void {
  const seen = new Set<string>();
  for (const item of items) {
    const value = item.isMap ? item.asMap()?.get(key) : undefined;
    const text = value?.asWritten();
    if (text === undefined) continue;
    if (seen.has(text)) value?.fault(`the ${key} '${text}' is used twice`);
    seen.add(text);
  }
}
