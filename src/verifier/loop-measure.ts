/** Why a loop ends, in words: which value falls or grows with every iteration, and where it stops. */
import type { MeasurePart } from "../analysis/index.ts";

/** A loop with its measure, as plain data. */
export interface LoopMeasure {
  readonly line: number;
  readonly column: number;
  readonly function: string;
  /** The one that comes first counts most: where it stays, the next one must move. */
  readonly parts: readonly {
    /** A C expression. */
    readonly expression: string;
    readonly direction: "falls" | "grows";
    /** Decimal: what it is at least (at most, when it grows) when an iteration begins that moves it. */
    readonly limit?: string;
  }[];
  /** Without a full stop. */
  readonly sentence: string;
}

/** `n - i falls with every iteration, and is at least 0 when one begins`. */
export function measureSentence(parts: LoopMeasure["parts"]): string {
  const [only, ...others] = parts.map(({ expression, direction, limit }) => {
    const value = withoutCasts(expression);
    if (limit === undefined) return { moves: `${value} ${direction}`, limit: undefined };
    const end = `is at ${direction === "falls" ? "least" : "most"} ${limit}`;
    return { moves: `${value} ${direction}`, limit: end };
  });
  if (only === undefined) return "";
  if (others.length === 0) {
    const limit = only.limit === undefined ? "" : `, and ${only.limit} when one begins`;
    return `${only.moves} with every iteration${limit}`;
  }
  const texts = [only, ...others].map(({ moves, limit }) =>
    limit === undefined ? moves : `${moves} (and ${limit} before)`,
  );
  return `with every iteration ${texts.join(", or stays while ")}`;
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
