import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of Agon's own package, whether this code runs from `src` or from `dist`. */
export function packageRoot(): string {
  let folder = dirname(realpathSync(fileURLToPath(import.meta.url)));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}
