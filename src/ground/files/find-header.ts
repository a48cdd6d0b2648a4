import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { readTaskFile } from "./task-file.ts";

/**
 * Looks for a header as compilers do: one in quotes beside the file that includes it, then every
 * header in the folders, in order.
 * @param includer - path of the including file; undefined for `<…>`
 * @returns undefined when there is none.
 */
export function findHeaderIn(
  folders: readonly string[],
  name: string,
  includer: string | undefined,
): { readonly path: string; readonly text: string } | undefined {
  const places = includer === undefined ? folders : [dirname(includer), ...folders];
  for (const folder of places) {
    const path = name.startsWith("/") ? name : join(folder, name);
    if (existsSync(path) && statSync(path).isFile()) {
      return { path, text: readTaskFile(path, "the header").text };
    }
  }
  return undefined;
}
