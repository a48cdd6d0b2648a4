/**
 * Decides which techniques run, in which order and for how long: the techniques of a configuration,
 * changed by rules about the structure of the program. All are tried briefly before any gets a long
 * attempt, and the quick ones for a moment before that, since the technique that suits a program
 * mostly decides it soon. Techniques that reached their limit run again, longer, when time is left.
 */
import { techniqueOf } from "../techniques/index.ts";
import type { Configuration } from "./configurations.ts";
import type { ProgramFeatures } from "./program-features.ts";

export interface PlannedTechnique {
  readonly technique: string;
  /** Share of the time that remains when the technique starts. */
  readonly share: number;
  /** CPU seconds of an attempt before all other techniques have had theirs; 0: there is none. */
  readonly momentSeconds: number;
  /** CPU seconds of the first attempt after that, which is brief unless a rule makes it long at once; 0: there is none. */
  readonly firstSeconds: number;
  /** Maximal share of the remaining time for a brief first attempt. */
  readonly firstShare: number;
  /** CPU seconds that are enough for the second attempt. */
  readonly capSeconds: number;
}

export interface Plan {
  readonly techniques: readonly PlannedTechnique[];
  /** Why the plan differs from that of the configuration: one sentence per rule. */
  readonly reasons: readonly string[];
}

/** The changes of a rule to a technique. */
interface Change {
  readonly share?: number;
  readonly momentSeconds?: number;
  readonly firstSeconds?: number;
  /**
   * Maximal share of the remaining time for a brief first attempt; default: {@link BRIEF_SHARE}.
   */
  readonly firstShare?: number;
  readonly capSeconds?: number;
  /**
   * Whether the technique goes before all others, except those of earlier rules. Its first attempt
   * is long unless the rule says otherwise.
   */
  readonly isFirst?: true;
}

interface Rule {
  readonly applies: (features: ProgramFeatures) => boolean;
  readonly reason: string;
  readonly changes: Partial<Readonly<Record<string, Change>>>;
}

/**
 * Maximal share of the remaining time for one brief attempt: with little time, enough must remain
 * for longer ones.
 */
export const BRIEF_SHARE = 0.1;

/** Second attempts are limited, too: most programs that a technique can decide are decided soon. */
const DEFAULT_CAP = 20;

