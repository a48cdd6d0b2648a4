/** What can go wrong on an edge of a program: the vocabulary in which properties and engines meet. */
export type Check =
  /** Call of a function that the property forbids. */
  | "call"
  /** The exact result of a signed operation does not fit its type (C11 6.5p5), but for what is disputed. */
  | "overflow"
  /** Access outside of an object, or after its lifetime. */
  | "dereference"
  /** Free of something else than the start of a live block. */
  | "free"
  /** A block to which no pointer leads any more. */
  | "leak"
  /** A block that is left when the program ends. */
  | "unfreed"
  /** Two accesses of threads that nothing orders. */
  | "race"
  /** Threads that wait for each other. */
  | "deadlock"
  /** A condition that somebody claims does not hold. */
  | "assertion"
  /** A state that is passed again and again. */
  | "cycle"
  /** Undefined behaviour that no property speaks of. */
  | "undefined"
  /** Something without a model. */
  | "unsupported"
  /** An execution that was not followed to its end: bounds of loops and recursions. */
  | "unwinding"
  /** Undefined behaviour that was given any result: what is proved holds whichever it is. */
  | "unspecified";

/** What a check that fails means. */
export type Meaning =
  | "violation"
  /** The execution is of no interest from there on: no reason to withhold TRUE. */
  | "ends-execution"
  /** TRUE is withheld where the check may fail. */
  | "incomplete"
  | "ignored";

const UNDEFINED_BEHAVIOUR: ReadonlySet<Check> = new Set([
  "overflow",
  "dereference",
  "free",
  "undefined",
]);

/** Whether C leaves the execution undefined where the check fails, so that no counterexample should pass it. */
export function isUndefinedBehaviour({ check }: { readonly check: Check }): boolean {
  return UNDEFINED_BEHAVIOUR.has(check);
}
