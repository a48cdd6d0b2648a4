import { replaceDurably } from "../../ground/files/index.ts";
import { encodeSource } from "../../ground/util/source-bytes.ts";

/** Writes to the file, atomically, or to standard output. */
export function writeOutput(file: string | undefined, content: string | Uint8Array): void {
  if (file === undefined)
    process.stdout.write(typeof content === "string" ? encodeSource(content) : content);
  else replaceDurably(file, content);
}
