/**
 * Concrete executions with random inputs (Duran, Ntafos: "An evaluation of
 * random testing", TSE 1984), chosen in profiles that prefer the program's
 * constants and small numbers.
 */
import { searchViolation } from "./search/falsifier.ts";
import { searched } from "./search/search-result.ts";
import { safetyOfOneThread, type Technique } from "./technique.ts";

export const randomSearch: Technique = {
  id: "random-search",
  title: "random execution",
  source: "Duran, Ntafos, TSE 1984",
  direction: "both",
  needsNoSolver: true,
  provesBy: "execution",
  grounds: {
    false: "the interpreter reached the violation",
    true: "the program has one execution, and it was followed to its end",
  },
  defaultShare: 0.08,
  // Violations that are easy to hit take a tenth of a second at most, also in large programs; more
  // time follows only in a round.
  momentSeconds: 0.05,
  briefSeconds: 0.05,
  capSeconds: 0.8,
  configurations: [{ name: "falsifier", description: "concrete execution with random inputs" }],
  supports: safetyOfOneThread,
  run: ({ program, specification }, { budget, seed, onProgress, progress }) => {
    onProgress("random search");
    return searched(searchViolation(program, specification, budget, seed, progress));
  },
};
