/** The programs of the tests, as examples for docs/c-support.md. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LP64 } from "../../src/contestant/cfront/index.ts";
import {
  type Example,
  exampleOf,
} from "../../src/contestant/inspection/c-support/support-examples.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Programs whose verdicts or executions are tested; the first ones are preferred. */
const FOLDERS = ["test/soundness", "test/regression", "src/contestant/interpreter/testdata"];

/** Tests with programs in their texts. */
const TESTS = [
  "interpreter",
  "cfa",
  "plan",
  "story",
  "environment",
  "symbolic",
  "induction",
  "transition-systems",
].map((room) => `src/contestant/${room}`);

export function readSupportExamples(): Example[] {
  return [
    ...FOLDERS.flatMap((folder) =>
      filesOf(folder, ".c").map((path) => exampleOf(path, read(path), LP64)),
    ),
    ...TESTS.flatMap((folder) =>
      filesOf(folder, ".test.ts").map((path) => exampleOf(path, programsIn(read(path)), LP64)),
    ),
  ];
}

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

function filesOf(folder: string, suffix: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(suffix))
    .map((file) => `${folder}/${file}`)
    .sort();
}

/** The texts between backticks. */
function programsIn(test: string): string {
  return [...test.matchAll(/`([^`]*)`/g)].map(([, text]) => text).join("\n");
}
