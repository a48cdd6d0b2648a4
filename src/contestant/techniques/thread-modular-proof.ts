/**
 * Invariants about one thread and about every two threads that all steps of all threads preserve: a
 * proof for any number of threads (Hoenicke, Majumdar, Podelski: "Thread modularity at many
 * levels", POPL 2017).
 */
import { asksOnlyFor } from "../specification/index.ts";
import { proveByThreadModularity } from "./proofs/thread-modularity.ts";
import { propertyText, type Technique } from "./technique.ts";

export const threadModularProof: Technique = {
  id: "thread-modular-proof",
  title: "thread-modular proof",
  source: "Hoenicke, Majumdar, Podelski, POPL 2017; Houdini: Flanagan, Leino, FME 2001",
  direction: "proof",
  provesBy: "symbolic",
  grounds: {
    true: "statements about every thread and every two threads hold at the start, every step of any thread keeps them, and none of them allows a violation",
  },
  defaultShare: 0.4,
  briefSeconds: 2,
  capSeconds: 200,
  configurations: [
    {
      name: "thread-modular",
      description: "inductive statements about one and two of any number of threads",
    },
  ],
  supports: (specification, { createsThreads }) => {
    if (!createsThreads) return "programs without threads";
    // Undefined behaviour of synchronisation functions is not checked.
    const isSupported = asksOnlyFor(specification, "call", "overflow", "dereference", "free");
    return isSupported ? undefined : propertyText(specification);
  },
  run: (task, { budget, createSatSolver, onProgress }) => {
    onProgress("thread-modular proof");
    return proveByThreadModularity(task, budget, createSatSolver, true);
  },
};
