import type { Command } from "./command.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { URLS_HELP } from "./help-urls.ts";

/** Prints what `agon help NAME` and `agon NAME --help` print. */
export function printCommandHelp(command: Command): void {
  console.log(`agon ${command.name}: ${command.summary}\n\n${command.usage.trim()}\n`);
  console.log(`Examples:\n${command.examples.map((example) => `  ${example}`).join("\n")}`);
}

/** Prints the list of commands, or one of the topics `exit-codes` and `urls`. */
export async function printGeneralHelp(
  commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>>,
  topic?: string,
): Promise<void> {
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
  for (const load of Object.values(commands)) {
    const { command } = await load();
    console.log(`  ${command.name.padEnd(10)} ${command.summary}`);
  }
  console.log(
    "\n'agon help COMMAND' explains one; 'agon help exit-codes' lists the exit codes, 'agon help urls' the addresses of the result pages.",
  );
}
