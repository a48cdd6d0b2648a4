/**
 * Coverage of the program in the output of a run: CPAchecker's statistics ("Line coverage: 0.600"),
 * gcov ("Lines executed:85.71% of 14"), lcov ("lines......: 85.7% (12 of 14 lines)"), test
 * generators ("Branch coverage: 67.5%").
 */

const WORDS =
  "lines?|statements?|conditions?|branch(?:es)?|functions?|blocks?|instructions?|paths?|mc/?dc";
const PATTERNS = [
  new RegExp(`^[\\s#>*-]*(${WORDS})[ -]+coverage[\\s.]*[:=]\\s*(\\d+(?:\\.\\d+)?)\\s*(%?)`, "i"),
  new RegExp(`^\\s*(${WORDS})[\\s.]*(?:executed)?[\\s.]*:\\s*(\\d+(?:\\.\\d+)?)\\s*(%)`, "i"),
  /^[\s#>*-]*()(?:total )?coverage[\s.]*[:=]\s*(\d+(?:\.\d+)?)\s*(%)/i,
];

/** Kinds of coverage, with their shares from 0 to 1; the last mention of each counts. */
export function coverageIn(log: string): readonly (readonly [what: string, share: number])[] {
  const found = new Map<string, number>();
  for (const line of log.split("\n")) {
    for (const pattern of PATTERNS) {
      const match = pattern.exec(line);
      if (match === null) continue;
      const [, word = "", number = "", percent = ""] = match;
      const share = percent === "%" ? Number(number) / 100 : Number(number);
      // A number above 1 without a percent sign is not a share.
      if (share <= 1) found.set(nameOf(word), share);
      break;
    }
  }
  return [...found];
}

const PLURALS: readonly (readonly [RegExp, string])[] = [
  [/^branch(es)?$/, "branches"],
  [/^mc\/?dc$/, "MC/DC"],
  [/^$/, "program"],
];

function nameOf(word: string): string {
  const lower = word.toLowerCase();
  const known = PLURALS.find(([pattern]) => pattern.test(lower));
  return known?.[1] ?? (lower.endsWith("s") ? lower : `${lower}s`);
}
