/** Agon's own verifier and validator as participants, from the working copy and from a package. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { DetailsFile } from "../../src/organiser/explorer/index.ts";
import { agon } from "./cli.ts";
import { runsByTask } from "./small-competition.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const DEFINITION = `name: Builtin
edition: 2026
tasks: ${resolve("examples/mini")}
limits:
  verification: { cpuTime: 30 s, wallTime: 120 s, memory: 2 GB, cores: 1 }
  violationValidation: { cpuTime: 30 s, wallTime: 120 s, memory: 2 GB, cores: 1 }
  correctnessValidation: { cpuTime: 30 s, wallTime: 120 s, memory: 2 GB, cores: 1 }
categories:
  - { name: Main, property: unreach-call, tasks: [loops/nested-count.yml, loops/up-and-down.yml] }
participants:
  - { id: agon, tool: agon-verifier, directory: builtin }
validators:
  - { id: agon-validator, tool: agon-validator, directory: builtin }
`;

const EXPECTED = [/^false\(unreach-call\): correct, 1$/, /^true: correct, 2$/];

function expectCorrect(scores: string): void {
  const runs = Object.values(runsByTask(scores)) as string[];
  expect(runs).toHaveLength(2);
  for (const [index, pattern] of EXPECTED.entries()) expect(runs[index]).toMatch(pattern);
}

let folder: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "agon-e2e-"));
  file = join(folder, "competition.yml");
  writeFileSync(file, DEFINITION);
});

test("from the working copy", async () => {
  const spool = join(folder, "spool");
  expect((await agon("run", file, "--spool", spool)).code).toBe(0);
  expectCorrect((await agon("score", spool, "--json")).stdout);
});

test("pages of counterexamples with what all variables hold", async () => {
  const spool = join(folder, "spool");
  const pages = join(folder, "pages");
  expect((await agon("site", spool, "--values", "30s", "-o", pages)).code).toBe(0);
  const name = readdirSync(join(pages, "data")).find((each) => each.startsWith("Main.agon."));
  const text = readFileSync(join(pages, "data", name ?? ""), "utf8");
  const packed = /,"([^"]*)"\);\n$/.exec(text)?.[1] ?? "";
  const details = JSON.parse(gunzipSync(Buffer.from(packed, "base64")).toString()) as DetailsFile;
  const waypoints = Object.values(details).flatMap(({ witness }) => witness?.waypoints ?? []);
  const values = waypoints.flatMap((waypoint) => waypoint.values ?? []);
  expect(values.map(([variable]) => variable)).toEqual(expect.arrayContaining(["count"]));
  const faulty = await agon("site", "x.xml", "--values", "1s", "--edition", "2020", "-o", pages);
  expect(faulty.stderr).toContain("--values goes with a spool");
});

test("the sandbox shows the packages that some techniques need only", async () => {
  const other = join(folder, "horn-clauses.yml");
  const tasks = "tasks: [recursion/mccarthy.yml]";
  writeFileSync(
    other,
    DEFINITION.replace(/tasks: \[.*\]/, tasks).replace(
      "directory: builtin }",
      "directory: builtin, options: [--config, horn-clauses] }",
    ),
  );
  const spool = join(folder, "spool-of-horn-clauses");
  expect((await agon("run", other, "--spool", spool)).code).toBe(0);
  const runs = Object.values(runsByTask((await agon("score", spool, "--json")).stdout));
  expect(runs).toEqual([expect.stringMatching(/^true: correct/)]);
});

test("from an installed package, whose dependencies are beside it", () => {
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder]);
  const { version, dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    version: string;
    dependencies: Record<string, string>;
  };
  execFileSync("tar", ["-xzf", join(folder, `agon-${version}.tgz`), "-C", modules]);
  execFileSync("mv", [join(modules, "package"), join(modules, "agon")]);
  for (const name of withTheirs(Object.keys(dependencies))) {
    cpSync(join("node_modules", name), join(modules, name), { recursive: true });
  }
  const installed = join(modules, "agon/dist/faces/cli/main.js");
  const spool = join(folder, "spool-of-package");
  execFileSync(installed, ["run", file, "--spool", spool], { cwd: folder, stdio: "pipe" });
  expectCorrect(execFileSync(installed, ["score", spool, "--json"], { encoding: "utf8" }));
});

describe("agon verify", () => {
  const verify = (program: string) =>
    agon(
      "verify",
      program,
      ...["--property", "examples/mini/properties/unreach-call.prp", "--data-model", "ILP32"],
    );

  test("a C syntax error: its position and the exit code of faulty input", async () => {
    const program = join(folder, "broken.c");
    writeFileSync(program, "int main(void) {\n  int x = ;\n  return 0;\n}\n");
    const { code, stderr } = await verify(program);
    expect(stderr).toContain("broken.c:2:11: error: ");
    expect(code).toBe(4);
  });

  test("a missing program", async () => {
    const { code, stderr } = await verify("nowhere.c");
    expect(stderr).toContain("nowhere.c: error: ");
    expect(code).toBe(4);
  });
});

/** The packages and everything that they depend on, as npm would install it. */
function withTheirs(names: readonly string[]): ReadonlySet<string> {
  const all = new Set(names);
  for (const name of all) {
    const manifest = readFileSync(join("node_modules", name, "package.json"), "utf8");
    const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
    for (const dependency of Object.keys(dependencies)) all.add(dependency);
  }
  return all;
}
