/**
 * Values of every thread by itself, and what threads publish to each other: ranges under locks, before threads begin and
 * after they end (Miné, VMCAI 2014; Schwarz et al., SAS 2021).
 */
import { analyseThreadValues } from "../analysis/index.ts";
import { asksOnlyFor } from "../specification/index.ts";
import { propertyText, type Technique } from "./technique.ts";

export const threadValues: Technique = {
  id: "thread-values",
  title: "thread-modular values",
  source: "Miné, VMCAI 2014; Schwarz et al., SAS 2021",
  direction: "proof",
  lane: "proof",
  provesBy: "values",
  grounds: {
    true: "ranges of what each thread computes, with all that others may have published where nothing keeps them away, leave no violation",
  },
  defaultShare: 0.3,
  briefSeconds: 3,
  capSeconds: 60,
  configurations: [
    {
      name: "thread-values",
      description: "ranges of every thread by itself, with what others publish under locks",
    },
  ],
  supports: (specification, { createsThreads }) => {
    if (!createsThreads) return "programs without threads";
    // What functions of synchronisation leave undefined is not looked at.
    const isSupported = asksOnlyFor(
      specification,
      "call",
      "overflow",
      "dereference",
      "free",
      "leak",
      "unfreed",
    );
    return isSupported ? undefined : propertyText(specification);
  },
  run: ({ program, specification }, { budget, onProgress }) => {
    onProgress("thread-modular values");
    const answer = analyseThreadValues(program, {
      specification,
      remainingSeconds: () => budget.remainingSeconds(),
    });
    if (answer.kind === "unknown") return answer;
    const { threads, passes, states } = answer;
    return {
      kind: "true",
      reason: `what ${threads} threads publish to each other excludes violations`,
      invariants: [],
      statistics: { threads, passes, states },
    };
  },
};
