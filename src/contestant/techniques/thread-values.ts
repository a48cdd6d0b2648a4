/**
 * Thread-modular value analysis: each thread is analysed separately, with the values that other
 * threads publish under locks, and before threads begin and after they end (Miné, VMCAI 2014;
 * Schwarz et al., SAS 2021).
 */
import { knowsValuesOfThreads, proveByThreadValues } from "./proofs/proof-by-thread-values.ts";
import { propertyText, type Technique } from "./technique.ts";

export const threadValues: Technique = {
  id: "thread-values",
  title: "thread-modular values",
  source: "Miné, VMCAI 2014; Schwarz et al., SAS 2021",
  direction: "proof",
  provesBy: "values",
  grounds: {
    true: "ranges of the values that each thread computes, with all values that other threads may have published there, leave no violation",
  },
  defaultShare: 0.3,
  briefSeconds: 3,
  capSeconds: 60,
  configurations: [
    {
      name: "thread-values",
      description:
        "ranges of every thread separately, with the values that others publish under locks",
    },
  ],
  supports: (specification, { createsThreads }) => {
    if (!createsThreads) return "programs without threads";
    return knowsValuesOfThreads(specification) ? undefined : propertyText(specification);
  },
  run: (task, { budget, onProgress }) => {
    onProgress("thread-modular values");
    return proveByThreadValues(task, budget);
  },
};
