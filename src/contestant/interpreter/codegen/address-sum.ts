import type { Expression } from "../../cfa/index.ts";

/**
 * Addresses as C programs form them: a base, plus a constant, plus terms. When
 * the base is a named object, the access is checked against that object's
 * bounds, else against the shadow of the address space.
 */
export interface Sum {
  readonly base: Expression;
  /** Signed, of pointer width. */
  readonly constant: bigint;
  readonly terms: readonly Expression[];
  /** The expression of the sum. */
  readonly whole: Expression;
}

export function addressSum(address: Expression, pointerBits: number): Sum {
  let base = address;
  let constant = 0n;
  const terms: Expression[] = [];
  for (;;) {
    if (
      base.kind === "cast" &&
      base.type.kind === "pointer" &&
      base.operand.type.kind === "pointer"
    ) {
      base = base.operand;
    } else if (
      base.kind === "binary" &&
      base.operator === "add" &&
      base.type.kind === "pointer" &&
      base.left.type.kind === "pointer"
    ) {
      if (base.right.kind === "integer") constant += base.right.value;
      else terms.push(base.right);
      base = base.left;
    } else {
      return { base, constant: BigInt.asIntN(pointerBits, constant), terms, whole: address };
    }
  }
}
