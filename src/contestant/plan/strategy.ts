/**
 * Which techniques run, in which order and for how long: the techniques of a
 * configuration, changed by rules about the structure of the program. All are
 * tried briefly before any gets long, and the quick ones for a moment before
 * that, since most programs are decided soon by the technique that suits them. What ran out of time runs again, longer, when
 * time is left.
 */
import { techniqueOf } from "../techniques/index.ts";
import type { Configuration } from "./configurations.ts";
import type { ProgramFeatures } from "./program-features.ts";

export interface PlannedTechnique {
  readonly technique: string;
  /** Of the time that is left when the technique starts. */
  readonly share: number;
  /** CPU seconds of an attempt before all other techniques have had theirs; 0: there is none. */
  readonly momentSeconds: number;
  /** CPU seconds of the first attempt after that, which is brief unless a rule makes it long at once; 0: there is none. */
  readonly firstSeconds: number;
  /** Of the time that is left, what a brief first attempt takes at most. */
  readonly firstShare: number;
  /** CPU seconds that are enough for the second attempt. */
  readonly capSeconds: number;
}

export interface Plan {
  readonly techniques: readonly PlannedTechnique[];
  /** Why the plan is not that of the configuration: one sentence a rule. */
  readonly reasons: readonly string[];
}

/** What a rule changes of a technique. */
interface Change {
  readonly share?: number;
  readonly momentSeconds?: number;
  readonly firstSeconds?: number;
  /** Of the time that is left, for a brief first attempt at most; {@link BRIEF_SHARE} where nothing is said. */
  readonly firstShare?: number;
  readonly capSeconds?: number;
  /** The technique goes before all others, but for what earlier rules put there, and is long at once where nothing is said. */
  readonly isFirst?: true;
}

interface Rule {
  readonly applies: (features: ProgramFeatures) => boolean;
  readonly reason: string;
  readonly changes: Partial<Readonly<Record<string, Change>>>;
}

/** Of the time that is left, for one brief attempt: little time must leave enough for what takes longer. */
export const BRIEF_SHARE = 0.1;

/** Second attempts are limited, too: most programs that a technique can decide at all are decided soon. */
const DEFAULT_CAP = 20;

