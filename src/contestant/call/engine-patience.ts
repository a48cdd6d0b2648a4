/**
 * Delays optimization in V8 11, which compiles code after a short time and takes a third of the CPU
 * time of answers within a second. Verifications and validations make it wait twenty times as long,
 * until the process has used more than half a second.
 */
import { setFlagsFromString } from "node:v8";

/** CPU seconds of the process after which V8 optimizes as usual. */
export const PATIENT_SECONDS = 0.6;

const isPatient = process.versions.v8.startsWith("11.");

/** Must be called after the scripts have been loaded: V8 rejects cached code from other options. */
export function waitToOptimize(): void {
  if (isPatient) setFlagsFromString("--interrupt-budget=3000000");
}

/** The options apply to all threads. */
export function optimizeAsUsual(): void {
  if (isPatient) setFlagsFromString("--interrupt-budget=300000");
}
