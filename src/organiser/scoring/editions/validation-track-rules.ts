import type { ValidationTrackRules } from "../../../ground/model/index.ts";

/**
 * Points for validators since 2023. On correct witnesses they mirror the
 * schema for verifiers; a wrong witness should be rejected, so that the
 * opposite answers earn the points.
 */
export function trackRules(
  differences: Pick<ValidationTrackRules, "wrongWitnessFactor" | "classification" | "support">,
): ValidationTrackRules {
  return {
    points: {
      correct: {
        violation: { answerTrue: -32, answerFalse: 1 },
        correctness: { answerTrue: 2, answerFalse: -16 },
      },
      wrong: {
        violation: { answerTrue: 2, answerFalse: -16 },
        correctness: { answerTrue: -32, answerFalse: 1 },
      },
    },
    vote: { minimumAnswers: 2, ratio: 3 },
    ...differences,
  };
}