export const RULES: readonly Rule[] = [
  {
    applies: ({ anyNumberOfThreads }) => anyNumberOfThreads,
    reason: "any number of threads: no exploration of schedules comes to an end",
    changes: {
      // Restarts with every attempt: several short ones would be useless.
      "thread-modular-proof": { share: 0.7, firstSeconds: 15, firstShare: 0.7 },
    },
  },
  {
    applies: ({ inputs }) => inputs === 0,
    reason: "no input is requested: there may be only one execution",
    // A brief attempt would find little: most executions end at once, and violations behind many
    // iterations take seconds.
    changes: {
      "single-execution": { share: 0.3, momentSeconds: 0.6, capSeconds: 60, isFirst: true },
    },
  },
  {
    applies: ({ inputs, endlessLoops }) => inputs === 0 && endlessLoops > 0,
    reason: "no input, and a loop that is never left: the execution may not terminate",
    changes: { "single-execution": { momentSeconds: 0.05 } },
  },
  {
    applies: ({ floats, inputs, inputsInLoops }) => floats && inputs > inputsInLoops,
    reason: "floating-point numbers, and inputs that are requested once: their ranges may be split",
    changes: {
      // Violations that take a bit-vector solver long are often hit at once.
      "random-search": { momentSeconds: 0.12, capSeconds: 0.12, isFirst: true },
      "input-splitting": { momentSeconds: 0.35, capSeconds: 3, isFirst: true },
    },
  },
  {
    applies: ({ numerals }) => numerals,
    reason: "numbers are read as texts: execution finds the largest ones sooner than a solver",
    changes: { "random-search": { momentSeconds: 0.05, firstSeconds: 0.05, isFirst: true } },
  },
  {
    applies: ({ loops, recursion }) => loops === 0 && !recursion,
    reason: "neither loops nor recursion: unrolling once is complete",
    changes: { "bounded-model-checking": { share: 0.8, momentSeconds: 0, isFirst: true } },
  },
  {
    // The ranges of many inputs do not show how they depend on each other.
    applies: ({ loops, recursion, nonlinear, floats, inputs }) =>
      loops === 0 && !recursion && (nonlinear || floats || inputs <= 20),
    reason:
      "neither loops nor recursion: ranges may quickly answer queries that are hard for a solver",
    changes: {
      "abstract-interpretation": { momentSeconds: 0, capSeconds: 0.1, isFirst: true },
    },
  },
  {
    applies: ({ reactiveLoops, inputsInLoops, operations }) =>
      reactiveLoops > 0 && inputsInLoops > 0 && operations > 300,
    reason: "a large reactive program: its states are explored with known values",
    changes: {
      "value-analysis": {
        share: 0.6,
        momentSeconds: 0.35,
        firstSeconds: 3.5,
        firstShare: 0.2,
        capSeconds: 300,
      },
      // Violations behind few inputs are found in a second; later states are many, and alike.
      "novelty-search": {
        share: 0.2,
        momentSeconds: 0.05,
        firstSeconds: 2,
        firstShare: 0.3,
        capSeconds: 20,
      },
      // A large program takes more than a moment; one longer attempt avoids a second start.
      "abstract-interpretation": { share: 0.1, momentSeconds: 0.8, firstSeconds: 0.8 },
      "bounded-model-checking": { momentSeconds: 0.5, firstSeconds: 0.5 },
      // Ends soon where it proves nothing; equations of many variables take more than a moment.
      "affine-relations": { share: 0.2, firstSeconds: 12, firstShare: 0.22 },
    },
  },
  {
    applies: ({ endlessLoops, reactiveLoops, inputs, inputsInLoops, operations }) =>
      endlessLoops > 0 &&
      reactiveLoops > 0 &&
      inputs === 1 &&
      inputsInLoops === 1 &&
      operations > 300,
    reason: "a large state machine with one input: explicit values are more precise than ranges",
    changes: {
      "random-search": { momentSeconds: 0.05, firstSeconds: 0.15, isFirst: true },
      "novelty-search": { isFirst: true },
      "value-analysis": { momentSeconds: 0.9, isFirst: true },
    },
  },
  {
    // Larger programs are unrolled for only a few iterations in that time, and explicit values are
    // more useful.
    applies: ({ reactiveLoops, inputsInLoops, operations }) =>
      reactiveLoops > 0 && inputsInLoops > 0 && operations > 300 && operations <= 500,
    reason:
      "a reactive program of which ten iterations are quickly unrolled: bounded model checking runs first",
    changes: { "bounded-model-checking": { firstSeconds: 1.5 } },
  },
  {
    applies: ({ reactiveLoops, endlessLoops, inputsInLoops, operations }) =>
      reactiveLoops > 0 &&
      endlessLoops === 0 &&
      inputsInLoops > 0 &&
      operations > 300 &&
      operations <= 750,
    reason:
      "a reactive program that terminates: some iterations are unrolled before its states are explored",
    changes: {
      "bounded-model-checking": { momentSeconds: 1, firstSeconds: 1.5 },
      "value-analysis": { momentSeconds: 0 },
    },
  },
  {
    applies: ({ external }) => external.length > 0,
    reason: "functions without a definition: few variables may decide, for any contents of memory",
    changes: { "arbitrary-memory": { share: 0.3 } },
  },
  {
    applies: ({ external, operations }) => external.length > 0 && operations <= 300,
    reason:
      "a small program with functions without a definition: none of its executions is complete",
    // Provable properties are proved at once where little is known; unrolling only finds
    // violations.
    changes: { induction: { momentSeconds: 0.1, firstSeconds: 2, isFirst: true } },
  },
  {
    applies: ({ arrays, heap, loops }) => arrays && !heap && loops > 0,
    reason: "arrays in a program with loops: properties of all elements are proved by induction",
    changes: {
      // Values and a few steps give their answer in a moment; invariants on positions need more.
      "value-analysis": { share: 0.08, firstSeconds: 0.15 },
      "bounded-model-checking": { firstSeconds: 0.15 },
      induction: { share: 0.6, firstSeconds: 4.5, firstShare: 0.6 },
    },
  },
  {
    applies: ({ arrays, heap, sorting }) => arrays && !heap && sorting,
    reason:
      "nested loops that move elements of arrays: proofs about their order take long, and an interrupted one is useless",
    changes: {
      "affine-relations": { firstSeconds: 0.1 },
      induction: { share: 0.9, firstSeconds: 8, firstShare: 0.9 },
    },
  },
  {
    applies: ({ heap, loops }) => heap && loops > 0,
    reason: "blocks of the heap in a program with loops: lists of any length are folded",
    changes: {
      // Lists of a few nodes are unrolled soon; values do not distinguish longer ones.
      "value-analysis": { momentSeconds: 0.12, firstSeconds: 0.4 },
      "bounded-model-checking": { momentSeconds: 0.3 },
      "shape-analysis": { share: 0.3 },
    },
  },
  {
    applies: ({ fewBlocks }) => fewBlocks,
    reason: "few heap blocks, allocated by loops with constant bounds: they are unrolled at once",
    changes: {
      "random-search": { momentSeconds: 0.05, firstSeconds: 0.05, isFirst: true },
      "bounded-model-checking": { momentSeconds: 0.3, firstSeconds: 0.3, isFirst: true },
    },
  },
  {
    applies: ({ arrays, heap, loops }) => arrays && heap && loops > 0,
    reason: "computed addresses in heap blocks: their bounds are proved by induction",
    changes: {
      // Values give their answer about such blocks at once; invariants on positions need more than
      // a moment.
      induction: { share: 0.5, firstSeconds: 3, firstShare: 0.35 },
      "value-analysis": { share: 0.05, firstSeconds: 0.2 },
    },
  },
  {
    applies: ({ arrays, heap, floats, nonlinear, recursion, operations }) =>
      !(arrays || heap || floats) && (nonlinear || recursion) && operations <= 200,
    reason: "a small program with products, divisions or recursion: invariants from Horn clauses",
    changes: { "horn-clauses": { share: 0.3 } },
  },
  {
    applies: ({ arrays, heap, floats, recursion, loops, operations }) =>
      !(arrays || heap || floats || recursion) && loops > 0 && operations <= 300,
    reason:
      "loops over integers only: property-directed reachability can express all of their state",
    changes: {
      "property-directed-reachability": { share: 0.3, capSeconds: 5 },
      // A proof that is cut short is useless.
      induction: { firstShare: 0.27 },
    },
  },
  {
    applies: ({ arrays, heap, floats, recursion, loops, operations, inputs }) =>
      !(arrays || heap || floats || recursion) && loops > 0 && operations <= 300 && inputs > 0,
    reason: "loops over integers and inputs: their invariants are often proved quickly",
    changes: {
      "bounded-model-checking": { momentSeconds: 0.3, firstSeconds: 0.7 },
      induction: { momentSeconds: 1.2 },
    },
  },
  {
    applies: ({ arrays, heap, floats, nonlinear, recursion, loops, operations }) =>
      !(arrays || heap || floats || recursion) && nonlinear && loops > 0 && operations <= 200,
    reason: "products in loops over integers: equations of polynomials are proved by induction",
    changes: { induction: { share: 0.7, firstSeconds: 7, firstShare: 0.7 } },
  },
  {
    applies: ({ inputs, inputsInLoops, loops, recursion, heap, operations }) =>
      inputs > 0 && inputsInLoops === 0 && loops > 0 && !(recursion || heap) && operations <= 750,
    reason: "inputs before loops only: explicit values give their answer at once",
    changes: { "value-analysis": { momentSeconds: 0.05 } },
  },
  {
    applies: ({ recursion }) => recursion,
    reason: "recursion: contracts cover all calls, while explicit values distinguish only a few",
    changes: {
      // Unrolling a few levels takes less than a deep search.
      "random-search": { momentSeconds: 0.05, firstSeconds: 0.15, isFirst: true },
      "bounded-model-checking": { momentSeconds: 0.15, firstSeconds: 0.7, isFirst: true },
      "value-analysis": { share: 0.05, momentSeconds: 0.1, firstSeconds: 0.1 },
      induction: { share: 0.6, momentSeconds: 1.5 },
    },
  },
  {
    applies: ({ folding }) => folding,
    reason: "elements of arrays are folded more than once: the results are compared by induction",
    changes: { induction: { share: 0.8, firstSeconds: 6.5, firstShare: 0.7 } },
  },
  {
    applies: ({ recursion, arrays }) => recursion && !arrays,
    reason: "recursion over integers: laws that test executions suggest are proved",
    changes: { induction: { firstSeconds: 3.5, firstShare: 0.45 } },
  },
  {
    applies: ({ floats, loops }) => floats && loops > 0,
    reason: "floating-point numbers in a program with loops: ranges say little about them",
    changes: { "value-analysis": { share: 0.05 } },
  },
];

