/**
 * A command of the `agon` program: one file under `commands/` exports one of these as `command`.
 * Its name and its line in the list of commands are in `command-table.ts`.
 */
export interface Command {
  /** Usage lines and option descriptions, as printed by `agon help NAME`. */
  readonly usage: string;
  /** Runnable command lines. */
  readonly examples: readonly string[];
  /** Runs with the words after the command's name; resolves to the exit code. */
  run(words: readonly string[]): Promise<number>;
}

/** A wrong command line; the message is printed with the usage, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
