import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "agon-tests-"));
// Some tests are those of an ordinary user.
chmodSync(folder, 0o1777);

/** All that tests put into the folder for temporary files goes into one folder of a run … */
export function setup(): void {
  process.env.TMPDIR = folder;
}

/** … which ends with it. */
export function teardown(): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
