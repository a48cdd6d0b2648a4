import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearest } from "../../ground/util/nearest.ts";
import { UsageError } from "./command.ts";

/** Options by long name, as node:util's parseArgs takes them. */
export type Options = NonNullable<ParseArgsConfig["options"]>;

/** The parsed words after a command's name. */
export interface Arguments<Name extends string> {
  /** Exactly the wanted operands, in order. */
  readonly operands: Readonly<Record<Name, string>>;
  /** All words that are not options. */
  readonly words: readonly string[];
  text(option: string): string | undefined;
  /** The values of an option that may be repeated. */
  list(option: string): readonly string[];
  flag(option: string): boolean;
  /** @throws UsageError unless the option is absent or an integer from `minimum`. */
  integer(option: string, minimum: number): number | undefined;
  /** @throws UsageError unless the option is absent or one of the choices. */
  oneOf<T extends string>(option: string, choices: readonly T[]): T | undefined;
}

/**
 * Parses a command line.
 * @param operandNames - the last one may occur any number of times when its name ends in `...`
 * @param least - number of required operands; default: one of each name
 * @throws UsageError for unknown options (with the nearest known one) and wrong numbers of
 * operands.
 */
export function parseWords<Name extends string>(
  words: readonly string[],
  operandNames: readonly Name[],
  options: Options,
  { least = operandNames.length }: { readonly least?: number } = {},
): Arguments<Name> {
  rejectUnknownOptions(words, options);
  const { values, positionals } = parseArgs({
    args: [...words],
    options,
    allowPositionals: true,
    strict: true,
  });
  if (positionals.length < least) {
    const missing = operandNames[positionals.length]?.replace("...", "");
    throw new UsageError(`${missing} is missing`);
  }
  const isOpen = operandNames.at(-1)?.endsWith("...") ?? false;
  if (positionals.length > operandNames.length && !isOpen) {
    throw new UsageError(`unexpected word '${positionals[operandNames.length]}'`);
  }
  const operands = Object.fromEntries(
    operandNames.map((name, index) => [name, positionals[index]]),
  ) as Record<Name, string>;
  const text = (option: string): string | undefined => {
    const value = values[option];
    return typeof value === "string" ? value : undefined;
  };
  return {
    operands,
    words: positionals,
    text,
    list: (option) => {
      const value = values[option];
      return Array.isArray(value) ? value.map(String) : [];
    },
    flag: (option) => values[option] === true,
    integer: (option, minimum) => {
      const value = text(option);
      if (value === undefined) return undefined;
      const number = Number(value);
      if (value.trim() !== "" && Number.isSafeInteger(number) && number >= minimum) return number;
      throw new UsageError(`--${option} must be an integer from ${minimum}, found '${value}'`);
    },
    oneOf: (option, choices) => {
      const value = text(option);
      if (value === undefined) return undefined;
      const choice = choices.find((candidate) => candidate === value);
      if (choice !== undefined) return choice;
      throw new UsageError(`--${option} must be one of ${choices.join(", ")}, found '${value}'`);
    },
  };
}

/** The words as `parseArgs` reads them, with all their faults. */
export function tokensOf(
  words: readonly string[],
  options: Options,
): NonNullable<ReturnType<typeof parseArgs>["tokens"]> {
  const config = { args: [...words], options, allowPositionals: true } as const;
  return parseArgs({ ...config, strict: false, tokens: true }).tokens;
}

function rejectUnknownOptions(words: readonly string[], options: Options): void {
  for (const token of tokensOf(words, options)) {
    if (token.kind !== "option" || options[token.name] !== undefined) continue;
    const known = Object.keys(options);
    const suggestion = nearest(token.name, known);
    throw new UsageError(
      suggestion === undefined
        ? `unknown option '${token.rawName}'`
        : `unknown option '${token.rawName}'; did you mean '--${suggestion}'?`,
    );
  }
}
