/**
 * Explains why a loop or a recursion terminates: which value decreases or increases with each
 * iteration, and its bound.
 */
import type { RankingPart, ShapeDescent } from "../analysis-core/index.ts";

/** A loop, or a recursive function, with its ranking function, as plain data. */
export interface LoopRanking {
  readonly line: number;
  readonly column: number;
  readonly function: string;
  /**
   * Whether it is a function that calls itself, perhaps indirectly, and the ranking function is one
   * of nested calls.
   */
  readonly isRecursion?: true;
  /**
   * Lexicographic components: where an earlier one does not change, the next one must. Empty where
   * another argument proves termination.
   */
  readonly parts: readonly {
    /** A C expression, or words. */
    readonly expression: string;
    /** C has no expression for it. */
    readonly isWords?: true;
    readonly direction: "falls" | "grows";
    /**
     * Decimal: its lower bound (upper bound, when it increases) at the start of an iteration that
     * changes it.
     */
    readonly limit?: string;
  }[];
  /**
   * Whether instead one component changes from any iteration to any later one: the components are
   * not ordered.
   */
  readonly isUnion?: true;
  /** Without a full stop. */
  readonly sentence: string;
}

/** `from any iteration to any later one x decreases (and is at least 0 before), or y decreases`. */
export function unionSentence(parts: LoopRanking["parts"]): string {
  return `from any iteration to any later one ${parts.map(movement).join(", or ")}`;
}

/** `n - i decreases with every iteration, and is at least 0 when one begins`. */
export function rankingSentence(parts: LoopRanking["parts"]): string {
  const [only, ...others] = parts;
  if (only === undefined) return "";
  if (others.length === 0) {
    const limit = limitText(only);
    return `${moves(only)} with every iteration${limit === undefined ? "" : `, and ${limit} when one begins`}`;
  }
  return `with every iteration ${parts.map(movement).join(", or stays the same while ")}`;
}

/** `with every nested call n decreases` */
export function recursionSentence(parts: LoopRanking["parts"]): string {
  return `with every nested call ${parts.map(movement).join(", or stays the same while ")}`;
}

/** `in every infinite chain of nested calls an initial value of m or n would decrease for ever` */
export function sizeChangeSentence(sizes: readonly { readonly text: string }[]): string {
  const names = [...new Set(sizes.map(({ text }) => text))];
  return `in every infinite chain of nested calls an initial value of ${names.join(" or ")} would decrease for ever`;
}

export const FOLLOWED_ITERATIONS = "all its iterations were followed to the end";
export const FOLLOWED_CALLS = "all its nested calls were followed to the end";
export const NEVER_REPEATED = "no iteration returns to it";
/** Used where a disjunction of ranking functions at one head covers a whole component. */
export const ENDS_WITH_OTHERS = "it is not repeated for ever without another loop that ends";

type Part = LoopRanking["parts"][number];

function moves({ expression, direction }: Part): string {
  const moves = direction === "falls" ? "decreases" : "increases";
  return `${withoutCasts(expression)} ${moves}`;
}

function limitText({ direction, limit }: Part): string | undefined {
  return limit && `is at ${direction === "falls" ? "least" : "most"} ${limit}`;
}

function movement(part: Part): string {
  const limit = limitText(part);
  return limit === undefined ? moves(part) : `${moves(part)} (and ${limit} before)`;
}

/** `the list from p gets shorter, or n comes closer to a limit` */
export function shapeSentence({ lists, numbers }: ShapeDescent): string {
  const sentences = [
    ...(lists.length === 0 ? [] : [listSentence(lists)]),
    ...(numbers.length === 0 ? [] : [numbersSentence(numbers)]),
  ];
  if (sentences.length === 0) return "a list gets shorter, or a number comes closer to a limit";
  return sentences.join(", or ");
}

function listSentence(names: readonly string[]): string {
  return names.length === 1
    ? `the list from ${names[0]} gets shorter`
    : `the lists from ${enumerated(names)} get shorter`;
}

function numbersSentence(names: readonly string[]): string {
  return names.length === 1
    ? `${names[0]} comes closer to a limit`
    : `one of ${enumerated(names)} comes closer to a limit`;
}

function enumerated(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Returns the components as plain data, each with a text. */
export function partsOf(ranking: readonly RankingPart[]): LoopRanking["parts"] {
  return ranking.map(({ expression, grows, limit }) => ({
    expression: expression?.text ?? "a value without a name",
    direction: grows ? "grows" : "falls",
    ...(limit === undefined ? {} : { limit: `${limit}` }),
    ...(expression?.isWords === true ? { isWords: true } : {}),
  }));
}

/** Removes casts to types that hold every sum, which only make the text harder to read. */
function withoutCasts(text: string): string {
  return text.replaceAll(/\((?:long long|__int128)\)/g, "");
}
