/** The door of this folder. */
export { createConcurrentWitness, isThreadCreation } from "./concurrent-witness.ts";
export { createCorrectnessWitness, joinInvariants } from "./correctness-witness.ts";
export { withGuards } from "./ghost-witness.ts";
export { createLassoWitness } from "./lasso-witness.ts";
export { describeEndings } from "./loop-endings.ts";
export { constantText, createViolationWitness } from "./violation-witness.ts";
