/**
 * Distinguishes errors that mean exhaustion of the machine from faults of Agon. V8 throws
 * RangeErrors when the stack or memory is exhausted, and the language throws them for invalid
 * numbers (`"x".repeat(-1)`): only the message distinguishes them.
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

/** Aborts work that will be repeated with a larger stack. */
export class StackTooSmall extends Error {}

let canBeRepeated = false;

/**
 * From now on, stack exhaustion throws {@link StackTooSmall}, since the work is repeated with a
 * larger stack.
 */
export function repeatWithLargerStack(): void {
  canBeRepeated = true;
}

/**
 * Whether the call stack was too small for the work.
 * @throws StackTooSmall after {@link repeatWithLargerStack}.
 */
export function isStackExhaustion(error: unknown): boolean {
  if (error instanceof StackTooSmall) throw error;
  const isOne = isEndOfStack(error);
  if (isOne && canBeRepeated) throw new StackTooSmall("the stack is too small");
  return isOne;
}

/**
 * As {@link isStackExhaustion}, without throwing: for the interpreter, whose calls of C are calls of JavaScript. There
 * an execution that recurses too deeply is an answer, which a larger stack would only delay.
 */
export function isEndOfStack(error: unknown): boolean {
  return error instanceof RangeError && error.message === STACK_MESSAGE;
}

/** Whether memory was insufficient, or a string, map or number exceeded V8's limits. */
export function isMemoryExhaustion(error: unknown): boolean {
  return error instanceof RangeError && MEMORY_MESSAGES.some((known) => known.test(error.message));
}
