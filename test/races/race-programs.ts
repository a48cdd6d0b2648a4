/** Small programs with threads, with and without data races. */
import type { RaceProgram } from "./race-program.ts";
import { RACES_OF_MEMORY } from "./races-of-memory.ts";
import { RACES_OF_ORDER } from "./races-of-order.ts";

export const RACE_PROGRAMS: readonly RaceProgram[] = [...RACES_OF_ORDER, ...RACES_OF_MEMORY];
