import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "agon-tests-"));
// Some tests run as an ordinary user.
chmodSync(folder, 0o1777);

/** Puts all temporary files of tests into one folder per run … */
export function setup(): void {
  process.env.TMPDIR = folder;
}

/** … which is removed at the end. */
export function teardown(): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
