/**
 * Marks assembly that only changes its outputs, and memory that pointers may reach. Edges after the
 * mark give each output any value: proofs that abstract from memory continue there
 * (passes/forget-memory.ts). Its effect is unknown, so that no other conclusion may be drawn.
 */
export const INLINE_ASSEMBLY = "inline assembly";
