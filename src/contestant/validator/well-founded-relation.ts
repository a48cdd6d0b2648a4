/**
 * Transition invariants that no infinite run can satisfy: a relation between a visit and all
 * earlier ones that is a union of well-founded relations (Podelski, Rybalchenko: "Transition
 * invariants", 2004). C types have finitely many values, so that every strict decrease or increase
 * is well-founded.
 */
import { replaceAt } from "./at-expressions.ts";

/**
 * Whether every disjunct demands that the value of some expression is strictly less (or greater)
 * than it was: `x < \at(x, AnyPrev) || n - i < \at(n - i, AnyPrev)`. With `LastPrev`, which relates
 * only two consecutive visits, there must be one disjunct.
 */
export function isDisjunctivelyWellFounded(relation: string): boolean {
  const labels = labelsOf(relation);
  const disjuncts = partsOf(relation, "||");
  if (labels.size !== 1 || (labels.has("LastPrev") && disjuncts.length > 1)) return false;
  if (!labels.has("AnyPrev") && !labels.has("LastPrev")) return false;
  return disjuncts.every((disjunct) => partsOf(disjunct, "&&").some(isStrictChange));
}

/** A part of a lexicographic order. */
export interface OrderPart {
  readonly text: string;
  readonly grows: boolean;
  readonly limit?: bigint;
}

/** Returns the parts of an order that is transitive by its form; undefined when it is none. */
export function orderParts(relation: string): readonly OrderPart[] | undefined {
  if (!isTransitiveOrder(relation)) return undefined;
  return partsOf(relation, "||").flatMap((disjunct) => {
    const parts = partsOf(disjunct, "&&");
    const change = parts.find(isStrictChange);
    if (change === undefined) return [];
    const isLess = isFallingChange(change);
    const [left = "", right = ""] = topLevelSplit(change, isLess ? /</y : />/y);
    const isNowLeft = !left.includes("\\");
    const limit = parts.find((part) => isLimitOf(part, change));
    const [, bound] = limit === undefined ? [] : topLevelSplit(limit, />=|<=/y);
    return [
      {
        text: (isNowLeft ? left : right).trim(),
        grows: isLess !== isNowLeft,
        ...(bound === undefined ? {} : { limit: BigInt(bound.trim()) }),
      },
    ];
  });
}

/**
 * Returns the parts of a union of orders of one part, one of which holds between any two visits;
 * undefined for anything else.
 */
export function unionParts(relation: string): readonly OrderPart[] | undefined {
  if (![...labelsOf(relation)].every((label) => label === "AnyPrev")) return undefined;
  const parts = partsOf(relation, "||").map(orderParts);
  return parts.every((own) => own?.length === 1) ? parts.flatMap((own) => own ?? []) : undefined;
}

/**
 * Whether the relation is transitive by its form: then it holds between any two visits if it holds
 * between every visit and the next one. That is a strict order, or a lexicographic one `x < \at(x,
 * L) || (x == \at(x, L) && y < \at(y, L))`, perhaps with limits `\at(x, L) >= 0` beside the
 * changes.
 */
export function isTransitiveOrder(relation: string): boolean {
  const equal: string[] = [];
  for (const disjunct of partsOf(relation, "||")) {
    const parts = partsOf(disjunct, "&&");
    const [change] = parts.filter(isStrictChange);
    const limits = parts.filter((part) => change !== undefined && isLimitOf(part, change));
    const earlier = parts.filter((part) => part !== change && !limits.includes(part));
    if (change === undefined || earlier.map(plain).join() !== equal.join()) return false;
    equal.push(plain(topLevelSplit(change, /[<>]/y).join("==")));
  }
  return equal.length > 0;
}

/**
 * Whether every change has a limit at the earlier visit, so that it is well-founded on all
 * integers.
 */
export function isLimited(relation: string): boolean {
  return partsOf(relation, "||").every((disjunct) => {
    const parts = partsOf(disjunct, "&&");
    const change = parts.find(isStrictChange);
    return change !== undefined && parts.some((part) => isLimitOf(part, change));
  });
}

