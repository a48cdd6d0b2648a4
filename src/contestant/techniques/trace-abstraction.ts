/** Trace abstraction with interpolant automata (Heizmann, Hoenicke, Podelski, SAS 2009, CAV 2013). */
import { checkByTraceAbstraction } from "../transition-systems/index.ts";
import { runLazyAbstraction } from "./proofs/lazy-abstraction-run.ts";
import { reachSafetyOfOneThread, type Technique } from "./technique.ts";

export const traceAbstraction: Technique = {
  id: "trace-abstraction",
  title: "trace abstraction",
  source: "Heizmann, Hoenicke, Podelski, SAS 2009, CAV 2013",
  direction: "both",
  provesBy: "symbolic",
  beginsAnew: true,
  grounds: {
    false: "a word that no automaton accepts has a model that was replayed",
    true: "the automata accept all words that lead to errors: at every loop head one of their conditions holds, as was checked step by step, and none allows a violation; or as `induction`, with candidates from them",
  },
  configurations: [
    {
      name: "trace-abstraction",
      description: "interpolant automata subtracted from the automaton of the program",
    },
  ],
  supports: reachSafetyOfOneThread,
  run: (task, context) =>
    runLazyAbstraction("trace abstraction", task, context, checkByTraceAbstraction),
};
