/**
 * Renames the names that a program's author chose, and removes comments. Every name is renamed by
 * its spelling, in the same way everywhere, by an injective map; so the program keeps its meaning,
 * provided that names with a meaning elsewhere stay. The tokens after preprocessing are compared to
 * check that nothing else changed.
 */

import { InputError } from "../../ground/util/errors.ts";
import { randomIntegers } from "../../ground/util/pseudo-random.ts";
import { type MachineModel, preprocess, type Token } from "../cfront/index.ts";
import { isSystemFile, keptNames, type SourceProgram } from "./kept-names.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import { isStandardName } from "./standard-names.ts";

export interface ObfuscationOptions {
  readonly machine: MachineModel;
  /** Determines the new names; the same seed gives the same text. */
  readonly seed: number;
  /**
   * Names to keep beside those of the standard library and the competition: words of properties.
   */
  readonly keep: Iterable<string>;
  /** New names of the files, in the order of the programs. */
  readonly fileNames: readonly string[];
}

export interface ObfuscatedPrograms {
  readonly texts: readonly string[];
  /** From old names to new ones. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Returns the files of one task with new names.
 * @throws InputError when a file cannot be parsed, or no renaming keeps its meaning.
 */
export function obfuscatePrograms(
  programs: readonly SourceProgram[],
  options: ObfuscationOptions,
): ObfuscatedPrograms {
  const kept = new Set(keptNames(programs, options.machine, options.keep));
  const before = programs.map((program) => tokensOf(program, options.machine));
  const cut = programs.map(({ text }) => piecesOf(text));
  // A name that `#` or `##` uses as text shows as a difference; then it is kept.
  for (;;) {
    const names = chooseNames(cut, kept, options.seed);
    const texts = cut.map((pieces, index) => rename(pieces, names, programs, options, index));
    const culprits = texts.flatMap((text, index) => {
      const program = { name: (programs[index] as SourceProgram).name, text };
      return differences(before[index] as Token[], tokensOf(program, options.machine), names);
    });
    if (culprits.length === 0) return { texts, names };
    const further = culprits.filter((name) => !kept.has(name));
    if (further.length === 0) throw cannotRename(programs, culprits);
    for (const name of further) kept.add(name);
  }
}

function tokensOf({ name, text }: SourceProgram, machine: MachineModel): Token[] {
  return preprocess(name, text, machine, []);
}

/** Chooses `n1`, `n2` … in an order that the seed determines; never a name that already exists. */
function chooseNames(
  cut: readonly (readonly Piece[])[],
  kept: ReadonlySet<string>,
  seed: number,
): ReadonlyMap<string, string> {
  const all = new Set<string>();
  for (const pieces of cut) {
    for (const { kind, text, directive } of pieces) {
      if (kind === "name" && directive !== "") all.add(text);
    }
  }
  const old = shuffle(
    [...all].filter((name) => !kept.has(name)),
    seed,
  );
  const names = new Map<string, string>();
  let number = 0;
  for (const name of old) {
    let fresh: string;
    do fresh = `n${++number}`;
    while (kept.has(fresh) || isStandardName(fresh));
    names.set(name, fresh);
  }
  return names;
}

/** The Fisher–Yates shuffle. */
function shuffle<T>(items: T[], seed: number): T[] {
  const random = randomIntegers(seed);
  for (let last = items.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
  return items;
}

function rename(
  pieces: readonly Piece[],
  names: ReadonlyMap<string, string>,
  programs: readonly SourceProgram[],
  { fileNames }: ObfuscationOptions,
  index: number,
): string {
  const own = fileNames[index] as string;
  const parts: string[] = [];
  for (const [at, piece] of pieces.entries()) {
    const { kind, text, directive } = piece;
    if (kind === "comment") parts.push(replacementOfComment(text, directive));
    else if (kind === "name") parts.push(names.get(text) ?? text);
    else if (kind === "literal" && (directive === "" || directive === "line")) {
      parts.push(isSystemFile(text.slice(1, -1)) ? text : JSON.stringify(own));
    } else if (kind === "literal" && isFileNameOfAssertion(pieces, at)) {
      parts.push(JSON.stringify(own));
    } else parts.push(text);
  }
  return tidy(parts.join(""), programs[index] as SourceProgram);
}

/** Keeps the number of lines, and at least a space: a comment separates tokens. */
function replacementOfComment(comment: string, directive: string | undefined): string {
  const breaks = comment.split("\n").length - 1;
  if (breaks === 0) return " ";
  return (directive === undefined ? "\n" : "\\\n").repeat(breaks);
}

/** Empties lines of white space, and removes blanks at ends of lines. */
function tidy(text: string, { text: original }: SourceProgram): string {
  const tidied = text.replace(/[ \t]+(?=\r?\n|$)/g, "");
  // In gcc, a backslash with blanks after it continues the line: such a file is left unchanged.
  return /\\[ \t]+\n/.test(original) ? text : tidied;
}

/** The second argument of `__assert_fail("…", "file.c", …)` reveals the origin of the program. */
function isFileNameOfAssertion(pieces: readonly Piece[], at: number): boolean {
  if (!/\.\w+"$/.test((pieces[at] as Piece).text)) return false;
  const before: string[] = [];
  for (let i = at - 1; i >= 0 && before.length < 4; i--) {
    const { kind, text } = pieces[i] as Piece;
    if (kind !== "space" && kind !== "comment") before.push(kind === "literal" ? '"' : text);
  }
  const shape = before.join(" ");
  return shape === ', " ( __assert_fail' || shape === ', " ( __assert';
}

/** Returns the names that cause differences between the new tokens and the renamed old ones. */
function differences(
  before: readonly Token[],
  after: readonly Token[],
  names: ReadonlyMap<string, string>,
): readonly string[] {
  const culprits = new Set<string>();
  const blame = (token: Token | undefined): void => {
    for (const [word] of (token?.text ?? "").matchAll(/[A-Za-z_$][\w$]*/g)) culprits.add(word);
  };
  const length = Math.max(before.length, after.length);
  for (let at = 0; at < length && culprits.size === 0; at++) {
    const old = before[at];
    const now = after[at];
    if (old !== undefined && now !== undefined && isImage(old, now, names, before, at)) continue;
    blame(old);
    // A pasted name: its parts are found in the new text.
    for (const [name, fresh] of names) if (now?.text.includes(fresh)) culprits.add(name);
    if (culprits.size === 0) culprits.add(now?.text ?? "(end of file)");
  }
  return [...culprits];
}

function isImage(
  old: Token,
  now: Token,
  names: ReadonlyMap<string, string>,
  before: readonly Token[],
  at: number,
): boolean {
  if (old.kind !== now.kind || old.pack !== now.pack) return false;
  if (old.kind === "identifier") return now.text === (names.get(old.text) ?? old.text);
  if (old.text === now.text) return true;
  const isAssertion =
    before[at - 2]?.kind === "string" && before[at - 4]?.text.startsWith("__assert");
  return old.kind === "string" && isAssertion === true;
}

function cannotRename(programs: readonly SourceProgram[], culprits: readonly string[]): InputError {
  return new InputError([
    {
      severity: "error",
      code: "cannot-obfuscate",
      message: `names cannot be changed without changing the program, near ${culprits.join(", ")}`,
      file: programs[0]?.name ?? "",
    },
  ]);
}
