/**
 * Entries of the FM-Tools collection (format 2.x): one file a tool, with its versions and the
 * competitions it took part in. This module only reads entries; whether an entry is fit for a
 * competition is checked elsewhere.
 */
import { defined } from "../../ground/util/defined.ts";
import { YamlFile, type YamlMap, type YamlValue } from "../../ground/util/yaml-reader.ts";

export interface FmToolsEntry {
  /** `[a-z0-9\-+]+`: the base name of the file unless the entry defines it. */
  readonly id: string;
  readonly name: string;
  readonly inputLanguages: readonly string[];
  readonly projectUrl?: string;
  /** SPDX expression. */
  readonly license?: string;
  readonly repositoryUrl?: string;
  /** Names as in the reports, e.g. `CEGAR`, `Bounded Model Checking`. */
  readonly techniques: readonly string[];
  /** E.g. `CPAchecker`, `MathSAT`. */
  readonly frameworksAndSolvers: readonly string[];
  /** Name or address of the tool-info module. */
  readonly toolInfoModule?: string;
  readonly versions: readonly FmToolsVersion[];
  readonly participations: readonly FmToolsParticipation[];
}

export interface FmToolsVersion {
  readonly version: string;
  /** Exactly one of the two since 2024. */
  readonly doi?: string;
  readonly url?: string;
  readonly options: readonly string[];
  readonly ubuntuPackages: readonly string[];
  readonly baseContainerImages: readonly string[];
  readonly fullContainerImages: readonly string[];
}

export interface FmToolsParticipation {
  /** E.g. `SV-COMP 2027`. */
  readonly competition: string;
  /** E.g. `Verification`, `Validation of Violation Witnesses v2`. */
  readonly track: string;
  readonly toolVersion?: string;
  readonly juryMember?: FmToolsPerson;
  /** `inactive`, `meta_tool`, `ai`; none: an active participant. */
  readonly labels: readonly string[];
}

export interface FmToolsPerson {
  readonly name: string;
  readonly orcid?: string;
  readonly institution?: string;
  readonly country?: string;
  readonly url?: string;
}

/** @throws InputError with every fault and its position. */
export function parseFmToolsEntry(text: string, file: string): FmToolsEntry {
  const yaml = new YamlFile(text, file);
  return yaml.finish(readEntry(yaml.root.asMap(), file));
}

/** The participation in the verification track of an edition (`SV-COMP 2026`), if there is one. */
export function participationIn(
  { participations }: FmToolsEntry,
  competition: string,
  track = "Verification",
): FmToolsParticipation | undefined {
  return participations.find((each) => each.competition === competition && each.track === track);
}

/** Labels that exclude from the ranking (competition rules, hors concours). */
export function isHorsConcours({ labels }: FmToolsParticipation): boolean {
  return labels.includes("inactive") || labels.includes("meta_tool");
}

function readEntry(map: YamlMap | undefined, file: string): FmToolsEntry | undefined {
  const name = map?.require("name")?.asString();
  if (map === undefined || name === undefined) return undefined;
  const baseName = file.slice(file.lastIndexOf("/") + 1).replace(/\.ya?ml$/, "");
  return {
    id: map.get("id")?.asString() ?? baseName,
    name,
    inputLanguages: texts(map.get("input_languages")),
    ...text(map, "project_url", "projectUrl"),
    ...text(map, "repository_url", "repositoryUrl"),
    techniques: texts(map.get("techniques")),
    frameworksAndSolvers: texts(map.get("frameworks_solvers")),
    ...text(map, "spdx_license_identifier", "license"),
    ...text(map, "benchexec_toolinfo_module", "toolInfoModule"),
    versions: mapsIn(map.get("versions")).flatMap(readVersion),
    participations: mapsIn(map.get("competition_participations")).flatMap(readParticipation),
  };
}

function readVersion(map: YamlMap): readonly FmToolsVersion[] {
  const version = map.require("version")?.asWritten();
  if (version === undefined) return [];
  return [
    {
      version,
      ...text(map, "doi", "doi"),
      ...text(map, "url", "url"),
      options: texts(map.get("benchexec_toolinfo_options")),
      ubuntuPackages: texts(map.get("required_ubuntu_packages")),
      baseContainerImages: texts(map.get("base_container_images")),
      fullContainerImages: texts(map.get("full_container_images")),
    },
  ];
}

function readParticipation(map: YamlMap): readonly FmToolsParticipation[] {
  const competition = map.require("competition")?.asString();
  const track = map.require("track")?.asString();
  const toolVersion = map.get("tool_version")?.asWritten();
  if (competition === undefined || track === undefined) return [];
  const juryMember = readPerson(map.get("jury_member")?.asMap());
  return [
    {
      competition,
      track,
      ...defined({ toolVersion, juryMember }),
      labels: texts(map.get("label")),
    },
  ];
}

function readPerson(map: YamlMap | undefined): FmToolsPerson | undefined {
  const name = map?.get("name")?.asString();
  if (map === undefined || name === undefined) return undefined;
  return {
    name,
    ...text(map, "orcid", "orcid"),
    ...text(map, "institution", "institution"),
    ...text(map, "country", "country"),
    ...text(map, "url", "url"),
  };
}

function text<Name extends string>(
  map: YamlMap,
  key: string,
  name: Name,
): { readonly [key in Name]?: string } {
  const value = map.get(key)?.asWritten();
  return (value === undefined ? {} : { [name]: value }) as { readonly [key in Name]?: string };
}

function texts(value: YamlValue | undefined): readonly string[] {
  return (value?.asListOrSingle() ?? []).flatMap((item) => item.asWritten() ?? []);
}

function mapsIn(value: YamlValue | undefined): readonly YamlMap[] {
  return (value?.asList() ?? []).flatMap((item) => item.asMap() ?? []);
}
