/**
 * Reads witnesses of format 2.0 and 2.1 (YAML) with the rules of the format:
 * structure of segments, where targets and constraints belong, what needs
 * 2.1. Faults of the content are errors, gaps in documentary metadata are
 * warnings. Whether locations and expressions fit a program is not decided
 * here.
 */
import { InputError } from "../util/errors.ts";
import { YamlFile, type YamlMap, type YamlValue } from "../util/yaml-reader.ts";
import type { CorrectnessWitness, Witness, WitnessFile, WitnessMetadata } from "./format.ts";
import { readInvariants } from "./read-invariants.ts";
import { FORMAT_VERSIONS, type FormatVersion, readMetadata } from "./read-metadata.ts";
import { readViolation } from "./read-violation.ts";

/**
 * Reads a witness file.
 *
 * @throws InputError with all faults, positions included; also for versions
 *   that are not supported.
 */
export function parseWitness(text: string, fileName: string): WitnessFile {
  const yaml = new YamlFile(text, fileName);
  const entries = yaml.isSound ? readEntries(yaml.root) : [];
  const [first] = entries;
  const witness = first === undefined ? undefined : readWitness(yaml, entries);
  const { metadata, content } = yaml.finish(
    first === undefined || witness === undefined ? undefined : { ...first, content: witness },
  );
  return { metadata, witness: content, warnings: yaml.diagnostics };
}

interface Entry {
  readonly type: string;
  readonly version: FormatVersion;
  readonly metadata: WitnessMetadata;
  readonly self: YamlMap;
}

const ENTRY_TYPES = ["violation_sequence", "invariant_set", "ghost_instrumentation"] as const;

function readEntries(root: YamlValue): readonly Entry[] {
  const values = root.asList();
  if (values?.length === 0) root.fault("a witness has at least one entry");
  return (values ?? []).flatMap((value) => {
    const self = value.asMap();
    if (self === undefined) return [];
    const metadataMap = self.require("metadata")?.asMap();
    const version = metadataMap?.require("format_version")?.asOneOf(FORMAT_VERSIONS);
    // Other versions have other keys: their findings would only confuse.
    if (metadataMap === undefined || version === undefined) return [];
    self.allowOnly(["entry_type", "metadata", "content"]);
    const type = self.require("entry_type")?.asOneOf(ENTRY_TYPES);
    if (type === undefined) return [];
    return [{ type, version, metadata: readMetadata(metadataMap, version), self }];
  });
}

function readWitness(yaml: YamlFile, entries: readonly Entry[]): Witness | undefined {
  const [first] = entries as readonly [Entry, ...Entry[]];
  for (const { version, self } of entries) {
    if (version !== first.version) self.fault("all entries must have the same format_version");
  }
  const violations = entries.filter(({ type }) => type === "violation_sequence");
  const invariants = entries.filter(({ type }) => type === "invariant_set");
  const ghosts = entries.filter(({ type }) => type === "ghost_instrumentation");
  const [violation] = violations;
  const [invariantSet] = invariants;
  if (violation !== undefined && entries.length > 1) {
    violation.self.fault("a violation_sequence must be the only entry of its file");
  } else if (invariants.length > 1 || ghosts.length > 1) {
    first.self.fault("a file has at most one invariant_set and one ghost_instrumentation");
  } else if (violation !== undefined) {
    const content = violation.self.require("content");
    return content === undefined ? undefined : readViolation(content, violation.version);
  } else if (invariantSet === undefined) {
    first.self.fault("a ghost_instrumentation needs an invariant_set");
  } else {
    return readCorrectness(yaml, invariantSet, ghosts[0]);
  }
  return undefined;
}

function readCorrectness(
  yaml: YamlFile,
  { self, version }: Entry,
  ghosts: Entry | undefined,
): CorrectnessWitness | undefined {
  if (ghosts !== undefined && version === "2.0") {
    ghosts.self.fault("a ghost_instrumentation needs format_version 2.1");
  }
  const content = self.get("content");
  if (content === undefined) self.warn("'content' is missing: read as an empty list");
  const { invariants, unsupported } =
    content === undefined ? { invariants: [], unsupported: [] } : readInvariants(content, version);
  const all = ghosts === undefined ? unsupported : [...unsupported, "ghost_instrumentation"];
  if (!yaml.isSound) return undefined;
  return {
    kind: "correctness",
    invariants,
    ...(all.length === 0 ? {} : { unsupported: [...new Set(all)] }),
  };
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
