import type { CorrectResult, Judgement, WitnessFacts } from "./input.ts";

/**
 * Reasons why a witness is refused, most specific first: the order in which the scripts since 2022
 * report.
 */
export const REJECTIONS = [
  "witness invalid",
  "witness-version mismatch",
  "witness-type mismatch",
  "witness missing",
] as const;

export type Rejection = (typeof REJECTIONS)[number];

const REJECTION_OF_STATUS: Readonly<Record<string, Rejection>> = {
  "ERROR (invalid witness syntax)": "witness invalid",
  "ERROR (witness does not exist)": "witness missing",
  "ERROR (unexpected witness type)": "witness-type mismatch",
  "ERROR (unexpected witness version)": "witness-version mismatch",
};

/** Objection of a linter's answer to the witness; its crashes and time-outs are no objections. */
export function rejectionOfStatus(status: string): Rejection | undefined {
  return Object.hasOwn(REJECTION_OF_STATUS, status) ? REJECTION_OF_STATUS[status] : undefined;
}

/** Objection of the facts to the witness, with the reason. */
export function rejectionOfFacts(
  witness: WitnessFacts,
  { answer, requirement }: Pick<CorrectResult, "answer" | "requirement">,
): { readonly rejection: Rejection; readonly reason: string } | undefined {
  switch (witness.state) {
    case "unexamined":
      return undefined;
    case "missing":
      return { rejection: "witness missing", reason: "the run produced no witness" };
    case "invalid":
      return {
        rejection: "witness invalid",
        reason: `the witness is invalid: ${witness.reason}`,
      };
    case "present": {
      if (!requirement.versions.some((version) => version === witness.version)) {
        const reason = `format ${witness.version} is not accepted here`;
        return { rejection: "witness-version mismatch", reason };
      }
      const kind = answer.kind === "true" ? "correctness" : "violation";
      if (witness.kind === kind) return undefined;
      return {
        rejection: "witness-type mismatch",
        reason: `the file is a ${witness.kind} witness`,
      };
    }
  }
}

/** An error of the verifier: `witness invalid (true)`. */
export function rejected(rejection: Rejection, { status }: CorrectResult): Judgement {
  return { status: `${rejection} (${status})`, category: "error" };
}
