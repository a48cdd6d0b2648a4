/** Concrete executions that inputs lead to unseen states, one input after the other. */
import { searched } from "./search/search-result.ts";
import { searchStates } from "./search/state-search.ts";
import { safetyOfOneThread, type Technique } from "./technique.ts";

export const noveltySearch: Technique = {
  id: "novelty-search",
  title: "execution towards new states",
  source: "Ecoffet et al., Nature 2021; Aschermann et al., S&P 2020",
  direction: "falsification",
  needsNoSolver: true,
  grounds: { false: "the interpreter reached the violation" },
  defaultShare: 0,
  configurations: [
    {
      name: "novelty-search",
      description: "concrete execution with inputs that lead to states that were never seen",
    },
  ],
  supports: safetyOfOneThread,
  run: ({ program, specification }, { budget, seed, onProgress }) => {
    onProgress("executions towards new states");
    return searched(searchStates(program, specification, budget, seed));
  },
};
