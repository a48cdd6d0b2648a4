/**
 * The benchmark definition that a participant should have: organisers generate it from a reference
 * definition with every category, the tool's entry in FM-Tools and the category structure, and
 * refuse differing ones.
 */
import type { CategoryStructure } from "../tasks/index.ts";
import { type FmToolsEntry, participationIn } from "../tools/index.ts";
import type {
  BenchmarkDefinition,
  PropertyReference,
  RunDefinition,
  TaskSetDefinition,
} from "./benchmark-definition.ts";

export interface DefinitionSource {
  /** The definition with the limits, run definitions and task sets of all participants. */
  readonly reference: BenchmarkDefinition;
  readonly entry: FmToolsEntry;
  readonly structure: CategoryStructure;
}

/** The reason why there cannot be a definition. */
export interface NoDefinition {
  readonly reason: string;
}

/** The reference definition, reduced to the categories of the tool, with its module and options. */
export function expectedDefinition({
  reference,
  entry,
  structure,
}: DefinitionSource): BenchmarkDefinition | NoDefinition {
  const competition = `${structure.competition} ${structure.year}`;
  const participation = participationIn(entry, competition);
  if (participation === undefined) {
    return { reason: `the FM-Tools entry takes no part in ${competition}` };
  }
  const { toolVersion } = participation;
  const version = entry.versions.find((each) => each.version === toolVersion);
  if (version === undefined) {
    return {
      reason: `the FM-Tools entry has no version '${toolVersion ?? ""}' for ${competition}`,
    };
  }
  if (entry.toolInfoModule === undefined) {
    return { reason: "the FM-Tools entry names no tool-info module" };
  }
  const categories = baseCategoriesOf(entry.id, structure);
  const runDefinitions = reference.runDefinitions.flatMap((definition) => {
    const taskSets = definition.taskSets.filter((set) => isIn(set, definition, categories));
    return taskSets.length === 0 ? [] : [{ ...definition, taskSets }];
  });
  return {
    ...reference,
    tool: shortModule(entry.toolInfoModule),
    displayName: entry.name,
    options: [...reference.options, ...version.options],
    runDefinitions,
  };
}

/** Base categories of the meta categories that list the tool, and those it opted in to. */
function baseCategoriesOf(tool: string, structure: CategoryStructure): ReadonlySet<string> {
  const byName = new Map(structure.categories.map((category) => [category.name, category]));
  const found = new Set<string>();
  const add = (name: string, above: readonly string[]): void => {
    const category = byName.get(name);
    if (category === undefined || above.includes(name)) return;
    if (category.kind === "base") found.add(name);
    else for (const child of category.children) add(child, [...above, name]);
  };
  for (const [meta, verifiers] of structure.verifiersOf) {
    if (verifiers.includes(tool)) add(meta, []);
  }
  for (const name of structure.optIn.get(tool) ?? []) add(name, []);
  return found;
}

/** Task sets have the names of base categories, until 2025 without the property. */
function isIn(
  { name }: TaskSetDefinition,
  { name: runDefinition = "" }: RunDefinition,
  categories: ReadonlySet<string>,
): boolean {
  if (name === undefined) return false;
  const property = runDefinition.replace(/^.*?_/, "");
  return categories.has(name) || categories.has(`${property}.${name}`);
}

/** `benchexec.tools.cbmc`, `…/tools/cbmc.py` and `cbmc` are one module. */
function shortModule(module: string): string {
  return module
    .replace(/^.*\//, "")
    .replace(/\.py$/, "")
    .replace(/^benchexec\.tools\./, "");
}

/** Parts that `actual` lacks and surplus parts, in words; empty when the two are equivalent. */
export function definitionDifferences(
  actual: BenchmarkDefinition,
  expected: BenchmarkDefinition,
): readonly string[] {
  const [has, should] = [statements(actual), statements(expected)];
  return [
    ...[...should].filter((line) => !has.has(line)).map((line) => `missing: ${line}`),
    ...[...has].filter((line) => !should.has(line)).map((line) => `unexpected: ${line}`),
  ];
}

/** All parts of a definition that affect runs. */
function statements(definition: BenchmarkDefinition): ReadonlySet<string> {
  const { limits, options, property, resultFiles, taskSets, runDefinitions } = definition;
  return new Set([
    `tool ${shortModule(definition.tool)}`,
    `displayName ${definition.displayName ?? "(none)"}`,
    ...Object.entries(limits).map(([name, value]) => `limit ${name} = ${value}`),
    `options ${JSON.stringify(options)}`,
    ...propertyStatement("", property),
    `result files ${JSON.stringify(resultFiles ?? "all")}`,
    ...taskSets.flatMap((set) => taskSetStatements("for all run definitions", set)),
    ...runDefinitions.flatMap((run) => {
      const place = `run definition ${run.name ?? "(unnamed)"}`;
      return [
        place,
        ...optionsStatement(place, run.options),
        ...propertyStatement(place, run.property),
        ...run.taskSets.flatMap((set) => taskSetStatements(place, set)),
      ];
    }),
  ]);
}

function taskSetStatements(above: string, set: TaskSetDefinition): readonly string[] {
  const place = `${above}, tasks ${set.name ?? "(unnamed)"}`;
  const lists = {
    include: set.includes,
    includesfile: set.includesFiles,
    exclude: set.excludes,
    excludesfile: set.excludesFiles,
    append: set.appends,
  };
  return [
    place,
    ...optionsStatement(place, set.options),
    ...propertyStatement(place, set.property),
    ...Object.entries(lists).flatMap(([name, items]) =>
      items.map(({ text }) => `${place}: ${name} ${text}`),
    ),
    ...set.withoutFiles.map((text) => `${place}: withoutfile ${text}`),
  ];
}

function optionsStatement(place: string, options: readonly string[]): readonly string[] {
  return options.length === 0 ? [] : [`${place}: options ${JSON.stringify(options)}`];
}

function propertyStatement(
  place: string,
  property: PropertyReference | undefined,
): readonly string[] {
  if (property === undefined) return [];
  const { text, expectedVerdict } = property;
  return [
    `${place}: propertyfile ${text}${expectedVerdict === undefined ? "" : ` (${expectedVerdict})`}`,
  ];
}
