import type {
  DataModel,
  Language,
  TaskDefinition,
  TaskProperty,
} from "../../ground/model/index.ts";
import { propertyNameOfFile } from "../../ground/properties/index.ts";
import { defined } from "../../ground/util/defined.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { YamlFile, type YamlMap, type YamlValue } from "../../ground/util/yaml-reader.ts";

const FORMAT_VERSIONS = ["0.1", "1.0", "2.0", "2.1"] as const;
const LANGUAGES: readonly Language[] = ["C", "Java", "SV-LIB", "Python", "MoXI"];
const DATA_MODELS: readonly DataModel[] = ["ILP32", "LP64"];

/** Whether the text is a task definition, rather than other YAML. */
export function isTaskDefinitionText(text: string): boolean {
  return /^format_version:/m.test(text);
}

/**
 * Reads a task-definition file of BenchExec and SV-COMP (format 0.1, 1.0,
 * 2.0, 2.1). Unknown keys are allowed by the format; they are reported as warnings to `warnings`,
 * because a misspelt `expected_verdict` would otherwise silently remove the task from the ranking.
 *
 * @throws InputError with all faults of the file.
 */
export function parseTaskDefinition(
  text: string,
  file: string,
  warnings: Diagnostic[] = [],
): TaskDefinition {
  const yaml = new YamlFile(text, file);
  const root = yaml.root.asMap();
  const definition = root === undefined ? undefined : readDefinition(root, file);
  const finished = yaml.finish(definition);
  warnings.push(...yaml.diagnostics);
  return finished;
}

function readDefinition(root: YamlMap, file: string): TaskDefinition {
  root.allowOnly(
    [
      "format_version",
      "input_files",
      "required_files",
      "properties",
      "options",
      "additional_information",
    ],
    "warning",
  );
  const version = root.require("format_version")?.asOneOf(FORMAT_VERSIONS) ?? "2.0";
  const optionsValue = root.get("options");
  if (optionsValue !== undefined && version < "2.0") {
    optionsValue.warn(`options need format_version 2.0 and are ignored in ${version}`);
  }
  const options = version < "2.0" ? undefined : optionsValue?.asMap();
  const language = options?.get("language")?.asOneOf(LANGUAGES);
  const dataModel = options?.get("data_model")?.asOneOf(DATA_MODELS);
  const witnessInputFile = options?.get("witness_input_file")?.asString();
  return {
    file,
    formatVersion: version,
    inputFiles: readPatterns(root.require("input_files")),
    requiredFiles: readPatterns(root.get("required_files")),
    properties: (root.get("properties")?.asList() ?? []).flatMap(readProperty),
    ...defined({ language, dataModel, witnessInputFile }),
  };
}

function readPatterns(value: YamlValue | undefined): readonly string[] {
  const patterns = (value?.asListOrSingle() ?? []).flatMap((item) => item.asString() ?? []);
  if (value?.isList === true && patterns.length === 0) value.fault(`${value.name} names no file`);
  return patterns;
}

function readProperty(value: YamlValue): readonly TaskProperty[] {
  const map = value.asMap();
  map?.allowOnly(["property_file", "expected_verdict", "subproperty"], "warning");
  const propertyFile = map?.require("property_file")?.asString();
  const expected = map?.get("expected_verdict")?.asBoolean();
  const subproperty = map?.get("subproperty")?.asString();
  if (propertyFile === undefined) return [];
  const property = { propertyFile, propertyName: propertyNameOfFile(propertyFile) };
  if (expected === undefined) return [property];
  const kind = expected ? "true" : "false";
  return [
    {
      ...property,
      expectedVerdict: { kind, ...defined({ subproperty }) },
    },
  ];
}
