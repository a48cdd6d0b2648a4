import {
  type BaseCategory,
  type Edition,
  type ExpectedVerdict,
  formatVerdict,
  RESULT_CATEGORIES,
  type ResultCategory,
} from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import {
  logPathOf,
  modernCategory,
  type ResultFileHeader,
  resultCategory,
} from "../results/index.ts";
import {
  type AppliedRule,
  finalStatus,
  type JudgedRun,
  LINT_PHASE,
  type LinterAnswer,
  pointsOf,
  type RawOpinion,
  type RawRun,
  type ValidatorAnswer,
} from "../scoring/index.ts";
import type { Opinions } from "./file-opinions.ts";
import { type FileRun, fileFault } from "./file-runs.ts";
import type { FileTask } from "./file-tasks.ts";

/** A run of a result file with the data that explains it. */
export interface FileJudgedRun extends JudgedRun {
  readonly expectedVerdict?: ExpectedVerdict;
  /** The answers of validators and linters, where their files were given. */
  readonly validations: readonly { readonly tool: string; readonly status: string }[];
  /** Absent where the file itself is the only source. */
  readonly trace?: readonly AppliedRule[];
  /** The input of the rules. */
  readonly raw: RawRun;
  /** Position of the run, and of its log: beside the file, perhaps in an archive. */
  readonly source: { readonly file: string; readonly line: number; readonly log: string };
}

interface JudgementRequest {
  readonly edition: Edition;
  readonly tool: string;
  readonly category: BaseCategory;
  readonly task: FileTask & { readonly id: string };
  readonly run: FileRun;
  readonly file: string;
  readonly header: ResultFileHeader;
  /** Answers of validators and linters; undefined when there are no files of them. */
  readonly opinions: Opinions | undefined;
  readonly warn: (message: string) => void;
}

/** @throws InputError for an unknown result category. */
export function judgeFileRun(request: JudgementRequest): FileJudgedRun {
  const { tool, category, task, run, file, header, opinions, edition } = request;
  const validations = opinions?.validations.get(task.id) ?? [];
  const lints = opinions?.lints.get(task.id) ?? [];
  const final = finalOf(request, validations, lints);
  const identity = { tool, category: category.name, task: task.id, ...run.measures };
  return {
    ...identity,
    status: final.status,
    resultCategory: final.category,
    points: pointsOf(final.status, final.category, edition.scoring),
    ...defined({ expectedVerdict: task.expectedVerdict }),
    validations: [...lints, ...validations].map(({ tool: by, status }) => ({ tool: by, status })),
    ...defined({ trace: final.trace }),
    raw: {
      ...identity,
      status: run.status,
      witness: { state: "unexamined" },
      ...(final.trace === undefined ? { resultCategory: final.category } : {}),
      opinions: [
        ...lints.map((answer): RawOpinion => ({ ...answer, phase: LINT_PHASE })),
        ...validations,
      ],
    },
    source: { file, line: run.line, log: logPathOf(file, header, run) },
  };
}

/** The rules decide where validators' answers are given; elsewhere the file decides. */
function finalOf(
  request: JudgementRequest,
  validations: readonly ValidatorAnswer[],
  lints: readonly LinterAnswer[],
): {
  readonly status: string;
  readonly category: ResultCategory;
  readonly trace?: readonly AppliedRule[];
} {
  const { edition, category, task, run, opinions } = request;
  const { status } = run;
  const written = resultCategoryOf(request);
  const { voidReason, expectedVerdict } = task;
  if (voidReason === undefined && (opinions === undefined || written !== "correct")) {
    return { status, category: written };
  }
  return finalStatus({
    edition,
    category,
    expectedVerdict,
    isVoid: voidReason !== undefined,
    ...defined({ voidReason }),
    verification: { status },
    witness: { state: "unexamined" },
    lints,
    validations,
  });
}

/** The category in the file; where it has none, the category that follows from the status. */
function resultCategoryOf({ run, task, file, warn }: JudgementRequest): ResultCategory {
  const { status, writtenCategory, line } = run;
  const { expectedVerdict } = task;
  const computed = status === "" ? "missing" : resultCategory(status, expectedVerdict);
  if (writtenCategory === "") return computed;
  const category = RESULT_CATEGORIES.find((known) => known === modernCategory(writtenCategory));
  if (category === undefined) {
    const known = RESULT_CATEGORIES.join(", ");
    throw fileFault(file, line, `the category '${writtenCategory}' is not one of ${known}`);
  }
  if (contradicts(category, computed)) {
    const expected = expectedVerdict === undefined ? "nothing" : formatVerdict(expectedVerdict);
    warn(
      `'${status}' is called ${category}, although ${expected} is expected, which makes it ${computed}: taken as it is`,
    );
  }
  return category;
}

/** Validation turns correct answers into unconfirmed ones and errors, and invalid tasks are missing; nothing else changes. */
function contradicts(written: ResultCategory, computed: ResultCategory): boolean {
  if (written === computed || written === "missing" || computed === "missing") return false;
  if (computed === "correct") return written === "wrong" || written === "unknown";
  return isAnswer(written) || computed === "wrong";
}

const isAnswer = (category: ResultCategory): boolean =>
  ["correct", "correct-unconfirmed", "wrong"].includes(category);
