/**
 * The part of classic BPF (linux/filter.h) that filters of system calls need. A program reads
 * `struct seccomp_data` and returns an action.
 */
export interface Instruction {
  readonly code: number;
  /** Instructions to skip if the condition holds, and if not: 0 to 255. */
  readonly ifTrue: number;
  readonly ifFalse: number;
  readonly operand: number;
}

/** Operations: load a word, compare the accumulator with a constant, return a constant. */
export const OPERATION = {
  load: 0x20, // BPF_LD | BPF_W | BPF_ABS
  equals: 0x15, // BPF_JMP | BPF_JEQ | BPF_K
  atLeast: 0x35, // BPF_JMP | BPF_JGE | BPF_K
  hasAnyBit: 0x45, // BPF_JMP | BPF_JSET | BPF_K
  return: 0x06, // BPF_RET | BPF_K
} as const;

type Condition = "equals" | "atLeast" | "hasAnyBit";

/** Loads the 32-bit word at a byte offset into the accumulator. */
export function load(offset: number): Instruction {
  return { code: OPERATION.load, ifTrue: 0, ifFalse: 0, operand: offset };
}

/**
 * Continues with the next instruction if the condition holds, else `otherwise` instructions later.
 */
export function unlessSkip(condition: Condition, operand: number, otherwise: number): Instruction {
  return { code: OPERATION[condition], ifTrue: 0, ifFalse: otherwise, operand };
}

/** Ends the program with an action. */
export function give(action: number): Instruction {
  return { code: OPERATION.return, ifTrue: 0, ifFalse: 0, operand: action };
}

const INSTRUCTION_BYTES = 8;

/** The program as the kernel reads it: an array of `struct sock_filter`, little-endian. */
export function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = new Uint8Array(program.length * INSTRUCTION_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, { code, ifTrue, ifFalse, operand }] of program.entries()) {
    const at = index * INSTRUCTION_BYTES;
    view.setUint16(at, code, true);
    view.setUint8(at + 2, ifTrue);
    view.setUint8(at + 3, ifFalse);
    view.setUint32(at + 4, operand, true);
  }
  return bytes;
}
