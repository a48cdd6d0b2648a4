import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { STARTING_FILES } from "../starting-files.ts";

export const command: Command = {
  usage: `
Usage: agon init ci|vscode|competition [DIR]

Writes template files into a folder (default: the current one). Files that
exist are left alone.

  ci           a workflow for GitHub that checks every C program of the repository
               and shows its findings at the lines of a change
  vscode       a task for Visual Studio Code that shows the findings as problems
  competition  a competition of the verifiers that come with Agon, with a task`,
  examples: ["agon init ci /tmp/my-program", "agon init competition /tmp/my-competition"],
  run: async (words) => {
    const { words: given } = parseWords(words, ["KIND..."], {});
    const [kind = "", folder = ".", ...others] = given;
    const files = Object.hasOwn(STARTING_FILES, kind) ? STARTING_FILES[kind] : undefined;
    if (files === undefined) {
      const known = Object.keys(STARTING_FILES).join(", ");
      throw new UsageError(`cannot start a '${kind}'; known: ${known}`);
    }
    if (others.length > 0) throw new UsageError(`unexpected word '${others[0]}'`);
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, name);
      if (existsSync(path)) {
        console.log(`${path} exists already`);
        continue;
      }
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      console.log(`wrote ${path}`);
    }
    return EXIT_CODES.done.code;
  },
};
