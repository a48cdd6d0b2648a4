// Checks comments, messages and documentation for phrases that plain English says better.
// The phrases, each with what to write instead, are in language.json: a space in a pattern also
// matches a line break, with the marker of a comment that may follow it.
// node scripts/check-language.mjs [FILE...]   without files: all of the repository
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const CHECKED = [
  ...["src", "web/src", "test", "bench", "scripts"].flatMap((folder) =>
    ["ts", "tsx", "mjs"].map((extension) => `${folder}/*.${extension}`),
  ),
  ...["docs/*.md", "README.md", "CONTRIBUTING.md"],
];
const GAP = String.raw`\s+(?:(?:\*|//|>)\s+)?`;

const phrases = JSON.parse(readFileSync(new URL("language.json", import.meta.url), "utf8"));
const spaced = phrases.map(({ pattern }) => pattern.replaceAll(" ", GAP));
const each = spaced.map((source) => new RegExp(source, "gu"));
const any = new RegExp(spaced.join("|"), "u");

/** Prints each phrase of a file with its line; returns how many there are. */
function check(file) {
  const text = readFileSync(file, "utf8");
  if (!any.test(text)) return 0;
  const found = each.flatMap((regex, index) =>
    [...text.matchAll(regex)].map((match) => ({ match, instead: phrases[index].instead })),
  );
  found.sort((a, b) => a.match.index - b.match.index);
  for (const { match, instead } of found) {
    const line = text.slice(0, match.index).split("\n").length;
    console.log(`${file}:${line}: ${match[0].replace(/\s+/g, " ")} → ${instead}`);
  }
  return found.length;
}

const files =
  process.argv.length > 2
    ? process.argv.slice(2)
    : execFileSync("git", ["ls-files", "--", ...CHECKED], { encoding: "utf8", maxBuffer: 1 << 26 })
        .split("\n")
        .filter((file) => file !== "");
const count = files.reduce((sum, file) => sum + check(file), 0);
if (count > 0) console.log(`${count} phrases in ${files.length} files`);
process.exit(count > 0 ? 1 : 0);
