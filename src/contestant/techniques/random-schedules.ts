/**
 * Executions of programs with threads under random schedules with random
 * inputs, as in randomised concurrency testing (Burckhardt, Kothari,
 * Musuvathi, Nagarakatte, ASPLOS 2010).
 */
import { searchSchedules } from "./search/schedule-search.ts";
import { safetyOfThreads, type Technique } from "./technique.ts";

export const randomSchedules: Technique = {
  id: "random-schedules",
  title: "random schedules",
  source: "Burckhardt et al., ASPLOS 2010",
  direction: "falsification",
  grounds: { false: "an execution with recorded inputs and turns of its threads was replayed" },
  isFallback: true,
  defaultShare: 0.15,
  briefSeconds: 1,
  capSeconds: 5,
  supports: safetyOfThreads,
  run: ({ program, specification }, { budget, seed, onProgress }) => {
    onProgress("random schedules");
    const found = searchSchedules(program, specification, budget, seed);
    return "runs" in found
      ? { kind: "unknown", reason: `${found.runs} random schedules without a violation` }
      : { kind: "false", ...found };
  },
};
