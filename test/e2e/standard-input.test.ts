/**
 * Values that a program reads from standard input: in the trace, in the witness, in the generated
 * test, in a headline.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agon } from "./cli.ts";

const PROGRAM = `#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int n, c = getchar();
  if (c != 'q') return 0;
  if (scanf("%d", &n) != 1) return 0;
  if (n == 77) reach_error();
  return 0;
}
`;
const PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

let folder: string;
let files: readonly string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "agon-stdin-"));
  writeFileSync(join(folder, "read.c"), PROGRAM);
  writeFileSync(join(folder, "unreach-call.prp"), PROPERTY);
  files = [join(folder, "witness.yml"), join(folder, "read.c")];
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the witness contains the values read, a validator follows it, and a test feeds it", async () => {
  const [witness = "", program = ""] = files;
  const task = ["--property", join(folder, "unreach-call.prp"), "--data-model", "LP64"];
  const found = await agon("verify", program, ...task, "--witness", witness);
  expect(found.stdout).toMatch(/getchar\(\) = 'q'.*\(input\)[\s\S]*n = 77 {2}\(input\)/);
  const text = readFileSync(witness, "utf8");
  expect(text).toContain(String.raw`value: "\\result == 113"`);
  expect(text).toContain('value: "n == 77"');
  const validation = await agon("validate", witness, program, ...task);
  expect(validation.stdout.trim().split("\n").at(-1)).toBe("FALSE(unreach-call)");
  const suite = join(folder, "suite");
  const { stdout, stderr } = await agon("testgen", witness, program, ...task, "-o", suite);
  expect(readFileSync(join(suite, "stdin.txt"), "latin1")).toBe("q77 ");
  // Without gcc the test is only written.
  if (!/ENOENT/.test(stderr)) expect(stdout).toBe("violated always\n");
});

test("headlines name functions that programs call, and the smallest input that will do", async () => {
  const program = join(folder, "print.c");
  writeFileSync(
    program,
    `#include <stdio.h>
#include <string.h>
int main(void) {
  char text[4];
  int n;
  if (scanf("%d", &n) != 1 || n < 0) return 0;
  strncpy(text, "12345678", n);
  return text[0];
}
`,
  );
  const { stdout } = await agon("verify", program, "--quiet");
  expect(stdout).toContain(
    '`strncpy(text, "12345678", n)` writes in `strncpy` past the end of `text` (4 elements) when n = 5 [access]',
  );
  expect(stdout).not.toContain("__agon");
});
