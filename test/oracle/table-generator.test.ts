/** BenchExec's own cases for its table-generator: the same CSV, statistics and counts, byte for byte. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

interface Case {
  readonly test: string;
  readonly args: readonly string[];
  /** Name of the file that is made → file with the expected content. */
  readonly produces: Readonly<Record<string, string>>;
  readonly stdout_tail: string | null;
}

const ORACLE = join(import.meta.dirname, "../../../shared/oracles/tablegenerator");
const CLI = join(import.meta.dirname, "../../dist/cli/main.js");
const hasOracle = existsSync(join(ORACLE, "cases.json"));
const cases: readonly Case[] = hasOracle
  ? JSON.parse(readFileSync(join(ORACLE, "cases.json"), "utf8"))
  : [];

/** Columns whose values are in logs of CPAchecker: they need its module, thus BenchExec. */
const NEEDS_MODULE: readonly string[] = [
  "test_simple_table_xml_with_columns",
  "test_multi_table_only_columns_in_xml",
  "test_multi_table_xml_with_diff_over_column",
];
const hasBenchExec = process.env.AGON_BENCHEXEC !== undefined;

/** The cases' task definitions and properties are not among the material: these say the same. */
const MISSING_FILES: Readonly<Record<string, string>> = {
  "test/tasks/test.prp": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
  ...Object.fromEntries(
    (
      [
        ["false_other_sub", "false", "other_subproperty"],
        ["false_sub2", "false", "sub2"],
        ["false_sub", "false", "sub"],
        ["false", "false", undefined],
        ["true", "true", undefined],
        ["unknown", undefined, undefined],
      ] as const
    ).map(([name, verdict, subproperty]) => [
      `test/tasks/${name}_task.yml`,
      [
        'format_version: "1.0"',
        "input_files: dummy.c",
        "properties:",
        "  - property_file: test.prp",
        ...(verdict === undefined ? [] : [`    expected_verdict: ${verdict}`]),
        ...(subproperty === undefined ? [] : [`    subproperty: ${subproperty}`]),
        "",
      ].join("\n"),
    ]),
  ),
};

const folder = mkdtempSync(join(tmpdir(), "agon-table-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasOracle)("cases of table-generator (skipped without ../shared)", () => {
  const root = join(folder, "root");
  if (hasOracle) cpSync(ORACLE, root, { recursive: true });
  for (const [name, text] of Object.entries(MISSING_FILES)) {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), text);
  }

  for (const { test: name, args, produces, stdout_tail: counts } of cases) {
    const isPending = NEEDS_MODULE.includes(name) && !hasBenchExec;
    const reason = isPending ? " (skipped: values in logs need AGON_BENCHEXEC)" : "";
    test.skipIf(isPending)(name + reason, { timeout: 60_000 }, () => {
      const output = mkdtempSync(join(folder, "out-"));
      const formats = ["-f", "csv", "-f", "statistics-tex"];
      const run = spawnSync(process.execPath, [CLI, "table", ...args, ...formats, "-o", output], {
        cwd: root,
        encoding: "utf8",
      });
      expect(run.status, run.stderr).toBe(0);
      const expected = Object.entries(produces).filter(([file]) => !file.endsWith(".html"));
      expect(readdirSync(output).sort()).toEqual(expected.map(([file]) => file).sort());
      for (const [file, place] of expected) {
        const wanted = comparable(readFileSync(join(ORACLE, place), "utf8"));
        expect(comparable(readFileSync(join(output, file), "utf8")), file).toBe(wanted);
      }
      expect(run.stdout.trim()).toBe(counts?.trim() ?? "");
    });
  }
});

/** Without LaTeX's comments, and blanks at both ends: BenchExec's tests strip them, too. */
function comparable(text: string): string {
  return text.replace(/^%.*\n/gm, "").trim();
}
