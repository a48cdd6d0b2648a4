/** The door of this folder. */
export { checkBounded } from "./bounded-model-checking.ts";
export { Phase, runPhase } from "./exploration-phase.ts";
export type { InductionOptions } from "./induction-options.ts";
export { proveInductively } from "./inductive-proof.ts";
export { movesElements } from "./invariants/arrays/array-use.ts";
export { foldsRepeatedly } from "./invariants/arrays/fold-loops.ts";
export type { ContractHint, ContractHints } from "./invariants/contracts/contract-hints.ts";
export { ObservedContracts } from "./invariants/contracts/observed-contracts.ts";
export type { ClaimedPart } from "./invariants/rankings/loop-rankings.ts";
export type { RankingKind } from "./invariants/rankings/ranking-function.ts";
export type { InvariantFate } from "./invariants/scalars/loop-invariants.ts";
export { commonRelations, type Relation } from "./invariants/scalars/polynomial-relations.ts";
export { checkByKInduction } from "./k-induction.ts";
export { proveTermination, terminating } from "./termination-proof.ts";
