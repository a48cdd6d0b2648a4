/** A file system of limited size in a file: filling it affects nothing else. Needs root. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class SmallDisk {
  readonly folder: string;
  readonly #home = mkdtempSync(join(tmpdir(), "agon-disk-"));

  constructor(bytes: number) {
    chmodSync(this.#home, 0o755);
    const image = join(this.#home, "image");
    this.folder = join(this.#home, "disk");
    mkdirSync(this.folder);
    execFileSync("truncate", ["--size", String(bytes), image]);
    execFileSync("mkfs.ext4", ["-q", "-F", image]);
    execFileSync("mount", ["-o", "loop", image, this.folder]);
  }

  remove(): void {
    execFileSync("umount", [this.folder]);
    rmSync(this.#home, { recursive: true, force: true });
  }
}
