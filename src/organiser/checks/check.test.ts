import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readCProgram } from "../../faces/cli/read-c-program.ts";
import { prepareHost } from "../execution/index.ts";
import { checkDefinition } from "./check-definition.ts";
import { checkTasks } from "./check-tasks.ts";
import { checkTool, type ToolCheck } from "./check-tool.ts";
import { judgeLicense } from "./license-rules.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-check-test-"));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OPTIONS = { withCompiler: false, readProgram: readCProgram };
const MIT = "// SPDX-License-Identifier: MIT\n";

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
write("t/good.c", `${MIT}int main(void) { return 0; }\n`);
write("t/good.yml", task("good.c"));

test("tasks without faults", () => {
  const { findings, definitions, programs } = checkTasks([join(folder, "t/good.yml")], OPTIONS);
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
  ["a copy", `${MIT}int main(void) { return 0; }\n`, task("bad.c"), "the same content as"],
])("tasks with %s", (_what, program, definition, message) => {
  write("t/bad.c", program);
  const file = write("t/bad.yml", definition);
  const { findings } = checkTasks([join(folder, "t/good.yml"), file], OPTIONS);
  expect(findings.map((finding) => finding.message).join("\n")).toContain(message);
});

const defining = (properties: string, inputs = "bad.c"): string =>
  `format_version: "2.0"\ninput_files: ${inputs}\nproperties: [${properties}]\noptions: { language: C, data_model: LP64 }\n`;
const property = (name: string, more: string): string => `{ property_file: ${name}.prp, ${more} }`;
write(
  "t/valid-memsafety.prp",
  "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n",
);
write("t/other.c", `${MIT}int other;\n`);

const UNREACH = property("unreach-call", "expected_verdict: true");
const MEMORY = "valid-memsafety";
test.each([
  [
    "a property twice",
    "",
    defining(`${UNREACH}, ${UNREACH}`),
    "error: the property unreach-call.prp is listed twice",
  ],
  [
    "a subproperty that is missing",
    "",
    defining(property(MEMORY, "expected_verdict: false")),
    "warning: an expected false of valid-memsafety should name its subproperty",
  ],
  [
    "a subproperty of another property",
    "",
    defining(property(MEMORY, "expected_verdict: false, subproperty: no-overflow")),
    "error: 'no-overflow' is not a subproperty of valid-memsafety",
  ],
  [
    "a subproperty where there is none",
    "",
    defining(property("unreach-call", "expected_verdict: false, subproperty: valid-free")),
    "error: unreach-call has no subproperties",
  ],
  ["two programs", "", defining(UNREACH, "[bad.c, other.c]"), "error: 2 input files"],
  ["a program outside", "", defining(UNREACH, "../t/bad.c"), "lies outside of the folder"],
  ["macros", "#define N 3\n", defining(UNREACH), "warning: line 2: #define"],
  ["a condition", "#if 1\n#endif\n", defining(UNREACH), "line 2: #if: programs have no directives"],
  [
    "a header of Linux",
    "#include <linux/fs.h>\n",
    defining(UNREACH),
    "line 2: #include <linux/fs.h>: not a header",
  ],
  [
    "a header of its own",
    '#include "mine.h"\n',
    defining(UNREACH),
    'line 2: #include "mine.h": not a header',
  ],
  [
    "an undefined function",
    "void mine(void);\nvoid g(void) { mine(); }\n",
    defining(UNREACH),
    "the function mine is not defined",
  ],
])("the rules of the competition: %s", (_what, text, definition, message) => {
  write("t/bad.c", `${MIT}${text}int main(void) { return 0; }\n`);
  const file = write("t/bad.yml", definition);
  const { findings } = checkTasks([file], OPTIONS);
  const found = findings.map(({ severity, message: text }) => `${severity}: ${text}`).join("\n");
  expect(found).toContain(message);
});

test("programs that the rules allow", () => {
  const text =
    '#include <stdio.h>\n#include <pthread.h>\n#pragma pack(1)\nextern int __VERIFIER_nondet_int(void);\nint main(void) { return printf("x") + __VERIFIER_nondet_int(); }\n';
  write("t/bad.c", MIT + text);
  const memory = property(MEMORY, "expected_verdict: false, subproperty: valid-free");
  const file = write("t/bad.yml", defining(`${UNREACH}, ${memory}`));
  const { findings } = checkTasks([file], OPTIONS);
  expect(findings).toEqual([]);
});

test("a folder with programs and without definitions", () => {
  write("forgotten/sub/a.c", `${MIT}int main(void) { return 0; }\n`);
  const { findings } = checkTasks([join(folder, "forgotten")], OPTIONS);
  expect(findings.map(({ message }) => message)).toEqual(["programs without any task definition"]);
});

