/** Determines which names of a program must stay: those with a meaning outside of its C text. */

import { InputError } from "../../ground/util/errors.ts";
import { type MachineModel, parseTranslationUnit } from "../cfront/index.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import { isStandardName } from "./standard-names.ts";

export interface SourceProgram {
  /** Name of the file; the suffix `.i` marks it as preprocessed. */
  readonly name: string;
  readonly text: string;
}

const WORD = /[A-Za-z_$][\w$]*/g;

/**
 * Returns the names of the programs (the files of one task) that must not be renamed.
 * @throws InputError when a file cannot be parsed.
 */
export function keptNames(
  programs: readonly SourceProgram[],
  machine: MachineModel,
  further: Iterable<string>,
): ReadonlySet<string> {
  const kept = new Set(further);
  const cut = programs.map(({ text }) => piecesOf(text));
  for (const pieces of cut) {
    keepStandard(pieces, kept);
    keepSystemRegions(pieces, kept);
    keepDirectiveWords(pieces, kept);
    keepAttributesAndAssembler(pieces, kept);
  }
  keepUndefined(programs, machine, kept);
  return kept;
}

function keepStandard(pieces: readonly Piece[], kept: Set<string>): void {
  for (const { kind, text } of pieces) {
    if (kind === "name" && isStandardName(text)) kept.add(text);
  }
}

/** Keeps the names in regions that line markers attribute to the system's headers. */
function keepSystemRegions(pieces: readonly Piece[], kept: Set<string>): void {
  let isSystem = false;
  for (const { kind, text, directive } of pieces) {
    if (kind === "literal" && (directive === "" || directive === "line")) {
      isSystem = isSystemFile(text.slice(1, -1));
    } else if (kind === "name" && isSystem) kept.add(text);
  }
}

/** Whether a line marker names a file that every system has. */
export function isSystemFile(file: string): boolean {
  return file.startsWith("/usr/") || file.startsWith("<");
}

/**
 * Keeps words of pragmas, and macros that are tested but never defined: the compiler may define
 * them.
 */
function keepDirectiveWords(pieces: readonly Piece[], kept: Set<string>): void {
  const defined = new Set<string>();
  const asked = new Set<string>();
  let isNameOfMacro = false;
  for (const { kind, text, directive } of pieces) {
    if (kind === "directive-text" && directive === "pragma") {
      for (const [word] of text.matchAll(WORD)) kept.add(word);
    }
    if (kind === "punctuation" && text.startsWith("#") && directive === "define") {
      isNameOfMacro = true;
    } else if (kind === "name" && directive !== undefined) {
      if (isNameOfMacro) defined.add(text);
      else if (/^(?:el)?if|^undef$/.test(directive)) asked.add(text);
      isNameOfMacro = false;
    }
  }
  for (const name of asked) if (!defined.has(name)) kept.add(name);
}

const ATTRIBUTE = new Set(["__attribute__", "__attribute"]);
const ASSEMBLER = new Set(["asm", "__asm", "__asm__"]);
/** Attributes whose arguments are words, not names of the program. */
const WITH_WORDS = new Set(["format", "format_arg", "mode", "visibility", "optimize", "target"]);

/** Keeps names of attributes, and names in strings that the assembler or the linker reads. */
function keepAttributesAndAssembler(pieces: readonly Piece[], kept: Set<string>): void {
  const words = pieces.filter(({ kind }) => kind !== "space" && kind !== "comment");
  for (let at = 0; at < words.length; at++) {
    const { kind, text } = words[at] as Piece;
    if (kind !== "name" || !(ATTRIBUTE.has(text) || ASSEMBLER.has(text))) continue;
    const isAttribute = ATTRIBUTE.has(text);
    let depth = 0;
    let wordsUntil = -1;
    for (at++; at < words.length; at++) {
      const piece = words[at] as Piece;
      if (piece.text === "(") depth++;
      else if (piece.text === ")") depth--;
      else if (depth === 0 && piece.kind !== "name") break;
      if (depth === 0 && piece.text === ")") break;
      if (piece.kind === "literal") keepWords(piece.text, kept);
      if (piece.kind !== "name") continue;
      if (depth < wordsUntil) wordsUntil = -1;
      const isBracketed = words[at - 1]?.text === "[" && words[at + 1]?.text === "]";
      const isOwnName = isAttribute ? depth === 2 || wordsUntil > 0 : isBracketed;
      if (isOwnName) kept.add(piece.text);
      if (isAttribute && depth === 2) wordsUntil = WITH_WORDS.has(bare(piece.text)) ? 3 : -1;
    }
  }
}

function keepWords(literal: string, kept: Set<string>): void {
  for (const [word] of literal.matchAll(WORD)) kept.add(word);
}

/** `__packed__` means `packed`. */
function bare(attribute: string): string {
  return attribute.replace(/^__(.*)__$/, "$1");
}

/** Keeps names that the linker finds elsewhere: declared in some file, defined in none. */
function keepUndefined(
  programs: readonly SourceProgram[],
  machine: MachineModel,
  kept: Set<string>,
): void {
  const declared = new Set<string>();
  const defined = new Set<string>();
  for (const { name, text } of programs) {
    const { unit, diagnostics } = parseTranslationUnit(name, text, machine);
    if (diagnostics.some(({ severity }) => severity === "error")) throw new InputError(diagnostics);
    for (const symbol of unit.functions.values()) {
      (symbol.definition === undefined ? declared : defined).add(symbol.name);
    }
    for (const variable of unit.globals) {
      (variable.isExternOnly ? declared : defined).add(variable.name);
    }
  }
  for (const name of declared) if (!defined.has(name)) kept.add(name);
}
