/** The command line of `agon verify`. */

import type { DataModel } from "../../../contestant/cfront/index.ts";
import {
  hostDataModel,
  type ProgramStart,
  WITNESS_FORMATS,
  type WitnessFormat,
} from "../../../contestant/jobs/index.ts";
import { CONFIGURATION_NAMES } from "../../../contestant/plan/index.ts";
import { PROGRAM_CHECKS, type ProgramCheckId } from "../../../contestant/specification/index.ts";
import { type Options, parseWords, tokensOf } from "../arguments.ts";
import { UsageError } from "../command.ts";
import { parseBytes, parseDataModel, parseSeconds } from "../contestant.ts";

const VERIFY_OPTIONS: Options = {
  include: { type: "string", short: "I", multiple: true },
  define: { type: "string", short: "D", multiple: true },
  undefine: { type: "string", short: "U", multiple: true },
  std: { type: "string" },
  "compile-commands": { type: "string" },
  function: { type: "string" },
  checks: { type: "string" },
  all: { type: "boolean" },
  property: { type: "string" },
  "data-model": { type: "string" },
  config: { type: "string" },
  witness: { type: "string" },
  "witness-format": { type: "string" },
  "time-limit": { type: "string" },
  "memory-limit": { type: "string" },
  seed: { type: "string" },
  cores: { type: "string" },
  check: { type: "boolean" },
  "check-proofs": { type: "boolean" },
  explain: { type: "boolean" },
  html: { type: "string" },
  format: { type: "string" },
  watch: { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  "exit-code": { type: "boolean" },
  json: { type: "boolean" },
};

const ANSWER_FORMATS = ["text", "json", "sarif", "github"] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

export interface VerifyOptions {
  readonly programs: readonly string[];
  readonly includeFolders: readonly string[];
  /** `-D` and `-U` in the order of the command line. */
  readonly macros: readonly { readonly kind: "define" | "undefine"; readonly text: string }[];
  readonly standard: string | undefined;
  readonly compileCommands: string | undefined;
  readonly start: ProgramStart;
  readonly checks: readonly ProgramCheckId[];
  readonly findsAll: boolean;
  readonly property: string | undefined;
  readonly dataModel: DataModel;
  readonly configuration: string;
  readonly witness: string | undefined;
  /** Undefined: the format that has witnesses of the violation. */
  readonly witnessFormat: WitnessFormat | undefined;
  readonly timeLimitSeconds: number;
  readonly memoryBytes: number;
  readonly seed: number;
  readonly cores: number;
  readonly isChecked: boolean;
  readonly checksProofs: boolean;
  readonly explains: boolean;
  readonly html: string | undefined;
  readonly format: AnswerFormat;
  readonly watches: boolean;
  readonly isQuiet: boolean;
  readonly asExitCode: boolean;
}

/** @throws UsageError when the words make no sense. */
export function readVerifyOptions(words: readonly string[]): VerifyOptions {
  // The words after '--' are for the program.
  const end = words.indexOf("--");
  const own = end < 0 ? words : words.slice(0, end);
  const args = parseWords(own, ["PROGRAM..."], VERIFY_OPTIONS, { least: hasDatabase(own) ? 0 : 1 });
  const property = args.text("property");
  const configuration = args.text("config") ?? "default";
  if (!CONFIGURATION_NAMES.includes(configuration)) {
    const known = CONFIGURATION_NAMES.join(", ");
    throw new UsageError(`unknown configuration '${configuration}'; known: ${known}`);
  }
  const name = args.text("function");
  if (name !== undefined && end >= 0) {
    throw new UsageError("--function takes any arguments: the words after '--' are for main");
  }
  const model = args.text("data-model");
  const format = args.oneOf("format", ANSWER_FORMATS) ?? "text";
  return {
    programs: args.words,
    includeFolders: args.list("include"),
    macros: macrosOf(own),
    standard: args.text("std"),
    compileCommands: args.text("compile-commands"),
    start:
      name !== undefined
        ? { kind: "function", name }
        : end < 0
          ? { kind: "main" }
          : { kind: "arguments", words: ["program", ...words.slice(end + 1)] },
    checks: checksOf(args.text("checks"), property),
    findsAll: args.flag("all"),
    property,
    dataModel: model === undefined ? hostDataModel() : parseDataModel(model),
    configuration,
    witness: args.text("witness"),
    witnessFormat: args.oneOf("witness-format", WITNESS_FORMATS),
    timeLimitSeconds: parseSeconds(
      args.text("time-limit") ?? (property === undefined ? "60s" : "900s"),
    ),
    memoryBytes: parseBytes(args.text("memory-limit") ?? "4GB"),
    seed: args.integer("seed", 0) ?? 1,
    cores: args.integer("cores", 1) ?? 1,
    isChecked: args.flag("check"),
    checksProofs: args.flag("check-proofs"),
    explains: args.flag("explain"),
    html: args.text("html"),
    format: args.flag("json") ? "json" : format,
    watches: args.flag("watch"),
    isQuiet: args.flag("quiet"),
    asExitCode: args.flag("exit-code") || property === undefined,
  };
}

function hasDatabase(words: readonly string[]): boolean {
  return words.some((word) => word.startsWith("--compile-commands"));
}

function macrosOf(words: readonly string[]): VerifyOptions["macros"] {
  return tokensOf(words, VERIFY_OPTIONS).flatMap((token): VerifyOptions["macros"] => {
    if (token.kind !== "option" || token.value === undefined) return [];
    if (token.name === "define") return [{ kind: "define", text: token.value }];
    return token.name === "undefine" ? [{ kind: "undefine", text: token.value }] : [];
  });
}

function checksOf(
  text: string | undefined,
  property: string | undefined,
): readonly ProgramCheckId[] {
  const known = PROGRAM_CHECKS.map(({ id }) => id);
  if (text === undefined) return known;
  if (property !== undefined) throw new UsageError("--checks and --property exclude each other");
  const wanted = text.split(",").map((word) => word.trim());
  for (const word of wanted) {
    if (known.some((id) => id === word)) continue;
    throw new UsageError(`unknown check '${word}'; known: ${known.join(", ")}`);
  }
  return known.filter((id) => wanted.includes(id));
}
