/** Lowers lvalues and record-valued expressions to their place. */
import { defined } from "../../../ground/util/defined.ts";
import {
  type Expression as Ast,
  sizeOf,
  type UnaryExpression,
  type Variable,
} from "../../cfront/index.ts";

import type { Expression } from "../model/cfa.ts";
import { canFail } from "../model/expression-properties.ts";
import { addressOf, conditional, offsetBy } from "../model/expressions.ts";
import { NEEDS_EDGES } from "../model/graph.ts";
import { isVariableLengthArray } from "../model/value-types.ts";
import { lowerAssignment, lowerCompoundAssignment, lowerIncrement } from "./lower-assignment.ts";
import { lowerCall } from "./lower-call.ts";
import { initializeLocal } from "./lower-initializer.ts";
import { branchOnQuestion } from "./lower-logical.ts";
import { computedPlace } from "./lower-parts.ts";
import type { Lowering, Place } from "./lowering.ts";
import { addressOfObject } from "./object-address.ts";
import { copyInto } from "./record-copy.ts";
import { lowerVaArg } from "./variable-arguments.ts";

export function placeOf(lower: Lowering, expression: Ast): Place {
  const computed = computedPlace(lower, expression);
  if (computed !== undefined) return { address: computed };
  switch (expression.kind) {
    case "variable":
      return { address: addressOfVariable(lower, expression.variable) };
    case "function":
      if (lower.names.capturedBy(expression.symbol).length > 0) {
        const reason = "address of a nested function that uses variables of the enclosing one";
        const size = lower.pointer.bits / 8;
        const type = { kind: "pointer", target: expression.type, size } as const;
        return { address: lower.unsupported(reason, type) };
      }
      if (expression.symbol.isWeak === true && expression.symbol.definition === undefined) {
        const reason = "address of a weak function without a definition";
        const size = lower.pointer.bits / 8;
        const type = { kind: "pointer", target: expression.type, size } as const;
        return { address: lower.unsupported(reason, type) };
      }
      return { address: addressOf(lower.names.functionSymbol(expression.symbol), lower.pointer) };
    case "string":
      return { address: addressOf(lower.names.stringObject(expression), lower.pointer) };
    case "compound-literal":
      return { address: compoundLiteral(lower, expression.variable) };
    case "unary":
      if (expression.operator === "dereference")
        return { address: lower.value(expression.operand) };
      if (expression.operator === "real" || expression.operator === "imag") {
        return partPlace(lower, expression);
      }
      break;
    case "member": {
      const { field } = expression;
      const address = offsetBy(lower.place(expression.base).address, field.offset);
      if (field.bitWidth === undefined) return { address };
      return {
        address,
        bitField: {
          bitOffset: field.bitOffset ?? 0,
          bitWidth: field.bitWidth,
          ...defined({ location: field.location }),
        },
      };
    }
    case "assignment":
      return { address: lowerAssignment(lower, expression, true) };
    case "compound-assignment":
      return { address: lowerCompoundAssignment(lower, expression, true) };
    case "increment":
      return { address: lowerIncrement(lower, expression, true) };
    case "call":
      return { address: lowerCall(lower, expression, { isWanted: true }) };
    case "builtin":
      if (expression.name !== "va_arg") break;
      return { address: lowerVaArg(lower, expression) };
    case "comma":
      lower.discard(expression.left);
      return lower.place(expression.right);
    case "cast":
      return lower.place(expression.operand);
    case "conditional":
      return { address: conditionalRecord(lower, expression) };
    case "statement-expression": {
      const copy = newRecord(lower, expression);
      lower.block(expression.body, (last) => copyInto(lower, copy, last));
      return { address: copy };
    }
    default:
      break;
  }
  lower.unsupported(`the place of a ${expression.kind} expression`, expression.type);
  return { address: newRecord(lower, expression) };
}

/** `__real__ z` and `__imag__ z` of an object. */
function partPlace(lower: Lowering, { operator, operand }: UnaryExpression): Place {
  const place = lower.place(operand);
  if (operand.type.kind !== "complex" || operator === "real") return place;
  return { address: offsetBy(place.address, operand.type.element.size) };
}

function addressOfVariable(lower: Lowering, variable: Variable): Expression {
  if (isVariableLengthArray(variable.type)) {
    return { kind: "load", type: lower.pointer, address: addressOfObject(lower, variable) };
  }
  if (variable.isInMachineRegister === true) {
    lower.unsupported("a variable in a register of the machine", variable.type);
  }
  if (variable.isWeak === true && variable.isExternOnly) {
    lower.unsupported("a weak object without a definition", variable.type);
  }
  if (sizeOf(variable.type) === undefined) {
    lower.unsupported(`'${variable.name}' has an incomplete type`, variable.type);
  }
  return addressOfObject(lower, variable);
}

/** A compound literal is a new object with each evaluation of its block (C11 6.5.2.5p5). */
function compoundLiteral(lower: Lowering, variable: Variable): Expression {
  const address = addressOf(lower.names.objectOf(variable), lower.pointer);
  if (variable.storage === "local") {
    lower.graph.mutate();
    lower.names.declareInBlock(variable);
    initializeLocal(lower, variable);
  }
  return address;
}

function newRecord(lower: Lowering, expression: Ast): Expression {
  lower.graph.mutate();
  return addressOf(lower.names.newTemporary(expression.type), lower.pointer);
}

function conditionalRecord(
  lower: Lowering,
  expression: Ast & { readonly kind: "conditional" },
): Expression {
  const { condition, whenTrue, whenFalse } = expression;
  if (whenTrue === undefined) {
    lower.unsupported("record as a condition", expression.type);
    return newRecord(lower, expression);
  }
  const pure = lower.attempt(expression, () => {
    const test = lower.value(condition);
    const addresses = [whenTrue, whenFalse].map((part) => lower.place(part).address);
    const [a, b] = addresses as [Expression, Expression];
    if (canFail(a) || canFail(b)) throw NEEDS_EDGES;
    return conditional(test, a, b);
  });
  if (pure !== undefined) return pure;
  const copy = newRecord(lower, expression);
  branchOnQuestion(
    lower,
    expression,
    () => copyInto(lower, copy, whenTrue),
    () => copyInto(lower, copy, whenFalse),
  );
  return copy;
}
