import { EXIT_CODES } from "./exit-codes.ts";

/**
 * Calls `first` at the first Ctrl-C (or SIGTERM); the second ends the program
 * at once. The returned function stops listening.
 */
export function onInterrupt(first: () => void): () => void {
  let count = 0;
  const listener = (): void => {
    count++;
    if (count === 1) first();
    else process.exit(EXIT_CODES.interrupted.code);
  };
  process.on("SIGINT", listener);
  process.on("SIGTERM", listener);
  return () => {
    process.off("SIGINT", listener);
    process.off("SIGTERM", listener);
  };
}
