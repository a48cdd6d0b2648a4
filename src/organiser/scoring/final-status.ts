/**
 * From the verification run and its validation runs to the final status and the points: the only
 * place that decides this. Every step is recorded with its source, so that `agon explain` can show
 * it.
 */
import {
  type Answer,
  type BaseCategory,
  type Edition,
  type ExpectedVerdict,
  formatVerdict,
  parseStatus,
  type ResultCategory,
  type RunResult,
  type ValidationProcedure,
  type WitnessRequirement,
  witnessRequirement,
} from "../../ground/model/index.ts";
import { resultCategory } from "../results/index.ts";
import { pointsOf } from "./points.ts";
import type {
  AppliedRule,
  Judgement,
  LinterAnswer,
  ValidationProcedureFunction,
  ValidatorAnswer,
  WitnessFacts,
} from "./validation/input.ts";
import { judgeByMerge } from "./validation/merge.ts";
import { judgePerFormat } from "./validation/per-format.ts";
import { judgeSingleWitness } from "./validation/single-witness.ts";

export interface FinalStatusInput {
  readonly edition: Edition;
  readonly category: BaseCategory;
  /** Undefined: unknown, the run is not scored. */
  readonly expectedVerdict: ExpectedVerdict | undefined;
  /** The task was taken out after the freeze. */
  readonly isVoid: boolean;
  /** The reason, where one was given. */
  readonly voidReason?: string;
  readonly verification: Pick<RunResult, "status">;
  readonly witness: WitnessFacts;
  /** Answers of linters, where they ran as tools. */
  readonly lints?: readonly LinterAnswer[];
  /** The runs that checked this run's witness. */
  readonly validations: readonly ValidatorAnswer[];
}

export interface FinalStatus {
  readonly status: string;
  readonly category: ResultCategory;
  readonly points: number;
  /** In the order of application, at least one. */
  readonly trace: readonly AppliedRule[];
}

const BENCHEXEC = "BenchExec, result categories";

const PROCEDURES: Readonly<
  Record<Exclude<ValidationProcedure, "none">, ValidationProcedureFunction>
> = {
  merge: judgeByMerge,
  "per-format": judgePerFormat,
  "single-witness": judgeSingleWitness,
};

/** Final status, category and points of a run; pure. */
export function finalStatus(input: FinalStatusInput): FinalStatus {
  const trace: AppliedRule[] = [];
  const { status, category } = judge(input, trace);
  const points = pointsOf(status, category, input.edition.scoring);
  const sign = points > 0 ? "+" : "";
  trace.push({
    source: `${rulesOf(input.edition)}, scoring schema`,
    text: `'${status}' in category ${category}: ${sign}${points} points`,
  });
  return { status, category, points, trace };
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
    const because = input.voidReason === undefined ? "" : ` (${input.voidReason})`;
    trace.push({
      source: `${rulesOf(edition)}, invalid tasks`,
      text: `the task was found to be invalid after the freeze${because}: it does not count`,
    });
    return { status: `invalid task (${status})`, category: "missing" };
  }
  if (category !== "correct") {
    trace.push({
      source: `${rulesOf(edition)}, validation`,
      text: "validation changes correct results only",
    });
    return { status, category };
  }
  const { verdict } = parseStatus(status);
  // The result category is `correct` only for the statuses true and false.
  return judgeWitness(input, verdict as Answer, trace);
}

function judgeWitness(input: FinalStatusInput, answer: Answer, trace: AppliedRule[]): Judgement {
  const { edition, category, witness, lints = [] } = input;
  const { status } = input.verification;
  const { procedure } = edition.validation;
  const { source } = edition.witnessTable;
  const kind = answer.kind === "true" ? "correctness" : "violation";
  const requirement = witnessRequirement(edition, category, answer);
  trace.push({
    source,
    text: `${kind} witness for ${category.name}: ${describeRequirement(requirement)}`,
  });
  if (procedure === "none" || requirement.kind !== "required") {
    return { status, category: "correct" };
  }
  const validations = input.validations.filter(({ phase }) => phase === `${kind}-validation`);
  return PROCEDURES[procedure](
    { edition, category, status, answer, requirement, witness, lints, validations },
    (text) => {
      trace.push({ source: `${rulesOf(edition)}, validation`, text });
    },
  );
}

/** As a source: one's own rules with their file. */
function rulesOf({ name, file }: Edition): string {
  return file === undefined ? `${name} rules` : `${name} rules (${file})`;
}

function describeRequirement(requirement: WitnessRequirement): string {
  if (requirement.kind === "none") return "none is required, the verdict alone counts";
  const versions = `format ${requirement.versions.join(" or ")}`;
  if (requirement.kind === "required") return `required in ${versions}`;
  return `demonstration (${versions}), without effect on the points`;
}
