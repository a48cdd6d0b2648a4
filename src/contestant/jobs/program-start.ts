/**
 * Generates C code that starts a program other than by `main` with arbitrary arguments: by `main`
 * with given arguments, or by another function with arbitrary ones.
 */

import { InputError } from "../../ground/util/errors.ts";
import {
  type CType,
  type FunctionSymbol,
  type MachineModel,
  parseProgram,
  type SourceText,
  typeToString,
} from "../cfront/index.ts";

/** The entry of a program. */
export type ProgramStart =
  /** `main` with any arguments. */
  | { readonly kind: "main" }
  /** `main` with these arguments; the first is the program's name. */
  | { readonly kind: "arguments"; readonly words: readonly string[] }
  /**
   * A function with arbitrary arguments: any numbers, and pointers to one object each with any
   * contents. Global variables have their initial values.
   */
  | { readonly kind: "function"; readonly name: string };

/** The function that {@link withStart} adds. */
const START_FUNCTION = "__agon_start";

export interface StartedProgram {
  readonly files: readonly SourceText[];
  /** The function that is executed first. */
  readonly entry: string;
}

/** @throws InputError when there is no such function, or none of that kind can be called. */
export function withStart(
  files: readonly SourceText[],
  start: ProgramStart,
  machine: MachineModel,
): StartedProgram {
  if (start.kind === "main") return { files, entry: "main" };
  const name = start.kind === "function" ? start.name : "main";
  const found = definitionIn(files, name, machine);
  const text =
    start.kind === "function"
      ? callWithAnything(found.symbol)
      : callWithWords(found.symbol, start.words);
  return {
    files: files.map((file, index) => (index === found.index ? { ...file, start: text } : file)),
    entry: START_FUNCTION,
  };
}

/** Returns the file that defines a function. */
function definitionIn(
  files: readonly SourceText[],
  name: string,
  machine: MachineModel,
): { readonly index: number; readonly symbol: FunctionSymbol } {
  const functions: string[] = [];
  for (const [index, file] of files.entries()) {
    for (const symbol of parseProgram([file], machine).functions.values()) {
      if (symbol.definition === undefined) continue;
      if (symbol.name === name) return { index, symbol };
      functions.push(symbol.name);
    }
  }
  const known = functions.slice(0, 10).join(", ");
  throw fault(files, `no file defines the function '${name}'`, `it has: ${known}`);
}

function callWithWords({ type }: FunctionSymbol, words: readonly string[]): string {
  if (type.parameters.length === 0) return `int ${START_FUNCTION}(void) { return main(); }\n`;
  const arrays = words.map((word, index) => `  static char word${index}[] = ${literal(word)};\n`);
  const names = words.map((_, index) => `word${index}`);
  const vector = `  static char *words[] = {${[...names, "0"].join(", ")}};\n`;
  const call = type.parameters.length === 1 ? "main(words_count)" : "main(words_count, words)";
  return `int ${START_FUNCTION}(void) {
  int words_count = ${words.length};
${arrays.join("")}${vector}  return ${call};
}
`;
}

/** A C string literal of these bytes (UTF-8). */
function literal(word: string): string {
  const bytes = new TextEncoder().encode(word);
  const octal = [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`);
  return `"${octal.join("")}"`;
}

function callWithAnything({ name, type }: FunctionSymbol): string {
  const declarations = type.parameters.map((parameter, index) => {
    const variable = parameter.name ?? `argument${index + 1}`;
    return declarationOf(unqualifiedOf(parameter.type), variable);
  });
  const names = type.parameters.map((parameter, index) => parameter.name ?? `argument${index + 1}`);
  return `int ${START_FUNCTION}(void) {
${declarations.join("")}  ${name}(${names.join(", ")});
  return 0;
}
`;
}

/** An uninitialised local variable has an arbitrary value. */
function declarationOf(type: CType, name: string): string {
  if (type.kind !== "pointer") return `  ${typeToString(type, name)};\n`;
  const target = unqualifiedOf(type.target);
  if (target.kind === "function" || target.kind === "void") {
    return `  ${typeToString(type, name)} = 0;\n`;
  }
  const object = `${name}_object`;
  return `  ${typeToString(target, object)};\n  ${typeToString(type, name)} = &${object};\n`;
}

function unqualifiedOf(type: CType): CType {
  const { const: _const, volatile: _volatile, ...rest } = type;
  return rest as CType;
}

function fault(files: readonly SourceText[], message: string, hint: string): InputError {
  const file = files[0]?.fileName ?? "";
  return new InputError([{ severity: "error", code: "no-function", message, file, hint }]);
}
