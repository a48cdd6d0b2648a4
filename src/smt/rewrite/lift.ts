/**
 * Lifting of operators over ite-trees with constant leaves: the operator is
 * applied to the leaves and disappears, so that eq(ite(c, 1, 2), 3) is
 * false and add(ite(c, 1, 2), 1) is ite(c, 2, 3). Programs with explicit
 * states (flags, program counters, enumerations) become Boolean formulas
 * this way. Two trees are combined as decision diagrams are, splitting on
 * the younger condition first.
 */
import type { Term, TermTable } from "../term-table.ts";
import { MAX_LEAVES } from "../term-table.ts";

/** Pairs of nodes that one lifting may visit. */
const VISIT_LIMIT = 96;
/** Pairs of leaves of two trees for an operator that makes new constants. */
const PAIR_LIMIT = 16;
/** Pairs of leaves for a predicate, whose leaves are true and false. */
const PREDICATE_PAIR_LIMIT = 1024;

export interface Lifting {
  /** Names the operation in the memo; must determine `fold`. */
  readonly key: string;
  readonly fold: (t: TermTable, a: Term, b: Term) => Term;
  readonly ite: (t: TermTable, condition: Term, a: Term, b: Term) => Term;
  readonly isPredicate: boolean;
}

/**
 * The lifted operator, or undefined when an operand is not a tree of
 * constants or the result would be large.
 */
export function lift(t: TermTable, lifting: Lifting, a: Term, b: Term): Term | undefined {
  if (a.op !== "constant" && a.op !== "ite") return undefined;
  const left = a.leaves;
  if (left === undefined) return undefined;
  const right = b.leaves;
  if (right === undefined) return undefined;
  if (left.length === 1 && right.length === 1) return lifting.fold(t, a, b);
  const pairs = left.length * right.length;
  const isSingleTree = left.length === 1 || right.length === 1;
  if (
    pairs > (lifting.isPredicate ? PREDICATE_PAIR_LIMIT : isSingleTree ? MAX_LEAVES : PAIR_LIMIT)
  ) {
    return undefined;
  }
  const memo = memoOf(t, lifting.key);
  const known = memo.get(keyOf(a, b));
  if (known !== undefined) return known;
  const uniform = uniformResult(t, lifting, left, right);
  if (uniform !== undefined) return uniform;
  const budget = { visits: VISIT_LIMIT };
  return push(t, lifting, memo, a, b, budget);
}

function uniformResult(
  t: TermTable,
  lifting: Lifting,
  left: readonly Term[],
  right: readonly Term[],
): Term | undefined {
  let result: Term | undefined;
  for (const x of left) {
    for (const y of right) {
      const value = lifting.fold(t, x, y);
      if (result !== undefined && value !== result) return undefined;
      result = value;
    }
  }
  return result;
}

/** Recursion is bounded by the budget, which every level spends. */
function push(
  t: TermTable,
  lifting: Lifting,
  memo: Map<number, Term>,
  a: Term,
  b: Term,
  budget: { visits: number },
): Term | undefined {
  if (a.op === "constant" && b.op === "constant") return lifting.fold(t, a, b);
  const key = keyOf(a, b);
  const known = memo.get(key);
  if (known !== undefined) return known;
  if (budget.visits-- <= 0) return undefined;
  const condition = youngerCondition(a, b);
  const then = push(t, lifting, memo, branch(a, condition, 1), branch(b, condition, 1), budget);
  if (then === undefined) return undefined;
  const otherwise = push(
    t,
    lifting,
    memo,
    branch(a, condition, 2),
    branch(b, condition, 2),
    budget,
  );
  if (otherwise === undefined) return undefined;
  const result = lifting.ite(t, condition, then, otherwise);
  memo.set(key, result);
  return result;
}

function youngerCondition(a: Term, b: Term): Term {
  const first = a.args[0];
  const second = b.args[0];
  if (first === undefined) return second as Term;
  return second === undefined || first.id > second.id ? first : second;
}

function branch(tree: Term, condition: Term, index: 1 | 2): Term {
  return tree.args[0] === condition ? (tree.args[index] as Term) : tree;
}

function memoOf(t: TermTable, key: string): Map<number, Term> {
  let memo = t.lifted.get(key);
  if (memo === undefined) {
    memo = new Map();
    t.lifted.set(key, memo);
  }
  return memo;
}

/** Exact while ids stay below 2^26, more terms than fit into memory. */
function keyOf(a: Term, b: Term): number {
  return a.id * 0x4000000 + b.id;
}
