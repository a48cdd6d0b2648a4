/**
 * A command of the `agon` program: one file under `commands/` exports one of these as `command`.
 * Its name and its line in the list of commands are in `command-table.ts`.
 */
export interface Command {
  /** Usage lines and option descriptions, as printed by `agon help NAME`. */
  readonly usage: string;
  /** Runnable command lines. */
  readonly examples: readonly string[];
  /**
   * Runs with the words after the command's name; resolves to the exit code.
   * @param commands - all commands, for those that print information about others
   */
  run(words: readonly string[], commands?: readonly CommandEntry[]): Promise<number>;
}

/** The facts about a command that are known before its module is loaded. */
export interface CommandEntry {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Loads the module with all its imports. */
  module(): Promise<{ readonly command: Command }>;
}

/** A wrong command line; the message is printed with the usage, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
