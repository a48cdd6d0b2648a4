import { defined } from "../util/defined.ts";
import type { YamlMap, YamlValue } from "../util/yaml-reader.ts";
import type { FormatVersion, WitnessMetadata } from "./format.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/;

/** Reads `metadata`; gaps and oddities are warnings, because they do not change the meaning. */
export function readMetadata(map: YamlMap, formatVersion: FormatVersion): WitnessMetadata {
  allowOnly(map, ["format_version", "uuid", "creation_time", "producer", "task"]);
  const producer = map.get("producer")?.asMap();
  const producerKeys = ["name", "version", "configuration", "command_line", "description"];
  if (producer === undefined) map.warn("metadata has no 'producer'", "missing-key");
  else allowOnly(producer, producerKeys);
  const optionalText = (key: string): string | undefined => producer?.get(key)?.asWritten();
  const configuration = optionalText("configuration");
  const commandLine = optionalText("command_line");
  const description = optionalText("description");
  return {
    formatVersion,
    uuid: text(map, "uuid", UUID),
    creationTime: text(map, "creation_time", TIME),
    producer: {
      name: producer === undefined ? "" : text(producer, "name"),
      version: producer === undefined ? "" : text(producer, "version"),
      ...defined({ configuration, commandLine, description }),
    },
    task: readTask(map),
  };
}

function readTask(metadata: YamlMap): WitnessMetadata["task"] {
  const map = metadata.get("task")?.asMap();
  if (map === undefined) {
    metadata.warn("metadata has no 'task'", "missing-key");
    return { inputFiles: [], inputFileHashes: {}, specification: "", language: "" };
  }
  allowOnly(map, ["input_files", "input_file_hashes", "specification", "data_model", "language"]);
  for (const key of ["input_files", "input_file_hashes", "data_model"]) {
    if (map.get(key) === undefined) map.warn(`task has no '${key}'`, "missing-key");
  }
  const modelNode = map.get("data_model");
  const written = modelNode?.asWritten();
  const dataModel = written === "ILP32" || written === "LP64" ? written : undefined;
  if (written !== undefined && dataModel === undefined) {
    modelNode?.warn(`data_model is '${written}' instead of ILP32 or LP64`, "data-model");
  }
  return {
    inputFiles: (map.get("input_files")?.asListOrSingle() ?? []).flatMap(
      (file) => file.asWritten() ?? [],
    ),
    inputFileHashes: readHashes(map.get("input_file_hashes")),
    specification: text(map, "specification"),
    ...defined({ dataModel }),
    language: text(map, "language"),
  };
}

function readHashes(value: YamlValue | undefined): Readonly<Record<string, string>> {
  if (value?.isMap === false) {
    value.warn("input_file_hashes must be a mapping from file to SHA-256", "hash-syntax");
    return {};
  }
  const hashes = new Map<string, string>();
  for (const [file, hash] of value?.asMap()?.entries ?? []) {
    const written = hash.asWritten() ?? "";
    if (!/^[0-9a-f]{64}$/i.test(written))
      hash.warn(`the hash of ${file} is no SHA-256`, "hash-syntax");
    hashes.set(file, written);
  }
  return Object.fromEntries(hashes);
}

function text(map: YamlMap, key: string, pattern?: RegExp): string {
  const value = map.get(key);
  const written = value?.asWritten();
  if (value === undefined || written === undefined) {
    map.warn(`'${key}' is missing`, "missing-key");
    return "";
  }
  if (pattern?.test(written) === false)
    value.warn(`'${written}' is no valid ${key}`, key.replace("_", "-"));
  return written;
}

function allowOnly(map: YamlMap, keys: readonly string[]): void {
  map.allowOnly(keys, "warning");
}
