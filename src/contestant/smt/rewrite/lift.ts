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

/** Maximal number of visited pairs of nodes for lifting a predicate, and another operator. */
const PREDICATE_VISIT_LIMIT = 512;
const VISIT_LIMIT = 96;
/** Maximal number of pairs of leaves of two trees for an operator that makes new constants. */
const PAIR_LIMIT = 16;
/** Maximal number of pairs of leaves for a predicate, whose results are true and false. */
const PREDICATE_PAIR_LIMIT = 1024;

export interface Lifting {
  /** Names the operation in the memo; must determine `fold`. */
  readonly key: string;
  readonly fold: (t: TermTable, a: Term, b: Term) => Term;
  readonly ite: (t: TermTable, condition: Term, a: Term, b: Term) => Term;
  readonly isPredicate: boolean;
  /**
   * Whether different constants beside one tree give few different results, so that the memo bounds
   * the work for all of them: this holds for equality, as the constants must be among the leaves.
   */
  readonly isUnlimited?: boolean;
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
  if (known !== undefined) return known ?? undefined;
  const result = uniformResult(t, lifting, left, right) ?? push(t, lifting, memo, a, b);
  // Failures are remembered, too: the attempt is not cheap.
  memo.set(keyOf(a, b), result ?? null);
  return result;
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

/** Results by pair of operands; null where lifting was given up. */
type Memo = Map<number, Term | null>;

function push(t: TermTable, lifting: Lifting, memo: Memo, a: Term, b: Term): Term | undefined {
  const isSingleTree = a.op === "constant" || b.op === "constant";
  let visits = lifting.isPredicate ? PREDICATE_VISIT_LIMIT : VISIT_LIMIT;
  if (isSingleTree && lifting.isUnlimited === true) visits = Number.POSITIVE_INFINITY;
  const stack: [Term, Term][] = [[a, b]];
  for (let pair = stack.at(-1); pair !== undefined; pair = stack.at(-1)) {
    const [x, y] = pair;
    const condition = youngerCondition(x, y);
    const [x1, y1] = [branch(x, condition, 1), branch(y, condition, 1)];
    const [x2, y2] = [branch(x, condition, 2), branch(y, condition, 2)];
    const then = leafOrKnown(t, lifting, memo, x1, y1);
    const otherwise = leafOrKnown(t, lifting, memo, x2, y2);
    if (then === null || otherwise === null) return undefined;
    if (then === undefined) stack.push([x1, y1]);
    if (otherwise === undefined) stack.push([x2, y2]);
    if (then !== undefined && otherwise !== undefined) {
      memo.set(keyOf(x, y), lifting.ite(t, condition, then, otherwise));
      stack.pop();
    } else if (visits-- <= 0) {
      return undefined;
    }
  }
  return memo.get(keyOf(a, b)) ?? undefined;
}

function leafOrKnown(
  t: TermTable,
  lifting: Lifting,
  memo: Memo,
  a: Term,
  b: Term,
): Term | null | undefined {
  if (a.op === "constant" && b.op === "constant") return lifting.fold(t, a, b);
  return memo.get(keyOf(a, b));
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

function memoOf(t: TermTable, key: string): Memo {
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
