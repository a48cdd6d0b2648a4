/** Pipes to processes that are asked without waiting for events: Node's own ones cannot be read so. */
import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface NamedPipe {
  readonly read: number;
  readonly write: number;
}

/** Both ends of a named pipe whose name is gone already, with an end of file; ours does not block. Undefined where there are none. */
export function openPipe(ours: "read" | "write"): NamedPipe | undefined {
  const folder = mkdtempSync(join(tmpdir(), "agon-pipe-"));
  try {
    const path = join(folder, "pipe");
    const { status } = spawnSync("mkfifo", ["-m", "600", path]);
    if (status !== 0) return undefined;
    // Opening one end waits for the other; only an end for both does not.
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
