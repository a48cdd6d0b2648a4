/**
 * All schedules and inputs of a program with threads, executed one after the other with states matched
 * (VeriSoft: Godefroid, POPL 1997), without the switches that no execution can tell: threads run up to the next
 * access that conflicts with another thread's (contestant/interpreter/explore.ts).
 */
import { asksOnlyFor, isSafetyOfExecutions } from "../specification/index.ts";
import { exploreSchedules } from "./search/schedule-exploration.ts";
import { propertyText, type Technique } from "./technique.ts";

export const exploration: Technique = {
  id: "exploration",
  title: "exploration of all schedules",
  source:
    "VeriSoft: Godefroid, POPL 1997; sleep sets and persistent sets, from conflicts that are found on the way",
  direction: "both",
  grounds: {
    true: "every schedule with every input was executed up to equivalent ones, and none came to a limit or to anything unsupported or undefined",
    false: "an execution with recorded inputs and turns of its threads was replayed",
  },
  defaultShare: 0.5,
  briefSeconds: 2,
  capSeconds: 300,
  configurations: [
    {
      name: "explore",
      description: "executes all schedules of programs with threads, with states matched",
    },
  ],
  supports: (specification, { createsThreads }) => {
    if (!createsThreads) return "programs without threads";
    const isSupported =
      isSafetyOfExecutions(specification) ||
      asksOnlyFor(specification, "race") ||
      asksOnlyFor(specification, "deadlock");
    return isSupported ? undefined : propertyText(specification);
  },
  run: (task, { budget, onProgress }) => {
    onProgress("exploration of all schedules");
    return exploreSchedules(task, budget);
  },
};
