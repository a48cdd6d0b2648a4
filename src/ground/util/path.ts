/** `/`-separated paths as text: what pure folders need of `node:path`. */

/** Joins and normalises: resolves `.` and `..` as far as they can be resolved. An empty result is `.`. */
export function joinPath(...parts: readonly string[]): string {
  const segments: string[] = [];
  let isAbsolute = false;
  for (const part of parts) {
    if (part.startsWith("/")) {
      isAbsolute = true;
      segments.length = 0;
    }
    for (const segment of part.split("/")) {
      if (segment === "" || segment === ".") continue;
      if (segment !== "..") segments.push(segment);
      else if (segments.length > 0 && segments.at(-1) !== "..") segments.pop();
      else if (!isAbsolute) segments.push("..");
    }
  }
  const joined = segments.join("/");
  if (isAbsolute) return `/${joined}`;
  return joined === "" ? "." : joined;
}

/** The folder of a path; `.` for a bare name, `/` for children of the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  if (slash < 0) return ".";
  return slash === 0 ? "/" : path.slice(0, slash);
}

/** The last segment of a path. */
export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * The path that leads from a folder to a path; both are relative to the same place, or both
 * absolute.
 */
export function relativePath(folder: string, path: string): string {
  const from = joinPath(folder)
    .split("/")
    .filter((part) => part !== ".");
  const to = joinPath(path).split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}
