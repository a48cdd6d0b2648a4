import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** With SSE instead of x87, so that floats are rounded to their types on ILP32, too. */
const FLAGS = ["-w", "-O0", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-msse2"];
const SSE = "-mfpmath=sse";

/** Whether gcc makes programs for pointers of so many bits. */
export function gccWorks(bits: number): boolean {
  try {
    const input = "#include <stdio.h>\nint main(void) { return 0; }";
    execFileSync("gcc", [`-m${bits}`, "-xc", "-", "-o", "/dev/null"], { input, stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

/** What the functions `NAMErun` of the programs return when gcc has compiled them, by one call of gcc. */
export function gccChecksums(
  programs: readonly { readonly name: string; readonly text: string }[],
  bits: 32 | 64,
): string[] {
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
    const words = [`-m${bits}`, ...FLAGS, SSE, source, "-o", binary, "-lm"];
    execFileSync("gcc", words, { stdio: "pipe" });
    return execFileSync(binary, { encoding: "utf8", timeout: 60_000 }).trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
