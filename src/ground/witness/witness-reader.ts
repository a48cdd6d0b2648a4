/**
 * The rules of the YAML formats, applied entry by entry and element by element: when nothing is
 * kept, a file of any size needs the memory of one element. Faults become diagnostics of the YAML
 * file or part that they are in.
 */

import { defined } from "../util/defined.ts";
import type { YamlMap, YamlValue } from "../util/yaml-reader.ts";
import {
  type Contract,
  FORMAT_VERSIONS,
  type FormatVersion,
  type GhostInstrumentation,
  type Invariant,
  type Segment,
  type Witness,
  type WitnessMetadata,
} from "./format.ts";
import { type LocatedGhosts, readGhosts } from "./read-ghosts.ts";
import { type InvariantItem, readInvariantItem } from "./read-invariants.ts";
import { LEGACY_ENTRY_TYPES, readLegacyInvariant } from "./read-legacy.ts";
import { readMetadata } from "./read-metadata.ts";
import { readSegment, type SegmentItem, SegmentOrder } from "./read-violation.ts";

/** Receives every part that could be read, together with the positions of its fields. */
export interface PartListener {
  onEntry?(entry: EntryHeader): void;
  onSegment?(item: SegmentItem): void;
  onInvariant?(item: InvariantItem): void;
  onGhosts?(ghosts: LocatedGhosts): void;
}

export interface EntryHeader {
  readonly type: string;
  /** As written: a version of format 2, or 0.1. */
  readonly version: FormatVersion | "0.1";
  readonly metadata: WitnessMetadata;
  readonly metadataMap: YamlMap;
  readonly self: YamlMap;
}

const ENTRY_TYPES = ["violation_sequence", "invariant_set", "ghost_instrumentation"] as const;
const VERSIONS = ["0.1", ...FORMAT_VERSIONS] as const;

/** The result of reading, when it was kept. */
export interface ReadWitness {
  readonly version: FormatVersion | "0.1";
  readonly metadata: WitnessMetadata;
  readonly witness: Witness;
}

export class WitnessReader {
  readonly #listener: PartListener;
  readonly #keeps: boolean;
  readonly #order = new SegmentOrder();
  readonly #segments: Segment[] = [];
  readonly #invariants: Invariant[] = [];
  readonly #contracts: Contract[] = [];
  readonly #counts = { segments: 0, violations: 0, invariantSets: 0, ghosts: 0 };
  #ghosts: GhostInstrumentation | undefined;
  #first: EntryHeader | undefined;
  #current: EntryHeader | undefined;

  /**
   * `keep: false` is for callers that only listen: then {@link finish} returns an empty witness.
   */
  constructor({
    keep,
    listener = {},
  }: { readonly keep: boolean; readonly listener?: PartListener }) {
    this.#keeps = keep;
    this.#listener = listener;
  }

  /** The entry whose elements come next; undefined after a fault that makes it unreadable. */
  get entry(): EntryHeader | undefined {
    return this.#current;
  }

  /** Starts an entry; its `content` is not read. */
  beginEntry(value: YamlValue): void {
    this.#current = undefined;
    const header = readHeader(value);
    if (header === undefined) return;
    this.#current = header;
    this.#checkTogether(header);
    this.#first ??= header;
    this.#listener.onEntry?.(header);
  }

  /** The content of the entry as a whole. */
  content(content: YamlValue | undefined): void {
    const header = this.#current;
    if (header === undefined || header.version === "0.1") return;
    if (header.type === "ghost_instrumentation") {
      const value = content ?? header.self.require("content");
      const located = value === undefined ? undefined : readGhosts(value);
      if (located === undefined) return;
      this.#ghosts = located.ghosts;
      this.#listener.onGhosts?.(located);
    } else if (content === undefined) {
      if (header.type === "violation_sequence") header.self.require("content");
      else header.self.warn("'content' is missing: read as an empty list", "missing-key");
    } else {
      for (const element of content.asList() ?? []) this.element(element);
      if (header.type === "violation_sequence") this.endOfSegments(content);
    }
  }