/** Returns the plan of the configuration, adapted by the rules if it adapts. */
export function planFor(configuration: Configuration, features: ProgramFeatures): Plan {
  const adapts = configuration.adapts === true;
  const takesPart = (id: string): boolean =>
    configuration.techniques.some(({ technique }) => technique === id);
  const rules = adapts
    ? RULES.filter(
        ({ applies, changes }) => applies(features) && Object.keys(changes).some(takesPart),
      )
    : [];
  const techniques = configuration.techniques.map(({ technique, share }) => {
    const changes = rules.map((rule) => rule.changes[technique] ?? {});
    const change: Change = Object.assign({}, ...changes);
    const { capSeconds: usualCap, briefSeconds, momentSeconds } = techniqueOf(technique);
    const cap = adapts ? (usualCap ?? DEFAULT_CAP) : Number.POSITIVE_INFINITY;
    const isFirst = change.isFirst === true;
    const capSeconds = change.capSeconds ?? cap;
    const usual = isFirst ? capSeconds : (briefSeconds ?? 0);
    const brief = adapts ? (change.firstSeconds ?? usual) : capSeconds;
    const firstSeconds = Math.min(brief, capSeconds);
    const moment = adapts ? (change.momentSeconds ?? momentSeconds ?? 0) : 0;
    return {
      technique,
      share: change.share ?? share,
      momentSeconds: Math.min(moment, firstSeconds),
      firstSeconds,
      firstShare: change.firstShare ?? BRIEF_SHARE,
      capSeconds,
      isFirst,
    };
  });
  const ordered = [
    ...techniques.filter(({ isFirst }) => isFirst),
    ...techniques.filter(({ isFirst }) => !isFirst),
  ];
  return {
    techniques: ordered
      .filter(({ share }) => share > 0)
      .map(({ isFirst: _, ...planned }) => planned),
    reasons: rules.map(({ reason }) => reason),
  };
}
