import type { Progress } from "./evaluate.ts";

/** E.g. `60 of 62 verification runs, 40 of 44 validation runs`. */
export function describeProgress({
  verification,
  validation,
}: Pick<Progress, "verification" | "validation">): string {
  // The witnesses to validate are known when all verification runs are done.
  const isPlanned = verification.done === verification.planned;
  return [
    `${verification.done} of ${verification.planned} verification runs`,
    `${validation.done} of ${validation.planned} validation runs${isPlanned ? "" : " known so far"}`,
  ].join(", ");
}
