/** Lowers `&&`, `||`, `?:` and the conditions of statements. */

import { invariant } from "../../../ground/util/errors.ts";
import type {
  Expression as Ast,
  BinaryExpression,
  ConditionalExpression,
} from "../../cfront/index.ts";
import type { BranchKind, Expression } from "../model/cfa.ts";
import { canFail } from "../model/expression-properties.ts";
import { addressOf, conditional, constantTruth, integer, truthOf } from "../model/expressions.ts";
import { NEEDS_EDGES } from "../model/graph.ts";
import { INT, isBool, valueTypeOf } from "../model/value-types.ts";
import type { BranchTarget, Lowering } from "./lowering.ts";

/** The targets of a test, with the place of its branching waypoints in witnesses. */
export function branchTargets(
  lower: Lowering,
  kind: BranchKind,
  keyword: { readonly start: number; readonly end: number },
): readonly [whenTrue: BranchTarget, whenFalse: BranchTarget] {
  const target = (outcome: boolean): BranchTarget => ({
    node: lower.graph.newNode(),
    branch: { kind, keyword, outcome },
  });
  return [target(true), target(false)];
}

/** See {@link Lowering.condition}. A pure condition becomes one pair of assume edges. */
export function lowerCondition(
  lower: Lowering,
  expression: Ast,
  whenTrue: BranchTarget,
  whenFalse: BranchTarget,
): void {
  const bare = withoutTruthConversions(expression);
  if (bare.kind === "unary" && bare.operator === "not") {
    lowerCondition(lower, bare.operand, whenFalse, whenTrue);
    return;
  }
  if (bare.kind === "comma") {
    lower.discard(bare.left);
    lowerCondition(lower, bare.right, whenTrue, whenFalse);
    return;
  }
  const isLogical = bare.kind === "binary" && (bare.operator === "&&" || bare.operator === "||");
  const isConditional = bare.kind === "conditional" && bare.whenTrue !== undefined;
  if (isLogical || isConditional) {
    const pure = lower.attempt(bare, () => lower.value(bare));
    if (pure === undefined) {
      if (isLogical) logicalCondition(lower, bare, whenTrue, whenFalse);
      else if (isConditional) conditionalCondition(lower, bare, whenTrue, whenFalse);
      return;
    }
    assumePair(lower, pure, whenTrue, whenFalse);
    return;
  }
  assumePair(lower, lower.value(bare), whenTrue, whenFalse);
}

/** Strips conversions that keep zero zero and everything else not zero. */
function withoutTruthConversions(expression: Ast): Ast {
  let bare = expression;
  for (;;) {
    if (bare.kind === "cast" && keepsTruth(bare)) bare = bare.operand;
    else if (bare.kind === "binary" && bare.operator === "!=" && isZero(bare.right)) {
      bare = bare.left;
    } else return bare;
  }
}

function keepsTruth(expression: Ast & { readonly kind: "cast" }): boolean {
  if (isBool(expression.type)) return valueTypeOf(expression.operand.type) !== undefined;
  const to = valueTypeOf(expression.type);
  const from = valueTypeOf(expression.operand.type);
  return to?.kind === "int" && from?.kind === "int" && to.bits >= from.bits;
}

function isZero(expression: Ast): boolean {
  if (expression.kind === "cast" && keepsTruth(expression)) return isZero(expression.operand);
  return expression.kind === "integer" && expression.value === 0n;
}

function assumePair(
  lower: Lowering,
  condition: Expression,
  whenTrue: BranchTarget,
  whenFalse: BranchTarget,
): void {
  const known = constantTruth(condition);
  for (const [truth, target] of [
    [true, whenTrue],
    [false, whenFalse],
  ] as const) {
    if (known === !truth) continue;
    lower.graph.assume(condition, truth, target.branch, target.node);
  }
}

function logicalCondition(
  lower: Lowering,
  expression: BinaryExpression,
  whenTrue: BranchTarget,
  whenFalse: BranchTarget,
): void {
  const operands = operandsOfChain(expression);
  const last = operands.pop();
  invariant(last !== undefined, "a chain has operands");
  for (const operand of operands) {
    const next: BranchTarget = { node: lower.graph.newNode(), branch: undefined };
    if (expression.operator === "&&") lower.condition(operand, next, whenFalse);
    else lower.condition(operand, whenTrue, next);
    lower.graph.moveTo(next.node);
  }
  lower.condition(last, whenTrue, whenFalse);
}

/** Operands of nested `&&` or of nested `||`, left to right; the operators are associative. */
function operandsOfChain(expression: BinaryExpression): Ast[] {
  const operands: Ast[] = [];
  const stack: Ast[] = [expression];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (part.kind === "binary" && part.operator === expression.operator) {
      stack.push(part.right, part.left);
    } else operands.push(part);
  }
  return operands;
}

