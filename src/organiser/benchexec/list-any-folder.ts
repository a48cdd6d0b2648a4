import { posix } from "node:path";
import { taskFolder } from "../competition/index.ts";
import type { ListFolder } from "../tasks/index.ts";

/** Lists a folder relative to the current directory, or an absolute one. */
export const listAnyFolder: ListFolder = (folder) =>
  taskFolder(posix.isAbsolute(folder) ? "/" : ".").listFolder(folder);
