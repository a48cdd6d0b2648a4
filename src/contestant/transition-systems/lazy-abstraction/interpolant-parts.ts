/** The predicates of an interpolant. */
import type { Term } from "../../smt/index.ts";
import { atomsOf } from "../extraction/predicates.ts";

/** Number of conditions into which one interpolant is split; larger ones stay whole. */
const MAX_ATOMS = 12;

/** The conditions that an interpolant consists of. */
export function predicatesOf(term: Term): readonly Term[] {
  const atoms = [...atomsOf(term)];
  return atoms.length <= MAX_ATOMS ? atoms : [term];
}

export function withoutSign(term: Term): Term {
  return term.op === "not" ? (term.args[0] as Term) : term;
}
