import { confirms } from "./confirmation.ts";
import type { CorrectResult, Judgement, Note } from "./input.ts";
import { rejected, rejectionOfFacts } from "./rejection.ts";

const INVALID = "ERROR (invalid witness syntax)";

/**
 * 2015–2020 (BenchExec's `mergeBenchmarkSets`): the answers of all validators
 * are merged into the result. The same status confirms, "invalid" of any
 * validator is final, everything else leaves the result unconfirmed.
 */
export function judgeByMerge(result: CorrectResult, note: Note): Judgement {
  const { witness, validations, status } = result;
  if (witness.state === "invalid") {
    note(`the witness is invalid: ${witness.reason}`);
    return rejected("witness invalid", result);
  }
  const finding = rejectionOfFacts(witness, result);
  if (finding !== undefined) {
    note(`${finding.reason}: no validator can confirm it`);
    return { status, category: "correct-unconfirmed" };
  }
  if (validations.length === 0 && witness.state === "unexamined") {
    note("there are no results of validators: the result stays as it is");
    return { status, category: "correct" };
  }
  let isConfirmed = false;
  for (const validation of validations) {
    if (validation.status === INVALID) {
      note(`${validation.tool} answers '${INVALID}': this is final`);
      return rejected("witness invalid", result);
    }
    const isConfirmation = confirms(validation, result);
    isConfirmed ||= isConfirmation;
    const effect = isConfirmation ? "confirms the result" : "does not confirm the result";
    note(`${validation.tool} answers '${validation.status}': ${effect}`);
  }
  if (validations.length === 0) note("no validator checked the witness");
  note("one confirmation is required and suffices");
  return { status, category: isConfirmed ? "correct" : "correct-unconfirmed" };
}
