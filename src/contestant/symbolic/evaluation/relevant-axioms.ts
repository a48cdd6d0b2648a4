/**
 * The axioms that a question depends on: those of which it mentions every variable. Fewer assumptions prove less,
 * so that a proof from them is one from all; and what was read of memory that the question does not mention is not
 * what makes it true.
 */
import { type Term, variablesIn } from "../../smt/index.ts";

export class RelevantAxioms {
  readonly #axioms: readonly Term[];
  /** The variables of the axioms that were looked at. */
  readonly #variables: ReadonlySet<Term>[] = [];

  /** @param axioms - may grow */
  constructor(axioms: readonly Term[]) {
    this.#axioms = axioms;
  }

  of(terms: readonly Term[]): Term[] {
    const known = variablesIn(...terms);
    return this.#axioms.filter((axiom, index) => {
      let own = this.#variables[index];
      if (own === undefined) {
        own = variablesIn(axiom);
        this.#variables[index] = own;
      }
      for (const variable of own) if (!known.has(variable)) return false;
      return true;
    });
  }
}
