/** The semantics of expressions: their operations, operands before operators, left before right. */

import { unreachableKind } from "../../ground/util/unreachable-kind.ts";
import type {
  ArithmeticExpression,
  CastExpression,
  ComparisonExpression,
  Expression,
  FloatValueType,
  UnaryExpression,
} from "../cfa/index.ts";
import type { Binary, Carriers, Evaluation, Unary, ValueAlgebra } from "./algebra.ts";
import { conversionHazards, integerHazards, negationHazards } from "./hazards.ts";

/** Expressions compiled to closures of an algebra, each once. */
export class ExpressionSemantics<C extends Carriers> {
  readonly #values: ValueAlgebra<C>;
  readonly #compiled = new Map<Expression, Evaluation<C>>();
  readonly #tests = new Map<Expression, Evaluation<C, C["truth"]>>();

  constructor(values: ValueAlgebra<C>) {
    this.#values = values;
  }

  evaluate(expression: Expression, state: C["state"], frame: C["frame"]): C["value"] {
    return this.compile(expression)(state, frame);
  }

  /** Compiles the value of an expression. */
  compile(expression: Expression): Evaluation<C> {
    let evaluation = this.#compiled.get(expression);
    if (evaluation === undefined) {
      evaluation = this.#compile(expression);
      this.#compiled.set(expression, evaluation);
    }
    return evaluation;
  }

  /** Compiles the test whether a scalar is not zero. */
  compileTest(condition: Expression): Evaluation<C, C["truth"]> {
    let test = this.#tests.get(condition);
    if (test === undefined) {
      test =
        condition.kind === "compare"
          ? this.#comparison(condition)
          : applied(this.#values.isNonzero(condition.type), this.compile(condition));
      this.#tests.set(condition, test);
    }
    return test;
  }

  #compile(expression: Expression): Evaluation<C> {
    const values = this.#values;
    switch (expression.kind) {
      case "integer": {
        const value = values.integer(expression);
        return () => value;
      }
      case "float": {
        const value = values.float(expression);
        return () => value;
      }
      case "address": {
        const { target } = expression;
        if (target.kind !== "function") return values.objectAddress(target);
        const value = values.functionAddress(target);
        return () => value;
      }
      case "load":
        return values.load(expression, this.compile(expression.address));
      case "unary":
        return applied(this.#unary(expression), this.compile(expression.operand));
      case "binary":
        return combined(
          this.#arithmetic(expression),
          this.compile(expression.left),
          this.compile(expression.right),
        );
      case "compare": {
        const test = this.#comparison(expression);
        const number = values.ofTruth(expression.type);
        return (state, frame) => number(state, test(state, frame));
      }
      case "cast": {
        const operand = this.compile(expression.operand);
        const conversion = this.#conversion(expression);
        return conversion === undefined ? operand : applied(conversion, operand);
      }
      case "conditional":
        return values.choose(
          expression.type,
          this.compileTest(expression.condition),
          this.compile(expression.whenTrue),
          this.compile(expression.whenFalse),
        );
      default:
        return unreachableKind(expression);
    }
  }

  #unary({ operator, type }: UnaryExpression): Unary<C> {
    const values = this.#values;
    switch (operator) {
      case "negate":
        if (type.kind === "float") return values.negateFloat(type);
        if (type.kind === "int") return values.negate(type, negationHazards(type));
        return values.meaningless(type, "negation of a pointer");
      case "complement":
        if (type.kind === "float") return values.meaningless(type, "complement of a float");
        return values.complement(type);
      default:
        return unreachableKind(operator);
    }
  }

  #arithmetic(expression: ArithmeticExpression): Binary<C> {
    const { operator, type, left, right } = expression;
    const values = this.#values;
    if (type.kind === "float") return this.#floatArithmetic(expression, type);
    if (type.kind === "pointer") {
      return operator === "add" || operator === "sub"
        ? values.offset(operator, type)
        : values.meaningless(type, `operator ${operator} on a pointer`);
    }
    if (left.type.kind === "pointer" && right.type.kind === "pointer") {
      return operator === "sub"
        ? values.difference(type)
        : values.meaningless(type, `operator ${operator} on two pointers`);
    }
    const amount = right.type;
    if (left.type.kind !== "int" || amount.kind !== "int") {
      return values.meaningless(type, `operator ${operator} on operands of other types`);
    }
    const hazards = integerHazards(operator, type);
    return values.integerArithmetic({ operator, type, amount, hazards, expression });
  }

  #floatArithmetic({ operator }: ArithmeticExpression, type: FloatValueType): Binary<C> {
    switch (operator) {
      case "add":
      case "sub":
      case "mul":
      case "div":
        return this.#values.floatArithmetic(operator, type);
      case "rem":
      case "shl":
      case "shr":
      case "and":
      case "or":
      case "xor":
        return this.#values.meaningless(type, `operator ${operator} on floats`);
      default:
        return unreachableKind(operator);
    }
  }

  #comparison({ operator, left, right }: ComparisonExpression): Evaluation<C, C["truth"]> {
    const { type } = left;
    const values = this.#values;
    let test: Binary<C, C["truth"]>;
    switch (type.kind) {
      case "int":
        test = values.compareIntegers(operator, type);
        break;
      case "float":
        test = values.compareFloats(operator, type);
        break;
      case "pointer":
        test = values.comparePointers(operator, type);
        break;
      default:
        return unreachableKind(type);
    }
    return combined(test, this.compile(left), this.compile(right));
  }

  /** Undefined: the value does not change. */
  #conversion({ type: to, operand: { type: from } }: CastExpression): Unary<C> | undefined {
    const values = this.#values;
    switch (to.kind) {
      case "int":
        if (from.kind === "int") return values.resize(to, from);
        if (from.kind === "pointer") return values.pointerToInteger(to, from);
        return values.floatToInteger(to, from, conversionHazards(to, from));
      case "float":
        if (from.kind === "int") return values.integerToFloat(to, from);
        if (from.kind === "float") return values.floatToFloat(to, from);
        return values.meaningless(to, "conversion of a pointer to a float");
      case "pointer":
        if (from.kind === "pointer") return undefined;
        if (from.kind === "int") return values.integerToPointer(to, from);
        return values.meaningless(to, "conversion of a float to a pointer");
      default:
        return unreachableKind(to);
    }
  }
}

function applied<C extends Carriers, R>(
  operation: Unary<C, R>,
  operand: Evaluation<C>,
): Evaluation<C, R> {
  return (state, frame) => operation(state, operand(state, frame));
}

function combined<C extends Carriers, R>(
  operation: Binary<C, R>,
  left: Evaluation<C>,
  right: Evaluation<C>,
): Evaluation<C, R> {
  return (state, frame) => operation(state, left(state, frame), right(state, frame));
}
