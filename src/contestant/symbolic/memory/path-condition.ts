/**
 * Path conditions as persistent lists of literals, newest first. Two paths
 * that split at a branch share the list up to the branch, which makes the
 * merge of the two arms of an `if` exact and free: their conditions cancel.
 */
import type { Term, TermManager } from "../../smt/index.ts";

export interface PathCondition {
  readonly parent: PathCondition | undefined;
  readonly literal: Term;
  readonly depth: number;
  /** The conjunction of all literals. */
  readonly term: Term;
  /** Whether the literal has decided a later condition, so that the path does not state it again. */
  hasDecided: boolean;
}

/** Number of literals that are searched; for longer paths this only loses a simplification. */
const LOOK_BACK = 256;

export function rootPath(manager: TermManager): PathCondition {
  return {
    parent: undefined,
    literal: manager.true,
    depth: 0,
    term: manager.true,
    hasDecided: false,
  };
}

/** The path restricted by one more literal; literals that are `true` leave it unchanged. */
export function extendPath(
  manager: TermManager,
  path: PathCondition,
  literal: Term,
): PathCondition {
  if (literal === manager.true) return path;
  return {
    parent: path,
    literal,
    depth: path.depth + 1,
    term: manager.and(path.term, literal),
    hasDecided: false,
  };
}

/** The value of a condition if the path contains it, or its negation, literally. */
export function decidedBy(
  manager: TermManager,
  path: PathCondition,
  condition: Term,
): boolean | undefined {
  if (condition === manager.true) return true;
  if (condition === manager.false) return false;
  const negated = manager.not(condition);
  let node: PathCondition | undefined = path;
  for (let i = 0; node !== undefined && i < LOOK_BACK; i++) {
    if (node.literal === condition || node.literal === negated) {
      node.hasDecided = true;
      return node.literal === condition;
    }
    node = node.parent;
  }
  return undefined;
}

function ancestorAt(path: PathCondition, depth: number): PathCondition {
  let node = path;
  while (node.depth > depth) node = node.parent as PathCondition;
  return node;
}

function literalsAbove(path: PathCondition, ancestor: PathCondition): Term[] {
  const literals: Term[] = [];
  for (let node = path; node !== ancestor; node = node.parent as PathCondition) {
    literals.push(node.literal);
  }
  return literals.reverse();
}

/**
 * Joins two disjoint paths.
 * @returns the disjunction, and a term that distinguishes the first path from the second wherever the disjunction
 *   holds.
 */
export function joinPaths(
  manager: TermManager,
  first: PathCondition,
  second: PathCondition,
): { readonly path: PathCondition; readonly selector: Term } {
  const depth = Math.min(first.depth, second.depth);
  let a = ancestorAt(first, depth);
  let b = ancestorAt(second, depth);
  while (a !== b) {
    a = a.parent as PathCondition;
    b = b.parent as PathCondition;
  }
  const firstLiterals = literalsAbove(first, a);
  const secondLiterals = literalsAbove(second, a);
  const lead = firstLiterals[0];
  const other = secondLiterals[0];
  const opposed = lead !== undefined && other !== undefined && manager.not(lead) === other;
  const firstTerm = manager.and(...firstLiterals);
  const secondTerm = manager.and(...secondLiterals);
  const selector = opposed ? lead : lead === undefined ? manager.not(secondTerm) : firstTerm;
  return { path: extendPath(manager, a, manager.or(firstTerm, secondTerm)), selector };
}
