/** BenchExec's own cases for its table-generator: the same CSV, LaTeX statistics and counts, byte for byte, and pages with the same rows. */
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
import { inflateRawSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { CATEGORY_LETTERS, type ResultPageMeta } from "../../src/organiser/tables/index.ts";
import { rounded } from "../../web/src/result-table/rounded.ts";

interface Case {
  readonly test: string;
  readonly args: readonly string[];
  /** Name of the file that is made → file with the expected content. */
  readonly produces: Readonly<Record<string, string>>;
  readonly stdout_tail: string | null;
}

const ORACLE = join(import.meta.dirname, "../../../shared/oracles/tablegenerator");
const CLI = join(import.meta.dirname, "../../dist/faces/cli/main.js");
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

/** The cases' task definitions and properties are missing in the material: these are equivalent. */
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
      const formats = ["-f", "csv", "-f", "statistics-tex", "-f", "html"];
      const run = spawnSync(process.execPath, [CLI, "table", ...args, ...formats, "-o", output], {
        cwd: root,
        encoding: "utf8",
      });
      expect(run.status, run.stderr).toBe(0);
      expect(readdirSync(output).sort()).toEqual(Object.keys(produces).sort());
      for (const [file, place] of Object.entries(produces)) {
        const wanted = readFileSync(join(ORACLE, place), "utf8");
        const made = readFileSync(join(output, file), "utf8");
        if (!file.endsWith(".html")) expect(comparable(made), file).toBe(comparable(wanted));
        else expect(rowsOfPage(made), file).toEqual(rowsOfTheirs(wanted, metaOf(made)));
      }
      expect(run.stdout.trim()).toBe(counts?.trim() ?? "");
    });
  }
});

/** Without LaTeX's comments, and blanks at both ends: BenchExec's tests strip them, too. */
function comparable(text: string): string {
  return text.replace(/^%.*\n/gm, "").trim();
}

/** A row of a page: the name of the task, and category and cells of each run set. */
interface Row {
  readonly task: string;
  readonly results: readonly { readonly category: string; readonly cells: readonly string[] }[];
}

/** The data of BenchExec's page. */
interface TheirPage {
  readonly rows: readonly {
    readonly id: readonly string[];
    readonly results: readonly {
      readonly category: string;
      readonly values: readonly { readonly raw?: string; readonly html?: string }[];
    }[];
  }[];
}

function rowsOfTheirs(text: string, { sets }: ResultPageMeta): readonly Row[] {
  return (JSON.parse(text) as TheirPage).rows.map(({ id, results }) => ({
    task: id.join(" · "),
    results: results.map(({ category, values }, set) => ({
      category,
      cells: values.map(({ raw = "", html }, column) => {
        const shown = plain(html ?? raw);
        // Where a table definition chooses digits, Agon's page contains only those.
        return sets[set]?.columns[column]?.digits === undefined ? `${raw} | ${shown}` : shown;
      }),
    })),
  }));
}

/** Without the blanks that align numbers, and with the zero before the point that BenchExec leaves out on pages. */
function plain(html: string): string {
  return html
    .replace(/&#x(?:2007|2008);|<[^>]*>/g, "")
    .trim()
    .replace(/^(-?)\./, "$10.");
}

/** The rows of Agon's page, unpacked as by its script. */
function rowsOfPage(html: string): readonly Row[] {
  const unpacked = (id: string): readonly string[] =>
    inflateRawSync(Buffer.from(holder(html, id), "base64"))
      .toString("utf8")
      .split("\u001d");
  const meta = metaOf(html);
  const names = new Map(Object.entries(CATEGORY_LETTERS).map(([name, letter]) => [letter, name]));
  const sets = meta.sets.map(({ columns }, index) => {
    const [categories = "", ...texts] = unpacked(`set${index}`);
    return { categories, columns, cells: texts.map((text) => text.split("\n")) };
  });
  const [tasks = ""] = unpacked("tasks");
  return tasks.split("\n").map((task, row) => ({
    task,
    results: sets.map(({ categories, columns, cells }) => ({
      category: names.get(categories[row] ?? "") ?? "",
      cells: columns.map((column, at) => {
        const text = cells[at]?.[row] ?? "";
        const shown = rounded(text, column);
        return column.digits === undefined ? `${text} | ${shown}` : shown;
      }),
    })),
  }));
}

/** The text of one of the page's data scripts. */
function holder(html: string, id: string): string {
  return new RegExp(`<script[^>]* id="${id}"[^>]*>(.*?)</script>`, "s").exec(html)?.[1] ?? "";
}

function metaOf(html: string): ResultPageMeta {
  return JSON.parse(holder(html, "meta")) as ResultPageMeta;
}
