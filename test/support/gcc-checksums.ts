import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** With SSE instead of x87, so that floats are rounded to their types on ILP32, too. */
const FLAGS = ["-w", "-O0", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-msse2"];
const SSE = "-mfpmath=sse";

/** libgcc's products of complex numbers for 32 bits are rounded by the x87; this is C11 G.5.1p7, compiled like the programs. */
const PRODUCTS = [
  { type: "float", name: "__mulsc3" },
  { type: "double", name: "__muldc3" },
]
  .map(
    ({ type, name }) => `
${type} _Complex ${name}(${type} a, ${type} b, ${type} c, ${type} d) {
  ${type} x = a * c - b * d, y = a * d + b * c;
  if (__builtin_isnan(x) && __builtin_isnan(y)) {
    int again = 0;
    if (__builtin_isinf(a) || __builtin_isinf(b)) {
      a = __builtin_copysign(__builtin_isinf(a) ? 1 : 0, a);
      b = __builtin_copysign(__builtin_isinf(b) ? 1 : 0, b);
      if (__builtin_isnan(c)) c = __builtin_copysign(0, c);
      if (__builtin_isnan(d)) d = __builtin_copysign(0, d);
      again = 1;
    }
    if (__builtin_isinf(c) || __builtin_isinf(d)) {
      c = __builtin_copysign(__builtin_isinf(c) ? 1 : 0, c);
      d = __builtin_copysign(__builtin_isinf(d) ? 1 : 0, d);
      if (__builtin_isnan(a)) a = __builtin_copysign(0, a);
      if (__builtin_isnan(b)) b = __builtin_copysign(0, b);
      again = 1;
    }
    int overflows = __builtin_isinf(a * c) || __builtin_isinf(b * d)
      || __builtin_isinf(a * d) || __builtin_isinf(b * c);
    if (!again && overflows) {
      if (__builtin_isnan(a)) a = __builtin_copysign(0, a);
      if (__builtin_isnan(b)) b = __builtin_copysign(0, b);
      if (__builtin_isnan(c)) c = __builtin_copysign(0, c);
      if (__builtin_isnan(d)) d = __builtin_copysign(0, d);
      again = 1;
    }
    if (again) {
      x = __builtin_inf() * (a * c - b * d);
      y = __builtin_inf() * (a * d + b * c);
    }
  }
  return __builtin_complex(x, y);
}`,
  )
  .join("\n");

/** Whether gcc compiles programs for pointers of this width. */
export function gccWorks(bits: number): boolean {
  try {
    const input = "#include <stdio.h>\nint main(void) { return 0; }";
    execFileSync("gcc", [`-m${bits}`, "-xc", "-", "-o", "/dev/null"], { input, stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

/** The results of the functions `NAMErun` of the programs compiled by gcc, in one call of gcc. */
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
      [
        "#include <stdio.h>",
        ...(bits === 32 ? [PRODUCTS] : []),
        ...texts,
        "int main(void) {",
        ...calls,
        "return 0; }",
      ].join("\n"),
    );
    const binary = join(folder, "programs");
    const words = [`-m${bits}`, ...FLAGS, SSE, source, "-o", binary, "-lm"];
    execFileSync("gcc", words, { stdio: "pipe" });
    return execFileSync(binary, { encoding: "utf8", timeout: 60_000 }).trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
