/** The door of this folder. */
export { createCadical, LazyCadical } from "./cadical-wasm.ts";
export { CheckedSolver } from "./checked-solver.ts";
export { HornProcess } from "./horn-solver.ts";
export { hasNativeCadical, NativeCadical } from "./native-cadical.ts";
export { ProofChecks, type TakenChecks } from "./proof-checks.ts";
