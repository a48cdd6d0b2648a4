/** Pipes to processes for synchronous use: Node's own pipes can be read only through events. */
import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface NamedPipe {
  readonly read: number;
  readonly write: number;
}

/**
 * Opens both ends of a named pipe and removes its name. The end of this process does not block.
 * Undefined on systems without named pipes.
 */
export function openPipe(ours: "read" | "write"): NamedPipe | undefined {
  const folder = mkdtempSync(join(tmpdir(), "agon-pipe-"));
  try {
    const path = join(folder, "pipe");
    const { status } = spawnSync("mkfifo", ["-m", "600", path]);
    if (status !== 0) return undefined;
    // Opening one end blocks until the other is open; only opening for both does not.
    const both = openSync(path, constants.O_RDWR);
    const flags = (end: "read" | "write"): number => (end === ours ? constants.O_NONBLOCK : 0);
    const pipe = {
      read: openSync(path, constants.O_RDONLY | flags("read")),
      write: openSync(path, constants.O_WRONLY | flags("write")),
    };
    closeSync(both);
    return pipe;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
