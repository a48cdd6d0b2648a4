/**
 * Static race detection: every pair of conflicting accesses is ordered by the creation or the end of a
 * thread, under a common lock, or atomic (Vojdani, Apinis, Rõtov, Seidl, Vene, Vogler: "Static race
 * detection for device drivers: the Goblint approach", ASE 2016).
 */

import { LineIndex } from "../../ground/util/text-position.ts";
import type { CfaProgram } from "../cfa/index.ts";
import { type PossibleRace, proveRaceFreedom } from "../concurrency/index.ts";
import { asksOnlyFor } from "../specification/index.ts";
import { propertyText, type Technique } from "./technique.ts";

export const raceFreedom: Technique = {
  id: "race-freedom",
  title: "race freedom by locks and the order of threads",
  source: "Vojdani et al., ASE 2016",
  direction: "proof",
  grounds: {
    true: "any two accesses to the same bytes, one of them a write, are of one thread, ordered by its creation or end, under a common lock, or atomic",
  },
  defaultShare: 0.5,
  briefSeconds: 5,
  configurations: [
    {
      name: "race",
      description: "locks that are held, and the order in which threads begin and end",
    },
  ],
  supports: (specification, { createsThreads }) => {
    if (!createsThreads) return "programs without threads";
    return asksOnlyFor(specification, "race") ? undefined : propertyText(specification);
  },
  run: ({ program }, { budget, onProgress }) => {
    onProgress("race freedom");
    const answer = proveRaceFreedom(program, { isExhausted: () => budget.isExhausted });
    switch (answer.kind) {
      case "race-free":
        return {
          kind: "true",
          reason: `locks and the order of threads exclude races among ${answer.accesses} accesses`,
          invariants: [],
        };
      case "possible-races": {
        const [race] = answer.races;
        const where = race === undefined ? "" : `: ${placeOf(program, race)}`;
        return {
          kind: "unknown",
          reason: `cannot prove that these two accesses are ordered${where}`,
        };
      }
      case "unknown":
        return { kind: "unknown", reason: answer.reason };
    }
  },
};

/** The lines of both accesses. */
function placeOf({ text, functions }: CfaProgram, { first, second }: PossibleRace): string {
  const index = new LineIndex(text);
  const lines = [first, second].map(({ edge }) =>
    functions.get(edge.source.functionName)?.isLibrary
      ? `in ${edge.source.functionName}`
      : `line ${index.positionOf(edge.range.start).line}`,
  );
  return lines.join(" and ");
}
