/**
 * Our own system headers: declarations and macros with the types that glibc
 * gives them on x86, so that programs may declare the functions once more. What
 * glibc shows only under `_GNU_SOURCE` is shown only then.
 */
import { ANNOTATION_HEADERS } from "./annotations.ts";
import { INPUT_OUTPUT_HEADERS } from "./input-output.ts";
import { LIBRARY_HEADERS } from "./library.ts";
import { MATHEMATICS_HEADERS } from "./mathematics.ts";
import { SYSTEM_HEADERS } from "./system.ts";
import { THREAD_HEADERS } from "./threads.ts";
import { TYPE_HEADERS } from "./types.ts";

/** Texts by the name between the angle brackets. */
export const HEADERS: ReadonlyMap<string, string> = new Map([
  ...TYPE_HEADERS,
  ...LIBRARY_HEADERS,
  ...INPUT_OUTPUT_HEADERS,
  ...MATHEMATICS_HEADERS,
  ...SYSTEM_HEADERS,
  ...THREAD_HEADERS,
  ...ANNOTATION_HEADERS,
]);
