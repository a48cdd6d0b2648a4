/**
 * Value analysis of parts of the ranges of floating-point inputs, halved until
 * every part is proved (branch and prune, as in interval constraint solving:
 * Benhamou, McAllester, Van Hentenryck, ILPS 1994).
 */
import { proveBySplitting } from "../abstract-interpretation/index.ts";
import { safetyOfOneThread, type Technique } from "./technique.ts";

export const inputSplitting: Technique = {
  id: "input-splitting",
  title: "splitting of inputs",
  source: "branch and prune: Benhamou, McAllester, Van Hentenryck, ILPS 1994",
  direction: "proof",
  provesBy: "values",
  grounds: {
    true: "interval arithmetic proves every part of the float inputs, none is left out",
  },
  defaultShare: 0.2,
  momentSeconds: 0.25,
  briefSeconds: 0.5,
  capSeconds: 10,
  supports: safetyOfOneThread,
  run: ({ program, specification }, { budget, onProgress }) => {
    onProgress("splitting the ranges of inputs");
    const answer = proveBySplitting(program, {
      specification,
      remainingSeconds: () => budget.remainingSeconds(),
    });
    if (answer.kind === "true") {
      const reason = `proved in ${answer.states} parts of the inputs`;
      return { kind: "true", reason, invariants: [] };
    }
    return { kind: "unknown", reason: answer.kind === "unknown" ? answer.reason : "no proof" };
  },
};