export const RULES: readonly Rule[] = [
  {
    applies: ({ anyNumberOfThreads }) => anyNumberOfThreads,
    reason: "any number of threads: no exploration of schedules comes to an end",
    changes: {
      // Begins anew with every attempt: several that are too short are worth nothing.
      "thread-modular-proof": { share: 0.7, firstSeconds: 15, firstShare: 0.7 },
    },
  },
  {
    applies: ({ inputs }) => inputs === 0,
    reason: "no input is asked for: one execution may be all there are",
    // A brief attempt would say little: most executions end at once, and what violates behind many iterations takes seconds.
    changes: {
      "single-execution": { share: 0.3, momentSeconds: 0.6, capSeconds: 60, isFirst: true },
    },
  },
  {
    applies: ({ inputs, endlessLoops }) => inputs === 0 && endlessLoops > 0,
    reason: "no input, and a loop that nothing leaves: the execution may have no end",
    changes: { "single-execution": { momentSeconds: 0.05 } },
  },
  {
    applies: ({ floats, inputs, inputsInLoops }) => floats && inputs > inputsInLoops,
    reason: "floating-point numbers and inputs that are asked for once: their ranges may be split",
    changes: {
      // What takes a solver of bits long is often hit at once.
      "random-search": { momentSeconds: 0.12, capSeconds: 0.12, isFirst: true },
      "input-splitting": { momentSeconds: 0.35, capSeconds: 3, isFirst: true },
    },
  },
  {
    applies: ({ numerals }) => numerals,
    reason: "numbers are read as texts: the largest ones are hit sooner than solved for",
    changes: { "random-search": { momentSeconds: 0.05, firstSeconds: 0.05, isFirst: true } },
  },
  {
    applies: ({ loops, recursion }) => loops === 0 && !recursion,
    reason: "neither loops nor recursion: unrolling once is complete",
    changes: { "bounded-model-checking": { share: 0.8, momentSeconds: 0, isFirst: true } },
  },
  {
    // How many inputs depend on each other, their ranges do not say.
    applies: ({ loops, recursion, nonlinear, floats, inputs }) =>
      loops === 0 && !recursion && (nonlinear || floats || inputs <= 20),
    reason: "neither loops nor recursion: ranges may answer what is hard to solve, in a moment",
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
      // What lies behind few inputs is found in a second; later states are many, and alike.
      "novelty-search": {
        share: 0.2,
        momentSeconds: 0.05,
        firstSeconds: 2,
        firstShare: 0.3,
        capSeconds: 20,
      },
      // A large program takes more than a moment, once instead of twice.
      "abstract-interpretation": { share: 0.1, momentSeconds: 0.8, firstSeconds: 0.8 },
      "bounded-model-checking": { momentSeconds: 0.5, firstSeconds: 0.5 },
      // Ends soon where it has nothing to say; equations of many variables take more than a moment.
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
    reason: "a large machine that one input drives: known values say more of it than ranges",
    changes: {
      "random-search": { momentSeconds: 0.05, firstSeconds: 0.15, isFirst: true },
      "novelty-search": { isFirst: true },
      "value-analysis": { momentSeconds: 0.9, isFirst: true },
    },
  },
  {
    // Of larger ones few turns are unrolled in that time, and known values say more.
    applies: ({ reactiveLoops, inputsInLoops, operations }) =>
      reactiveLoops > 0 && inputsInLoops > 0 && operations > 300 && operations <= 500,
    reason: "a reactive program of which ten turns are soon unrolled: before what takes longer",
    changes: { "bounded-model-checking": { firstSeconds: 1.5 } },
  },
  {
    applies: ({ reactiveLoops, endlessLoops, inputsInLoops, operations }) =>
      reactiveLoops > 0 &&
      endlessLoops === 0 &&
      inputsInLoops > 0 &&
      operations > 300 &&
      operations <= 750,
    reason: "a reactive program that ends: some turns are unrolled before its states are explored",
    changes: {
      "bounded-model-checking": { momentSeconds: 1, firstSeconds: 1.5 },
      "value-analysis": { momentSeconds: 0 },
    },
  },
  {
    applies: ({ external }) => external.length > 0,
    reason:
      "functions that nobody defines: what decides may be few variables, whatever memory holds",
    changes: { "arbitrary-memory": { share: 0.3 } },
  },
  {
    applies: ({ external, operations }) => external.length > 0 && operations <= 300,
    reason: "a small program with functions that nobody defines: no execution of it is complete",
    // What can be proved where hardly anything is known is proved at once; unrolling only finds violations.
    changes: { induction: { momentSeconds: 0.1, firstSeconds: 2, isFirst: true } },
  },
  {
    applies: ({ arrays, heap, loops }) => arrays && !heap && loops > 0,
    reason: "arrays in a program with loops: what holds of all elements is proved by induction",
    changes: {
      // What values and a few steps say is found in a moment; invariants on positions need more.
      "value-analysis": { share: 0.08, firstSeconds: 0.15 },
      "bounded-model-checking": { firstSeconds: 0.15 },
      induction: { share: 0.6, firstSeconds: 4.5, firstShare: 0.6 },
    },
  },
  {
    applies: ({ arrays, heap, sorting }) => arrays && !heap && sorting,
    reason:
      "nested loops that move elements of arrays: orders of them take long to prove, and half of that is worth nothing",
    changes: {
      "affine-relations": { firstSeconds: 0.1 },
      induction: { share: 0.9, firstSeconds: 8, firstShare: 0.9 },
    },
  },
  {
    applies: ({ heap, loops }) => heap && loops > 0,
    reason: "blocks of the heap in a program with loops: lists of any length are folded",
    changes: {
      // Lists of a few nodes are unrolled soon; values do not tell longer ones apart.
      "value-analysis": { momentSeconds: 0.12, firstSeconds: 0.4 },
      "bounded-model-checking": { momentSeconds: 0.3 },
      "shape-analysis": { share: 0.3 },
    },
  },
  {
    applies: ({ fewBlocks }) => fewBlocks,
    reason: "few blocks of the heap, made by loops that constants end: they are unrolled at once",
    changes: {
      "random-search": { momentSeconds: 0.05, firstSeconds: 0.05, isFirst: true },
      "bounded-model-checking": { momentSeconds: 0.3, firstSeconds: 0.3, isFirst: true },
    },
  },
  {
    applies: ({ arrays, heap, loops }) => arrays && heap && loops > 0,
    reason: "computed places in blocks of the heap: how far they go is proved by induction",
    changes: {
      // What values say of such blocks is found at once; invariants on positions need more than a moment.
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
    reason: "loops over integers only: property-directed reachability names all of their state",
    changes: {
      "property-directed-reachability": { share: 0.3, capSeconds: 5 },
      // Half of a proof is worth nothing.
      induction: { firstShare: 0.27 },
    },
  },
  {
    applies: ({ arrays, heap, floats, recursion, loops, operations, inputs }) =>
      !(arrays || heap || floats || recursion) && loops > 0 && operations <= 300 && inputs > 0,
    reason: "loops over integers and inputs: what they keep is often proved in a moment",
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
    reason: "inputs before loops only: what known values say of them is said at once",
    changes: { "value-analysis": { momentSeconds: 0.05 } },
  },
  {
    applies: ({ recursion }) => recursion,
    reason:
      "recursion: values that ever new calls are given are not told apart for long, contracts are",
    changes: {
      // A few levels that are unrolled take less than what goes down far.
      "random-search": { momentSeconds: 0.05, firstSeconds: 0.15, isFirst: true },
      "bounded-model-checking": { momentSeconds: 0.15, firstSeconds: 0.7, isFirst: true },
      "value-analysis": { share: 0.05, momentSeconds: 0.1, firstSeconds: 0.1 },
      induction: { share: 0.6, momentSeconds: 1.5 },
    },
  },
  {
    applies: ({ folding }) => folding,
    reason:
      "elements of arrays are folded more than once: what that comes to is compared by induction",
    changes: { induction: { share: 0.8, firstSeconds: 6.5, firstShare: 0.7 } },
  },
  {
    applies: ({ recursion, arrays }) => recursion && !arrays,
    reason: "recursion over integers: what functions obey when they are tried out is proved",
    changes: { induction: { firstSeconds: 3.5, firstShare: 0.45 } },
  },
  {
    applies: ({ floats, loops }) => floats && loops > 0,
    reason: "floating-point numbers in a program with loops: ranges say little about them",
    changes: { "value-analysis": { share: 0.05 } },
  },
];

/** The configuration as it is when it does not adapt. */
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
