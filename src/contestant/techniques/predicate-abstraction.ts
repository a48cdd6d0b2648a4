/**
 * Predicate abstraction (Graf, Saïdi, CAV 1997) with refinement by
 * counterexamples (Clarke et al., CAV 2000), lazily (Henzinger et al., POPL 2002)
 * and with adjustable blocks (Beyer, Keremoglu, Wendler, FMCAD 2010).
 */
import { type BlockEnds, checkByPredicateAbstraction } from "../transition-systems/index.ts";
import { runLazyAbstraction } from "./proofs/lazy-abstraction-run.ts";
import { reachSafetyOfOneThread, type Technique } from "./technique.ts";

interface Variant {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly description: string;
  readonly abstraction: "boolean" | "cartesian";
  readonly blockEnds: BlockEnds;
}

function variant({ id, title, source, description, abstraction, blockEnds }: Variant): Technique {
  return {
    id,
    title,
    source,
    direction: "both",
    provesBy: "symbolic",
    beginsAnew: true,
    grounds: {
      false: "a path of the abstraction has a model that was replayed",
      true: "at every end of a block one of the abstract states holds, as was checked step by step, and none allows a violation; or as `induction`, with candidates from them",
    },
    configurations: [{ name: id, description }],
    supports: reachSafetyOfOneThread,
    run: (task, context) =>
      runLazyAbstraction(
        title,
        task,
        context,
        (manager, system, options) =>
          checkByPredicateAbstraction(manager, system, options, abstraction),
        blockEnds,
      ),
  };
}

export const predicateAbstraction: Technique = variant({
  id: "predicate-abstraction",
  title: "predicate abstraction",
  source:
    "Graf, Saïdi, CAV 1997; Henzinger et al., POPL 2002; Beyer, Keremoglu, Wendler, FMCAD 2010",
  description: "Boolean predicate abstraction of large blocks, with lazy refinement (CEGAR)",
  abstraction: "boolean",
  blockEnds: "loop-heads",
});

export const predicateAbstractionCartesian: Technique = variant({
  id: "predicate-abstraction-cartesian",
  title: "Cartesian predicate abstraction",
  source: "Ball, Podelski, Rajamani, TACAS 2001",
  description: "the same with Cartesian abstraction: conjunctions of predicates",
  abstraction: "cartesian",
  blockEnds: "loop-heads",
});

export const predicateAbstractionCalls: Technique = variant({
  id: "predicate-abstraction-calls",
  title: "predicate abstraction between loop heads and calls",
  source: "Beyer, Keremoglu, Wendler, FMCAD 2010",
  description: "Boolean predicate abstraction at loop heads and before calls, with lazy refinement",
  abstraction: "boolean",
  blockEnds: "loop-heads-and-calls",
});

export const predicateAbstractionSingleBlock: Technique = variant({
  id: "predicate-abstraction-single-block",
  title: "predicate abstraction of single edges",
  source: "Henzinger et al., POPL 2002",
  description: "Boolean predicate abstraction after every edge, with lazy refinement",
  abstraction: "boolean",
  blockEnds: "edges",
});
