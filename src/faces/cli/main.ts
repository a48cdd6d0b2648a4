#!/usr/bin/env node
import { AGON_VERSION, bundledModule } from "../../ground/installation/index.ts";

import { InputError, InvariantError, PlatformError } from "../../ground/util/errors.ts";
import { printable } from "../../ground/util/printable.ts";
import { type Command, type CommandEntry, UsageError } from "./command.ts";
import { COMMANDS } from "./command-table.ts";
import { EXIT_CODES } from "./exit-codes.ts";

/** The command, from its bundle where the build has made one. */
async function load({ name, module }: CommandEntry): Promise<Command> {
  const single = new URL(`./commands/${name}.js`, import.meta.url);
  const bundle = bundledModule(single, new URL("../../", import.meta.url));
  const loaded: { readonly command: Command } =
    bundle === single ? await module() : await import(bundle.href);
  return loaded.command;
}

function find(name: string | undefined): CommandEntry | undefined {
  return COMMANDS.find((entry) => entry.name === name);
}

// Modules that are rarely needed are loaded on demand: each module costs a start a millisecond.
async function main(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    const topic = find(rest[0]);
    const { printCommandHelp, printGeneralHelp } = await import("./help.ts");
    if (topic === undefined) printGeneralHelp(rest[0]);
    else printCommandHelp(topic, await load(topic));
    return EXIT_CODES.done.code;
  }
  if (name === "--version" || name === "version") {
    console.log(AGON_VERSION);
    return EXIT_CODES.done.code;
  }
  const entry = find(name);
  if (entry === undefined) {
    const { suggestion } = await import("../../ground/util/nearest.ts");
    const known = COMMANDS.map((each) => each.name);
    const meant = suggestion(name, known);
    throw new UsageError(`unknown command '${name}'${meant} (see 'agon help')`);
  }
  const command = await load(entry);
  // The words after '--' belong to another command.
  const end = rest.indexOf("--");
  const own = end < 0 ? rest : rest.slice(0, end);
  if (own.includes("--help") || own.includes("-h")) {
    const { printCommandHelp } = await import("./help.ts");
    printCommandHelp(entry, command);
    return EXIT_CODES.done.code;
  }
  return command.run(rest, COMMANDS);
}

function report(error: unknown): number {
  if (error instanceof UsageError) {
    console.error(`agon: ${error.message}`);
    return EXIT_CODES.usage.code;
  }
  if (error instanceof InputError) {
    console.error(error.message);
    return EXIT_CODES.input.code;
  }
  if (error instanceof PlatformError) {
    console.error(`agon: ${error.message} [${error.code}]`);
    if (error.hint !== undefined) console.error(`  hint: ${error.hint}`);
    return EXIT_CODES.environment.code;
  }
  // A full disk, missing rights: the kernel's message names the call and the file.
  if (error instanceof Error && "syscall" in error) {
    console.error(`agon: ${error.message}`);
    return EXIT_CODES.environment.code;
  }
  // node:util's parseArgs reports unknown options this way.
  if (
    error instanceof TypeError &&
    String((error as { code?: string }).code).startsWith("ERR_PARSE_ARGS")
  ) {
    console.error(`agon: ${error.message}`);
    return EXIT_CODES.usage.code;
  }
  const what = error instanceof InvariantError ? error.message : "internal error";
  console.error(`agon: ${what}; please report it with the command line and this trace`);
  console.error(error instanceof Error ? error.stack : String(error));
  return EXIT_CODES.internal.code;
}

/**
 * Text that commands print may come from tools, programs and witnesses: on a terminal their control
 * characters are shown, not executed. Bytes are the output of a command of the user (`agon exec`).
 */
function escapeControls(stream: NodeJS.WriteStream): void {
  if (stream.isTTY !== true) return;
  const write = stream.write.bind(stream) as (...words: unknown[]) => boolean;
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean =>
    write(typeof chunk === "string" ? printable(chunk) : chunk, ...rest);
}
escapeControls(process.stdout);
escapeControls(process.stderr);

// A reader that stops early (`agon table … | head`) is not an error; a full disk is a fault of the
// environment.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT_CODES.done.code);
  console.error(`agon: cannot write to standard output: ${error.message}`);
  process.exit(EXIT_CODES.environment.code);
});
process.stderr.on("error", () => process.exit(EXIT_CODES.environment.code));

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.exitCode = report(error);
  },
);
