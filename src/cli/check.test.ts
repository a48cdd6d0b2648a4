import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkTasks } from "./check-tasks.ts";
import { checkTool } from "./check-tool.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-check-test-"));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string, mode = 0o644): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text, { mode });
  return path;
}

const task = (program: string, more = "data_model: ILP32"): string => `format_version: "2.0"
input_files: ${program}
properties:
  - { property_file: unreach-call.prp, expected_verdict: true }
options: { language: C${more === "" ? "" : `, ${more}`} }
`;
write("t/unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
write("t/good.c", "// SPDX-License-Identifier: MIT\nint main(void) { return 0; }\n");
write("t/good.yml", task("good.c"));

test("tasks that are as they should be", () => {
  const { findings, definitions, programs } = checkTasks([join(folder, "t/good.yml")], false);
  expect(findings).toEqual([]);
  expect([definitions, programs]).toEqual([1, 1]);
});

test.each([
  ["no main", "int f(void) { return 0; }", task("bad.c"), "it has no function main"],
  ["not C", "int main( {", task("bad.c"), "Agon's C parser refuses it: line"],
  ["no licence", "int main(void) { return 0; }", task("bad.c"), "no licence"],
  ["a missing program", "", task("nowhere.c"), "the file nowhere.c does not exist"],
  ["no data model", "int main(void) { return 0; }", task("bad.c", ""), "needs a data_model"],
  ["wrong YAML", "", "format_version: 9", "format_version"],
  [
    "a copy",
    "// SPDX-License-Identifier: MIT\nint main(void) { return 0; }\n",
    task("bad.c"),
    "the same content as",
  ],
])("tasks with %s", (_what, program, definition, message) => {
  write("t/bad.c", program);
  const file = write("t/bad.yml", definition);
  const { findings } = checkTasks([join(folder, "t/good.yml"), file], false);
  expect(findings.map((finding) => finding.message).join("\n")).toContain(message);
});

test("a set with a pattern that matches nothing", () => {
  const set = write("t/all.set", "good.yml\nnothing-*.yml\ngood.yml\n");
  expect(checkTasks([set], false).findings.map(({ message }) => message)).toEqual([
    "line 2: 'nothing-*.yml' matches nothing",
    "line 3: good.yml is in the set already",
  ]);
});

const hasGcc = spawnSync("gcc", ["--version"]).status === 0;

test.skipIf(!hasGcc)("what gcc refuses (skipped without gcc)", () => {
  write("t/bad.c", "// SPDX-License-Identifier: MIT\nint main(void) { return undeclared_name; }\n");
  const file = write("t/bad.yml", task("bad.c"));
  expect(
    checkTasks([file], true)
      .findings.map(({ message }) => message)
      .join("\n"),
  ).toContain("gcc -m32 refuses it");
});

test("a tool in an archive, with all it needs", () => {
  write("tools/mytool-1/2ls", "#!/bin/sh\necho 1.2.3\n", 0o755);
  write("tools/mytool-1/LICENSE", "MIT");
  write("tools/mytool-1/README", "text");
  write("tools/mytool-1/smoketest.sh", "#!/bin/sh\n", 0o755);
  const archive = join(folder, "mytool.tar");
  spawnSync("tar", ["-cf", archive, "-C", join(folder, "tools"), "mytool-1"]);
  const { findings, passed } = checkTool(archive, { module: "two_ls", searchPath: [] });
  expect(findings).toEqual([]);
  expect(passed).toContain("one top folder: mytool-1");
  expect(passed).toContain("version: 1.2.3");
  expect(passed).toContain("command line: 2ls --propertyfile property.prp --32 program.c");
});

test("a tool without licence, version or executable", () => {
  write("bare/readme.md", "text");
  const { findings } = checkTool(join(folder, "bare"), { module: "two_ls", searchPath: [] });
  const messages = findings.map(({ message }) => message).join("\n");
  expect(messages).toContain("no LICENSE");
  expect(messages).toContain("2LS: no executable");
});

test("an archive with files beside the folder", () => {
  const archive = join(folder, "loose.tar");
  spawnSync("tar", ["-cf", archive, "-C", folder, "bare", "t"]);
  const { findings } = checkTool(archive, { module: "two_ls", searchPath: [] });
  expect(findings[0]?.message).toContain("must hold one folder and nothing beside it");
});
