/**
 * Executions of programs with threads under random schedules with random
 * inputs, as in randomised concurrency testing (Burckhardt, Kothari,
 * Musuvathi, Nagarakatte, ASPLOS 2010).
 */
import { asksOnlyFor } from "../specification/index.ts";
import { searchSchedules } from "./search/schedule-search.ts";
import { propertyText, type Technique } from "./technique.ts";

export const randomSchedules: Technique = {
  id: "random-schedules",
  title: "random schedules",
  source: "Burckhardt et al., ASPLOS 2010",
  direction: "falsification",
  lane: "falsification",
  grounds: { false: "an execution with recorded inputs and turns of its threads was replayed" },
  isInEvery: true,
  briefSeconds: Number.POSITIVE_INFINITY,
  capSeconds: Number.POSITIVE_INFINITY,
  supports: (specification, { createsThreads }) => {
    if (!createsThreads) return "programs without threads";
    return asksOnlyFor(specification, "call", "overflow", "race")
      ? undefined
      : propertyText(specification);
  },
  run: ({ program, specification }, { budget, seed, onProgress }) => {
    onProgress("random schedules");
    const found = searchSchedules(program, specification, budget, seed);
    return "runs" in found
      ? { kind: "unknown", reason: `${found.runs} random schedules without a violation` }
      : { kind: "false", ...found };
  },
};
