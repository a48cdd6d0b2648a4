/**
 * Reads whole witnesses of the YAML formats with the rules of the format:
 * structure of segments, where targets and constraints belong, what needs
 * which version. Faults of the content are errors, gaps in documentary
 * metadata are warnings. Whether locations and expressions fit a program is
 * not decided here.
 */

import { InputError } from "../util/errors.ts";
import { YamlFile, type YamlValue } from "../util/yaml-reader.ts";
import { FORMAT_VERSIONS, type WitnessFile } from "./format.ts";
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

/** What can be said of a witness file without knowing the program. */
export type WitnessIdentity =
  | {
      readonly state: "present";
      readonly kind: "violation" | "correctness";
      readonly version: string;
    }
  | { readonly state: "invalid"; readonly reason: string };

/**
 * Kind and format version of a witness file of any format. Files of the
 * formats that Agon reads are checked by {@link parseWitness}; others are
 * only recognised.
 */
export function identifyWitness(text: string, fileName: string): WitnessIdentity {
  if (/^\s*(<\?xml|<graphml)/.test(text)) return identifyGraphml(text);
  const yaml = new YamlFile(text, fileName);
  const entry = yaml.isSound ? yaml.root.asListOrSingle()?.[0]?.asMap() : undefined;
  const version = entry?.get("metadata")?.asMap()?.get("format_version")?.asWritten();
  const type = entry?.get("entry_type")?.asWritten();
  if (version === undefined || type === undefined) {
    return { state: "invalid", reason: "no witness entry with entry_type and format_version" };
  }
  if ((FORMAT_VERSIONS as readonly string[]).includes(version)) {
    try {
      const { witness } = parseWitness(text, fileName);
      return { state: "present", kind: witness.kind, version };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const first = error.diagnostics.find(({ severity }) => severity === "error");
      return { state: "invalid", reason: `line ${first?.line}: ${first?.message}` };
    }
  }
  return {
    state: "present",
    kind: type === "violation_sequence" ? "violation" : "correctness",
    version,
  };
}

function identifyGraphml(text: string): WitnessIdentity {
  const kind = /<data\s+key="witness-type"\s*>\s*(violation|correctness)_witness\s*</.exec(text);
  if (kind === null) return { state: "invalid", reason: "the GraphML file has no witness-type" };
  const version = /<data\s+key="witness-format-version"\s*>\s*([\d.]+)\s*</.exec(text);
  return {
    state: "present",
    kind: kind[1] as "violation" | "correctness",
    version: version?.[1] ?? "1.0",
  };
}
