/**
 * From the verification run and its validation runs to the final status and
 * the points: the one place where this is decided. Every step that was taken
 * is recorded with its source, so that `agon explain` can tell the story.
 */
import {
  type BaseCategory,
  type Edition,
  type ExpectedVerdict,
  formatVerdict,
  parseStatus,
  parseVerdict,
  type ResultCategory,
  type RunResult,
  type Verdict,
  type WitnessRequirement,
} from "../model/index.ts";
import { resultCategory } from "../results/index.ts";
import { pointsOf } from "./points.ts";
import { witnessRequirement } from "./witness-requirement.ts";

/** What is known of the witness that a verification run produced. */
export type WitnessFacts =
  | { readonly state: "missing" }
  /** `reason`: the first finding of the reader or linter. */
  | { readonly state: "invalid"; readonly reason: string }
  | {
      readonly state: "present";
      readonly kind: "violation" | "correctness";
      /** E.g. `2.0`. */
      readonly version: string;
    };

export interface FinalStatusInput {
  readonly edition: Edition;
  readonly category: BaseCategory;
  /** Undefined: nobody knows, the run is not scored. */
  readonly expectedVerdict: ExpectedVerdict | undefined;
  /** The task was taken out after the freeze. */
  readonly isVoid: boolean;
  readonly verification: Pick<RunResult, "status">;
  readonly witness: WitnessFacts;
  /** The runs that checked this run's witness. */
  readonly validations: readonly Pick<RunResult, "tool" | "phase" | "status">[];
}

/** One rule that had a say. */
export interface AppliedRule {
  readonly source: string;
  /** What the rule says and what followed here. */
  readonly text: string;
}

export interface FinalStatus {
  readonly status: string;
  readonly category: ResultCategory;
  readonly points: number;
  /** In the order of application, at least one. */
  readonly trace: readonly AppliedRule[];
}

const BENCHEXEC = "BenchExec, result categories";

/** Final status, category and points of a run; pure. */
export function finalStatus(input: FinalStatusInput): FinalStatus {
  const trace: AppliedRule[] = [];
  const { status, category } = judge(input, trace);
  const points = pointsOf(status, category, input.edition.scoring);
  const sign = points > 0 ? "+" : "";
  trace.push({
    source: `${input.edition.name} rules, scoring schema`,
    text: `'${status}' in category ${category}: ${sign}${points} points`,
  });
  return { status, category, points, trace };
}

interface Judgement {
  readonly status: string;
  readonly category: ResultCategory;
}

function judge(input: FinalStatusInput, trace: AppliedRule[]): Judgement {
  const { edition, expectedVerdict, verification } = input;
  const { status } = verification;
  const category = resultCategory(status, expectedVerdict);
  const expected = expectedVerdict === undefined ? "unknown" : formatVerdict(expectedVerdict);
  trace.push({
    source: BENCHEXEC,
    text: `answer '${status}', expected verdict '${expected}': ${category}`,
  });
  if (input.isVoid) {
    trace.push({
      source: `${edition.name} rules, invalid tasks`,
      text: "the task was found to be invalid after the freeze: it counts for nobody",
    });
    return { status: `invalid task (${status})`, category: "missing" };
  }
  if (category !== "correct") {
    trace.push({
      source: `${edition.name} rules, validation`,
      text: "validation changes correct results only",
    });
    return { status, category };
  }
  const { verdict } = parseStatus(status);
  // resultCategory says `correct` only for the statuses true and false.
  return judgeWitness(input, verdict as Answer, trace);
}

type Answer = Exclude<Verdict, { readonly kind: "unknown" }>;

function judgeWitness(input: FinalStatusInput, answer: Answer, trace: AppliedRule[]): Judgement {
  const { edition, category, witness } = input;
  const { status } = input.verification;
  const kind = answer.kind === "true" ? "correctness" : "violation";
  const requirement = witnessRequirement(edition, category, answer);
  const note = (text: string): void => {
    trace.push({ source: edition.witnessTable.source, text });
  };
  note(`${kind} witness for ${category.name}: ${describeRequirement(requirement)}`);
  if (requirement.kind !== "required") return { status, category: "correct" };

  if (witness.state === "missing") {
    note("the run produced no witness");
    return { status: `witness missing (${status})`, category: "error" };
  }
  if (witness.state === "invalid") {
    note(`the witness is invalid: ${witness.reason}`);
    return { status: `witness invalid (${status})`, category: "error" };
  }
  if (!requirement.versions.some((version) => version === witness.version)) {
    note(`format ${witness.version} is not accepted here, so it counts as missing`);
    return { status: `witness missing (${status})`, category: "error" };
  }
  if (witness.kind !== kind) {
    note(`the file is a ${witness.kind} witness`);
    return { status: `witness-type mismatch (${status})`, category: "error" };
  }
  return judgeValidations(input, answer, trace);
}

function judgeValidations(
  input: FinalStatusInput,
  answer: Answer,
  trace: AppliedRule[],
): Judgement {
  const { category, verification, edition } = input;
  const phase = answer.kind === "true" ? "correctness-validation" : "violation-validation";
  const validations = input.validations.filter((validation) => validation.phase === phase);
  const source = `${edition.name} rules, validation`;
  if (validations.length === 0) trace.push({ source, text: "no validator checked the witness" });
  let isConfirmed = false;
  for (const { tool, status } of validations) {
    const confirms = isConfirmation(status, answer, category);
    isConfirmed ||= confirms;
    const effect = confirms ? "confirms the result" : "does not confirm the result";
    trace.push({ source, text: `${tool} answers '${status}': ${effect}` });
  }
  trace.push({ source, text: "one confirmation is required and suffices" });
  return {
    status: verification.status,
    category: isConfirmed ? "correct" : "correct-unconfirmed",
  };
}

/**
 * A validator confirms with the same answer, or with the same answer up to the
 * subproperty, except for valid-memsafety, whose subproperties differ in meaning.
 */
function isConfirmation(statusText: string, answer: Answer, category: BaseCategory): boolean {
  const validatorAnswer = parseVerdict(statusText);
  if (validatorAnswer?.kind !== answer.kind) return false;
  return (
    category.property !== "valid-memsafety" ||
    formatVerdict(validatorAnswer) === formatVerdict(answer)
  );
}

function describeRequirement(requirement: WitnessRequirement): string {
  if (requirement.kind === "none") return "none is required, the verdict alone counts";
  const versions = `format ${requirement.versions.join(" or ")}`;
  if (requirement.kind === "required") return `required in ${versions}`;
  return `demonstration (${versions}), without effect on the points`;
}