  /** One element of the content of the current violation_sequence or invariant_set. */
  element(value: YamlValue): void {
    const header = this.#current;
    if (header === undefined || header.version === "0.1") return;
    if (header.type === "violation_sequence") {
      this.#counts.segments++;
      const item = readSegment(value, header.version);
      this.#order.next(value, item);
      if (item === undefined) return;
      this.#listener.onSegment?.(item);
      if (this.#keeps) this.#segments.push(item.segment);
    } else {
      const item = readInvariantItem(value, header.version);
      if (item !== undefined) this.#takeInvariant(item);
    }
  }

  /** Call after the last element of a violation_sequence. */
  endOfSegments(place: YamlValue | YamlMap): void {
    if (this.#counts.segments === 0) {
      place.fault("a violation_sequence has at least one segment", "segment-structure");
    }
    this.#order.finish();
  }

  /** Combines the entries; undefined when no entry could be read. */
  finish(): ReadWitness | undefined {
    const first = this.#first;
    if (first === undefined) return undefined;
    if (this.#counts.violations === 0 && this.#counts.invariantSets === 0) {
      first.self.fault("a ghost_instrumentation needs an invariant_set", "entry-combination");
    }
    const witness: Witness =
      this.#counts.violations > 0
        ? { kind: "violation", segments: this.#segments }
        : {
            kind: "correctness",
            invariants: this.#invariants,
            ...(this.#contracts.length === 0 ? {} : { contracts: this.#contracts }),
            ...defined({ ghosts: this.#ghosts }),
          };
    return { version: first.version, metadata: first.metadata, witness };
  }

  #takeInvariant(item: InvariantItem): void {
    this.#listener.onInvariant?.(item);
    if (!this.#keeps) return;
    if (item.kind === "invariant") this.#invariants.push(item.invariant);
    else this.#contracts.push(item.contract);
  }

  #checkTogether(header: EntryHeader): void {
    const { type, version, self } = header;
    if (this.#first !== undefined && version !== this.#first.version) {
      self.fault("all entries must have the same format_version", "mixed-versions");
    }
    if (version === "0.1") {
      this.#counts.invariantSets++;
      const item = readLegacyInvariant(type, self);
      if (item !== undefined) this.#takeInvariant(item);
      return;
    }
    const counts = this.#counts;
    if (type === "violation_sequence") counts.violations++;
    else if (type === "invariant_set") counts.invariantSets++;
    else counts.ghosts++;
    if (type === "ghost_instrumentation" && version === "2.0") {
      self.fault("a ghost_instrumentation needs format_version 2.1", "format-version");
    }
    const fault = (message: string): void => void self.fault(message, "entry-combination");
    if (counts.violations > 0 && counts.violations + counts.invariantSets + counts.ghosts > 1) {
      fault("a violation_sequence must be the only entry of its file");
    } else if (counts.invariantSets > 1 || counts.ghosts > 1) {
      fault("a file has at most one invariant_set and one ghost_instrumentation");
    }
  }
}

function readHeader(value: YamlValue): EntryHeader | undefined {
  const self = value.asMap();
  if (self === undefined) return undefined;
  const metadataMap = self.require("metadata")?.asMap();
  const version = metadataMap?.require("format_version")?.asOneOf(VERSIONS);
  // Other versions have other keys: diagnostics about them would confuse.
  if (metadataMap === undefined || version === undefined) return undefined;
  const type = self
    .require("entry_type")
    ?.asOneOf(version === "0.1" ? LEGACY_ENTRY_TYPES : ENTRY_TYPES);
  if (type === undefined) return undefined;
  if (version !== "0.1") self.allowOnly(["entry_type", "metadata", "content"]);
  // A witness read from 0.1 counts as a witness of 2.0.
  const metadata = readMetadata(metadataMap, version === "0.1" ? "2.0" : version);
  return { type, version, metadata, metadataMap, self };
}
