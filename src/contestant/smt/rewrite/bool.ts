/**
 * Rewriting of Boolean terms. Disjunction is negated conjunction, as in
 * and-inverter graphs, and the rules look two levels deep (Brummayer,
 * Biere: Local two-level and-inverter graph minimization without blowup,
 * MEMICS 2006).
 */
import type { Term, TermTable } from "../term-table.ts";

export function not(t: TermTable, a: Term): Term {
  if (a.op === "not") return a.args[0] as Term;
  if (a.op === "constant") return a === t.true ? t.false : t.true;
  return t.make("not", 0, [a]);
}

export function or(t: TermTable, a: Term, b: Term): Term {
  return not(t, and(t, not(t, a), not(t, b)));
}

function areComplementary(a: Term, b: Term): boolean {
  return (a.op === "not" && a.args[0] === b) || (b.op === "not" && b.args[0] === a);
}

/** Number of conjuncts that are compared with a new one. */
const CONJUNCT_SEARCH = 12;

/** The relation of a conjunction to one more conjunct. */
type Membership = "contained" | "contradicted" | "unknown";

/** Looks for `literal` and its negation among the first conjuncts of `conjunction`. */
function membership(conjunction: Term, literal: Term): Membership {
  const stack = [conjunction];
  for (let i = 0; i < CONJUNCT_SEARCH; i++) {
    const term = stack.pop();
    if (term === undefined) break;
    if (term === literal || isImpliedDifference(term, literal)) return "contained";
    if (areComplementary(term, literal) || areDifferentValues(term, literal)) {
      return "contradicted";
    }
    // A conjunction older than the literal cannot contain it, but its negation or a rival value.
    if (term.op === "and") stack.push(term.args[0] as Term, term.args[1] as Term);
  }
  return "unknown";
}

/** Whether `fact` is x = 1 and `literal` is x ≠ 2, say. */
function isImpliedDifference(fact: Term, literal: Term): boolean {
  return literal.op === "not" && areDifferentValues(fact, literal.args[0] as Term);
}

/** Whether both are equations of one term with different constants. */
function areDifferentValues(a: Term, b: Term): boolean {
  if (a.op !== "eq" || b.op !== "eq") return false;
  const [left, x] = a.args as [Term, Term];
  const [right, y] = b.args as [Term, Term];
  return x === y && left !== right && left.op === "constant" && right.op === "constant";
}

export function and(t: TermTable, a: Term, b: Term): Term {
  if (a === b || b === t.true) return a;
  if (a === t.true) return b;
  if (a === t.false || b === t.false || areComplementary(a, b)) return t.false;
  return (
    andOfConjunctions(t, a, b) ??
    andOfConjunctions(t, b, a) ??
    andOfDisjunction(t, a, b) ??
    andOfDisjunction(t, b, a) ??
    t.make("and", 0, a.id < b.id ? [a, b] : [b, a])
  );
}

function andOfConjunctions(t: TermTable, a: Term, b: Term): Term | undefined {
  const found = membership(a, b);
  if (found === "contained") return a;
  if (found === "contradicted") return t.false;
  if (a.op !== "and" || b.op !== "and") return undefined;
  const [x, y] = b.args as [Term, Term];
  const first = membership(a, x);
  const second = membership(a, y);
  if (first === "contradicted" || second === "contradicted") return t.false;
  if (first === "contained") return second === "contained" ? a : and(t, a, y);
  return second === "contained" ? and(t, a, x) : undefined;
}

/** Rules for `a` and not (x and y): subsumption, substitution, resolution. */
function andOfDisjunction(t: TermTable, a: Term, b: Term): Term | undefined {
  if (b.op !== "not") return undefined;
  const inner = b.args[0] as Term;
  if (inner.op !== "and") return undefined;
  const [x, y] = inner.args as [Term, Term];
  const first = membership(a, x);
  if (first === "contradicted") return a;
  if (first === "contained") return and(t, a, not(t, y));
  const second = membership(a, y);
  if (second === "contradicted") return a;
  if (second === "contained") return and(t, a, not(t, x));
  if (a.op !== "not") return undefined;
  const other = a.args[0] as Term;
  if (other.op !== "and") return undefined;
  const [u, v] = other.args as [Term, Term];
  if (u === x && areComplementary(v, y)) return not(t, x);
  if (v === x && areComplementary(u, y)) return not(t, x);
  if (u === y && areComplementary(v, x)) return not(t, y);
  if (v === y && areComplementary(u, x)) return not(t, y);
  return undefined;
}

/** Equality of Bools. */
export function iff(t: TermTable, a: Term, b: Term): Term {
  if (a === b) return t.true;
  if (a.op === "constant") return a === t.true ? b : not(t, b);
  if (b.op === "constant") return b === t.true ? a : not(t, a);
  if (a.op === "not") return not(t, iff(t, a.args[0] as Term, b));
  if (b.op === "not") return not(t, iff(t, a, b.args[0] as Term));
  return t.make("eq", 0, a.id < b.id ? [a, b] : [b, a]);
}

/** Simplifies `a` where the literal `condition` holds; one level deep. */
export function under(t: TermTable, condition: Term, a: Term): Term {
  if (a === condition) return t.true;
  if (areComplementary(a, condition)) return t.false;
  if (a.op === "and") {
    const [x, y] = a.args as [Term, Term];
    if (x === condition) return y;
    if (y === condition) return x;
    if (areComplementary(x, condition) || areComplementary(y, condition)) return t.false;
  } else if (a.op === "not") {
    const inner = a.args[0] as Term;
    const simpler = inner.op === "not" ? inner : under(t, condition, inner);
    return simpler === inner ? a : not(t, simpler);
  } else if (a.op === "ite") {
    const [c, x, y] = a.args as [Term, Term, Term];
    if (c === condition) return x;
    if (areComplementary(c, condition)) return y;
  }
  return a;
}

/** If-then-else of Bools. */
export function iteBool(t: TermTable, condition: Term, then: Term, otherwise: Term): Term {
  if (condition.op === "constant") return condition === t.true ? then : otherwise;
  if (condition.op === "not") return iteBool(t, condition.args[0] as Term, otherwise, then);
  const a = under(t, condition, then);
  const negated = not(t, condition);
  const b = under(t, negated, otherwise);
  if (a === b) return a;
  if (a.op === "constant") return a === t.true ? or(t, condition, b) : and(t, negated, b);
  if (b.op === "constant") return b === t.true ? or(t, negated, a) : and(t, condition, a);
  if (areComplementary(a, b)) return iff(t, condition, a);
  if (a.op === "not" && b.op === "not") {
    return not(t, iteBool(t, condition, a.args[0] as Term, b.args[0] as Term));
  }
  return t.make("ite", 0, [condition, a, b]);
}
