import { formatVerdict, parseVerdict } from "../../../ground/model/index.ts";
import type { CorrectResult, Judgement, Note, ValidatorAnswer } from "./input.ts";

/**
 * Whether a validator's answer confirms. Validators may answer `false` for
 * `false(p)` since 2024, but not for valid-memsafety, whose subproperties
 * differ in meaning.
 */
export function confirms(validation: ValidatorAnswer, result: CorrectResult): boolean {
  if (validation.status === result.status) return true;
  if (result.edition.validation.confirmation === "equal-status") return false;
  const answer = parseVerdict(validation.status);
  if (answer?.kind !== result.answer.kind) return false;
  return (
    result.category.property !== "valid-memsafety" ||
    formatVerdict(answer) === formatVerdict(result.answer)
  );
}

/** Correct if one validator confirms, otherwise unconfirmed; records every answer. */
export function judgeByValidators(
  result: CorrectResult,
  validations: readonly ValidatorAnswer[],
  note: Note,
): Judgement {
  if (validations.length === 0) note("no validator checked the witness");
  let isConfirmed = false;
  for (const validation of validations) {
    const isConfirmation = confirms(validation, result);
    isConfirmed ||= isConfirmation;
    const effect = isConfirmation ? "confirms the result" : "does not confirm the result";
    note(`${validation.tool} answers '${validation.status}': ${effect}`);
  }
  note("one confirmation is required and suffices");
  return { status: result.status, category: isConfirmed ? "correct" : "correct-unconfirmed" };
}
