/**
 * File patterns of BenchExec (Python's `glob.glob` without recursion): `*`, `?`, `[abc]`, `[!abc]`
 * within one path segment; names that start with a dot only match patterns that do.
 */
import { joinPath } from "../../ground/util/path.ts";

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Lists a folder (symbolic links followed); an empty list when there is no such folder. */
export type ListFolder = (folder: string) => readonly FolderEntry[];

/** Expands patterns; each folder is listed only once. */
export class Glob {
  readonly #listFolder: ListFolder;
  readonly #folders = new Map<string, ReadonlyMap<string, FolderEntry>>();

  constructor(listFolder: ListFolder) {
    this.#listFolder = listFolder;
  }

  /** Normalised paths of all matches of a pattern, relative to `folder`, sorted by code unit. */
  expand(pattern: string, folder: string): readonly string[] {
    const segments = joinPath(folder, pattern).split("/");
    const isAbsolute = segments[0] === "";
    let found: readonly string[] = [isAbsolute ? "/" : "."];
    const relevant = isAbsolute ? segments.slice(1) : segments;
    for (const [index, segment] of relevant.entries()) {
      const mustBeFolder = index < relevant.length - 1;
      found = found.flatMap((path) => this.#step(path, segment, mustBeFolder));
    }
    return [...found].sort(byCodeUnit);
  }

  #step(path: string, segment: string, mustBeFolder: boolean): readonly string[] {
    if (segment === "." || segment === "..") return [joinPath(path, segment)];
    const entries = this.#list(path);
    const matching = hasMagic(segment) ? matchNames(entries, segment) : [entries.get(segment)];
    return matching.flatMap((entry) =>
      entry === undefined || (mustBeFolder && !entry.isFolder) ? [] : [joinPath(path, entry.name)],
    );
  }

  #list(folder: string): ReadonlyMap<string, FolderEntry> {
    let entries = this.#folders.get(folder);
    if (entries === undefined) {
      entries = new Map(this.#listFolder(folder).map((entry) => [entry.name, entry]));
      this.#folders.set(folder, entries);
    }
    return entries;
  }
}

function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function hasMagic(segment: string): boolean {
  return /[*?[]/.test(segment);
}

function matchNames(
  entries: ReadonlyMap<string, FolderEntry>,
  segment: string,
): readonly FolderEntry[] {
  const expression = segmentExpression(segment);
  const wantsHidden = segment.startsWith(".");
  return [...entries.values()].filter(
    ({ name }) => (wantsHidden || !name.startsWith(".")) && expression.test(name),
  );
}

/** Regular expression of one segment; an unclosed `[` is literal. */
function segmentExpression(segment: string): RegExp {
  let source = "";
  for (let i = 0; i < segment.length; i++) {
    const char = segment[i] as string;
    // A `]` directly after the opening belongs to the set.
    const open = segment[i + 1] === "!" ? i + 2 : i + 1;
    const close = char === "[" ? segment.indexOf("]", open + 1) : -1;
    if (char === "*") source += ".*";
    else if (char === "?") source += ".";
    else if (close >= 0) {
      source += setExpression(segment.slice(open, close), open === i + 2);
      i = close;
    } else source += char.replace(/[\\^$.|+()[\]{}]/g, "\\$&");
  }
  return new RegExp(`^${source}$`, "su");
}

/**
 * One character of a set; a range whose end comes before its start is empty, as in Python's
 * fnmatch.
 */
function setExpression(content: string, isNegated: boolean): string {
  const chars = [...content];
  const escaped = (char: string): string => char.replace(/[\\\]^[-]/, "\\$&");
  let parts = "";
  for (let i = 0; i < chars.length; i++) {
    const first = chars[i] as string;
    const last = chars[i + 1] === "-" ? chars[i + 2] : undefined;
    if (last === undefined) {
      parts += escaped(first);
      continue;
    }
    if ((first.codePointAt(0) ?? 0) <= (last.codePointAt(0) ?? 0)) {
      parts += `${escaped(first)}-${escaped(last)}`;
    }
    i += 2;
  }
  // `[]` matches nothing and `[^]` anything in JavaScript, too.
  return `[${isNegated ? "^" : ""}${parts}]`;
}
