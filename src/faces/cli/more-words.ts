import { type Arguments, type Options, parseWords, tokensOf } from "./arguments.ts";

/**
 * As {@link parseWords}, for commands that take any number of words after the
 * named operands.
 */
export function parseWordsAndMore<Name extends string>(
  words: readonly string[],
  operandNames: readonly Name[],
  options: Options,
): { readonly args: Arguments<Name>; readonly more: readonly string[] } {
  const further = tokensOf(words, options)
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
