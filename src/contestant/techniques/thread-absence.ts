/**
 * Proves that no execution creates a second thread, so that nothing races, and that no thread
 * waits, so that there is no deadlock: the program's text is the proof.
 */
import { asksOnlyFor } from "../specification/index.ts";
import { propertyText, type Technique } from "./technique.ts";

export const threadAbsence: Technique = {
  id: "thread-absence",
  title: "absence of threads",
  source:
    "every function that is mentioned has a body, or is known to create no thread and, for deadlocks, not to wait",
  direction: "proof",
  grounds: { true: "no execution creates a thread and, for deadlocks, none waits" },
  isFallback: true,
  defaultShare: 1,
  briefSeconds: 1,
  supports: (specification, { hasOneThread, mayWait }) => {
    const isDeadlock = asksOnlyFor(specification, "deadlock");
    if (!isDeadlock && !asksOnlyFor(specification, "race")) return propertyText(specification);
    if (!hasOneThread) return "programs that may have threads";
    return isDeadlock && mayWait ? "programs that wait for locks or threads" : undefined;
  },
  run: ({ specification }) => ({
    kind: "true",
    reason: asksOnlyFor(specification, "deadlock")
      ? "no execution creates a thread or waits: nothing can block"
      : "no execution creates a thread: nothing can race",
    invariants: [],
  }),
};
