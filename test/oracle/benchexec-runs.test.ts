/**
 * The same benchmark definition, executed by BenchExec and by Agon: outputs agree except for times
 * and versions.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const checkout = process.env.AGON_BENCHEXEC;
const MAIN = resolve("dist/faces/cli/main.js");

const DEFINITION = `<?xml version="1.0"?>
<benchmark tool="dummy" displayName="Both" timelimit="10 s" hardtimelimit="20s" memlimit="500 MB" cpuCores="1">
  <option>true</option>
  <option name="--opt">$HOME</option>
  <rundefinition name="one"><propertyfile>$PROPERTIES/unreach-call.prp</propertyfile></rundefinition>
  <rundefinition name="two">
    <option name="-x">~/\${taskdef_name}</option>
    <propertyfile>\${benchmark_path}/properties/unreach-call.prp</propertyfile>
  </rundefinition>
  <tasks name="First"><include>$TASKS/*.yml</include></tasks>
  <tasks name="Second"><includesfile>sets/*.set</includesfile><exclude>~/nothing-of-this-name</exclude></tasks>
  <tasks name="third">
    <option name="-z">\${taskdef_path}/$TASKS</option>
    <include>tasks/b.*</include>
    <withoutfile>no file</withoutfile>
  </tasks>
  <require cpuModel="Fast" memory="300"/>
</benchmark>
`;

/** A folder with the definition and its files. */
function benchmark(): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-both-"));
  for (const name of ["tasks", "properties", "sets"]) mkdirSync(join(folder, name));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write("both.xml", DEFINITION);
  write("sets/a.set", "# a comment\n../$TASKS/c.yml\n");
  write("properties/unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
  for (const [name, verdict] of [
    ["a", "true"],
    ["b", "false"],
    ["c", "true"],
  ]) {
    write(`tasks/${name}.c`, "int main(void) { return 0; }\n");
    write(
      `tasks/${name}.yml`,
      `format_version: '2.0'
input_files: '${name}.c'
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: ${verdict}
options: { language: C, data_model: ILP32 }
`,
    );
  }
  return folder;
}

/** Executes the definition; returns the files by the ends of their names. */
function execute(
  folder: string,
  name: string,
  command: readonly [string, ...string[]],
): ReadonlyMap<string, string> {
  const [program, ...words] = command;
  const { status, stderr } = spawnSync(program, [...words, "both.xml", "-o", `${name}/`], {
    cwd: folder,
    env: {
      ...process.env,
      TASKS: "tasks",
      PROPERTIES: "properties",
      PYTHONPATH: checkout,
    },
    encoding: "utf8",
    timeout: 100_000,
  });
  expect(status, stderr).toBe(0);
  const packed = readdirSync(join(folder, name)).filter((file) => /\.(txt|xml\.bz2)$/.test(file));
  return new Map(
    packed.map((file) => {
      const path = join(folder, name, file);
      const text = file.endsWith(".bz2")
        ? spawnSync("bzip2", ["-dc", path], { encoding: "utf8" }).stdout
        : readFileSync(path, "utf8");
      return [file.replace(/\.\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d/, ""), text];
    }),
  );
}

/** Removes times, and the names of systems and versions, which differ. */
function withoutOwn(text: string): string {
  return text
    .replace(/^(date|tool|os): .*$/gm, "$1:")
    .replace(/( +\d+\.\d\d){2}( +(None|-))$/gm, " TIMES$2")
    .replace(/tasks\/\.\.\//g, "")
    .replace(/sets\/\.\.\//g, "");
}

interface Run {
  readonly attributes: string;
  readonly values: readonly string[];
}

/**
 * The decisive parts of `results.xml`: attributes of runs, and the values that are not
 * measurements.
 */
function runsOf(xml: string): readonly Run[] {
  return [...xml.matchAll(/<run ([^>]*)>(.*?)<\/run>/gs)].map(([, attributes = "", body = ""]) => ({
    attributes,
    values: [...body.matchAll(/title="(status|category|returnvalue)" value="([^"]*)"/g)].map(
      ([, title, value]) => `${title}=${value}`,
    ),
  }));
}

describe.skipIf(checkout === undefined)(
  "as benchexec executes definitions (skipped unless AGON_BENCHEXEC names a checkout)",
  () => {
    test("files, results.txt and the runs in the XML", { timeout: 240_000 }, () => {
      const folder = benchmark();
      const theirs = execute(folder, "theirs", [
        ...(["python3", "-m", "benchexec.benchexec"] as const),
        "--no-container",
      ]);
      const ours = execute(folder, "ours", [
        process.execPath,
        ...[MAIN, "run", "--allow-weak-sandbox"],
      ]);
      expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
      for (const [name, text] of theirs) {
        const own = ours.get(name) ?? "";
        if (name.endsWith(".txt")) expect(withoutOwn(own)).toBe(withoutOwn(text));
        else {
          // Agon names the logs of tasks with equal names; BenchExec overwrites one.
          const runs = runsOf(own).map(({ attributes, values }) => ({
            attributes: attributes.replace(/ logfile="[^"]*"/, ""),
            values,
          }));
          expect(runs).toEqual(runsOf(text));
        }
        expect(own.match(/<cpu .*>/)?.[0]).toBe(text.match(/<cpu .*>/)?.[0]);
      }
    });
  },
);
