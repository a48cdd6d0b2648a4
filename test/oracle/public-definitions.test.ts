/**
 * Public benchmark definitions of other tools are read and planned unchanged. They are not part of
 * the project: AGON_PUBLIC_DEFINITIONS names a folder with checkouts (of CPAchecker's
 * `test/test-sets` and of ESBMC's `scripts/competitions`, for example), and without it the tests
 * are skipped. The tasks that they name are replaced by other tasks, so that every include finds
 * something.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { Diagnostic } from "../../src/ground/util/diagnostic.ts";
import {
  type BenchmarkDefinition,
  type PlannedRunSet,
  parseBenchmarkDefinition,
  planBenchmark,
} from "../../src/organiser/benchexec/index.ts";

const source = process.env.AGON_PUBLIC_DEFINITIONS;
const files =
  source === undefined
    ? []
    : readdirSync(source, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".xml"))
        .filter((name) => /<benchmark\b/.test(readFileSync(join(source, name), "utf8")))
        .sort();

const root = mkdtempSync(join(tmpdir(), "agon-public-definitions-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

test.skipIf(source === undefined)("AGON_PUBLIC_DEFINITIONS names a folder with definitions", () => {
  expect(files).not.toEqual([]);
});

test.each(files)("%s", (file) => {
  const text = readFileSync(join(source as string, file));
  // Deep enough for '../../../programs'.
  const home = join(root, basename(file, ".xml"));
  const place = join(home, "a/b/c/d", basename(file));
  mkdirSync(dirname(place), { recursive: true });
  vi.stubEnv("HOME", join(home, "home"));
  const warnings: Diagnostic[] = [];
  const definition = attempt(() =>
    parseBenchmarkDefinition(text, place, { isStrict: false, warnings }),
  );
  if (definition === undefined) return;
  const properties = writeTasks(definition, home);
  const runSets = attempt(() =>
    planBenchmark(definition, {
      runDefinitions: [],
      taskSets: [],
      variables: new Map([["logfile_path_abs", join(home, "logs")]]),
      warn: (finding) => warnings.push(finding),
    }),
  );
  if (runSets === undefined) return;
  expect(runSets).toHaveLength(definition.runDefinitions.length);
  const runs = runSets.flatMap((runSet) => runsOf(runSet));
  expect(runs.length).toBeGreaterThan(0);
  for (const { propertyFile } of runs) {
    if (propertyFile !== undefined) expect(properties).toContain(basename(propertyFile));
  }
  // Parts that benchexec ignores silently are reported, and nothing else is.
  const unexpected = warnings.filter(
    ({ message }) => !/ignored|excludes nothing|no file matches/.test(message),
  );
  expect(unexpected).toEqual([]);
});

/**
 * Definitions that benchexec refuses, too: names of run definitions that are not unique, variables
 * that it had before 2.0.
 */
const REFUSED = /there are two run definitions|must have a name|\$\{(inputfile|sourcefile)_path\}/;

/** Undefined: refused for such a reason. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    expect((error as Error).message).toMatch(REFUSED);
    return undefined;
  }
}

const runsOf = ({ taskSets }: PlannedRunSet) => taskSets.flatMap((set) => set.runs);

/**
 * Writes one task with all properties wherever the definition searches for tasks; returns the names
 * of the property files.
 */
function writeTasks(definition: BenchmarkDefinition, home: string): readonly string[] {
  const holders = [definition, ...definition.runDefinitions];
  const taskSets = holders.flatMap((holder) => holder.taskSets);
  const place = (text: string): string =>
    resolve(
      dirname(definition.file),
      text.replace(/^\$\{?HOME\}?|^~/, join(home, "home")).replace(/\$\{?\w+\}?/g, "x"),
    );
  const properties = [...holders, ...taskSets].flatMap(({ property }) =>
    property === undefined ? [] : [place(concrete(property.text))],
  );
  for (const property of properties) {
    write(property, "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
  }
  const writeTask = (path: string): void => {
    const stem = path.replace(/\.\w+$/, "");
    const lists = [...new Set(properties)].map(
      (property) =>
        `  - property_file: ${relative(dirname(path), property)}\n    expected_verdict: true\n`,
    );
    write(`${stem}.c`, "int main(void) { return 0; }\n");
    write(
      `${stem}.yml`,
      `format_version: "2.0"\ninput_files: ${basename(stem)}.c\n${lists.length === 0 ? "" : `properties:\n${lists.join("")}`}`,
    );
    if (!/\.(yml|c)$/.test(path)) write(path, "int main(void) { return 0; }\n");
  };
  for (const { includes, includesFiles, excludesFiles } of taskSets) {
    for (const { text } of includes) writeTask(place(concrete(text)));
    for (const { text } of [...includesFiles, ...excludesFiles]) {
      const set = place(concrete(text));
      write(set, `${basename(set, ".set")}/*.yml\n`);
    }
    for (const { text } of includesFiles) {
      const set = place(concrete(text));
      writeTask(join(dirname(set), basename(set, ".set"), "task.yml"));
    }
  }
  return properties.map((property) => basename(property));
}

/** A path that a pattern matches. */
function concrete(pattern: string): string {
  return pattern
    .replace(/\{([^,}]*)[^}]*\}/g, "$1")
    .replace(/\[!?(.)[^\]]*\]/g, "$1")
    .replace(/[*?]+/g, "x");
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
