import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { defined } from "../../../ground/util/defined.ts";
import type { LogDetails } from "../../explorer/index.ts";

/** Excerpt of an output on the page of a run: enough for the command and for the last messages. */
const HEAD_BYTES = 4096;
const TAIL_BYTES = 12288;

/**
 * Beginning and end of a file, at line ends; the whole file when it is short. Undefined when it is
 * missing.
 */
export function logExcerpt(file: string, path: string | undefined): LogDetails | undefined {
  if (!existsSync(file)) return undefined;
  const descriptor = openSync(file, "r");
  try {
    const bytes = fstatSync(descriptor).size;
    const link = defined({ path });
    if (bytes <= HEAD_BYTES + TAIL_BYTES) {
      return { ...link, excerpt: readText(descriptor, 0, bytes), bytes, omittedBytes: 0 };
    }
    const head = readText(descriptor, 0, HEAD_BYTES).replace(/[^\n]*$/, "");
    const tail = readText(descriptor, bytes - TAIL_BYTES, TAIL_BYTES).replace(/^[^\n]*\n/, "");
    const omittedBytes = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
    return { ...link, excerpt: `${head}\u2026\n${tail}`, bytes, omittedBytes };
  } finally {
    closeSync(descriptor);
  }
}

function readText(descriptor: number, position: number, length: number): string {
  const buffer = Buffer.alloc(length);
  const count = readSync(descriptor, buffer, 0, length, position);
  return buffer.toString("utf8", 0, count);
}
