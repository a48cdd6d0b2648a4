import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { randomProgram } from "../../test/support/random-c-program.ts";
import { describeOutcome, runC } from "../../test/support/run-c.ts";

/**
 * Random programs give the checksums that gcc's code gives. More of them:
 * AGON_PROGRAMS=1000 AGON_SEED=1 npx vitest run src/interpreter/differential
 */
const count = Number(process.env.AGON_PROGRAMS ?? 20);
const firstSeed = Number(process.env.AGON_SEED ?? 20_000);
/** With SSE instead of x87, so that floats are rounded to their types on ILP32, too. */
const FLAGS = ["-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-msse2", "-mfpmath=sse"];

function gccWorks(bits: number): boolean {
  try {
    const input = "int main(void) { return 0; }";
    execFileSync("gcc", [`-m${bits}`, "-xc", "-", "-o", "/dev/null"], { input, stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

/** Checksums of the programs, by one call of gcc. */
function checksums(programs: readonly { name: string; text: string }[], bits: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), "agon-differential-"));
  try {
    const calls = programs.map(({ name }) => `printf("%llu\\n", ${name}run());`);
    const source = join(folder, "programs.c");
    const texts = programs.map(({ text }) => text);
    writeFileSync(
      source,
      ["#include <stdio.h>", ...texts, "int main(void) {", ...calls, "return 0; }"].join("\n"),
    );
    const binary = join(folder, "programs");
    execFileSync("gcc", [`-m${bits}`, ...FLAGS, source, "-o", binary], { stdio: "pipe" });
    return execFileSync(binary, { encoding: "utf8" }).trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.each([32, 64] as const)("random programs with %i-bit pointers", (bits) => {
  test.skipIf(!gccWorks(bits))(
    "compute what gcc's code computes (skipped without gcc for the target)",
    { timeout: 10_000 + count * 1000 },
    () => {
      const programs = Array.from({ length: count }, (_, i) => {
        const seed = firstSeed + i;
        const name = `p${seed}_`;
        return { seed, name, text: randomProgram({ seed, prefix: name, bits }) };
      });
      const expected = checksums(programs, bits);
      const model = bits === 32 ? "ILP32" : "LP64";
      for (const [i, { seed, name, text }] of programs.entries()) {
        const main = `int main(void) { return ${name}run() != ${expected[i]}ULL; }`;
        // Every fourth with an observer: then all objects are in memory.
        const observer = i % 4 === 0 ? { observer: {} } : {};
        const outcome = runC(`${text}\n${main}\n`, { model, ...observer });
        expect(`seed ${seed}: ${describeOutcome(outcome)}`).toBe(`seed ${seed}: exit 0`);
      }
    },
  );
});
