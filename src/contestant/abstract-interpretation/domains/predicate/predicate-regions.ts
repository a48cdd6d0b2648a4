/** Sets of states as Boolean functions of predicates (Graf, Saïdi, CAV 1997), with their terms. */
import type { Term, TermManager } from "../../../smt/index.ts";
import { ALWAYS, DecisionDiagrams, type Diagram, NEVER } from "./decision-diagrams.ts";

/** A region with more clauses is given as one condition. */
const MAX_CLAUSES = 64;

export class PredicateRegions {
  readonly #manager: TermManager;
  readonly diagrams: DecisionDiagrams = new DecisionDiagrams();
  /** Predicates by their variable in diagrams. */
  readonly #predicates: Term[] = [];
  readonly #variables = new Map<Term, number>();
  readonly #terms = new Map<Diagram, Term>();

  constructor(manager: TermManager) {
    this.#manager = manager;
    this.#terms.set(ALWAYS, manager.true).set(NEVER, manager.false);
  }

  literal(predicate: Term, value: boolean): Diagram {
    let variable = this.#variables.get(predicate);
    if (variable === undefined) {
      variable = this.#predicates.push(predicate) - 1;
      this.#variables.set(predicate, variable);
    }
    return this.diagrams.literal(variable, value);
  }

  /** The states of a region, as a condition. */
  termOf(region: Diagram): Term {
    const known = this.#terms.get(region);
    if (known !== undefined) return known;
    const { diagrams } = this;
    const term = this.#manager.ite(
      this.#predicates[diagrams.variableOf(region)] as Term,
      this.termOf(diagrams.high(region)),
      this.termOf(diagrams.low(region)),
    );
    this.#terms.set(region, term);
    return term;
  }

  /** The projection of a region to some of the predicates. */
  saidOf(region: Diagram, isSaid: (predicate: Term) => boolean): Diagram {
    return this.diagrams.without(region, (variable) => !isSaid(this.#predicates[variable] as Term));
  }

  /**
   * The region as a conjunction of disjunctions.
   * @param isSaid - whether a predicate is kept; the others are projected out
   */
  clausesOf(region: Diagram, isSaid: (predicate: Term) => boolean): readonly (readonly Term[])[] {
    const said = this.saidOf(region, isSaid);
    const clauses = this.diagrams.clauses(said, MAX_CLAUSES);
    if (clauses === undefined) return [[this.termOf(said)]];
    return clauses.map((clause) =>
      clause.map(({ variable, value }) => {
        const predicate = this.#predicates[variable] as Term;
        return value ? predicate : this.#manager.not(predicate);
      }),
    );
  }
}
