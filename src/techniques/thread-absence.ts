/** Where nothing can create a second thread, nothing races: the program's text is the proof. */
import { asksOnlyFor } from "../specification/index.ts";
import { propertyText, type Technique } from "./technique.ts";

export const threadAbsence: Technique = {
  id: "thread-absence",
  title: "absence of threads",
  source: "every function that is mentioned has a body, or is known to create no thread",
  direction: "proof",
  lane: "proof",
  grounds: { true: "no execution creates a thread" },
  isFallback: true,
  defaultShare: 1,
  briefSeconds: 1,
  supports: (specification, { hasOneThread }) => {
    if (!asksOnlyFor(specification, "race")) return propertyText(specification);
    return hasOneThread ? undefined : "programs that may have threads";
  },
  run: () => ({
    kind: "true",
    reason: "no execution creates a thread: nothing can race",
    invariants: [],
  }),
};