/** `\at(x, L) >= 0` beside `x < \at(x, L)`, or `\at(x, L) <= 9` beside `x > \at(x, L)`. */
function isLimitOf(part: string, change: string): boolean {
  const isFalling = isFallingChange(change);
  const [value, limit, ...others] = topLevelSplit(part, isFalling ? />=/y : /<=/y);
  const [, before, ...more] = topLevelSplit(change, isFalling ? /</y : />/y);
  if (value === undefined || limit === undefined || before === undefined) return false;
  if (others.length > 0 || more.length > 0 || !/^\s*-?\d+\s*$/.test(limit)) return false;
  return plain(value) === plain(before);
}

/** Whether the comparison of a change, outside of all parentheses, is `<`. */
function isFallingChange(change: string): boolean {
  return topLevelSplit(change, /</y).length === 2;
}

/** Returns the text outside of all parentheses: operators in them bind only there. */
function outside(text: string): string {
  let depth = 0;
  return [...text]
    .filter((character) => {
      if ("([".includes(character)) depth++;
      const isOutside = depth === 0;
      if (")]".includes(character)) depth--;
      return isOutside;
    })
    .join("");
}

function labelsOf(text: string): ReadonlySet<string> {
  const labels = new Set<string>();
  replaceAt(text, ({ label }) => {
    labels.add(label);
    return "";
  });
  return labels;
}

/** A strict comparison of an expression with itself at the other visit. */
function isStrictChange(conjunct: string): boolean {
  const [left, right, ...others] = topLevelSplit(conjunct, /[<>]/y);
  if (left === undefined || right === undefined || others.length > 0) return false;
  // Neither `<=` nor `<<`, nor an operator that binds weaker than a comparison.
  if (right.startsWith("=") || right.trim() === "" || left.trim() === "") return false;
  if (/[?=!&|^<]|(?<!-)>/.test(outside(withoutAt(left)) + outside(withoutAt(right)))) return false;
  return isSameEarlier(left, right) || isSameEarlier(right, left);
}

/** Whether `before` is `now` with all variable parts taken at the other visit. */
function isSameEarlier(now: string, before: string): boolean {
  if (now.includes("\\")) return false;
  const rest = withoutAt(before);
  // Literals are the same at all visits; names are not.
  if (/[A-Za-z_]\w*/.test(rest.replaceAll(/\b(0[xX][\da-fA-F]+|\d+)[uUlL]*\b/g, ""))) return false;
  const same = replaceAt(before, ({ text }) => `(${text})`);
  return same !== undefined && same !== "" && plain(same) === plain(now);
}

function withoutAt(text: string): string {
  return replaceAt(text, () => " ") ?? "\\";
}

/** Removes blanks, and parentheses around all of it or a single operand. */
function plain(text: string): string {
  let result = withoutOuterParentheses(text.replaceAll(/\s+/g, " ").trim());
  for (;;) {
    const next = result.replaceAll(/(?<![\w)])\s*\(\s*(\w+)\s*\)/g, "$1");
    if (next === result) return next.replaceAll(/\s*([^\w\s])\s*/g, "$1");
    result = next;
  }
}

function partsOf(text: string, operator: "||" | "&&"): readonly string[] {
  const inner = withoutOuterParentheses(text.trim());
  const parts = topLevelSplit(inner, operator === "||" ? /\|\|/y : /&&/y);
  if (parts.length === 1) return parts;
  return parts.flatMap((part) => partsOf(part, operator));
}

function withoutOuterParentheses(text: string): string {
  let result = text.trim();
  while (result.startsWith("(") && closes(result, result.length - 1)) {
    result = result.slice(1, -1).trim();
  }
  return result;
}

/** Whether the first parenthesis is closed at a position, and not before. */
function closes(text: string, end: number): boolean {
  let depth = 0;
  for (let at = 0; at <= end; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at === end;
  }
  return false;
}

/** Splits where an operator stands outside of all parentheses and brackets. */
function topLevelSplit(text: string, operator: RegExp): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if ("([".includes(character)) depth++;
    if (")]".includes(character)) depth--;
    if (depth > 0) continue;
    // An arrow is no comparison.
    if (character === ">" && text[at - 1] === "-") continue;
    operator.lastIndex = at;
    const match = operator.exec(text);
    if (match === null) continue;
    parts.push(text.slice(start, at));
    start = at + match[0].length;
    at = start - 1;
  }
  return [...parts, text.slice(start)];
}
