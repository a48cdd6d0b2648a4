/** Intervals around the values of integer expressions at nodes of a function, where counters have ranges. */
import type {
  CfaNode,
  Expression,
  FunctionCfa,
  LoadExpression,
  MemoryObject,
} from "../model/cfa.ts";
import {
  accessSize,
  addressedObject,
  canFail,
  operandsOf,
} from "../model/expression-properties.ts";
import { typeRange } from "../model/value-types.ts";

export type Interval = readonly [low: bigint, high: bigint];

/** A variable whose values are in a range at some nodes. */
export interface BoundedVariable {
  readonly counter: MemoryObject;
  readonly range: Interval;
  readonly zone: ReadonlySet<CfaNode>;
}

export class ValueRanges {
  readonly #fn: FunctionCfa;
  readonly #bounded: readonly BoundedVariable[];

  constructor(fn: FunctionCfa, bounded: readonly BoundedVariable[]) {
    this.#fn = fn;
    this.#bounded = bounded;
  }

  /** An interval around the values that an expression of an integer or pointer type has at the node. */
  of(expression: Expression, node: CfaNode): Interval {
    const { type } = expression;
    if (type.kind === "float") return [0n, 0n];
    const whole = typeRange(type);
    const exact = this.#exact(expression, node);
    return exact !== undefined && exact[0] >= whole[0] && exact[1] <= whole[1] ? exact : whole;
  }

  /** Whether evaluation at the node is certainly defined. */
  isDefined(expression: Expression, node: CfaNode): boolean {
    if (!canFail(expression)) return true;
    const { type } = expression;
    switch (expression.kind) {
      case "load":
        return this.#isWithin(expression, node);
      case "cast":
        if (expression.operand.type.kind === "float") return false;
        break;
      case "unary":
      case "binary":
        if (type.kind !== "float" && !this.#isOperationDefined(expression, node)) return false;
        break;
      case "integer":
      case "float":
      case "address":
      case "compare":
      case "conditional":
    }
    return operandsOf(expression).every((operand) => this.isDefined(operand, node));
  }

  /** Whether the operation is defined for all operands in their ranges. */
  #isOperationDefined(
    expression: Expression & { readonly kind: "unary" | "binary" },
    node: CfaNode,
  ): boolean {
    const { type, operator } = expression;
    if (BITWISE.has(operator)) return true;
    if (expression.kind === "binary" && expression.left.type.kind === "pointer") return false;
    const exact = this.#exact(expression, node);
    if (type.kind !== "int" || exact === undefined) return false;
    const [low, high] = typeRange(type);
    return !type.signed || (exact[0] >= low && exact[1] <= high);
  }

  /** Whether the load is from within an object of the program. */
  #isWithin({ address, type, bitField }: LoadExpression, node: CfaNode): boolean {
    let low = 0n;
    let high = 0n;
    let base = address;
    while (base.kind === "binary" && base.operator === "add" && base.type.kind === "pointer") {
      if (!this.isDefined(base.right, node)) return false;
      const [least, most] = this.of(base.right, node);
      low += least;
      high += most;
      base = base.left;
    }
    const object = addressedObject(base);
    if (object === undefined) return false;
    return low >= 0n && high + BigInt(accessSize(type, bitField)) <= BigInt(object.size);
  }

  /** An interval around the mathematical result; undefined where only the type is known. */
  #exact(expression: Expression, node: CfaNode): Interval | undefined {
    switch (expression.kind) {
      case "integer":
        return [expression.value, expression.value];
      case "compare":
        return [0n, 1n];
      case "load": {
        const object = addressedObject(expression.address);
        if (object === undefined || !this.#fn.locals.includes(object)) return undefined;
        return this.#bounded.find((b) => b.counter === object && b.zone.has(node))?.range;
      }
      case "cast":
        return expression.operand.type.kind === "int"
          ? this.of(expression.operand, node)
          : undefined;
      case "unary": {
        if (expression.operator !== "negate") return undefined;
        const [low, high] = this.of(expression.operand, node);
        return [-high, -low];
      }
      case "binary": {
        const [a, b] = this.of(expression.left, node);
        const [c, d] = this.of(expression.right, node);
        if (expression.operator === "add") return [a + c, b + d];
        if (expression.operator === "sub") return [a - d, b - c];
        if (expression.operator !== "mul") return undefined;
        const products = [a * c, a * d, b * c, b * d].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
        return [products[0] as bigint, products[3] as bigint];
      }
      case "float":
      case "address":
      case "conditional":
        return undefined;
    }
  }
}

const BITWISE: ReadonlySet<string> = new Set(["and", "or", "xor", "complement"]);
