/**
 * Writes the files that follow from the list of techniques: the table in docs/techniques.md, the
 * contestants of examples/techniques, and the names that commands know without loading the
 * techniques. Tests fail when they are outdated.
 *
 *     npx tsx scripts/technique-lists.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { participantsText, withNames } from "../src/contestant/plan/configuration-lists.ts";
import { techniqueTable } from "../src/contestant/techniques/index.ts";

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

// The table is the end of the page.
rewrite(
  "docs/techniques.md",
  (text) => `${text.slice(0, text.indexOf("| technique |"))}${techniqueTable()}\n`,
);
rewrite("examples/techniques/competition.yml", (text) =>
  text.replace(/^participants:\n(?:[ \t].*\n)*/m, () => participantsText()),
);
rewrite("src/contestant/plan/configuration-names.ts", withNames);
