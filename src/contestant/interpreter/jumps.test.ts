import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gccWorks } from "../../../test/support/gcc-checksums.ts";
import { describeOutcome, runC } from "../../../test/support/run-c.ts";

const HEAD = `
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
jmp_buf b, other;
int x;
`;

const PROGRAMS: readonly (readonly [string, string, number])[] = [
  [
    "out of nested calls, with the value",
    `void g(int i) { if (i == 3) longjmp(b, 7); g(i + 1); }
     int main(void) { int r = setjmp(b); if (r) return r; g(0); return 1; }`,
    7,
  ],
  ["0 becomes 1", "int main(void) { if (setjmp(b) == 1) return 5; longjmp(b, 0); }", 5],
  [
    "several times, and volatile objects keep their values",
    `int main(void) { volatile int n = 0; setjmp(b); n++; if (n < 6) longjmp(b, 1); return n; }`,
    6,
  ],
  [
    "two places, one inside of the other's reach",
    `void inner(void) { switch (setjmp(other)) { case 0: longjmp(other, 2); case 2: longjmp(b, 3); } }
     int main(void) { switch (setjmp(b)) { case 0: inner(); return 1; case 3: return 9; default: return 2; } }`,
    9,
  ],
  [
    "recursion: the right activation",
    `void f(int i) { if (i == 2) { if (setjmp(b)) { x += 10 * i; return; } } if (i < 5) f(i + 1); else longjmp(b, 1); x++; }
     int main(void) { f(0); return x; }`,
    22,
  ],
  [
    "underscore and sig variants",
    `int main(void) { sigjmp_buf s; int r = _setjmp(b); if (r == 0) _longjmp(b, 4); int q = sigsetjmp(s, 1); if (q == 0) siglongjmp(s, 5); return r * 10 + q; }`,
    45,
  ],
  [
    "a copied buffer",
    `int main(void) { static jmp_buf c; int r = setjmp(b); if (r) return r; memcpy(&c, &b, sizeof b); longjmp(c, 8); }`,
    8,
  ],
  [
    "as a condition, in a loop",
    `int main(void) { for (volatile int i = 0; i < 5; i++) { if (!setjmp(b)) { x++; if (i % 2) longjmp(b, 1); } else x += 10; } return x; }`,
    25,
  ],
];

describe("setjmp and longjmp", () => {
  test.each(PROGRAMS)("%s", (_, text, code) => {
    for (const model of ["LP64", "ILP32"] as const) {
      expect(describeOutcome(runC(HEAD + text, { model }))).toBe(`exit ${code}`);
      expect(describeOutcome(runC(HEAD + text, { model, observer: {} }))).toBe(`exit ${code}`);
    }
  });

  test.skipIf(!gccWorks(64))("as with gcc (skipped without gcc)", { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), "agon-jumps-"));
    try {
      for (const [name, text, code] of PROGRAMS) {
        const [source, binary] = [join(folder, "p.c"), join(folder, "p")];
        writeFileSync(source, `#define _GNU_SOURCE\n${HEAD}${text}`);
        const built = spawnSync("gcc", ["-std=gnu11", "-w", "-o", binary, source]);
        expect(`${name}: ${built.stderr}`).toBe(`${name}: `);
        expect(`${name}: ${spawnSync(binary).status}`).toBe(`${name}: ${code}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.each([
    [
      "the activation has ended",
      "void f(void) { setjmp(b); } int main(void) { f(); longjmp(b, 1); }",
    ],
    ["the buffer was never filled", "int main(void) { longjmp(b, 1); }"],
  ])("undefined: %s", (_, text) => {
    expect(describeOutcome(runC(HEAD + text))).toBe("library-argument 7.13.2.1p2");
  });

  const jump = "static void jump(void) { longjmp(b, 1); }";
  test.each([
    ["a variable", "int n = 1; if (!setjmp(b)) { n = 2; jump(); } return n;", "'n'"],
    ["a wide one", "long long n = 1; if (!setjmp(b)) { n <<= 40; jump(); } return n != 0;", "'n'"],
    ["an array", "int a[3] = {1}; if (!setjmp(b)) { a[2] = 2; jump(); } return a[2];", "'a'"],
    [
      "through a pointer",
      "int n = 1, *p = &n; if (!setjmp(b)) { *p = 2; jump(); } return *p;",
      "'n'",
    ],
    ["a float", "double d = 0.0; if (!setjmp(b)) { d = -0.0; jump(); } return 1 / d < 0;", "'d'"],
  ])("a changed object is indeterminate: %s", (_, body, name) => {
    const reason = `unsupported: ${name} is indeterminate: changed between setjmp and longjmp (C11 7.13.2.1p3)`;
    for (const model of ["LP64", "ILP32"] as const) {
      const text = `${HEAD}${jump} int main(void) { ${body} }`;
      expect(describeOutcome(runC(text, { model }))).toBe(reason);
      expect(describeOutcome(runC(text, { model, observer: {} }))).toBe(reason);
    }
  });

  test.each([
    ["changed, but not read again", "int n = 1; if (!setjmp(b)) { n = 2; jump(); } return 3;"],
    ["written again first", "int n = 1; if (!setjmp(b)) { n = 2; jump(); } n = 3; return n;"],
    ["not changed", "int n = 3; if (!setjmp(b)) jump(); return n;"],
    [
      "changed before",
      "int n = 1; n = 3; for (int i = 0; i < 3; i++) { if (!setjmp(b)) jump(); } return n;",
    ],
    ["static", "static int n = 1; if (!setjmp(b)) { n = 3; jump(); } return n;"],
    ["result", "int r = setjmp(b); if (r == 0) jump(); return r + 2;"],
    [
      "declared behind",
      "if (setjmp(b)) { int a[1] = {3}; return a[0]; } int q[2] = {1}; jump(); return q[0];",
    ],
  ])("other objects keep their values: %s", (_, body) => {
    const text = `${HEAD}${jump} int main(void) { ${body} }`;
    expect(describeOutcome(runC(text))).toBe("exit 3");
    expect(describeOutcome(runC(text, { observer: {} }))).toBe("exit 3");
  });

  test("objects of activations that were left are gone, blocks of alloca, too", () => {
    const text = `${HEAD}int *q; void f(void) { int i = 3; q = &i; longjmp(b, 1); }
      int main(void) { if (setjmp(b) == 0) f(); return *q; }`;
    expect(describeOutcome(runC(text))).toBe("invalid-dereference 6.5.3.2p4");
    const alloca = `${HEAD}char *q; void f(int n) { char a[n]; q = a; longjmp(b, 1); }
      int main(void) { if (setjmp(b) == 0) f(4); return *q; }`;
    expect(describeOutcome(runC(alloca))).toBe("invalid-dereference 6.5.3.2p4");
  });
});
