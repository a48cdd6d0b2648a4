#!/usr/bin/env node
import { bundledModule } from "../contestant/bundled.ts";
import { AGON_VERSION } from "../contestant/version.ts";
import { InputError, InvariantError, PlatformError } from "../util/errors.ts";
import { type Command, UsageError } from "./command.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { printCommandHelp, printGeneralHelp } from "./help.ts";
import { nearest } from "./nearest.ts";

/** The bundle of a command; undefined where there is none. */
function bundled(name: string): Promise<{ readonly command: Command }> | undefined {
  const module = new URL(`./commands/${name}.js`, import.meta.url);
  const bundle = bundledModule(module, new URL("../", import.meta.url));
  return bundle === module ? undefined : import(bundle.href);
}

/** Commands are loaded on demand, so that `agon verify` does not pay for the rest. */
export const COMMANDS: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  demo: () => import("./commands/demo.ts"),
  run: () => import("./commands/run.ts"),
  worker: () => import("./commands/worker.ts"),
  merge: () => import("./commands/merge.ts"),
  cancel: () => import("./commands/cancel.ts"),
  status: () => import("./commands/status.ts"),
  score: () => import("./commands/score.ts"),
  explain: () => import("./commands/explain.ts"),
  site: () => import("./commands/site.ts"),
  serve: () => import("./commands/serve.ts"),
  table: () => import("./commands/table.ts"),
  plot: () => import("./commands/plot.ts"),
  edition: () => import("./commands/edition.ts"),
  export: () => import("./commands/export.ts"),
  verify: () => bundled("verify") ?? import("./commands/verify.ts"),
  validate: () => bundled("validate") ?? import("./commands/validate.ts"),
  check: () => import("./commands/check.ts"),
  phase: () => import("./commands/phase.ts"),
  archive: () => import("./commands/archive.ts"),
  reproduce: () => import("./commands/reproduce.ts"),
  compare: () => import("./commands/compare.ts"),
  obfuscate: () => import("./commands/obfuscate.ts"),
  lint: () => import("./commands/lint.ts"),
  witness: () => import("./commands/witness.ts"),
  testgen: () => import("./commands/testgen.ts"),
  reduce: () => import("./commands/reduce.ts"),
  tool: () => import("./commands/tool.ts"),
  exec: () => import("./commands/exec.ts"),
  doctor: () => import("./commands/doctor.ts"),
  c: () => import("./commands/c.ts"),
};

async function main(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    const topic = rest[0];
    if (topic !== undefined && COMMANDS[topic] !== undefined) {
      printCommandHelp((await COMMANDS[topic]()).command);
    } else {
      await printGeneralHelp(COMMANDS, topic);
    }
    return EXIT_CODES.done.code;
  }
  if (name === "--version" || name === "version") {
    console.log(AGON_VERSION);
    return EXIT_CODES.done.code;
  }
  const load = COMMANDS[name];
  if (load === undefined) {
    const suggestion = nearest(name, Object.keys(COMMANDS));
    const meant = suggestion === undefined ? "" : `; did you mean '${suggestion}'?`;
    throw new UsageError(`unknown command '${name}'${meant} (see 'agon help')`);
  }
  const { command } = await load();
  // What follows '--' belongs to somebody else's command.
  const end = rest.indexOf("--");
  const own = end < 0 ? rest : rest.slice(0, end);
  if (own.includes("--help") || own.includes("-h")) {
    printCommandHelp(command);
    return EXIT_CODES.done.code;
  }
  return command.run(rest);
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
  // A full disk, missing rights: the kernel's own words name the call and the file.
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

// A reader that has seen enough (`agon table … | head`) is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT_CODES.done.code);
  throw error;
});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.exitCode = report(error);
  },
);
