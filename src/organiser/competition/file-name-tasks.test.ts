/** Competitions over tasks as they were until 2018: programs whose names contain the verdict. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { MACHINE_MODELS } from "../../contestant/cfront/index.ts";
import { obfuscatePrograms } from "../../contestant/obfuscation/index.ts";
import { obfuscateCompetition, resolveCompetition } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-old-tasks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const PROGRAM = "int main(void) { int ours = 0; goto END; ERROR: return 1; END: return ours; }\n";
write("c/old/x_true-unreach-call_false-termination.c", PROGRAM);
write("c/old/y_false-unreach-call.i", PROGRAM);
write("c/old/helper.c", PROGRAM);
write("c/old/ALL.prp", "CHECK( init(main()), LTL(G ! label(ERROR)) )\n");
write("c/end.prp", "CHECK( init(main()), LTL(F end) )\n");
write("c/Old.set", "old/*.[ci]\n");

write("two_ls/2ls", "#!/bin/sh\necho 1.2.3\n");
chmodSync(join(folder, "two_ls/2ls"), 0o755);

const definition = (propertyFile: string): string => `name: Old
edition: 2015
tasks: c
categories:
  - { name: Reach, property: unreach-call, sets: [Old.set], propertyFile: ${propertyFile}, dataModel: LP64 }
  - { name: Termination, property: termination, sets: [Old.set], propertyFile: end.prp }
participants:
  - { id: a, tool: two_ls, directory: ${join(folder, "two_ls")} }
voidTasks:
  - { task: old/y_false-unreach-call.i, reason: disputed }
`;

test("tasks, expected verdicts and data models", () => {
  const file = write("competition.yml", definition("old/ALL.prp"));
  const { competition, warnings } = resolveCompetition(file);
  expect(
    competition.tasks.map(({ id, expectedVerdict, dataModel, propertyFile, inputFiles }) => [
      id,
      expectedVerdict?.kind,
      dataModel,
      propertyFile,
      inputFiles,
    ]),
  ).toEqual([
    [
      "old/x_true-unreach-call_false-termination.c#unreach-call",
      "true",
      "LP64",
      "old/ALL.prp",
      ["old/x_true-unreach-call_false-termination.c"],
    ],
    [
      "old/y_false-unreach-call.i#unreach-call",
      "false",
      "LP64",
      "old/ALL.prp",
      ["old/y_false-unreach-call.i"],
    ],
    [
      "old/x_true-unreach-call_false-termination.c#termination",
      "false",
      undefined,
      "end.prp",
      ["old/x_true-unreach-call_false-termination.c"],
    ],
  ]);
  expect(competition.voidTasks.map(({ task }) => task)).toEqual([
    "old/y_false-unreach-call.i#unreach-call",
  ]);
  expect(warnings.map(({ file: place, message }) => `${place}: ${message}`)).toEqual([
    "old/helper.c: its name contains no verdict for unreach-call: it is left out",
    "old/helper.c: its name contains no verdict for termination: it is left out",
    "old/y_false-unreach-call.i: its name contains no verdict for termination: it is left out",
  ]);
});

test("the property file must mean the category's property, and there must be one", () => {
  const wrong = write("wrong.yml", definition("end.prp"));
  expect(() => resolveCompetition(wrong)).toThrow("the file means termination, not unreach-call");
  const text = definition("old/ALL.prp").replace(", propertyFile: old/ALL.prp", "");
  expect(() => resolveCompetition(write("none.yml", text))).toThrow("needs 'propertyFile'");
});

test("obfuscated, they have task definitions, and their names reveal nothing", () => {
  const file = write("competition.yml", definition("old/ALL.prp"));
  const output = join(folder, "hidden");
  mkdirSync(output);
  const hidden = obfuscateCompetition(file, output, {
    seed: 7,
    obfuscatePrograms: (programs, { dataModel, ...options }) =>
      obfuscatePrograms(programs, { ...options, machine: MACHINE_MODELS[dataModel] }),
  });
  hidden.obfuscator.finish();
  writeFileSync(join(output, "competition.yml"), hidden.definition);
  const { competition } = resolveCompetition(join(output, "competition.yml"));
  expect(
    competition.tasks.map(
      ({ property, expectedVerdict, dataModel }) =>
        `${property} ${expectedVerdict?.kind} ${dataModel}`,
    ),
  ).toEqual(expect.arrayContaining(["unreach-call true LP64", "unreach-call false LP64"]));
  expect(competition.tasks).toHaveLength(3);
  expect(competition.voidTasks).toHaveLength(1);
  const names = readdirSync(output, { recursive: true, encoding: "utf8" });
  expect(names.filter((name) => /true|false/.test(name))).toEqual([]);
  const programs = competition.tasks.flatMap(({ inputFiles }) => inputFiles);
  for (const program of programs) {
    expect(readFileSync(join(output, program), "utf8")).not.toContain("ours");
  }
});

test("a missing set is reported with the category that names it", () => {
  const file = write("competition.yml", definition("old/ALL.prp").replaceAll("Old.set", "Odl.set"));
  expect(() => resolveCompetition(file)).toThrow(
    expect.objectContaining({
      diagnostics: [
        expect.objectContaining({
          file: "Odl.set",
          message: "there is no such file",
          hint: `the category Reach of ${file} asks for it`,
        }),
      ],
    }),
  );
});
