/**
 * Selects the witnesses of the validation track that count, and classifies them as correct or
 * wrong.
 */
import {
  type BaseCategory,
  type ExpectedVerdict,
  parseStatus,
  requirementIn,
  type ValidationTrackRules,
  type WitnessVersion,
} from "../../../ground/model/index.ts";
import { rejectionOfStatus } from "../validation/rejection.ts";

export type WitnessKind = "violation" | "correctness";

/** Tracks are kinds of witnesses in one version of the format. */
export interface ValidationTrack {
  readonly kind: WitnessKind;
  readonly version: WitnessVersion;
}

/** A witness as a task for validators. */
export interface ValidationTask {
  /** Unique in its base category, e.g. the verifier and the task. */
  readonly id: string;
  /** Base category of the verification task. */
  readonly category: BaseCategory;
  /** Expected verdict of the program. */
  readonly expectedVerdict: ExpectedVerdict;
  /** Absent: the verifier wrote none. */
  readonly witness?: ValidationTrack;
  /** Answer of the witness linter; absent: none ran. */
  readonly linterStatus?: string;
  /** Taken out by the organisers. */
  readonly isBanned?: boolean;
  /** Crafted witnesses come with the answer that validators should give. */
  readonly expectedAnswer?: "true" | "false";
}

export interface ValidatorRun {
  readonly validator: string;
  /** `id` and category of the {@link ValidationTask}. */
  readonly task: string;
  readonly category: string;
  readonly status: string;
  readonly cpuTimeSeconds?: number;
}

/** Whether a witness takes part in a track; if not, the name for its runs. */
export type WitnessEligibility =
  | { readonly state: "eligible" }
  /** Belongs to another track: its runs are dropped. */
  | { readonly state: "dropped" }
  | { readonly state: "error" | "missing" | "unsupported" | "banned"; readonly reason: string };

export function witnessEligibility(
  rules: ValidationTrackRules,
  track: ValidationTrack,
  task: ValidationTask,
): WitnessEligibility {
  const { witness, linterStatus, category, expectedVerdict } = task;
  if (witness === undefined) return { state: "missing", reason: "there is no witness" };
  if (witness.kind !== track.kind || witness.version !== track.version) return { state: "dropped" };
  const rejection = linterStatus === undefined ? undefined : rejectionOfStatus(linterStatus);
  if (rejection !== undefined) return { state: "error", reason: rejection };
  if (task.isBanned === true) {
    return { state: "banned", reason: "invalid witness: it is on the list of banned ones" };
  }
  // The relevant subproperty is the one that the program violates.
  const answer =
    track.kind === "correctness"
      ? ({ kind: "true" } as const)
      : { ...expectedVerdict, kind: "false" as const };
  const requirement = requirementIn(rules.support, category, answer);
  const isSupported =
    requirement.kind === "required" && requirement.versions.includes(track.version);
  if (isSupported) return { state: "eligible" };
  return {
    state: "unsupported",
    reason: `unsupported witness: ${track.kind} witnesses of format ${track.version} are not scored in ${category.name}`,
  };
}

/** `unknown` witnesses are void. */
export interface WitnessClass {
  readonly class: "correct" | "wrong" | "unknown";
  readonly reason: string;
}

/**
 * The class of an eligible witness. `answers`: statuses of all validators of
 * the track on this witness, one per voter.
 */
export function classifyWitness(
  rules: ValidationTrackRules,
  { witness, expectedVerdict, expectedAnswer }: ValidationTask,
  answers: readonly string[],
): WitnessClass {
  const claimed = witness?.kind === "correctness" ? "true" : "false";
  if (claimed !== expectedVerdict.kind) {
    return {
      class: "wrong",
      reason: `the witness claims '${claimed}', the expected verdict is '${expectedVerdict.kind}'`,
    };
  }
  if (expectedAnswer !== undefined) {
    const isCorrect = expectedAnswer === expectedVerdict.kind;
    return {
      class: isCorrect ? "correct" : "wrong",
      reason: `crafted: validators should answer '${expectedAnswer}'`,
    };
  }
  if (rules.classification === "verdict") {
    return { class: "correct", reason: "the witness agrees with the expected verdict" };
  }
  return classByVote(rules, expectedVerdict, answers);
}

/** Only definite answers are votes; all others abstain. */
function classByVote(
  { vote }: ValidationTrackRules,
  expected: ExpectedVerdict,
  answers: readonly string[],
): WitnessClass {
  const kinds = answers.map((status) => parseStatus(status).kind);
  const votes = kinds.filter((kind) => kind === "true" || kind === "false");
  const confirming = votes.filter((kind) => kind === expected.kind).length;
  const rejecting = votes.length - confirming;
  const reason = `${confirming} validators confirm, ${rejecting} reject`;
  if (votes.length < vote.minimumAnswers) return { class: "unknown", reason };
  if (confirming >= vote.ratio * rejecting) return { class: "correct", reason };
  if (rejecting >= vote.ratio * confirming) return { class: "wrong", reason };
  return { class: "unknown", reason };
}

/** One vote per family: its answer if its members agree, else an abstention. */
export function votesByFamily(
  runs: readonly Pick<ValidatorRun, "validator" | "status">[],
  familyOf: (validator: string) => string,
): readonly string[] {
  const byFamily = new Map<string, Set<string>>();
  for (const { validator, status } of runs) {
    const { kind } = parseStatus(status);
    if (kind !== "true" && kind !== "false") continue;
    const family = familyOf(validator);
    byFamily.set(family, (byFamily.get(family) ?? new Set()).add(kind));
  }
  return [...byFamily.values()].map((kinds) => (kinds.size === 1 ? [...kinds].join() : "unknown"));
}
