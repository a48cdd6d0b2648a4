import { replaceDurably } from "../../ground/files/index.ts";

/** Writes to the file, as a whole or not at all, or to standard output. */
export function writeOutput(file: string | undefined, content: string | Uint8Array): void {
  if (file === undefined) process.stdout.write(content);
  else replaceDurably(file, content);
}
