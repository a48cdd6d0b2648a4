/** Options of engines that prove inductively. */
import type { CfaNode, FunctionCfa } from "../cfa/index.ts";
import type { Assertion, Claim, LocationLemmas } from "../symbolic/index.ts";
import type { ContractHints } from "./invariants/contracts/contract-hints.ts";
import type { InvariantFate } from "./invariants/scalars/loop-invariants.ts";

/** A claim that may be proved inductively. */
export interface InductionOptions extends Claim {
  /** Called, perhaps several times, with the fate of an assertion as an invariant of a loop. */
  readonly onFate?: (assertion: Assertion, fate: InvariantFate) => void;
  /** The proof uses only the assertions at loops, and guesses no further invariants. */
  readonly guessesNothing?: boolean;
  /** Candidates for loop invariants, by loop head, that a search over the transition system has found. */
  readonly locationLemmas?: ReadonlyMap<CfaNode, readonly LocationLemmas[]>;
  /** Candidates for contracts of recursive functions. */
  readonly contracts?: ContractHints;
  /** Functions that have contracts although they are not recursive: their bodies are executed once. */
  readonly summedUp?: ReadonlySet<FunctionCfa>;
}
