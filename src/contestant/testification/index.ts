/** The door of this folder. */
export { buildAndRunTest, type TestOutcome, writeTest } from "./compiled-test.ts";
export { foldWitness } from "./fold-witness.ts";
export { VIOLATION_CODE } from "./harness.ts";
export { countWaypoints, reduceWitness } from "./reduce-witness.ts";
export type { TestificationJob, TestificationResult } from "./testification-worker.ts";
