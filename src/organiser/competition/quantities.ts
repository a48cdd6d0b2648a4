/** Units of the rules are decimal: 15 GB are 15·10⁹ bytes. */
const UNITS: Readonly<Record<"time" | "memory", Readonly<Record<string, number>>>> = {
  time: { ms: 0.001, s: 1, min: 60, h: 3600 },
  memory: { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 },
};

/**
 * Reads `20 s`, `15min`, `0.5 h` (seconds) or `4 GB`, `500MB` (bytes).
 * Undefined when the text is no such quantity.
 */
export function parseQuantity(text: string, kind: "time" | "memory"): number | undefined {
  const parts = /^(\d+(?:\.\d+)?) ?([A-Za-z]+)$/.exec(text.trim());
  const unit = UNITS[kind][parts?.[2] ?? ""];
  if (parts === null || unit === undefined) return undefined;
  const value = Number(parts[1]) * unit;
  return value > 0 ? value : undefined;
}

/** What {@link parseQuantity} accepts, for messages. */
export function describeQuantity(kind: "time" | "memory"): string {
  return kind === "time" ? "a time with unit (20 s, 15 min)" : "a size with unit (4 GB, 500 MB)";
}
