/**
 * For programs whose environment is not part of them, such as drivers: the values of variables that no pointer
 * designates, in memory of which nothing is known (contestant/cfa/passes/forget-memory.ts; the slice: Weiser, "Program
 * slicing", TSE 1984).
 *
 * TRUE rests on what the competition demands of its tasks: that no execution is undefined for another reason than the
 * one that is asked for. Where the environment hands out pointers, nobody could prove it; where programs have no such
 * environment, other techniques do, and this one is not asked.
 */
import { asksOnlyFor } from "../specification/index.ts";
import { hasEnvironment, proveInArbitraryMemory } from "./proofs/proof-in-arbitrary-memory.ts";
import { propertyText, type Technique } from "./technique.ts";

export const arbitraryMemory: Technique = {
  id: "arbitrary-memory",
  title: "variables in arbitrary memory",
  source: "memory as one unknown value: Cousot, Cousot, POPL 1977; slices: Weiser, TSE 1984",
  direction: "proof",
  provesBy: "values",
  grounds: {
    true: "variables that no pointer designates leave no violation, whatever is read from other memory; accesses through pointers of the environment are taken to be valid",
  },
  defaultShare: 0,
  briefSeconds: 2,
  capSeconds: 20,
  configurations: [
    {
      name: "arbitrary-memory",
      description: "known values of variables in programs whose environment is not part of them",
    },
  ],
  supports: (specification, { createsThreads }) => {
    if (createsThreads) return "programs with threads";
    return asksOnlyFor(specification, "call") ? undefined : propertyText(specification);
  },
  run: (task, { budget, onProgress }) => {
    if (!hasEnvironment(task)) {
      const reason = "every function of the program is defined";
      return { kind: "unknown", reason, isLasting: true };
    }
    onProgress("variables in arbitrary memory");
    const answer = proveInArbitraryMemory(task, budget);
    if (answer.kind === "true") {
      const reason = "no violation is left, whatever memory holds that pointers lead to";
      return { kind: "true", reason, invariants: [] };
    }
    return { kind: "unknown", reason: answer.kind === "unknown" ? answer.reason : "no proof" };
  },
};
