/** `agon c`: the output of each stage of the front end. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { agon, start } from "./cli.ts";

vi.setConfig({ testTimeout: 60_000 });

const SUM = "examples/mini/loops/sum-first-n.c";

let folder: string;
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "agon-c-"));
});

test.each([
  ["parse", "int main(void)\n{"],
  ["types", "function "],
  ["cfa", "main():"],
  ["run", " edges, "],
])("%s", async (stage, text) => {
  const { code, stdout, stderr } = await agon("c", stage, SUM, "--data-model", "ILP32");
  expect(stderr).toBe("");
  expect(stdout).toContain(text);
  expect(code).toBe(0);
});

test("layout depends on the data model", async () => {
  const program = file("layout.c", "struct S { char c; long l; };");
  expect((await agon("c", "layout", program)).stdout).toContain("size 16");
  expect((await agon("c", "layout", program, "--data-model=ILP32")).stdout).toContain("size 8");
});

test("deep nesting is no problem", async () => {
  const depth = 10_000;
  const chain = `int main(int c, char **v) { ${"if (c) c--; else ".repeat(depth)} return 0; }`;
  const program = file("deep.c", chain);
  for (const words of [["parse"], ["parse", "--json"], ["cfa", "--json"], ["run"]]) {
    const { code, stderr } = await agon("c", words[0] as string, program, ...words.slice(1));
    expect(stderr).toBe("");
    expect(code).toBe(0);
  }
});

test("run --exit-code", async () => {
  const program = file("one.c", "int main(void) { return 3; }");
  const { code, stdout } = await agon("c", "run", program, "--exit-code");
  expect(stdout).toContain("terminated with exit code 3");
  expect(code).toBe(1);
  expect((await agon("c", "run", program)).code).toBe(0);
});

test.each([
  [["c"], 2, "STAGE is missing"],
  [["c", "compile", "x.c"], 2, "unknown stage 'compile'"],
  [["c", "types", "x.c", "--dot"], 2, "'types' has no --dot"],
  [["c", "run", "x.c", "--sed", "1"], 2, "did you mean '--seed'?"],
  [["c", "run", "nowhere.c"], 4, "nowhere.c: error: the program does not exist"],
])("%j is refused", async (words, exitCode, message) => {
  const { code, stderr } = await agon(...words);
  expect(stderr).toContain(message);
  expect(code).toBe(exitCode);
});

test("a fault of the program", async () => {
  const program = file("wrong.c", "int main(void) {\n  return x;\n}\n");
  const { code, stderr, stdout } = await agon("c", "cfa", program);
  expect(stderr).toContain("wrong.c:2:10: error: 'x' is not declared\n    return x;\n           ^");
  expect([code, stdout]).toEqual([4, ""]);
});

describe("--cpp", () => {
  const hasPreprocessor = spawnSync("cpp", ["--version"]).status === 0;

  test.skipIf(!hasPreprocessor)("reads files beside the program; places are right", async () => {
    file("limit.h", "#define LIMIT 5\nextern int limit;\n");
    const program = file("cpp.c", '#include "limit.h"\n\nint x = LIMIT;\nint y = z;\n');
    const { code, stderr } = await agon("c", "types", program, "--cpp");
    expect(stderr).toContain(`${program}:4:9: error: 'z' is not declared`);
    expect(code).toBe(4);
    const fine = file("cpp.c", '#include "limit.h"\n\nint x = LIMIT;\n');
    expect((await agon("c", "types", fine, "--cpp")).stdout).toBe(
      `variable      int x  // ${fine}:3:5\n`,
    );
  });

  test.skipIf(!hasPreprocessor)("passes on messages of the preprocessor", async () => {
    const program = file("missing.c", '#include "nowhere.h"\n');
    const { code, stderr } = await agon("c", "parse", program, "--cpp");
    expect(stderr).toContain("missing.c:1:10: error: nowhere.h: No such file or directory");
    expect(code).toBe(4);
  });

  test("without a preprocessor", async () => {
    const { finished } = start(["c", "parse", SUM, "--cpp"], { PATH: "/nonexistent" });
    const { code, stderr } = await finished;
    expect(stderr).toContain("--cpp needs the program 'cpp'");
    expect(code).toBe(3);
  });
});
