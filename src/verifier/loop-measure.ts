/** Why a loop ends, in words: which value falls or grows with every iteration, and where it stops. */
import type { MeasurePart } from "../analysis/index.ts";

/** A loop with its measure, as plain data. */
export interface LoopMeasure {
  readonly line: number;
  readonly column: number;
  readonly function: string;
  /** The one that comes first counts most: where it stays, the next one must move. None where a list gets shorter. */
  readonly parts: readonly {
    /** A C expression. */
    readonly expression: string;
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
export function unionSentence(parts: LoopMeasure["parts"]): string {
  return `from any iteration to any later one ${parts.map(movement).join(", or ")}`;
}

/** `n - i falls with every iteration, and is at least 0 when one begins`. */
export function measureSentence(parts: LoopMeasure["parts"]): string {
  const [only, ...others] = parts;
  if (only === undefined) return "";
  if (others.length === 0) {
    const limit = limitText(only);
    return `${moves(only)} with every iteration${limit === undefined ? "" : `, and ${limit} when one begins`}`;
  }
  return `with every iteration ${parts.map(movement).join(", or stays while ")}`;
}

type Part = LoopMeasure["parts"][number];

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

/** `the list from p gets shorter` */
export function listSentence(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  if (names.length === 1) return `the list from ${last} gets shorter`;
  return `the lists from ${names.slice(0, -1).join(", ")} and ${last} get shorter`;
}

/** The parts as plain data; each of them has a text. */
export function partsOf(measure: readonly MeasurePart[]): LoopMeasure["parts"] {
  return measure.map(({ expression, grows, limit }) => ({
    expression: expression?.text ?? "",
    direction: grows ? "grows" : "falls",
    ...(limit === undefined ? {} : { limit: `${limit}` }),
  }));
}

/** Casts to types that hold every sum say nothing to people. */
function withoutCasts(text: string): string {
  return text.replaceAll(/\((?:long long|__int128)\)/g, "");
}
