/** The commands for witnesses, as run by a user: lint, witness, testgen, reduce. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { gccWorks } from "../support/gcc-checksums.ts";
import { agon } from "./cli.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PROGRAM = "examples/mini/loops/seven-hits.c";
const TASK = ["--property", "examples/mini/properties/unreach-call.prp", "--data-model", "ILP32"];

let folder: string;
let witness: string;
let text: string;
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "agon-witness-"));
  witness = join(folder, "witness.yml");
  const { stdout } = await agon("verify", PROGRAM, ...TASK, "--witness", witness);
  expect(stdout).toContain("FALSE");
  text = readFileSync(witness, "utf8");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lint = (path: string, ...words: string[]) =>
  agon("lint", path, "--program", PROGRAM, ...TASK, ...words);

describe("lint", () => {
  test("what the verifier writes is valid, compressed as well", async () => {
    for (const path of [witness, file("witness.yml.gz", gzipSync(text))]) {
      const { code, stdout } = await lint(path);
      expect(stdout).toMatch(/: valid violation witness 2\.0\n$/);
      expect(code).toBe(0);
    }
  });

  test("a fault has place, rule and exit code", async () => {
    const lines = text.split("\n");
    const index = lines.findIndex((line) => /^\s*column:/.test(line));
    const column = (lines[index] ?? "").replace(/\d+/, "999");
    const broken = file("broken.yml", lines.with(index, column).join("\n"));
    const { code, stdout } = await lint(broken);
    expect(stdout).toMatch(
      new RegExp(`^${broken}:${index + 1}:\\d+: error: .*\\[location-column\\]`),
    );
    expect(code).toBe(1);
    const json = JSON.parse((await lint(broken, "--json")).stdout);
    expect(json).toMatchObject({ isValid: false, findings: [{ line: index + 1 }] });
  });

  test("--fix changes a compressed file and leaves it compressed", async () => {
    const draft = text.replace(/^( +)file_name:/m, '$1file_hash: "0"\n$1file_name:');
    const path = file("fix.yml.gz", gzipSync(draft));
    const before = await lint(path);
    expect(before.code).toBe(1);
    expect(before.stdout).toContain("[draft-key]");
    const { code, stdout } = await lint(path, "--fix");
    expect(stdout).toContain("fixed: remove 'file_hash'");
    expect(code).toBe(0);
    expect(gunzipSync(readFileSync(path)).toString()).toBe(text);
  });

  test("--reference has the exit codes of witnesslint", async () => {
    const graphml = file("empty.graphml", "<graphml></graphml>");
    const reference = (...words: string[]) => agon("lint", "--reference", ...words);
    expect((await reference("--witness", graphml, PROGRAM)).code).toBe(1);
    expect((await reference("--witness", join(folder, "none"), PROGRAM)).code).toBe(5);
  });
});

describe("junk ends with a message and the exit code of a faulty witness", () => {
  const junk = Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919 + 13) % 256);
  test.each<[string, () => string | Uint8Array, RegExp]>([
    ["binary", () => junk, /binary data|not UTF-8/],
    ["latin1", () => Buffer.from(text.replace("Agon", "Ag\u00f6n"), "latin1"), /not UTF-8/],
    ["truncated.gz", () => gzipSync(text).subarray(0, 200), /not a valid gzip file/],
    ["binary.gz", () => gzipSync(junk), /binary data|not UTF-8/],
    ["empty", () => "", /the file is empty/],
    ["words", () => "this is no witness", /./],
    ["cut.yml", () => text.slice(0, text.length / 2), /./],
    ["cut.graphml", () => "<graphml><graph", /./],
  ])("%s", async (name, content, message) => {
    const path = file(name, content());
    const linted = await lint(path);
    expect(linted.stdout).toMatch(message);
    expect(linted.stdout).toContain(path);
    expect(linted.stderr).toBe("");
    expect(linted.code).toBe(1);
    const shown = await agon("witness", "show", path, PROGRAM);
    expect(shown.code).not.toBe(0);
    expect(shown.stderr).toMatch(message);
    expect(shown.stderr).not.toContain("    at ");
  });

  test("no such file", async () => {
    const { code, stderr } = await lint(join(folder, "nothing.yml"));
    expect(stderr).toContain("does not exist");
    expect(code).not.toBe(0);
    expect(code).not.toBe(1);
  });
});

describe("witness", () => {
  test("show", async () => {
    const { code, stdout } = await agon("witness", "show", witness, PROGRAM);
    expect(stdout).toContain("reach_error()");
    expect(stdout).toContain("\\result ==");
    expect(code).toBe(0);
    const page = join(folder, "witness.html");
    expect((await agon("witness", "show", witness, PROGRAM, "--html", page)).code).toBe(0);
    const html = readFileSync(page, "utf8");
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html).not.toMatch(/(src|href)="https?:/);
  });

  test("convert, from compressed input as well", async () => {
    const newer = join(folder, "newer.yml");
    const packed = file("convert.yml.gz", gzipSync(text));
    const { code } = await agon("witness", "convert", packed, "--to", "2.1", "-o", newer);
    expect(code).toBe(0);
    expect(readFileSync(newer, "utf8")).toContain('format_version: "2.1"');
    expect((await lint(newer)).code).toBe(0);
  });
});

test("reduce leaves a valid witness that is confirmed", async () => {
  const reduced = join(folder, "reduced.yml");
  const { code, stderr } = await agon("reduce", witness, PROGRAM, ...TASK, "-o", reduced);
  expect(code, stderr).toBe(0);
  const segments = (content: string): number => content.split("- segment:").length - 1;
  const short = readFileSync(reduced, "utf8");
  expect(segments(short)).toBeLessThanOrEqual(segments(text));
  expect(segments(short)).toBeGreaterThan(0);
  expect((await lint(reduced)).code).toBe(0);
  const { stdout } = await agon("validate", reduced, PROGRAM, ...TASK, "--time-limit", "20s");
  expect(stdout.trim().split("\n").at(-1)).toMatch(/^FALSE/);
});

test.skipIf(!gccWorks(32))("testgen: the test violates (needs gcc -m32)", async () => {
  const directory = join(folder, "test");
  mkdirSync(directory);
  const { code, stdout } = await agon("testgen", witness, PROGRAM, ...TASK, "-o", directory);
  expect(stdout.trim().split("\n").at(-1)).toBe("violated always");
  expect(code).toBe(0);
  expect(readFileSync(join(directory, "harness.c"), "utf8")).not.toBe("");
});

test.skipIf(!gccWorks(64))(
  "a label that must not be reached: FALSE, confirmed, and the test violates (needs gcc)",
  async () => {
    const property = file("label.prp", "CHECK( init(main()), LTL(G ! label(ERROR)) )\n");
    const program = file(
      "label.c",
      "extern int __VERIFIER_nondet_int(void);\n" +
        "int f(int x) { if (x == 12) ERROR: return 3; else return 0; }\n" +
        "int main(void) { return f(__VERIFIER_nondet_int()); }\n",
    );
    const task = ["--property", property, "--data-model", "LP64"];
    const found = join(folder, "label.yml");
    const last = (stdout: string): string | undefined => stdout.trim().split("\n").at(-1);
    expect(last((await agon("verify", program, ...task, "--witness", found)).stdout)).toBe(
      "FALSE(unreach-call)",
    );
    expect(last((await agon("validate", found, program, ...task)).stdout)).toBe(
      "FALSE(unreach-call)",
    );
    const directory = join(folder, "label-test");
    mkdirSync(directory);
    const { stdout } = await agon("testgen", found, program, ...task, "-o", directory);
    expect(last(stdout)).toBe("violated always");
  },
);
