/**
 * Reads whole witnesses of the YAML formats with the rules of the format: structure of segments,
 * where targets and constraints belong, the version that each feature needs. Faults of the content
 * are errors, gaps in documentary metadata are warnings. Whether locations and expressions fit a
 * program is not decided here.
 */

import { YamlFile, type YamlValue } from "../util/yaml-reader.ts";
import type { WitnessFile } from "./format.ts";
import { WitnessReader } from "./witness-reader.ts";

/**
 * Reads a witness file of format 2.x, or imports one of format 0.1.
 *
 * @throws InputError with all faults, positions included; also for versions
 *   that are not supported.
 */
export function parseWitness(text: string, fileName: string): WitnessFile {
  const yaml = new YamlFile(text, fileName);
  const reader = new WitnessReader({ keep: true });
  if (yaml.isSound) readDocument(yaml.root, reader);
  const { version, metadata, witness } = yaml.finish(reader.finish());
  return {
    metadata,
    witness,
    ...(version === "0.1" ? { importedFrom: version } : {}),
    warnings: yaml.diagnostics,
  };
}

/** Shows all entries of a document to a reader. */
export function readDocument(root: YamlValue, reader: WitnessReader): void {
  const entries = root.asList();
  if (entries?.length === 0) root.fault("a witness has at least one entry", "no-entry");
  for (const entry of entries ?? []) {
    reader.beginEntry(entry);
    if (reader.entry !== undefined) reader.content(reader.entry.self.get("content"));
  }
}
