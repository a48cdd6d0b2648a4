import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { filesOfInput, isFolder, sha256OfFile } from "../../../ground/files/index.ts";
import { AGON_VERSION } from "../../../ground/installation/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { invariant } from "../../../ground/util/errors.ts";
import { isReproduction, openArchive, readLock } from "../../../organiser/competition/index.ts";
import { runInDelegatedScope } from "../../../organiser/execution/index.ts";
import {
  type Difference,
  differencesOf,
  editionDifferences,
  publishedNumbers,
} from "../../../organiser/reports/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { editionOption } from "../edition-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { describeEditionDifferences } from "../render/edition-differences.ts";
import { printRepetitions, repeatOnTerminal, sampleOptions } from "../sample-option.ts";

const SHOWN = 20;
const DEFAULT_SAMPLE = 10;

export const command: Command = {
  usage: `
Usage: agon reproduce FILE.tar [--tasks DIR] [--edition E] [--all] [--json]
       agon reproduce FILE.tar --tools COMPETITION.yml [--sample N] [options]

Checks the hash of everything in an archive of 'agon archive', computes all published
numbers again from the run results and witnesses, and prints the differences. Nothing is
executed without --tools. Exits with 0 without differences, with 1 with differences, with 4
when the archive is damaged.

  --tasks DIR   compare the tasks' files in DIR with the hashes in the archive, too
  --edition E   apply the rules of another edition, too (an id, a year, or a file), and
                print the changes of scores and ranks; the exit code stays that of
                the competition's own rules
  --tools FILE  also execute a sample of the verification runs again, under the archive's
                limits: FILE is a competition definition with the places of tools and
                tasks on this host. Answers are compared; true where there was false,
                and answers that are lost or new, make the exit code 1. Witnesses are not
                validated again
  --sample N    number of runs, with equal shares of all tools (default: ${DEFAULT_SAMPLE})
  --seed S      another sample (default: 1)
  --jobs N      runs at a time (default: as many as physical cores and memory allow)
  --allow-weak-sandbox   execute also without bubblewrap or control groups
  --all         list every difference, not only the first ${SHOWN}
  --json        everything as JSON`,
  examples: [
    "agon reproduce agon-demo.tar",
    "agon reproduce sv-comp.tar --tasks sv-benchmarks",
    "agon reproduce mini.tar --tools examples/mini/competition.yml --sample 6",
  ],
  run: async (words) => {
    const args = parseWords(words, ["FILE"], {
      tasks: { type: "string" },
      edition: { type: "string" },
      tools: { type: "string" },
      sample: { type: "string" },
      seed: { type: "string" },
      jobs: { type: "string" },
      "require-sandbox": { type: "boolean" },
      "allow-weak-sandbox": { type: "boolean" },
      all: { type: "boolean" },
      json: { type: "boolean" },
    });
    const edition = editionOption(args);
    const sample = sampleOptions(args);
    if (sample !== undefined) {
      const codeOfScope = await runInDelegatedScope();
      if (codeOfScope !== undefined) return codeOfScope;
    }
    const folder = mkdtempSync(join(tmpdir(), "agon-reproduce-"));
    try {
      const { manifest, spool, published } = openArchive(args.operands.FILE, folder);
      const recomputed = publishedNumbers(spool.directory, manifest.participant);
      const tasks = args.text("tasks");
      const differences = [
        ...differencesOf(published, recomputed),
        ...(tasks === undefined ? [] : taskDifferences(spool, tasks)),
      ];
      const repeated =
        sample === undefined
          ? undefined
          : await repeatOnTerminal(spool, sample, join(folder, "again"), args.flag("json"));
      const others = edition && editionDifferences(spool.directory, edition);
      if (args.flag("json")) {
        const software = { archived: manifest.software.version, now: AGON_VERSION };
        console.log(
          JSON.stringify({
            version: 1,
            manifest,
            software,
            differences,
            ...defined({ otherEdition: others, repeated }),
          }),
        );
      } else {
        console.log(`${manifest.competition} (${manifest.edition}): ${manifest.runs} runs`);
        console.log(`written by Agon ${manifest.software.version}, recomputed by ${AGON_VERSION}`);
        print(differences, published.size, args.flag("all"));
        if (repeated !== undefined) printRepetitions(repeated);
        if (others !== undefined) console.log(describeEditionDifferences(others).join("\n"));
      }
      const isReproduced = differences.length === 0 && (repeated?.every(isReproduction) ?? true);
      return isReproduced ? EXIT_CODES.done.code : EXIT_CODES.negative.code;
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
  const changed = [...files].flatMap(([path, published]) => {
    const file = join(resolve(root), path);
    const recomputed = existsSync(file) ? sha256OfFile(file) : "(absent)";
    return published === recomputed ? [] : [{ place: path, published, recomputed }];
  });
  const inputs = competition.tasks.flatMap(({ inputFiles, requiredFiles }) => [
    ...inputFiles,
    ...requiredFiles,
  ]);
  return [...changed, ...addedFiles(new Set(inputs), new Set(files.keys()), resolve(root))];
}

/** Files that input folders hold now and did not: they would belong to the programs. */
function addedFiles(
  inputs: ReadonlySet<string>,
  known: ReadonlySet<string>,
  root: string,
): readonly Difference[] {
  const folders = [...inputs].filter((input) => !known.has(input) && isFolder(join(root, input)));
  const added = folders
    .flatMap((folder) => filesOfInput(join(root, folder), folder))
    .filter((path) => !known.has(path));
  return [...new Set(added)].map((path) => ({
    place: path,
    published: "(absent)",
    recomputed: sha256OfFile(join(root, path)),
  }));
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
