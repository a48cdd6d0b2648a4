/**
 * Lattices of abstract values (Cousot, Cousot: "Abstract interpretation: a unified lattice model for static
 * analysis of programs", POPL 1977).
 */

/**
 * The order, joins and widenings of a domain. Elements are immutable; elements with the same meaning need not be
 * one object: `leq` both ways is equality of meaning. `test/laws` tests every domain that it lists.
 */
export interface Lattice<D> {
  /** Whether every concrete value of `a` is one of `b`. May err on the side of false, except for equal elements. */
  leq(a: D, b: D): boolean;
  /** An upper bound, the least one where the domain has it. */
  join(a: D, b: D): D;
  /** An upper bound; in every chain of widenings by growing elements only finitely many differ. */
  widen(before: D, grown: D): D;
  isBottom(element: D): boolean;
  /**
   * For readers, and as a key: equal texts for the same element, different ones for elements of different meaning.
   */
  show(element: D): string;
}
