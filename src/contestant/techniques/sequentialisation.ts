/**
 * Bounded model checking of programs with threads: symbolic executions that stop where other
 * threads may continue cover all schedules at once (Inverso, Tomasco, Fischer, La Torre, Parlato:
 * "Bounded model checking of multi-threaded C programs via lazy sequentialization", CAV 2014),
 * without changing the program.
 */
import { checkThreads } from "./search/sequentialised-search.ts";
import { isSafetyOfOperations, propertyText, type Technique } from "./technique.ts";

export const sequentialisation: Technique = {
  id: "sequentialisation",
  title: "lazy sequentialisation",
  source: "Inverso, Tomasco, Fischer, La Torre, Parlato, CAV 2014; reduction: Lipton, CACM 1975",
  direction: "both",
  provesBy: "symbolic",
  grounds: {
    true: "no violation is satisfiable in any schedule, and no thread could go on, nor any loop, where the exploration ended",
    false: "a schedule and inputs from a model were replayed",
  },
  defaultShare: 0.5,
  briefSeconds: 3,
  capSeconds: 200,
  configurations: [
    {
      name: "sequentialise",
      description: "symbolic execution of all schedules of programs with threads, merged by places",
    },
  ],
  supports: (specification, { createsThreads }) => {
    if (!createsThreads) return "programs without threads";
    return isSafetyOfOperations(specification) ? undefined : propertyText(specification);
  },
  run: (task, { budget, createSatSolver, onProgress }) => {
    const onPhase = (bound: number): void =>
      onProgress(`lazy sequentialisation, loops of ${bound} iterations`);
    return checkThreads(task, budget, createSatSolver, onPhase);
  },
};
