/** The validation track of stored results: validators scored on the witnesses of the verifiers. */

import {
  type BaseCategory,
  parseVerdict,
  type Tool,
  WITNESS_VERSIONS,
  type WitnessVersion,
} from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import {
  LINT_PHASE,
  type RawOpinion,
  type ValidationStanding,
  ValidationStandings,
  type ValidationTask,
  type ValidationTrack,
  type ValidatorRun,
} from "../scoring/index.ts";
import type { ScoredRawRun, ScoredResults } from "./scored-results.ts";

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
  const tracks = KINDS.flatMap((kind) =>
    WITNESS_VERSIONS.map((version) => {
      const track = { kind, version };
      const standings = new ValidationStandings({ rules, track, categories });
      return { track, standings, validators: new Set<string>() };
    }),
  );
  for (const run of results.rawRuns()) {
    for (const { track, standings, validators } of tracks) {
      const found = witnessOf(run, track, bases);
      if (found === undefined) continue;
      standings.add(found.task, found.runs);
      for (const { validator } of found.runs) validators.add(validator);
    }
  }
  return tracks.flatMap(({ track, standings, validators }) => {
    if (validators.size === 0) return [];
    const all = standings.compute(toolsOf(validators, results));
    const counted = all.filter(({ witnesses: { correct, wrong } }) => correct + wrong > 0);
    return [{ track, standings: counted }];
  });
}

interface Witness {
  readonly task: ValidationTask;
  readonly runs: readonly ValidatorRun[];
}

/** The witness of a run with the answers about it, if it belongs to the track and there are any. */
function witnessOf(
  run: ScoredRawRun,
  track: ValidationTrack,
  bases: ReadonlyMap<string, BaseCategory>,
): Witness | undefined {
  if (run.opinions.length === 0 || !mayBeOf(run, track)) return undefined;
  const verdict = parseVerdict(run.expectedVerdict);
  const category = bases.get(run.category);
  if (verdict === undefined || verdict.kind === "unknown" || category === undefined) {
    return undefined;
  }
  const opinions = run.opinions.filter((opinion) => isAbout(opinion, run, track));
  const answers = opinions.filter(({ phase }) => phase === `${track.kind}-validation`);
  if (answers.length === 0) return undefined;
  const id = `${run.tool} ${run.task}`;
  const lints = opinions.filter(({ phase }) => phase === LINT_PHASE);
  // One accepting linter clears the witness.
  const lint = lints.find(({ status }) => status === "done") ?? lints.at(-1);
  return {
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
  };
}

function mayBeOf({ witness }: ScoredRawRun, { kind, version }: ValidationTrack): boolean {
  if (witness.state === "present") return witness.kind === kind && witness.version === version;
  return witness.state === "unexamined";
}

/** Whether an answer is about a witness of the track. */
function isAbout(
  opinion: RawOpinion,
  { witness }: ScoredRawRun,
  { version }: ValidationTrack,
): boolean {
  return witness.state === "present" || versionOf(opinion) === version;
}

function versionOf({ format }: RawOpinion): WitnessVersion {
  return format === "yaml" ? "2.0" : "1.0";
}

function toolsOf(ids: Iterable<string>, results: ScoredResults): readonly Tool[] {
  const known = results.competition?.validators ?? [];
  return [...ids].map((id) => ({ id, name: known.find((tool) => tool.id === id)?.name ?? id }));
}
