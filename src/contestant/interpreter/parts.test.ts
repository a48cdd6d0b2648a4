import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gccWorks } from "../../../test/support/gcc-checksums.ts";
import { describeOutcome, runC } from "../../../test/support/run-c.ts";

/** Programs with a function `run` that computes `place` checksums. */
const FILES = ["complex.c", "vectors.c"];
const FLAGS = ["-w", "-O0", "-std=gnu11", "-msse2", "-mfpmath=sse", "-xc", "-"];

function sumsOfGcc(text: string, bits: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), "agon-parts-"));
  try {
    const binary = join(folder, "p");
    const main = `#include <stdio.h>
      int main(void) { run(); for (int i = 0; i < place; i++) printf("%llu\\n", sums[i]); return 0; }`;
    const input = `${text}\n${main}`;
    execFileSync("gcc", [`-m${bits}`, ...FLAGS, "-o", binary, "-lm"], { input, stdio: "pipe" });
    return execFileSync(binary, { encoding: "utf8", timeout: 10_000 }).trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.each([32, 64] as const)("with %i-bit pointers", (bits) => {
  test.skipIf(!gccWorks(bits)).each(FILES)(
    "%s computes what gcc's code computes (skipped without gcc for the target)",
    { timeout: 60_000 },
    (file) => {
      const text = readFileSync(join(import.meta.dirname, "testdata", file), "utf8");
      const sums = sumsOfGcc(text, bits).map((sum) => `${sum}ULL`);
      const main = `int main(void) {
        static const unsigned long long expected[] = { ${sums.join(", ")} };
        run();
        for (int i = 0; i < ${sums.length}; i++) if (sums[i] != expected[i]) return i + 1;
        return place == ${sums.length} ? 0 : 255;
      }`;
      const model = bits === 32 ? "ILP32" : "LP64";
      expect(describeOutcome(runC(`${text}\n${main}`, { model }))).toBe("exit 0");
    },
  );
});

test.each([
  [
    "a division by zero in an element",
    "v4 a = {1, 2}, b = {1}; a / b;",
    "division-by-zero 6.5.5p5",
  ],
  [
    "an element outside of the vector",
    "v4 a = {1}; int i = 4; return a[i];",
    "invalid-dereference 6.5.3.2p4",
  ],
  ["an element that overflows", "v4 a = {1, 2147483647}; a = a + 1;", "signed-overflow 6.5p5"],
  ["a shift by too much", "v4 a = {1}; int i = 32; a = a << i;", "shift 6.5.7p3"],
  [
    "an integer part that overflows",
    "_Complex int z = 2147483647; z = z + 1;",
    "signed-overflow 6.5p5",
  ],
])("%s is undefined", (_, body, outcome) => {
  const text = `typedef int v4 __attribute__((vector_size(16))); int main(void) { ${body} return 0; }`;
  expect(describeOutcome(runC(text, { overflow: "stop" }))).toBe(outcome);
});
