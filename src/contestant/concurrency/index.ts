/** The door of this folder. */
export { type PossibleRace, proveRaceFreedom } from "./race-freedom/race-freedom.ts";
export type { Move } from "./sequentialisation/interleaving.ts";
export {
  checkSequentialised,
  escapedLocals,
  possibleRaces,
} from "./sequentialisation/sequentialised-checking.ts";
export { proveThreadModularly } from "./thread-modular/thread-modular-proof.ts";
export { analyseThreadValues } from "./thread-values/thread-value-analysis.ts";
