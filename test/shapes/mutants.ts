/** Programs that differ from others in one to three places: mostly wrong ones, some of them right. */

/** @param below - random numbers */
export function mutantOf(text: string, below: (limit: number) => number): string {
  const lines = text.split("\n");
  for (let count = 1 + below(3); count > 0; count--) mutate(lines, below);
  return lines.join("\n");
}

const SIMILAR: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bnext\b/g, ["prev", "next"]],
  [/\bprev\b/g, ["next", "prev"]],
  [/==/g, ["!="]],
  [/!=/g, ["=="]],
  [/\b(?:if|while)\s*\((?=\w)/g, ["if(!", "while(!", "if("]],
  [/\b[a-z]\b/g, ["h", "n", "t", "p", "a", "b", "i", "0"]],
  [/->next\b/g, ["->next->next", ""]],
  [/\bfree\b/g, ["(void)"]],
  [/\(\*p\)->next/g, ["h", "0"]],
];

function mutate(lines: string[], below: (limit: number) => number): void {
  // Declarations of functions and types stay.
  const isStatement = (line: string): boolean => /^\s+\S.*[;{]$/.test(line);
  const statements = [...lines.keys()].filter((index) => isStatement(lines[index] ?? ""));
  const at = statements[below(statements.length)];
  if (at === undefined) return;
  const line = lines[at] ?? "";
  const isSimple = line.endsWith(";");
  switch (below(isSimple ? 4 : 1)) {
    case 1:
      lines[at] = "";
      return;
    case 2: {
      const other = statements[below(statements.length)] ?? at;
      if (!(lines[other] ?? "").endsWith(";")) return;
      [lines[at], lines[other]] = [lines[other] ?? "", line];
      return;
    }
    case 3: {
      const other = statements[below(statements.length)] ?? at;
      lines.splice(other, 0, line);
      return;
    }
    default: {
      const [pattern, words] = SIMILAR[below(SIMILAR.length)] as (typeof SIMILAR)[number];
      const places = [...line.matchAll(pattern)];
      const place = places[below(Math.max(places.length, 1))];
      if (place?.index === undefined) return;
      const word = words[below(words.length)] ?? "";
      lines[at] = line.slice(0, place.index) + word + line.slice(place.index + place[0].length);
    }
  }
}
