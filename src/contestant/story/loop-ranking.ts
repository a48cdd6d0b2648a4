/** Why a loop or a recursion ends, in words: which value falls or grows with every iteration, and where it stops. */
import type { RankingPart, ShapeDescent } from "../analysis-core/index.ts";

/** A loop, or a recursive function, with its ranking function, as plain data. */
export interface LoopRanking {
  readonly line: number;
  readonly column: number;
  readonly function: string;
  /** It is a function that calls itself, perhaps by way of others, and the ranking function is one of calls within calls. */
  readonly isRecursion?: true;
  /** The one that comes first counts most: where it stays, the next one must move. None where something else ends it. */
  readonly parts: readonly {
    /** A C expression, or words. */
    readonly expression: string;
    /** C has no expression for it. */
    readonly isWords?: true;
    readonly direction: "falls" | "grows";
    /** Decimal: what it is at least (at most, when it grows) when an iteration begins that moves it. */
    readonly limit?: string;
  }[];
  /** Whether one part moves from any iteration to any later one, instead: no part counts more than another. */
  readonly isUnion?: true;
  /** Without a full stop. */
  readonly sentence: string;
}

/** `from any iteration to any later one x falls (and is at least 0 before), or y falls`. */
export function unionSentence(parts: LoopRanking["parts"]): string {
  return `from any iteration to any later one ${parts.map(movement).join(", or ")}`;
}

/** `n - i falls with every iteration, and is at least 0 when one begins`. */
export function rankingSentence(parts: LoopRanking["parts"]): string {
  const [only, ...others] = parts;
  if (only === undefined) return "";
  if (others.length === 0) {
    const limit = limitText(only);
    return `${moves(only)} with every iteration${limit === undefined ? "" : `, and ${limit} when one begins`}`;
  }
  return `with every iteration ${parts.map(movement).join(", or stays while ")}`;
}

/** `with every call within a call n falls` */
export function recursionSentence(parts: LoopRanking["parts"]): string {
  return `with every call within a call ${parts.map(movement).join(", or stays while ")}`;
}

/** `in every chain of calls within calls one of the numbers that m and n begin with would fall again and again` */
export function sizeChangeSentence(sizes: readonly { readonly text: string }[]): string {
  const names = [...new Set(sizes.map(({ text }) => text))];
  const begin = names.length === 1 ? `${names[0]} begins` : `${enumerated(names)} begin`;
  return `in every endless chain of calls within calls a number that ${begin} with would fall again and again`;
}

export const FOLLOWED_ITERATIONS = "all its iterations were followed to the end";
export const FOLLOWED_CALLS = "all its calls within calls were followed to the end";
export const NEVER_REPEATED = "no iteration comes back to it";
/** Where a union of ranking functions of one head stands for all of a component. */
export const ENDS_WITH_OTHERS = "it is not repeated for ever without another loop that ends";

type Part = LoopRanking["parts"][number];

function moves({ expression, direction }: Part): string {
  return `${withoutCasts(expression)} ${direction}`;
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

/** The parts as plain data; each of them has a text. */
export function partsOf(ranking: readonly RankingPart[]): LoopRanking["parts"] {
  return ranking.map(({ expression, grows, limit }) => ({
    expression: expression?.text ?? "a value without a name",
    direction: grows ? "grows" : "falls",
    ...(limit === undefined ? {} : { limit: `${limit}` }),
    ...(expression?.isWords === true ? { isWords: true } : {}),
  }));
}

/** Casts to types that hold every sum say nothing to people. */
function withoutCasts(text: string): string {
  return text.replaceAll(/\((?:long long|__int128)\)/g, "");
}
