/**
 * Selects the axioms that a question depends on: those all of whose variables it mentions. Fewer assumptions prove
 * less, so a proof from them is a proof from all; and values read from memory that the question does not mention do
 * not make it true.
 */
import { type Term, variablesIn } from "../../smt/index.ts";

export class RelevantAxioms {
  readonly #axioms: readonly Term[];
  /** The variables of the axioms seen so far. */
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
