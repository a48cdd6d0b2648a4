/** Answers of an interrupted run, a line each: what is there is not asked again. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

/** Those of a file; none when there is no file yet, for which a folder is made. */
export function storedAnswers<Answer>(file: string): Answer[] {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Answer);
}
