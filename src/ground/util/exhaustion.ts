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

/** Ends work that is done again where the stack is larger. */
export class StackTooSmall extends Error {}

let canBeRepeated = false;

/** From now on, the end of the stack is no answer, since the work is done again with a larger one. */
export function repeatWithLargerStack(): void {
  canBeRepeated = true;
}

/**
 * Whether the call stack was too small for what was asked.
 * @throws StackTooSmall where that is no answer.
 */
export function isStackExhaustion(error: unknown): boolean {
  if (error instanceof StackTooSmall) throw error;
  const isOne = isEndOfStack(error);
  if (isOne && canBeRepeated) throw new StackTooSmall("the stack is too small");
  return isOne;
}

/**
 * The same as a mere question: for the interpreter, whose calls of C are calls of JavaScript. An execution that goes
 * too deep is an answer there, which a larger stack would only delay.
 */
export function isEndOfStack(error: unknown): boolean {
  return error instanceof RangeError && error.message === STACK_MESSAGE;
}

/** Whether there was not enough memory, or a string, map or number grew larger than V8 has them. */
export function isMemoryExhaustion(error: unknown): boolean {
  return error instanceof RangeError && MEMORY_MESSAGES.some((known) => known.test(error.message));
}
