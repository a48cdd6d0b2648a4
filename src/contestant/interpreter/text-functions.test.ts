import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gccWorks } from "../../../test/support/gcc-checksums.ts";
import { describeOutcome, runC } from "../../../test/support/run-c.ts";

/**
 * Programs that call functions with many texts and formats, and end with a
 * checksum of all results. (Not among the formats: `%#g` where rounding gives
 * another digit, which glibc 2.36 prints without the zeros.)
 */
const FILES = ["scan-text.c", "float-text.c", "wide-characters.c"];

describe.each([32, 64] as const)("with %i-bit pointers", (bits) => {
  test.skipIf(!gccWorks(bits)).each(FILES)(
    "%s ends as with gcc (skipped without gcc for the target)",
    { timeout: 60_000 },
    (file) => {
      const path = join(import.meta.dirname, "testdata", file);
      const folder = mkdtempSync(join(tmpdir(), "agon-text-"));
      try {
        const binary = join(folder, "p");
        const built = spawnSync("gcc", [`-m${bits}`, "-std=gnu11", "-w", "-o", binary, path]);
        expect(String(built.stderr)).toBe("");
        const { status } = spawnSync(binary, { timeout: 10_000 });
        const model = bits === 32 ? "ILP32" : "LP64";
        expect(describeOutcome(runC(readFileSync(path, "utf8"), { model }))).toBe(`exit ${status}`);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
