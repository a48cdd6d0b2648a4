/** Facts proved about loops, as C expressions: analyses exchange them, and witnesses contain them. */
import type { CfaNode, MemoryObject } from "../cfa/index.ts";

/** An invariant in C, and the objects that its names denote. */
export interface InvariantText {
  readonly text: string;
  readonly objects: readonly MemoryObject[];
}

/**
 * The text of a value in a ranking function: an expression for witnesses or, where C cannot express it, words for
 * readers.
 */
export interface RankingText extends InvariantText {
  /** The text is words, not C: witnesses leave it out. */
  readonly isWords?: true;
}

/** A text composed of others; it is C if all of them are. */
export function composedText(text: string, ...parts: readonly RankingText[]): RankingText {
  return {
    text,
    objects: parts.flatMap(({ objects }) => objects),
    ...(parts.some(({ isWords }) => isWords) ? { isWords: true } : {}),
  };
}

/**
 * A component of a ranking function: a value that no visit of the loop head raises (lowers) while the components
 * before it stay equal.
 */
export interface RankingPart {
  /** In C, evaluated without overflow, or in words; undefined when the value has no name. */
  readonly expression: RankingText | undefined;
  /** Whether it grows; otherwise it decreases. */
  readonly grows: boolean;
  /**
   * A limit that the value has not passed whenever another iteration begins; absent where the order is well-founded
   * because values of its type are finitely many and wrap around.
   */
  readonly limit?: bigint;
}

/** Facts proved about a loop in one of the stack frames that reach it, or about a recursive function. */
export interface LoopInvariants {
  /** The head of the loop, or the entry of the function. */
  readonly node: CfaNode;
  readonly invariants: readonly InvariantText[];
  /**
   * A lexicographic order that decreases with every visit of the head; absent where none was looked for or found.
   */
  readonly ranking?: readonly RankingPart[];
  /**
   * Used in place of an order: from any visit of the head to any later one, one of these has decreased from a value
   * within its limit.
   */
  readonly union?: readonly RankingPart[];
  /**
   * In proofs of termination: a lexicographic order that decreases with each iteration of one run of the loop, or
   * with each call within a call of the function. Empty: no iteration comes back to the head.
   */
  readonly descent?: readonly RankingPart[];
  /**
   * For a recursion, in place of an order: the numbers one of which decreases again and again in every chain of
   * calls.
   */
  readonly sizes?: readonly RankingText[];
  /** In proofs by shapes, in place of orders. */
  readonly shapes?: ShapeDescent;
}

/** The quantities that decrease with the iterations of a loop, in a proof by shapes. */
export interface ShapeDescent {
  /** Variables that point to lists of which the loop leaves less and less. */
  readonly lists: readonly string[];
  /** Variables whose numbers come closer to a limit. */
  readonly numbers: readonly string[];
}
