/** The door of this folder. */
export { type PossibleRace, proveRaceFreedom } from "./race-freedom/race-freedom.ts";
export type { Move } from "./sequentialisation/interleaving.ts";
export {
  checkSequentialised,
  escapedLocals,
  possibleRaces,
  type SequentialisationOptions,
} from "./sequentialisation/sequentialised-checking.ts";
export type { ProgramOfThreads } from "./sequentialisation/switch-points.ts";
export type { ThreadPlace } from "./sequentialisation/thread-place.ts";
export { proveThreadModularly } from "./thread-modular/thread-modular-proof.ts";
export { analyseThreadValues } from "./thread-values/thread-value-analysis.ts";
