import { judgeByValidators } from "./confirmation.ts";
import type { CorrectResult, Judgement, Note } from "./input.ts";
import {
  REJECTIONS,
  type Rejection,
  rejected,
  rejectionOfFacts,
  rejectionOfStatus,
} from "./rejection.ts";

/**
 * Since 2026: a run has one witness, in a version that the table names for
 * its category; another version counts as missing. All linters refusing it is
 * an error of the verifier; then one validator must confirm.
 */
export function judgeSingleWitness(result: CorrectResult, note: Note): Judgement {
  const finding = rejectionOfFacts(result.witness, result);
  const lints = result.lints.map((lint) => ({ lint, rejection: rejectionOfStatus(lint.status) }));
  // Linters know the competition's rules of syntax better than a reader does.
  const isOverruled = finding?.rejection === "witness invalid" && lints.length > 0;
  if (finding !== undefined && !isOverruled) {
    const isVersion = finding.rejection === "witness-version mismatch";
    note(isVersion ? `${finding.reason}, so it counts as missing` : finding.reason);
    return rejected(isVersion ? "witness missing" : finding.rejection, result);
  }
  for (const { lint, rejection } of lints) {
    const effect = rejection ?? "says nothing against it";
    note(`linter ${lint.tool} answers '${lint.status}': ${effect}`);
  }
  const refusals = lints.map(({ rejection }) => rejection);
  if (refusals.length > 0 && refusals.every((rejection) => rejection !== undefined)) {
    const reason = REJECTIONS.find((candidate) => refusals.includes(candidate)) as Rejection;
    return rejected(reason === "witness-version mismatch" ? "witness missing" : reason, result);
  }
  return judgeByValidators(result, result.validations, note);
}
