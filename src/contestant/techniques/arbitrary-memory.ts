/**
 * Proofs for programs whose environment is not part of them, such as drivers: the analysis follows
 * the variables that no pointer designates and treats all other memory as arbitrary
 * (contestant/cfa/passes/forget-memory.ts; the slice: Weiser, "Program slicing", TSE 1984).
 *
 * TRUE relies on a rule of the competition: no execution of a task is undefined for another reason
 * than the one that is asked for. This cannot be proved where the environment hands out pointers.
 * Programs without such an environment are left to other techniques.
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
    true: "variables that no pointer designates leave no violation, for all values that are read from other memory; accesses through pointers of the environment are taken to be valid",
  },
  defaultShare: 0,
  briefSeconds: 2,
  capSeconds: 20,
  configurations: [
    {
      name: "arbitrary-memory",
      description: "explicit values of variables in programs whose environment is not part of them",
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
      const reason = "no violation is left, for all contents of the memory that pointers reach";
      return { kind: "true", reason, invariants: [] };
    }
    return { kind: "unknown", reason: answer.kind === "unknown" ? answer.reason : "no proof" };
  },
};
