import { parseQuantity, SIZE_UNITS, TIME_UNITS } from "../../ground/util/quantity.ts";

export type LimitKind = "time" | "memory";

/** Seconds and bytes. */
const UNITS = { time: TIME_UNITS, memory: SIZE_UNITS };
const NUMBER = /^\d+(\.\d+)?$/;
/** One blank at the most, as `schema/competition.schema.json` has it. */
const SPACING = /^\S+ ?\S+$/;

/**
 * Reads `20 s`, `15min`, `0.5 h` (seconds) or `4 GB`, `500MB` (bytes).
 * Undefined when the text is no such quantity, or 0.
 */
export function parseLimit(text: string, kind: LimitKind): number | undefined {
  if (!SPACING.test(text.trim())) return undefined;
  return parseQuantity(text, UNITS[kind], NUMBER) || undefined;
}

/** The forms that {@link parseLimit} accepts, for messages. */
export function describeLimit(kind: LimitKind): string {
  return kind === "time" ? "a time with unit (20 s, 15 min)" : "a size with unit (4 GB, 500 MB)";
}
