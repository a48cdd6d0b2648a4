/** Block-abstraction memoization (Wonisch, Wehrheim, ICFEM 2012) for predicate abstraction, with functions, and loops within loops, as blocks. */
import { proveByBlocks } from "./proofs/block-proof.ts";
import { reachSafetyOfOneThread, type Technique } from "./technique.ts";

export const blockMemo: Technique = {
  id: "block-memo",
  title: "block-abstraction memoization",
  source:
    "Wonisch, Wehrheim, ICFEM 2012; recursion: Beyer, Friedberger, ESEC/FSE 2020; nested interpolants: Heizmann et al., POPL 2010",
  direction: "both",
  provesBy: "symbolic",
  grounds: {
    false: "a path through the blocks has a model that was replayed",
    true: "as `induction`, with candidates for loops and contracts from the summaries of blocks",
  },
  configurations: [
    {
      name: "block-memo",
      description:
        "predicate abstraction that explores functions and inner loops separately and reuses their summaries",
    },
  ],
  supports: reachSafetyOfOneThread,
  run: proveByBlocks,
};
