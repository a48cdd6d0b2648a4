import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { extname, join, relative, resolve } from "node:path";
import { MACHINE_MODELS } from "../../../contestant/cfront/index.ts";
import { obfuscatePrograms } from "../../../contestant/obfuscation/index.ts";
import { replaceDurably } from "../../../ground/files/index.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import {
  MAP_FILE,
  type ObfuscationMap,
  type ObfuscationRequest,
  obfuscateCompetition,
  TaskObfuscator,
} from "../../../organiser/competition/index.ts";
import { type Command, UsageError } from "../command.ts";
import { parseDataModel } from "../contestant.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { parseWordsAndMore } from "../more-words.ts";

export const command: Command = {
  usage: `
Usage: agon obfuscate competition.yml --output DIR [--seed N]
       agon obfuscate FILE… --output DIR [--root DIR] [--seed N] [--data-model M]

Writes tasks that mean the same under other names: functions, variables, types,
members, labels and macros are renamed, comments removed, programs and task
definitions get new file names. Names of the language, the standard library and
the competition (__VERIFIER_…, reach_error, words of the properties) stay, and so
do names that a program declares but does not define. Lines keep their numbers. The
tokens after preprocessing are compared, to check that only names have changed.

With a competition the whole of it is rewritten, for a second run; 'agon compare'
compares the two. FILEs are task definitions (.yml), task sets (.set), or C programs.

  -o, --output DIR   an empty or new folder for the tasks
  --seed N           decides the new names (default: 1)
  --root DIR         folder to which the paths of FILEs are relative (default: .)
  --data-model M     for C programs without a task definition: ILP32 (default) or LP64
  --json             print the old and new names as JSON

DIR/${MAP_FILE} contains the old and new names; keep it from the participants.`,
  examples: [
    "agon obfuscate examples/mini/competition.yml --output /tmp/mini-obfuscated",
    "agon obfuscate examples/mini/loops/countdown.yml --output /tmp/countdown --seed 7",
  ],
  run: async (words) => {
    const { args, more } = parseWordsAndMore(words, ["FILE"], {
      output: { type: "string", short: "o" },
      root: { type: "string" },
      seed: { type: "string" },
      "data-model": { type: "string" },
      json: { type: "boolean" },
    });
    const output = args.text("output");
    if (output === undefined) throw new UsageError("--output is missing");
    requireEmpty(output);
    const seed = args.integer("seed", 0) ?? 1;
    const request: ObfuscationRequest = {
      seed,
      obfuscatePrograms: (programs, { dataModel, ...options }) =>
        obfuscatePrograms(programs, { ...options, machine: MACHINE_MODELS[dataModel] }),
    };
    const files = [args.operands.FILE, ...more];
    const root = args.text("root") ?? ".";
    const map = isCompetition(files)
      ? competition(files[0] as string, output, request)
      : tasks(files, root, output, request, parseDataModel(args.text("data-model") ?? "ILP32"));
    if (args.flag("json")) console.log(JSON.stringify({ version: 1, ...map }));
    else report(map, output);
    return Object.keys(map.skipped).length === 0 ? EXIT_CODES.done.code : EXIT_CODES.partial.code;
  },
};

function requireEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new PlatformError("ERR_NOT_EMPTY", `${folder} is not empty`, {
      hint: "choose another folder: old tasks among the new ones would be run, too",
    });
  }
  mkdirSync(folder, { recursive: true });
}

function isCompetition(files: readonly string[]): boolean {
  return files.length === 1 && /(^|\/)competition[^/]*\.ya?ml$/.test(files[0] as string);
}

function competition(file: string, output: string, request: ObfuscationRequest): ObfuscationMap {
  const { obfuscator, definition } = obfuscateCompetition(file, output, request);
  replaceDurably(join(output, "competition.yml"), definition);
  return obfuscator.finish();
}

function tasks(
  files: readonly string[],
  root: string,
  output: string,
  request: ObfuscationRequest,
  dataModel: "ILP32" | "LP64",
): ObfuscationMap {
  const obfuscator = new TaskObfuscator(root, output, request);
  for (const file of files) {
    const path = relative(resolve(root), resolve(file));
    if (path.startsWith("..")) throw new UsageError(`${file} is not below --root ${root}`);
    const kind = extname(path);
    if (kind === ".set") obfuscator.addSet(path);
    else if (kind === ".yml") obfuscator.addDefinition(path);
    else if (kind === ".c" || kind === ".i") obfuscator.addPrograms([path], dataModel, []);
    else throw new UsageError(`${file}: expected .yml, .set, .c or .i`);
  }
  return obfuscator.finish();
}

function report({ files, skipped }: ObfuscationMap, output: string): void {
  const definitions = Object.keys(files).filter((file) => file.endsWith(".yml")).length;
  const programs = Object.keys(files).length - definitions;
  console.log(`${definitions} task definitions and ${programs} programs in ${output}`);
  for (const [file, reason] of Object.entries(skipped))
    console.error(`left out: ${file}: ${reason}`);
}
