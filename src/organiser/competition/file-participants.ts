import type { Edition, Participation, Tool } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import type { CategoryStructure } from "../tasks/index.ts";
import { type FmToolsEntry, isHorsConcours, participationIn } from "../tools/index.ts";
import type { FileRuns } from "./file-runs.ts";

/** A tool as described by several result files. */
export interface FileParticipant {
  /** Equal for files of the same participant. */
  readonly key: string;
  /** Name of the benchmark: competitions call the participant so. Absent in files without one. */
  readonly benchmark?: string;
  /** Tool and version. */
  readonly name: string;
  readonly runDefinition: string;
}

/**
 * The participant to which the runs of a verifier's file belong: tool and version, in competitions
 * the name of the benchmark (`esbmc-kind` and `esbmc-incr` are one tool), elsewhere the run
 * definition.
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
function nameTools(participants: readonly FileParticipant[]): readonly Tool[] {
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

/** Knowledge about tools beside the result files. */
interface ToolKnowledge {
  readonly edition: Edition;
  readonly structure?: CategoryStructure;
  readonly fmTools?: ReadonlyMap<string, FmToolsEntry>;
  readonly excludedTools?: ReadonlyMap<string, string>;
}

/** The participants with their names, marked where they are not ranked. */
export function rankedTools(
  participants: readonly FileParticipant[],
  { edition, structure, fmTools, excludedTools }: ToolKnowledge,
): readonly Tool[] {
  return nameTools(participants).map((tool) => {
    const entry = fmTools?.get(tool.id);
    const participation = entry && participationIn(entry, edition.name);
    const isGuest =
      structure?.horsConcours.includes(tool.id) === true ||
      (participation !== undefined && isHorsConcours(participation));
    const exclusion = excludedTools?.get(tool.id);
    return {
      ...tool,
      ...defined({ name: entry?.name }),
      ...(isGuest ? { horsConcours: true } : {}),
      ...defined({ exclusion }),
    };
  });
}

/** The participation of tools in categories, from the category structure; nothing without one. */
export function fileParticipations(
  tools: readonly Tool[],
  structure: CategoryStructure | undefined,
  warn: (message: string) => void,
): readonly Participation[] {
  if (structure === undefined) return [];
  const known = new Set(structure.categories.map(({ name }) => name));
  return tools.flatMap(({ id }) => {
    const metas = [...structure.verifiersOf].flatMap(([meta, names]) =>
      names.includes(id) ? [meta] : [],
    );
    const categories = [...metas, ...(structure.optIn.get(id) ?? [])];
    if (categories.length === 0) {
      warn(`does not know the verifier ${id}: it takes part everywhere`);
      return [];
    }
    return [
      {
        tool: id,
        categories: categories.filter((name) => known.has(name)),
        optOut: structure.optOut.get(id) ?? [],
      },
    ];
  });
}
