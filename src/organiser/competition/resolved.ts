import type {
  Category,
  Edition,
  FileReference,
  Tool,
  VerificationTask,
} from "../../ground/model/index.ts";
import type { FmToolsEntry } from "../tools/index.ts";
import type { ExcludedTool, PhaseLimits, WitnessKind } from "./definition.ts";

/**
 * A competition in which everything is resolved: the content of `competition.lock.yml` and
 * `tasks.ndjson`. Plans and scores are pure functions of it and of run results.
 */
export interface ResolvedCompetition {
  readonly name: string;
  /** The rules that apply. */
  readonly edition: Edition;
  readonly limits: PhaseLimits;
  /** In table order. */
  readonly categories: readonly Category[];
  /** In table order. */
  readonly participants: readonly ResolvedParticipant[];
  readonly validators: readonly ResolvedValidator[];
  /** In the order of the categories and their sets. */
  readonly tasks: readonly ResolvedTask[];
  /** Runs of each tool on each task: the first counts, the others show the variation. Absent: 1. */
  readonly repeat?: number;
  /** Tasks that do not count; they are run nevertheless. */
  readonly voidTasks: readonly VoidTask[];
  /** Participants without a rank. Absent: none. */
  readonly excludedTools?: readonly ExcludedTool[];
  /** Entries of FM-Tools about participants and validators, where there are any. */
  readonly fmTools?: readonly FmToolsEntry[];
}

/** The participants as scores and tables show them. */
export function participantTools({
  participants,
  excludedTools = [],
}: ResolvedCompetition): readonly (ResolvedParticipant & Tool)[] {
  const reasons = new Map(excludedTools.map(({ tool, reason }) => [tool, reason]));
  return participants.map((participant) => {
    const exclusion = reasons.get(participant.id);
    return exclusion === undefined ? participant : { ...participant, exclusion };
  });
}

export interface VoidTask {
  /** `id` of the task. */
  readonly task: string;
  readonly reason: string;
}

export interface ResolvedTool {
  readonly id: string;
  readonly name: string;
  /** Name of the tool-info module. */
  readonly tool: string;
  readonly options: readonly string[];
  /** Identifies the tool: version text and hash of its files. */
  readonly version: string;
}

export interface ResolvedParticipant extends ResolvedTool {
  readonly categories: readonly string[];
  readonly optOut: readonly string[];
  readonly horsConcours: boolean;
}

export interface ResolvedValidator extends ResolvedTool {
  readonly kinds: readonly WitnessKind[];
}

/** A task, the base categories it belongs to, and the content of its files. */
export interface ResolvedTask extends VerificationTask {
  readonly categories: readonly string[];
  /** Property file, input files and required files, paths relative to the task root. */
  readonly files: readonly FileReference[];
}
