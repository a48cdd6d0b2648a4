import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gccWorks } from "../../../test/support/gcc-checksums.ts";
import { describeOutcome, runC } from "../../../test/support/run-c.ts";

/** Handlers end the program with the values that they read. */
const HEAD = `
#include <stdlib.h>
#include <unistd.h>
int x = 1;
void first(void) { _exit(x); }
void second(void) { x = x * 3 + 1; }
void third(void) { x = x + 5; atexit(second); }
`;

const PROGRAMS: readonly (readonly [string, string, number])[] = [
  ["main returns", "int main(void) { atexit(first); atexit(second); return 9; }", 4],
  [
    "exit is called",
    "void f(void) { exit(3); } int main(void) { atexit(first); atexit(second); f(); return 9; }",
    4,
  ],
  [
    "in the reverse order, also those registered late",
    "int main(void) { atexit(first); atexit(second); atexit(third); return 9; }",
    58,
  ],
  ["_exit runs none", "int main(void) { atexit(second); _exit(7); }", 7],
  ["the status is kept", "int main(void) { atexit(second); exit(8); }", 8],
];

describe("atexit", () => {
  test.each(PROGRAMS)("%s", (_, text, code) => {
    expect(describeOutcome(runC(HEAD + text))).toBe(`exit ${code}`);
  });

  test.skipIf(!gccWorks(64))("as with gcc (skipped without gcc)", { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), "agon-exit-"));
    try {
      for (const [name, text, code] of PROGRAMS) {
        const [source, binary] = [join(folder, "p.c"), join(folder, "p")];
        writeFileSync(source, HEAD + text);
        const built = spawnSync("gcc", ["-std=gnu11", "-w", "-o", binary, source]);
        expect(`${name}: ${built.stderr}`).toBe(`${name}: `);
        expect(`${name}: ${spawnSync(binary).status}`).toBe(`${name}: ${code}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
