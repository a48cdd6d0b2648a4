/** The checks on edges of a program: the common vocabulary of properties and engines. */
export type Check =
  /** Call of a function that the property forbids. */
  | "call"
  /**
   * The exact result of a signed operation does not fit its type (C11 6.5p5), except for disputed
   * cases.
   */
  | "overflow"
  /** Access outside of an object, or after its lifetime. */
  | "dereference"
  /** Free of another pointer than the start of a live block. */
  | "free"
  /** A block to which no pointer leads any more. */
  | "leak"
  /** A block that is not freed when the program ends. */
  | "unfreed"
  /** Two unordered accesses of threads. */
  | "race"
  /** Threads that wait for each other. */
  | "deadlock"
  /** A claimed condition does not hold. */
  | "assertion"
  /** A state that is repeated infinitely often. */
  | "cycle"
  /** Undefined behaviour that no property concerns. */
  | "undefined"
  /** An operation without a model. */
  | "unsupported"
  /** An execution that was not followed to its end: bounds of loops and recursions. */
  | "unwinding"
  /** Undefined behaviour that was given any result: proofs hold for every one. */
  | "unspecified";

/** The meaning of a failed check. */
export type Meaning =
  | "violation"
  /** The execution is irrelevant from there on: no reason to withhold TRUE. */
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
