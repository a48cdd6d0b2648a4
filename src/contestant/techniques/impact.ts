/**
 * Lazy abstraction with interpolants (IMPACT: McMillan, CAV 2006), with large
 * blocks and forced covering (Beyer, Wendler, FMCAD 2012).
 */
import { checkByImpact } from "../transition-systems/index.ts";
import { runLazyAbstraction } from "./proofs/lazy-abstraction-run.ts";
import { reachSafetyOfOneThread, type Technique } from "./technique.ts";

export const impact: Technique = {
  id: "impact",
  title: "lazy abstraction with interpolants",
  source: "IMPACT: McMillan, CAV 2006; Beyer, Wendler, FMCAD 2012",
  direction: "both",
  provesBy: "symbolic",
  beginsAnew: true,
  grounds: {
    false: "a path of the unwinding has a model that was replayed",
    true: "at every loop head one of the labels of an unwinding that is covered holds, as was checked step by step, and none allows a violation; or as `induction`, with candidates from them",
  },
  configurations: [
    {
      name: "impact",
      description:
        "lazy abstraction with interpolants as labels, covering and forced covering (IMPACT)",
    },
  ],
  supports: reachSafetyOfOneThread,
  run: (task, context) => runLazyAbstraction("IMPACT", task, context, checkByImpact),
};
