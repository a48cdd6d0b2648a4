import type { Command, CommandEntry } from "./command.ts";
import { COMMANDS } from "./command-table.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { URLS_HELP } from "./help-urls.ts";

/** Prints the text of `agon help NAME` and `agon NAME --help`. */
export function printCommandHelp(
  { name, summary }: CommandEntry,
  { usage, examples }: Command,
): void {
  console.log(`agon ${name}: ${summary}\n\n${usage.trim()}\n`);
  console.log(`Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`);
}

/** Prints the list of commands, or one of the topics `exit-codes` and `urls`. */
export function printGeneralHelp(topic: string | undefined): void {
  if (topic === "exit-codes") {
    for (const { code, meaning } of Object.values(EXIT_CODES)) {
      console.log(`${String(code).padStart(3)}  ${meaning}`);
    }
    return;
  }
  if (topic === "urls") {
    console.log(URLS_HELP);
    return;
  }
  console.log("agon: competitions on software verification\n\nCommands:");
  for (const { name, summary } of COMMANDS) console.log(`  ${name.padEnd(10)} ${summary}`);
  console.log(
    "\n'agon help COMMAND' explains one; 'agon help exit-codes' lists the exit codes, 'agon help urls' the addresses of the result pages.",
  );
}
