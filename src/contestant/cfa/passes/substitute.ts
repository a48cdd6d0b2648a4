/** Expressions and edges with loads replaced by what is known about them. */
import type {
  CallArgument,
  CfaEdge,
  Expression,
  LoadExpression,
  MemoryObject,
} from "../model/cfa.ts";
import { binary, cast, compare, complement, conditional, negate } from "../model/expressions.ts";
import type { Operation } from "../model/graph.ts";

/** The value of a load as far as it is known. */
export type Lookup = (load: LoadExpression) => Expression | undefined;
/** Replacements of objects; the others keep their names. */
export type Renaming = ReadonlyMap<MemoryObject, MemoryObject>;

const SAME_NAMES: Renaming = new Map();

/**
 * Returns the expression with every load replaced for which `lookup` returns a value, and
 * simplified where the result is the same in every state and every rounding mode. Operations that
 * may be undefined never disappear.
 *
 * @param renaming - objects with another name in the result, except in the results of `lookup`
 */
export function substitute(
  expression: Expression,
  lookup: Lookup,
  renaming: Renaming = SAME_NAMES,
): Expression {
  const inner = (operand: Expression): Expression => substitute(operand, lookup, renaming);
  switch (expression.kind) {
    case "integer":
    case "float":
      return expression;
    case "address": {
      const { target } = expression;
      const renamed = target.kind === "function" ? undefined : renaming.get(target);
      return renamed === undefined ? expression : { ...expression, target: renamed };
    }
    case "load": {
      const address = inner(expression.address);
      const load = address === expression.address ? expression : { ...expression, address };
      return lookup(load) ?? load;
    }
    case "unary": {
      const operand = inner(expression.operand);
      if (operand === expression.operand) return expression;
      const make = expression.operator === "negate" ? negate : complement;
      return make(operand, expression.range);
    }
    case "binary": {
      const { operator, type, left, right, range } = expression;
      const [newLeft, newRight] = [inner(left), inner(right)];
      if (newLeft === left && newRight === right) return expression;
      return binary(operator, type, newLeft, newRight, range);
    }
    case "compare": {
      const { operator, left, right } = expression;
      const [newLeft, newRight] = [inner(left), inner(right)];
      if (newLeft === left && newRight === right) return expression;
      return compare(operator, newLeft, newRight);
    }
    case "cast": {
      const { type } = expression;
      const operand = inner(expression.operand);
      if (operand === expression.operand) return expression;
      // Conversion to a floating type rounds in the mode that holds when it is executed.
      return type.kind === "float" ? { ...expression, operand } : cast(type, operand);
    }
    case "conditional": {
      const { condition, whenTrue, whenFalse } = expression;
      const [test, first, second] = [inner(condition), inner(whenTrue), inner(whenFalse)];
      if (test === condition && first === whenTrue && second === whenFalse) return expression;
      return conditional(test, first, second);
    }
  }
}

/** The edge's operation with {@link substitute} applied to everything it evaluates. */
export function substituteInEdge(
  edge: CfaEdge,
  lookup: Lookup,
  renaming: Renaming = SAME_NAMES,
): Operation {
  const inner = (expression: Expression): Expression => substitute(expression, lookup, renaming);
  const renamed = (object: MemoryObject): MemoryObject => renaming.get(object) ?? object;
  switch (edge.kind) {
    case "assume":
      return { ...edge, condition: inner(edge.condition) };
    case "assign":
      return { ...edge, address: inner(edge.address), value: inner(edge.value) };
    case "copy":
      return { ...edge, to: inner(edge.to), from: inner(edge.from) };
    case "clear":
      return { ...edge, address: inner(edge.address) };
    case "call": {
      const result = edge.result && { ...edge.result, address: inner(edge.result.address) };
      return {
        ...edge,
        callee: inner(edge.callee),
        arguments: edge.arguments.map((argument) => substituteInArgument(argument, inner)),
        result,
      };
    }
    case "return":
      return { ...edge, value: edge.value && substituteInArgument(edge.value, inner) };
    case "declare":
      return { ...edge, object: renamed(edge.object) };
    case "end-scope":
      return { ...edge, objects: edge.objects.map(renamed) };
    case "skip":
    case "unsupported":
      return edge;
  }
}

function substituteInArgument(
  argument: CallArgument,
  inner: (expression: Expression) => Expression,
): CallArgument {
  return argument.kind === "scalar"
    ? { ...argument, value: inner(argument.value) }
    : { ...argument, address: inner(argument.address) };
}
