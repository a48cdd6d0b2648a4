import { parseArgs } from "node:util";
import { type Arguments, type Options, parseWords } from "./arguments.ts";

/**
 * As {@link parseWords}, for commands that take any number of words after the
 * named operands.
 */
export function parseWordsAndMore<Name extends string>(
  words: readonly string[],
  operandNames: readonly Name[],
  options: Options,
): { readonly args: Arguments<Name>; readonly more: readonly string[] } {
  const { tokens } = parseArgs({
    args: [...words],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const further = tokens
    .filter((token) => token.kind === "positional")
    .slice(operandNames.length)
    .map(({ index }) => index);
  const args = parseWords(
    words.filter((_, index) => !further.includes(index)),
    operandNames,
    options,
  );
  return { args, more: further.map((index) => words[index] as string) };
}
