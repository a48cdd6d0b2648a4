/** The validation track of stored results: validators scored on the witnesses of the verifiers. */

import {
  type BaseCategory,
  parseVerdict,
  type Tool,
  WITNESS_VERSIONS,
  type WitnessVersion,
} from "../model/index.ts";
import {
  computeValidationStandings,
  LINT_PHASE,
  type RawOpinion,
  type ValidationStanding,
  type ValidationTask,
  type ValidationTrack,
  type ValidatorRun,
} from "../scoring/index.ts";
import { defined } from "../util/defined.ts";
import type { ScoredResults, ScoredRun } from "./scored-results.ts";

export interface ScoredTrack {
  readonly track: ValidationTrack;
  /** In table order, only categories with witnesses. */
  readonly standings: readonly ValidationStanding[];
}

const KINDS = ["violation", "correctness"] as const;

/**
 * Every kind and version of witnesses that validators answered about; none for
 * editions without a validation track. Witnesses of result files are of the
 * version that the validator's file names (format 2 is taken as 2.0).
 */
export function validationTracks(results: ScoredResults): readonly ScoredTrack[] {
  const { edition, categories } = results;
  const rules = edition.validationTrack;
  if (rules === undefined) return [];
  const bases = new Map(
    categories.flatMap((category) =>
      category.kind === "base" ? [[category.name, category] as const] : [],
    ),
  );
  return KINDS.flatMap((kind) =>
    WITNESS_VERSIONS.flatMap((version) => {
      const track = { kind, version };
      const witnesses = witnessesOf(results.runs, track, bases);
      if (witnesses.length === 0) return [];
      const runs = witnesses.flatMap((witness) => witness.runs);
      const validators = validatorsOf(runs, results);
      if (validators.length === 0) return [];
      const standings = computeValidationStandings({
        rules,
        track,
        categories,
        validators,
        tasks: witnesses.map(({ task }) => task),
        runs,
      });
      const counted = standings.filter(({ witnesses: { correct, wrong } }) => correct + wrong > 0);
      return [{ track, standings: counted }];
    }),
  );
}

interface Witness {
  readonly task: ValidationTask;
  readonly runs: readonly ValidatorRun[];
}

function witnessesOf(
  runs: readonly ScoredRun[],
  track: ValidationTrack,
  bases: ReadonlyMap<string, BaseCategory>,
): readonly Witness[] {
  return runs.flatMap(({ raw, expectedVerdict = "" }) => {
    const verdict = parseVerdict(expectedVerdict);
    const category = bases.get(raw.category);
    if (verdict === undefined || verdict.kind === "unknown" || category === undefined) return [];
    const opinions = raw.opinions.filter((opinion) => isAbout(opinion, raw, track));
    const answers = opinions.filter(({ phase }) => phase === `${track.kind}-validation`);
    if (answers.length === 0) return [];
    const id = `${raw.tool} ${raw.task}`;
    const lints = opinions.filter(({ phase }) => phase === LINT_PHASE);
    // One linter that accepts clears the witness.
    const lint = lints.find(({ status }) => status === "done") ?? lints.at(-1);
    return [
      {
        task: {
          id,
          category,
          expectedVerdict: verdict,
          witness: track,
          ...defined({ linterStatus: lint?.status }),
        },
        runs: answers.map(({ tool, status, cpuTimeSeconds }) => ({
          validator: tool,
          task: id,
          category: category.name,
          status,
          ...defined({ cpuTimeSeconds }),
        })),
      },
    ];
  });
}

/** Whether an answer is about a witness of the track. */
function isAbout(
  opinion: RawOpinion,
  { witness }: ScoredRun["raw"],
  { kind, version }: ValidationTrack,
): boolean {
  if (witness.state === "present") return witness.kind === kind && witness.version === version;
  return witness.state === "unexamined" && versionOf(opinion) === version;
}

function versionOf({ format }: RawOpinion): WitnessVersion {
  return format === "yaml" ? "2.0" : "1.0";
}

function validatorsOf(runs: readonly ValidatorRun[], results: ScoredResults): readonly Tool[] {
  const known = results.competition?.validators ?? [];
  const ids = [...new Set(runs.map(({ validator }) => validator))];
  return ids.map((id) => ({ id, name: known.find((tool) => tool.id === id)?.name ?? id }));
}