test("a set with a pattern that matches nothing", () => {
  const set = write("t/all.set", "good.yml\nnothing-*.yml\ngood.yml\n");
  expect(checkTasks([set], OPTIONS).findings.map(({ message }) => message)).toEqual([
    "line 2: 'nothing-*.yml' matches nothing",
    "line 3: good.yml is in the set already",
  ]);
});

const hasGcc = spawnSync("gcc", ["--version"]).status === 0;

test.skipIf(!hasGcc)("a program that gcc refuses (skipped without gcc)", () => {
  write("t/bad.c", `${MIT}int main(void) { return undeclared_name; }\n`);
  const file = write("t/bad.yml", task("bad.c"));
  expect(
    checkTasks([file], { ...OPTIONS, withCompiler: true })
      .findings.map(({ message }) => message)
      .join("\n"),
  ).toContain("gcc -m32 refuses it");
});

test("a tool in an archive, with all required files", async () => {
  write("tools/mytool-1/2ls", "#!/bin/sh\necho 1.2.3\n", 0o755);
  write("tools/mytool-1/LICENSE", "MIT");
  write("tools/mytool-1/README", "text");
  write("tools/mytool-1/smoketest.sh", "#!/bin/sh\n", 0o755);
  const archive = join(folder, "mytool.tar");
  spawnSync("tar", ["-cf", archive, "-C", join(folder, "tools"), "mytool-1"]);
  const { findings, passed } = await checkTool(archive, { module: "two_ls", searchPath: [] });
  expect(findings).toEqual([]);
  expect(passed).toContain("one top folder: mytool-1");
  expect(passed).toContain("version: 1.2.3");
  expect(passed).toContain("command line: 2ls --propertyfile property.prp --32 program.c");
});

test("a tool without licence, version or executable", async () => {
  write("bare/readme.md", "text");
  const { findings } = await checkTool(join(folder, "bare"), { module: "two_ls", searchPath: [] });
  const messages = findings.map(({ message }) => message).join("\n");
  expect(messages).toContain("no LICENSE");
  expect(messages).toContain("2LS: no executable");
});

test("an archive with files beside the folder", async () => {
  const archive = join(folder, "loose.tar");
  spawnSync("tar", ["-cf", archive, "-C", folder, "bare", "t"]);
  const { findings } = await checkTool(archive, { module: "two_ls", searchPath: [] });
  expect(findings[0]?.message).toContain("must hold one folder and nothing beside it");
});

const SMOKE = "#!/bin/sh\n./2ls --version >/dev/null && echo smoke\n";

function writeTool(name: string, answers: string, smokeTest = SMOKE): string {
  const tool = `#!/bin/sh
if [ "$1" = --version ]; then echo 1.2.3; exit; fi
for file; do program=$file; done
${answers}
`;
  write(`${name}/2ls`, tool, 0o755);
  write(`${name}/LICENSE`, "MIT");
  write(`${name}/README`, "text");
  write(`${name}/smoketest.sh`, smokeTest, 0o755);
  return join(folder, name);
}

const ANSWER_RIGHT = `grep -q "x == 7" "$program" && { echo VERIFICATION FAILED; exit 10; }
echo VERIFICATION SUCCESSFUL`;

test("the smoke test and two tiny tasks are run", async () => {
  const host = await prepareHost({ sandbox: false });
  const check = async (path: string): Promise<ToolCheck> =>
    checkTool(path, { module: "two_ls", searchPath: [], host });
  const right = await check(writeTool("right", ANSWER_RIGHT));
  expect(right.findings).toEqual([]);
  expect(right.passed.slice(-3)).toEqual([
    "smoketest.sh: exit code 0",
    "a tiny safe program: true",
    "a tiny program with a violation: false(unreach-call)",
  ]);
  const wrong = await check(
    writeTool("wrong", "echo VERIFICATION SUCCESSFUL", "#!/bin/sh\necho no library; exit 3\n"),
  );
  expect(wrong.findings.map(({ message }) => message)).toEqual([
    "smoketest.sh: it ended with exit code 3; its last output: no library",
    "a tiny program with a violation: the answer is true, expected false; its last output: VERIFICATION SUCCESSFUL",
  ]);
  const crashing = await check(writeTool("crashing", "kill -SEGV $$"));
  expect(crashing.findings.map(({ message }) => message).join("\n")).toContain(
    "a tiny safe program: the status is",
  );
});

