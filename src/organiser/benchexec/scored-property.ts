import { readFileSync } from "node:fs";
import { isUrl, readUrl } from "../competition/index.ts";

/**
 * Properties with scores: at least one line, and all non-empty lines begin with CHECK. Undefined:
 * not readable.
 */
export function isScoredProperty(path: string): boolean | undefined {
  let text: string;
  try {
    text = isUrl(path) ? Buffer.from(readUrl(path)).toString("utf8") : readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
  const lines = text.split("\n").filter((line) => line.trimEnd() !== "");
  return lines.length > 0 && lines.every((line) => line.startsWith("CHECK"));
}
