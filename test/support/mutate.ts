/** Damages texts and bytes at random, like broken files. */

/** Replaces random numbers: the document stays undamaged. */
export const NO_DAMAGE = (): number => 0;

const below = (random: () => number, end: number): number => Math.floor(random() * end);

function pick<T>(random: () => number, items: readonly T[]): T {
  return items[below(random, items.length)] as T;
}

/** Inputs that are difficult for readers of XML, YAML and numbers. */
const NASTY = [
  ...["-1s", "1e999s", "NaN", "inf", "0x10", "1e-400", "9007199254740993", "-0", "1.5.2s", "٣s"],
  ...[
    "&lt;",
    "&bomb;",
    "&#0;",
    "&#xD800;",
    "<![CDATA[",
    "]]>",
    "<!--",
    "<?x",
    "<!DOCTYPE r [<!ENTITY a 'b'>]>",
  ],
  ...["*a", "&a", "<<: *a", "{", "[", "- ", "? ", ": ", "!!js/function 'x'", "|", "\t", "%YAML 9"],
  ...["\u0000", "\ufeff", "\u2028", "\ud800", "é", "", "__proto__", "constructor", "toString"],
  ...["true", "false(", "false()", "correctSafe", "maybe", "../../../etc/passwd", "#", "//"],
];

/** One to six damages: parts cut, doubled, swapped, replaced by something nasty. */
export function damageText(text: string, random: () => number): string {
  if (random === NO_DAMAGE) return text;
  let damaged = text;
  for (let count = 1 + below(random, 1 + below(random, 6)); count > 0; count--) {
    const from = below(random, damaged.length + 1);
    const to = Math.min(damaged.length, from + below(random, random() < 0.2 ? 400 : 12));
    const part = damaged.slice(from, to);
    const replacement = pick(random, [
      () => "",
      () => part + part,
      () => pick(random, NASTY),
      () => pick(random, NASTY),
      () => part + pick(random, NASTY),
      () => [...part].reverse().join(""),
      () => damaged.slice(below(random, damaged.length), below(random, damaged.length)),
    ])();
    damaged = damaged.slice(0, from) + replacement + damaged.slice(to);
    // Doubling must not grow without bound.
    if (damaged.length > 200_000) damaged = damaged.slice(0, 200_000);
  }
  return damaged;
}

/** One to four damages: cut short, bits flipped, bytes doubled or overwritten. */
export function damageBytes(bytes: Uint8Array, random: () => number): Uint8Array<ArrayBuffer> {
  if (random === NO_DAMAGE) return Uint8Array.from(bytes);
  let damaged = Uint8Array.from(bytes);
  for (let count = 1 + below(random, 4); count > 0 && damaged.length > 0; count--) {
    const at = below(random, damaged.length);
    const kind = below(random, 4);
    if (kind === 0) damaged = damaged.slice(0, at);
    else if (kind === 1) damaged[at] = (damaged[at] as number) ^ (1 << below(random, 8));
    else if (kind === 2) damaged.fill(below(random, 256), at, at + below(random, 16));
    else
      damaged = Uint8Array.from([
        ...damaged.slice(0, at),
        ...damaged.slice(at - below(random, 20)),
      ]);
  }
  return damaged;
}
