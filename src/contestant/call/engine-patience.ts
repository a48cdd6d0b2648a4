/**
 * V8 11 optimizes what has run for a moment, which takes a third of the CPU time of answers that are there within a second.
 * Verifications and validations have it wait twenty times as long, until the process has used more than half a second.
 */
import { setFlagsFromString } from "node:v8";

/** CPU seconds of the process after which V8 optimizes as usual. */
export const PATIENT_SECONDS = 0.6;

const isPatient = process.versions.v8.startsWith("11.");

/** To be said when the scripts have been loaded: V8 takes no code that was stored under other options. */
export function waitToOptimize(): void {
  if (isPatient) setFlagsFromString("--interrupt-budget=3000000");
}

/** The options are those of all threads. */
export function optimizeAsUsual(): void {
  if (isPatient) setFlagsFromString("--interrupt-budget=300000");
}
