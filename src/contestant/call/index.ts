/** The door of this folder. */
export { Budget, lastSeconds, reserveSeconds } from "./budget.ts";
export {
  type Host,
  type Outcome,
  type PausingWork,
  type Served,
  serve,
  type ThreadOrigin,
  type WorkMessage,
} from "./contestant-work.ts";
export { type CallOrigin, CpuClock } from "./cpu-clock.ts";
export { optimizeAsUsual, PATIENT_SECONDS, waitToOptimize } from "./engine-patience.ts";
