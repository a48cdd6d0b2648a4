/**
 * Marks assembly that changes nothing but its outputs, and memory that pointers may lead to. Edges behind the mark give each
 * output any value: proofs that forget memory go on there (passes/forget-memory.ts). What it does is not known, so
 * that nothing else may be concluded.
 */
export const INLINE_ASSEMBLY = "inline assembly";
