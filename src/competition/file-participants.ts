import type { Tool } from "../model/index.ts";
import type { FileRuns } from "./file-runs.ts";

/** A tool as several result files know it. */
export interface FileParticipant {
  /** Equal for files of the same participant. */
  readonly key: string;
  /** Name of the benchmark: how competitions call the participant. Absent in files without one. */
  readonly benchmark?: string;
  /** Tool and version. */
  readonly name: string;
  readonly runDefinition: string;
}

/**
 * Who the runs of a verifier's file belong to: tool and version, in
 * competitions the name of the benchmark (`esbmc-kind` and `esbmc-incr` are
 * one tool), elsewhere the run definition.
 */
export function participantOf({ header, role, file }: FileRuns): FileParticipant {
  const { version = "", name = "", block } = header;
  const tool = header.tool ?? file.slice(file.lastIndexOf("/") + 1);
  const runDefinition =
    block !== undefined && name.endsWith(`.${block}`)
      ? name.slice(0, -block.length - 1)
      : name === block
        ? ""
        : name;
  const benchmark = role?.kind === "verifier" ? role.tool : undefined;
  const isCompetition = /^(SV|Test)-?COMP\d\d(?!\d)/i.test(runDefinition);
  const identity =
    isCompetition && benchmark !== undefined
      ? [tool, version, benchmark]
      : [tool, version, "", runDefinition];
  return {
    key: JSON.stringify(identity),
    name: `${tool} ${version}`.trim(),
    ...(isCompetition && benchmark !== undefined
      ? { benchmark, runDefinition: "" }
      : { runDefinition }),
  };
}

/**
 * Identifiers and names for tables: in competitions the name of the
 * benchmark; otherwise tool and version, with the run definition in brackets
 * where one tool took part with several.
 */
export function nameTools(participants: readonly FileParticipant[]): readonly Tool[] {
  const ids = new Set<string>();
  return participants.map(({ name, runDefinition, benchmark }) => {
    const isAlone = participants.filter((other) => other.name === name).length === 1;
    const distinction = benchmark ?? (runDefinition || "unnamed");
    const fullName = isAlone ? name : `${name} (${distinction})`;
    const slug = (benchmark ?? fullName)
      .toLowerCase()
      .replace(/[^a-z0-9+]+/g, "-")
      .replace(/^-|-$/g, "");
    let id = slug;
    for (let count = 2; ids.has(id); count++) id = `${slug}-${count}`;
    ids.add(id);
    return { id, name: fullName };
  });
}