/** The value of `&&` or `||`, as `int`. */
export function lowerLogical(lower: Lowering, expression: BinaryExpression): Expression {
  const pure = lower.attempt(expression, () => pureLogical(lower, expression));
  if (pure !== undefined) return pure;
  const result = addressOf(lower.names.newTemporary(lower.types.int), lower.pointer);
  const targets = [1, 0].map((value) => ({
    value,
    target: { node: lower.graph.newNode(), branch: undefined },
  }));
  const [yes, no] = targets.map(({ target }) => target) as [BranchTarget, BranchTarget];
  logicalCondition(lower, expression, yes, no);
  const join = lower.graph.newNode();
  for (const { value, target } of targets) {
    lower.graph.moveTo(target.node);
    lower.graph.emit({ kind: "assign", address: result, value: integer(INT, value) }, join);
  }
  return { kind: "load", type: INT, address: result };
}

function pureLogical(lower: Lowering, expression: BinaryExpression): Expression {
  const values = operandsOfChain(expression).map((operand, index) => {
    const value = lower.value(operand);
    if (index > 0 && !lower.allowsGuardedFailure && canFail(value)) throw NEEDS_EDGES;
    return value;
  });
  const isAnd = expression.operator === "&&";
  // Balanced, so that long chains give shallow trees.
  const combine = (from: number, to: number): Expression => {
    if (to - from === 1) return values[from] as Expression;
    const middle = (from + to) >> 1;
    const left = combine(from, middle);
    const right = truthOf(combine(middle, to));
    return isAnd
      ? conditional(left, right, integer(INT, 0))
      : conditional(left, integer(INT, 1), right);
  };
  const result = truthOf(combine(0, values.length));
  // Other threads observe that an operand was read, although the result does not depend on it.
  const isUnused = result.kind === "integer" && values[0]?.kind !== "integer";
  if (isUnused && lower.names.hasThreads) throw NEEDS_EDGES;
  return result;
}

function conditionalCondition(
  lower: Lowering,
  expression: ConditionalExpression,
  whenTrue: BranchTarget,
  whenFalse: BranchTarget,
): void {
  const [yes, no] = branchTargets(lower, "conditional", expression.questionRange);
  lower.condition(expression.condition, yes, no);
  lower.graph.moveTo(yes.node);
  lower.condition(expression.whenTrue ?? expression.condition, whenTrue, whenFalse);
  lower.graph.moveTo(no.node);
  lower.condition(expression.whenFalse, whenTrue, whenFalse);
}

/** Branches on the condition of a `?:`, does one of the actions, and joins. */
export function branchOnQuestion(
  lower: Lowering,
  expression: ConditionalExpression,
  whenTrue: () => void,
  whenFalse: () => void,
): void {
  const [yes, no] = branchTargets(lower, "conditional", expression.questionRange);
  lower.condition(expression.condition, yes, no);
  const join = lower.graph.newNode();
  for (const [target, action] of [
    [yes, whenTrue],
    [no, whenFalse],
  ] as const) {
    lower.graph.moveTo(target.node);
    action();
    lower.graph.skipTo(join);
  }
}

/** The value of a scalar `?:`. */
export function lowerConditional(lower: Lowering, expression: ConditionalExpression): Expression {
  const { condition, whenTrue, whenFalse, type } = expression;
  const pure = lower.names.keepsBranches
    ? undefined
    : lower.attempt(expression, () => pureConditional(lower, expression));
  if (pure !== undefined) return pure;
  const result = addressOf(lower.names.newTemporary(type), lower.pointer);
  const store = (value: Expression): void => {
    lower.graph.emit({ kind: "assign", address: result, value });
  };
  if (whenTrue !== undefined) {
    branchOnQuestion(
      lower,
      expression,
      () => store(lower.value(whenTrue)),
      () => store(lower.value(whenFalse)),
    );
  } else {
    const test = lower.save(lower.value(condition));
    const [yes, no] = branchTargets(lower, "conditional", expression.questionRange);
    assumePair(lower, test, yes, no);
    const join = lower.graph.newNode();
    lower.graph.moveTo(yes.node);
    store(lower.convert(test, type));
    lower.graph.skipTo(join);
    lower.graph.moveTo(no.node);
    store(lower.value(whenFalse));
    lower.graph.skipTo(join);
  }
  const valueType = valueTypeOf(type);
  if (valueType === undefined) return lower.unsupported("a conditional of this type", type);
  return { kind: "load", type: valueType, address: result };
}

function pureConditional(lower: Lowering, expression: ConditionalExpression): Expression {
  const test = lower.value(expression.condition);
  const whenTrue =
    expression.whenTrue === undefined
      ? lower.convert(test, expression.type)
      : lower.value(expression.whenTrue);
  const whenFalse = lower.value(expression.whenFalse);
  if (!lower.allowsGuardedFailure && (canFail(whenTrue) || canFail(whenFalse))) {
    throw NEEDS_EDGES;
  }
  const result = conditional(test, whenTrue, whenFalse);
  const isUnused = result === whenTrue && test.kind !== "integer";
  if (isUnused && lower.names.hasThreads) throw NEEDS_EDGES;
  return result;
}

/** A `?:` of any type, for its effects. */
export function discardConditional(lower: Lowering, expression: ConditionalExpression): void {
  const { whenTrue, whenFalse } = expression;
  branchOnQuestion(
    lower,
    expression,
    () => {
      // The condition of `a ?: b` has been evaluated.
      if (whenTrue !== undefined) lower.discard(whenTrue);
    },
    () => lower.discard(whenFalse),
  );
}
