/** Hostile or broken input of the kinds that readers tend to overlook; see docs/scores.md. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { InputError } from "../../ground/util/errors.ts";
import { findEdition, parseEdition } from "../scoring/index.ts";
import { parseCategoryStructure, parseExclusionList } from "../tasks/index.ts";
import { parseFmToolsEntry } from "../tools/index.ts";
import { evaluateResultFiles, type FileEvaluation } from "./evaluate-files.ts";
import { readInput } from "./task-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-bad-input-"));

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function score(content: string | Uint8Array, name = "r.xml"): FileEvaluation {
  return evaluateResultFiles([write(name, content)], {
    edition: findEdition(2025),
    category: "Mine",
  });
}

function runWith(title: string, value: string): string {
  return `<result tool="T"><run name="a.yml" properties="p" expectedVerdict="true"><column title="status" value="true"/><column title="${title}" value="${value}"/></run></result>`;
}

describe("YAML", () => {
  /** A dozen levels of nine references each: 9¹² elements when expanded. */
  const bomb = Array.from({ length: 12 }, (_, level) =>
    level === 0
      ? "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
      : `a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(", ")}]\n`,
  ).join("");
  const cyclic = "a: &a [*a]\n";
  const readers: readonly (readonly [string, string, (text: string) => unknown])[] = [
    [
      "category structure",
      "competition: X\nyear: 2026\nproperties: *A\ncategories: *A\n",
      (text) => parseCategoryStructure(text, "x.yml"),
    ],
    ["edition", "extends: svcomp-2026\ncategories: *A\n", (text) => parseEdition(text, "x.yml")],
    ["FM-Tools entry", "name: *A\nversions: *A\n", (text) => parseFmToolsEntry(text, "x.yml")],
    ["exclusion list", "- *A\n", (text) => parseExclusionList(text, "x.yml")],
  ];
  test.each(
    readers.flatMap(([name, rest, read]) => [
      [`${name}, alias bomb`, bomb + rest.replaceAll("*A", "*a11"), read] as const,
      [`${name}, cycle`, cyclic + rest.replaceAll("*A", "*a"), read] as const,
    ]),
  )("%s: refused at once", (_name, text, read) => {
    const start = performance.now();
    expect(() => read(text)).toThrow(InputError);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

test("text that is not UTF-8 is refused with its line", () => {
  const path = write("latin1.yml", Buffer.from("a: 1\nb: \xfcml\xe4ut\n", "latin1"));
  expect(() => readInput(path, "latin1.yml")).toThrow("latin1.yml:2: error: the text is not UTF-8");
});

describe("numbers", () => {
  test.each([
    ["cputime", "-0.5s"],
    ["walltime", "-1s"],
    ["cputime", "1e400s"],
    ["cputime", "NaN"],
    ["cputime", "Infinity"],
    ["cputime", "0x10s"],
    ["cputime", "1,5s"],
    ["cputime", "٣s"],
    ["memory", "-1B"],
    ["memory", "12 parsec"],
    ["cpuenergy", "-3J"],
  ])("%s '%s' is refused with its line", (title, value) => {
    expect(() => score(runWith(title, value))).toThrow(InputError);
    expect(() => score(runWith(title, value))).toThrow(/r\.xml:1: error: .* must be /);
  });

  test.each([
    ["cputime", "1.00000000000000000000000000000000001s", 1],
    ["cputime", "0.30000000000000000000004s", 0.3],
    ["cputime", "1e-400s", 0],
    ["memory", "9007199254740993B", 9_007_199_254_740_992],
    ["cputime", "-0s", undefined],
  ])("%s '%s' is the nearest double, %s", (title, value, expected) => {
    if (expected === undefined) {
      expect(() => score(runWith(title, value))).toThrow(InputError);
      return;
    }
    const [run] = score(runWith(title, value)).judgedRuns;
    expect(title === "memory" ? run?.memoryBytes : run?.cpuTimeSeconds).toBe(expected);
  });

  test("sums are exact over the values read, in every order", () => {
    const seconds = [0.1, 0.2, 1e15, 0.3, 123456789.98765433];
    const sum = (list: readonly number[]): unknown => {
      const runs = list.map(
        (value) =>
          `<run name="${value}.yml" properties="p" expectedVerdict="true"><column title="status" value="true"/><column title="cputime" value="${value}s"/></run>`,
      );
      const { standings } = score(`<result tool="T">${runs.join("")}</result>`);
      return standings[0]?.scores[0]?.tally.cpuTimeSeconds;
    };
    expect(sum(seconds)).toBe(sum([...seconds].reverse()));
  });
});

describe("statuses", () => {
  test.each([
    ["Hurrah", "error", 0],
    ["TRUE", "error", 0],
    ["TIMEOUT (true)", "error", 0],
    ["false(", "error", 0],
    ["__proto__", "error", 0],
    ["toString", "error", 0],
    ["", "missing", 0],
    ["done", "missing", 0],
  ])("'%s' is %s", (status, category, points) => {
    const text = `<result tool="T"><run name="a.yml" properties="p" expectedVerdict="true"><column title="status" value="${status}"/></run></result>`;
    expect(score(text).judgedRuns[0]).toMatchObject({ resultCategory: category, points });
  });
});

describe("archives", () => {
  const text = `<result tool="T">${runWith("cputime", "1s").slice(17, -9).repeat(2000)}</result>`;
  const hasBzip2 = spawnSync("bzip2", ["--help"]).error === undefined;
  test.skipIf(!hasBzip2)(
    "a bzip2 file that ends anywhere is refused (skipped without bzip2)",
    () => {
      const packed = spawnSync("bzip2", ["-c"], { input: text, maxBuffer: 1 << 26 }).stdout;
      for (const length of [
        1,
        3,
        4,
        10,
        14,
        packed.length >> 1,
        packed.length - 4,
        packed.length - 1,
      ]) {
        expect(() => score(packed.subarray(0, length), "r.xml.bz2"), `${length}`).toThrow(
          InputError,
        );
      }
    },
  );
});
