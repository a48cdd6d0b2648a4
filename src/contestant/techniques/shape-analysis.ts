/**
 * Shape analysis with symbolic memory graphs (Dudka, Peringer, Vojnar: "Byte-precise verification
 * of low-level list manipulation", SAS 2013): lists of any length. It only proves: other engines
 * find violations better.
 */
import { analyseShapes } from "../abstract-interpretation/index.ts";
import { type AnalysisResult, safetyOfOneThread, type Technique } from "./technique.ts";

/**
 * Number of single nodes before a list becomes a segment: small numbers end soon, larger ones are
 * more precise about short lists.
 */
const MIN_NODES = [2, 3, 5] as const;

export const shapeAnalysis: Technique = {
  id: "shape-analysis",
  title: "shape analysis",
  source: "Dudka, Peringer, Vojnar, SAS 2013",
  direction: "proof",
  provesBy: "values",
  grounds: {
    true: "every symbolic memory graph was explored, with lists of any length as segments, and none allows a violation",
  },
  // The strategy gives it time where there are lists.
  defaultShare: 0,
  momentSeconds: 0.15,
  briefSeconds: 1.5,
  capSeconds: 20,
  configurations: [
    {
      name: "shape",
      description: "linked lists of any length as segments of symbolic memory graphs",
    },
  ],
  supports: safetyOfOneThread,
  run: ({ program, specification }, { budget, onProgress }) => {
    let result: AnalysisResult = { kind: "unknown", reason: "time limit" };
    for (const leastNodes of MIN_NODES) {
      onProgress(`shape analysis, ${leastNodes} nodes a segment`);
      const part = budget.part(budget.remainingSeconds() * (leastNodes === 5 ? 1 : 0.5));
      const remainingSeconds = (): number => part.remainingSeconds();
      const answer = analyseShapes(program, { specification, remainingSeconds, leastNodes });
      if (answer.kind === "true") {
        const reason = "every symbolic memory graph was explored";
        const { statistics, shapes = [] } = answer;
        return { kind: "true", reason, invariants: [], statistics, shapes };
      }
      const reason = answer.kind === "unknown" ? answer.reason : "no proof";
      result = { kind: "unknown", reason, statistics: answer.statistics };
      // An operation without a model has none with longer lists either.
      if (reason.startsWith("unsupported") || budget.isExhausted) break;
    }
    return result;
  },
};
