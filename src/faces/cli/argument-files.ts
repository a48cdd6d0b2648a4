import { readInput } from "../../organiser/competition/index.ts";
import { UsageError } from "./command.ts";

const MAX_DEPTH = 20;

/**
 * Replaces every word `@FILE` by the words in FILE, one a line, like the commands of BenchExec.
 * Those may be such words again. Empty lines are empty words there; here they are ignored.
 * @throws InputError for unreadable files; UsageError for files that include each other.
 */
export function expandArgumentFiles(words: readonly string[], depth = 0): readonly string[] {
  return words.flatMap((word) => {
    if (!word.startsWith("@") || word === "@") return [word];
    const file = word.slice(1);
    if (depth === MAX_DEPTH) throw new UsageError(`@${file}: files of options include each other`);
    const lines = readInput(file, file).split(/\r?\n/);
    return expandArgumentFiles(
      lines.filter((line) => line !== ""),
      depth + 1,
    );
  });
}
