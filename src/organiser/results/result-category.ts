import {
  type ExpectedVerdict,
  parseStatus,
  type ResultCategory,
} from "../../ground/model/index.ts";

/**
 * Result category of a verification run before validation, exactly as BenchExec's
 * `get_result_category` (one difference: the property is known to belong to the competition).
 */
export function resultCategory(
  statusText: string,
  expected: ExpectedVerdict | undefined,
): Exclude<ResultCategory, "correct-unconfirmed"> {
  const status = parseStatus(statusText);
  if (status.kind === "unknown") return "unknown";
  if (status.kind === "done") return "missing";
  if (status.kind !== "true" && status.kind !== "false") return "error";
  if (expected === undefined) return "missing";
  // With an expected subproperty, only `true` and `false` of this subproperty are comparable.
  if (
    expected.subproperty !== undefined &&
    status.kind === "false" &&
    statusText !== `false(${expected.subproperty})`
  ) {
    return "unknown";
  }
  return status.kind === expected.kind ? "correct" : "wrong";
}
