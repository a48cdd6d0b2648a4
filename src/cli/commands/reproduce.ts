import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openArchive, readLock } from "../../competition/index.ts";
import { sha256OfFile } from "../../execution/index.ts";
import { invariant } from "../../util/errors.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { describeEditionDifferences, editionDifferences } from "../edition-differences.ts";
import { editionOption } from "../edition-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { type Difference, differencesOf, publishedNumbers } from "../published-numbers.ts";
import { AGON_VERSION } from "../version.ts";

const SHOWN = 20;

export const command: Command = {
  name: "reproduce",
  summary: "check an archive and recompute every published number",
  usage: `
Usage: agon reproduce FILE.tar [--tasks DIR] [--edition E] [--all] [--json]

Checks the hash of everything in an archive of 'agon archive', computes all published
numbers again from the run results and witnesses, and tells what differs. Nothing is
executed. Exits with 0 when all is the same, with 1 when something differs, with 4
when the archive is damaged.

  --tasks DIR   compare the tasks' files in DIR with the hashes in the archive, too
  --edition E   apply the rules of another edition, too (an id, a year, or a file), and
                tell which scores and ranks they change; the exit code stays that of
                the competition's own rules
  --all         list every difference, not only the first ${SHOWN}
  --json        everything as JSON`,
  examples: ["agon reproduce agon-demo.tar", "agon reproduce sv-comp.tar --tasks sv-benchmarks"],
  run: async (words) => {
    const args = parseWords(words, ["FILE"], {
      tasks: { type: "string" },
      edition: { type: "string" },
      all: { type: "boolean" },
      json: { type: "boolean" },
    });
    const edition = editionOption(args);
    const folder = mkdtempSync(join(tmpdir(), "agon-reproduce-"));
    try {
      const { manifest, spool, published } = openArchive(args.operands.FILE, folder);
      const recomputed = publishedNumbers(spool.directory, manifest.participant);
      const tasks = args.text("tasks");
      const differences = [
        ...differencesOf(published, recomputed),
        ...(tasks === undefined ? [] : taskDifferences(spool, tasks)),
      ];
      const others = edition && editionDifferences(spool.directory, edition);
      if (args.flag("json")) {
        const software = { archived: manifest.software.version, now: AGON_VERSION };
        console.log(
          JSON.stringify({
            version: 1,
            manifest,
            software,
            differences,
            ...(others === undefined ? {} : { otherEdition: others }),
          }),
        );
      } else {
        console.log(`${manifest.competition} (${manifest.edition}): ${manifest.runs} runs`);
        console.log(`written by Agon ${manifest.software.version}, recomputed by ${AGON_VERSION}`);
        print(differences, published.size, args.flag("all"));
        if (others !== undefined) console.log(describeEditionDifferences(others).join("\n"));
      }
      return differences.length === 0 ? EXIT_CODES.done.code : EXIT_CODES.negative.code;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function taskDifferences(
  spool: Parameters<typeof readLock>[0],
  root: string,
): readonly Difference[] {
  const competition = readLock(spool);
  invariant(competition !== undefined, "the lock file has vanished");
  const files = new Map(
    competition.tasks.flatMap((task) => task.files).map(({ path, sha256 }) => [path, sha256]),
  );
  return [...files].flatMap(([path, published]) => {
    const file = join(resolve(root), path);
    const recomputed = existsSync(file) ? sha256OfFile(file) : "(absent)";
    return published === recomputed ? [] : [{ place: path, published, recomputed }];
  });
}

function print(differences: readonly Difference[], files: number, showsAll: boolean): void {
  if (differences.length === 0) {
    console.log(`all numbers in ${files} published files are the same`);
    return;
  }
  for (const { place, published, recomputed } of differences.slice(
    0,
    showsAll ? undefined : SHOWN,
  )) {
    console.log(`${place}\n  published:  ${published}\n  recomputed: ${recomputed}`);
  }
  const more = differences.length - SHOWN;
  if (!showsAll && more > 0) console.log(`… and ${more} more (--all)`);
  console.log(`${differences.length} differences`);
}
