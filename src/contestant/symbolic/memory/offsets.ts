/** The constant byte offsets that a symbolic offset can take. */

import { gcd } from "../../../ground/util/gcd.ts";
import type { Term } from "../../smt/index.ts";

/** Sets of more candidates than this are not enumerated. */
export const MAX_OFFSETS = 2048;
const MAX_LEAVES = 64;

/** The constants an ite-tree can evaluate to, or undefined when it has other leaves or too many. */
export function constantLeaves(term: Term): ReadonlySet<bigint> | undefined {
  const leaves = new Set<bigint>();
  const seen = new Set<Term>();
  const stack = [term];
  while (stack.length > 0) {
    const top = stack.pop() as Term;
    if (seen.has(top)) continue;
    seen.add(top);
    if (top.op === "constant") leaves.add(top.value);
    else if (top.op === "ite") stack.push(top.args[1] as Term, top.args[2] as Term);
    else return undefined;
    if (leaves.size > MAX_LEAVES || seen.size > 4 * MAX_LEAVES) return undefined;
  }
  return leaves;
}

export interface Congruence {
  readonly modulus: bigint;
  readonly residue: bigint;
}

/**
 * A modulus m and residue r with term ≡ r (mod m), derived from the linear shape of the term as long as it does not
 * wrap around; m = 0 means the constant r. Where it does wrap, the offset is outside every object, which the caller
 * checks anyway by comparing with each candidate.
 */
export function congruenceOf(term: Term): Congruence {
  return congruence(term, 0);
}

const ANY: Congruence = { modulus: 1n, residue: 0n };
const MAX_DEPTH = 16;
/**
 * Memo of results with the depth at which a term was reached: deeper terms are not analysed. Terms share their
 * subterms, so without it a term of several choices in sequence would be traversed along all of its paths.
 */
const known = new WeakMap<Term, { readonly depth: number; readonly found: Congruence }>();

function congruence(term: Term, depth: number): Congruence {
  if (depth > MAX_DEPTH) return ANY;
  const before = known.get(term);
  if (before !== undefined && before.depth <= depth) return before.found;
  const found = congruenceOfShape(term, depth);
  known.set(term, { depth, found });
  return found;
}

function congruenceOfShape(term: Term, depth: number): Congruence {
  switch (term.op) {
    case "constant":
      return { modulus: 0n, residue: BigInt.asIntN(term.width, term.value) };
    case "add": {
      let modulus = 0n;
      let residue = 0n;
      for (const argument of term.args) {
        const part = congruence(argument, depth + 1);
        modulus = gcd(modulus, part.modulus);
        if (modulus === 1n) return ANY;
        residue += part.residue;
      }
      return { modulus, residue };
    }
    case "mul": {
      let factor = 1n;
      let inner = { modulus: 0n, residue: 1n };
      for (const argument of term.args) {
        if (argument.op === "constant") factor *= BigInt.asIntN(term.width, argument.value);
        else {
          const part = congruence(argument, depth + 1);
          inner = inner.modulus === 0n && inner.residue === 1n ? part : ANY;
        }
      }
      const scale = factor < 0n ? -factor : factor;
      return { modulus: inner.modulus * scale, residue: inner.residue * factor };
    }
    case "concat": {
      const [high, low] = term.args as [Term, Term];
      if (low.op !== "constant") {
        const part = congruence(low, depth + 1);
        const modulus = gcd(part.modulus, 1n << BigInt(low.width));
        return { modulus, residue: part.residue };
      }
      const part = congruence(high, depth + 1);
      const scale = 1n << BigInt(low.width);
      return { modulus: part.modulus * scale, residue: part.residue * scale + low.value };
    }
    case "extract":
      return term.low === 0 ? powerOfTwoPart(term.args[0] as Term, term.width, depth) : ANY;
    case "zeroExtend":
    case "signExtend": {
      const inner = term.args[0] as Term;
      return powerOfTwoPart(inner, inner.width, depth);
    }
    case "ite": {
      const a = congruence(term.args[1] as Term, depth + 1);
      if (a.modulus === 1n) return ANY;
      const b = congruence(term.args[2] as Term, depth + 1);
      const difference = a.residue - b.residue;
      const modulus = gcd(gcd(a.modulus, b.modulus), difference);
      return { modulus, residue: a.residue };
    }
    default:
      return ANY;
  }
}

/** A narrower value may have wrapped around on purpose: only residues modulo powers of two survive. */
function powerOfTwoPart(term: Term, width: number, depth: number): Congruence {
  const { modulus, residue } = congruence(term, depth + 1);
  return { modulus: gcd(modulus, 1n << BigInt(width)), residue };
}

/**
 * Candidate offsets within `[0, last]` in ascending order, or undefined when there are more than {@link
 * MAX_OFFSETS}. Complete for every execution in which the offset is within the range *and* congruent; the caller
 * must treat all other values as out of bounds.
 */
export function candidateOffsets(offset: Term, last: number): readonly number[] | undefined {
  const leaves = constantLeaves(offset);
  if (leaves !== undefined) {
    return [...leaves]
      .filter((leaf) => leaf <= BigInt(last))
      .map(Number)
      .sort((a, b) => a - b);
  }
  const { modulus, residue } = congruenceOf(offset);
  const step = modulus === 0n ? 1n : modulus;
  let start = residue % step;
  if (start < 0n) start += step;
  const count = (BigInt(last) - start) / step + 1n;
  if (count > BigInt(MAX_OFFSETS)) return undefined;
  const result: number[] = [];
  for (let at = start; at <= BigInt(last); at += step) result.push(Number(at));
  return result;
}
