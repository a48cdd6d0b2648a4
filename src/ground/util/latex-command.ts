/** Names of LaTeX commands, which consist of letters only. */

/** A text in camel case, with roman numerals for numbers: `cputime (s) 12` → `CputimeSXII`. */
export function commandPart(text: string): string {
  return (
    text
      // Longer numbers are translated digit by digit: one letter per thousand would fill the
      // memory.
      .replace(/[1-9]\d{0,8}/g, (digits) => roman(Number(digits)))
      .split(/[^a-zA-Z]/)
      .map(capitalised)
      .join("")
  );
}

/**
 * Suffixes that make names unique: a number for each name that occurs more than once, nothing for
 * others.
 */
export function suffixesOf(names: readonly string[]): readonly string[] {
  const used = new Map<string, number>();
  return names.map((name) => {
    if (names.indexOf(name) === names.lastIndexOf(name)) return "";
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return roman(count);
  });
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const ROMAN_DIGITS = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
] as const;

function roman(number: number): string {
  let text = "";
  let rest = number;
  for (const [value, letters] of ROMAN_DIGITS) {
    text += letters.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return text;
}