test.each([
  ["MIT", "MIT", []],
  ["SPDX-License-Identifier: Apache-2.0", "Apache", []],
  ["Redistribution and use in source and\n  binary forms, with or without modification", "BSD", []],
  [
    "Everyone may distribute exact copies. It is permitted to use the tool for evaluation and research. Everyone may publish its output.",
    undefined,
    [],
  ],
  [
    "Everyone may copy it. It may not be used for any purpose. Output may be published.",
    undefined,
    ["the licence does not permit everyone to execute it for research and evaluation"],
  ],
  [
    "Permission is hereby granted, free of charge, to any person obtaining a copy. You may not publish benchmark results.",
    "MIT",
    ["the licence forbids to publish results"],
  ],
  [
    "All rights reserved.",
    undefined,
    [
      "the licence does not permit everyone to redistribute exact copies",
      "the licence does not permit everyone to execute it for research and evaluation",
      "the licence does not permit everyone to publish its output and measurements",
    ],
  ],
])("a licence grants three rights: %s", (text, known, faults) => {
  const judgement = judgeLicense(text);
  expect(judgement.known).toBe(known);
  expect(judgement.faults).toEqual(faults);
});

test("the licence of a tool and that of its FM-Tools entry", async () => {
  write("closed/2ls", "#!/bin/sh\necho 1.2.3\n", 0o755);
  write("closed/LICENSE", "All rights reserved.");
  const closed = await checkTool(join(folder, "closed"), { module: "two_ls", searchPath: [] });
  expect(closed.findings.map(({ message }) => message)).toContain(
    "LICENSE: the licence does not permit everyone to redistribute exact copies",
  );
  write("closed/LICENSE", "MIT");
  const entry = write(
    "two_ls.yml",
    "id: 2ls\nname: 2LS\nspdx_license_identifier: GPL-3.0-only\nversions:\n  - version: '1'\n",
  );
  const other = await checkTool(join(folder, "closed"), {
    module: "two_ls",
    searchPath: [],
    entry,
  });
  expect(other.findings.map(({ message }) => message)).toContain(
    "the licence is MIT, and the FM-Tools entry names GPL-3.0-only",
  );
});

test("programs whose names contain the verdict are tasks without definitions", () => {
  write(
    "old/x_true-unreach-call.c",
    `${MIT}int main(void) { return sizeof(long) == 8 ? 0 : 1; }\n`,
  );
  write("old/y_false-valid-deref.i", `${MIT}int main(void) { return 1; }\n`);
  write("old/z.c", `${MIT}int main(void) { return 2; }\n`);
  write("old/old.set", "*.[ci]\n");
  write("old/old.cfg", "Description: old ones\nArchitecture: 64 bit\n");
  const models = new Map<string, string>();
  const check = (operand: string): readonly string[] =>
    checkTasks([join(folder, operand)], {
      withCompiler: false,
      readProgram: (path, text, model) => {
        models.set(path, model);
        return readCProgram(path, text, model);
      },
    }).findings.map(({ message }) => message);
  expect(check("old/old.set")).toEqual([
    "neither a task definition, nor a verdict in its name, such as _true-unreach-call or _false-valid-deref",
  ]);
  expect([...models.values()]).toEqual(["LP64", "LP64", "LP64"]);
  rmSync(join(folder, "old/old.set"));
  expect(check("old")).toEqual(["programs without any task definition"]);
  rmSync(join(folder, "old/z.c"));
  expect(check("old")).toEqual([]);
});

test("a definition is checked against the machine and the number of participants", () => {
  const limits = { cpuTimeSeconds: 1, memoryBytes: 15e9, cores: 4 };
  const tool = { tool: "cbmc", options: [], version: "1" };
  const participant = (id: string, horsConcours = false) => ({
    ...tool,
    id,
    name: id,
    categories: ["Both"],
    optOut: id === "b" ? ["Two"] : [],
    horsConcours,
  });
  const competition = {
    limits: {
      verification: limits,
      violationValidation: { ...limits, memoryBytes: 7e9, cores: 2 },
      correctnessValidation: { ...limits, memoryBytes: 7e9, cores: 2 },
    },
    categories: [
      { kind: "meta", name: "Both", children: ["One", "Two"] },
      { kind: "base", name: "One", property: "unreach-call" },
      { kind: "base", name: "Two", property: "unreach-call" },
      { kind: "base", name: "Demo", property: "unreach-call", demonstration: true },
    ],
    participants: [participant("a"), participant("b"), participant("c"), participant("d", true)],
  };
  const findings = checkDefinition(
    { definition: { file: "c.yml" }, competition } as unknown as Parameters<
      typeof checkDefinition
    >[0],
    { cores: 2, memoryBytes: 8e9 },
  );
  expect(findings.map(({ message }) => message)).toEqual([
    "verification: 4 cores for a run, and this machine has 2",
    "verification: 15 GB of memory for a run, and this machine has 8 GB",
    "the category Two has 2 participants; the rules require 3",
  ]);
});
