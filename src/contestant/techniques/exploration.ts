/**
 * Stateful exploration of all schedules and inputs of a program with threads (VeriSoft: Godefroid,
 * POPL 1997). Threads switch only before accesses that conflict with an access of another thread;
 * other switches make no observable difference (contestant/interpreter/explore.ts).
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
    true: "every schedule with every input was executed, up to equivalence, and none reached a limit or anything unsupported or undefined",
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
