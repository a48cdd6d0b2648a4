/**
 * What a thrown error says of the machine rather than of Agon. V8 throws RangeErrors
 * for a stack and for memory that come to their ends, and the language throws them for wrong
 * numbers (`"x".repeat(-1)`): only the message tells them apart.
 */

/** Messages of V8 (messages with `kStackOverflow`): the same in Node and in Chromium. */
const STACK_MESSAGE = "Maximum call stack size exceeded";

const MEMORY_MESSAGES = [
  /^Array buffer allocation failed$/,
  /^Invalid string length$/,
  /^(Map|Set) maximum size exceeded$/,
  /^Maximum BigInt size exceeded$/,
  /^WebAssembly\.(Memory|Memory\.grow|Instance)\(\): .*\b(memory|allocate)\b/,
];

/** Whether the call stack was too small for what was asked. */
export function isStackExhaustion(error: unknown): boolean {
  return error instanceof RangeError && error.message === STACK_MESSAGE;
}

/** Whether there was not enough memory, or a string, map or number grew larger than V8 has them. */
export function isMemoryExhaustion(error: unknown): boolean {
  return error instanceof RangeError && MEMORY_MESSAGES.some((known) => known.test(error.message));
}
