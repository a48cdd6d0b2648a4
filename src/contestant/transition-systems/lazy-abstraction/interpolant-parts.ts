/** What predicates an interpolant gives. */
import type { Term } from "../../smt/index.ts";
import { atomsOf } from "../extraction/predicates.ts";

/** Conditions that one interpolant is taken apart into; larger ones stay whole. */
const MAX_ATOMS = 12;

/** The conditions that an interpolant consists of. */
export function predicatesOf(term: Term): readonly Term[] {
  const atoms = [...atomsOf(term)];
  return atoms.length <= MAX_ATOMS ? atoms : [term];
}

export function withoutSign(term: Term): Term {
  return term.op === "not" ? (term.args[0] as Term) : term;
}
