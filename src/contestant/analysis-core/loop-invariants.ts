/** What was proved of loops, as C expressions: analyses tell each other, and witnesses say it. */
import type { CfaNode, MemoryObject } from "../cfa/index.ts";

/** An invariant in C, and the objects that its names stand for. */
export interface InvariantText {
  readonly text: string;
  readonly objects: readonly MemoryObject[];
}

/** A value as witnesses or, where C cannot say it, people are told of it. */
export interface RankingText extends InvariantText {
  /** It is no C: a witness says nothing of it. */
  readonly isWords?: true;
}

/** A text that is made of others, and says in C what they say in C. */
export function composedText(text: string, ...parts: readonly RankingText[]): RankingText {
  return {
    text,
    objects: parts.flatMap(({ objects }) => objects),
    ...(parts.some(({ isWords }) => isWords) ? { isWords: true } : {}),
  };
}

/** A part of a ranking function: a value that no visit of the loop head raises (lowers) while the parts before it stay equal. */
export interface RankingPart {
  /** In C, evaluated without overflow, or in words; undefined where it has no name. */
  readonly expression: RankingText | undefined;
  /** Whether it grows; else it falls. */
  readonly grows: boolean;
  /**
   * A limit that it has not passed whenever another iteration begins; absent where it is well-founded
   * because values of its type are finitely many, and wrap around.
   */
  readonly limit?: bigint;
}

/** What was proved of a loop in one of the stack frames that reach it, or of a recursive function. */
export interface LoopInvariants {
  /** The head of the loop, or the entry of the function. */
  readonly node: CfaNode;
  readonly invariants: readonly InvariantText[];
  /** A lexicographic order that every visit of the head descends; absent where none was looked for or found. */
  readonly ranking?: readonly RankingPart[];
  /** In place of an order: one of these has fallen from any visit of the head to any later one, from a value within its limit. */
  readonly union?: readonly RankingPart[];
  /**
   * Of proofs of termination: a lexicographic order that each iteration of one run of the loop descends, or each call
   * within a call of the function. Empty: no iteration comes back to the head.
   */
  readonly descent?: readonly RankingPart[];
  /** Of a recursion, in place of an order: the numbers one of which falls again and again in every chain of calls. */
  readonly sizes?: readonly RankingText[];
  /** Of proofs by shapes, in place of orders. */
  readonly shapes?: ShapeDescent;
}

/** What gets less with the iterations of a loop, in a proof by shapes. */
export interface ShapeDescent {
  /** Variables that lead to lists of which the loop leaves less and less. */
  readonly lists: readonly string[];
  /** Variables whose numbers come closer to a limit. */
  readonly numbers: readonly string[];
}
