/** One pattern of a `.set` file and its line (from 1). */
export interface TaskSetPattern {
  readonly pattern: string;
  readonly line: number;
}

/**
 * Reads a `.set` file: one pattern per line, relative to the set file; blank
 * lines and lines that start with `#` or `//` are ignored.
 */
export function parseTaskSet(text: string): readonly TaskSetPattern[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const pattern = line.trim();
    if (pattern === "" || pattern.startsWith("#") || pattern.startsWith("//")) return [];
    return [{ pattern, line: index + 1 }];
  });
}
