/** Answers of an interrupted run, a line each: stored answers are not repeated. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

/** Answers in a file; none when there is no file yet, for which a folder is made. */
export function storedAnswers<Answer>(file: string): Answer[] {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Answer);
}
