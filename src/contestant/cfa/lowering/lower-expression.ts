/** Lowers typed AST expressions; effects become edges (see lowering.ts). */

import { invariant } from "../../../ground/util/errors.ts";
import {
  type Expression as Ast,
  type BasicTypes,
  type BinaryExpression,
  type BuiltinExpression,
  type CastExpression,
  type CompoundStatement,
  type CType,
  sizeExpressions,
  sizeOf,
  type UnaryExpression,
} from "../../cfront/index.ts";
import type { Expression, IntegerValueType, PointerValueType, ValueType } from "../model/cfa.ts";
import type { Evaluation } from "../model/evaluation-record.ts";
import { canFail, constantAddress, forEachLoad } from "../model/expression-properties.ts";
import {
  addressOf,
  binary,
  cast,
  compare,
  complement,
  integer,
  negate,
  notOf,
  truthOf,
  zero,
} from "../model/expressions.ts";
import { floatLiteral } from "../model/float-values.ts";
import type { GraphBuilder } from "../model/graph.ts";
import {
  BYTE,
  INT,
  integerType,
  isBool,
  isInMemory,
  pointerType,
  sameValueType,
  valueTypeOf,
} from "../model/value-types.ts";
import { atomically, isAtomic } from "./atomic-operation.ts";
import { emitConflict } from "./emit-conflict.ts";
import type { Operand } from "./evaluation-order.ts";
import { assignedVariables } from "./function-facts.ts";
import { lowerAssignment, lowerCompoundAssignment, lowerIncrement } from "./lower-assignment.ts";
import { lowerBuiltin } from "./lower-builtin.ts";
import { lowerCall } from "./lower-call.ts";
import {
  discardConditional,
  lowerCondition,
  lowerConditional,
  lowerLogical,
} from "./lower-logical.ts";
import { compareComplex, partsAsScalar, partsOf } from "./lower-parts.ts";
import { placeOf } from "./lower-place.ts";
import type { BranchTarget, Lowering, Names, Place } from "./lowering.ts";
import { ARITHMETIC, COMPARISONS } from "./operators.ts";
import { partsTypeOf } from "./parts-type.ts";

/**
 * Whether a value stays the same under all later operations; temporaries are set once in each
 * evaluation.
 */
function isSettled(value: Expression): boolean {
  return value.kind === "load"
    ? value.address.kind === "address" && value.address.target.kind === "temporary"
    : value.kind === "integer" || value.kind === "float" || value.kind === "address";
}

const NO_VARIABLES: ReadonlySet<unknown> = new Set();

/** Lowers the body of a statement expression; supplied by the lowering of statements. */
export type BlockLowering = (body: CompoundStatement, result: (value: Ast) => void) => void;

export class ExpressionLowering implements Lowering {
  readonly types: BasicTypes;
  readonly pointer: PointerValueType;
  readonly graph: GraphBuilder;
  readonly names: Names;
  readonly allowsGuardedFailure: boolean;
  readonly #block: BlockLowering;

  constructor(
    types: BasicTypes,
    graph: GraphBuilder,
    names: Names,
    options: { readonly block: BlockLowering; readonly allowsGuardedFailure?: boolean },
  ) {
    this.types = types;
    this.pointer = pointerType(types.machine.pointerSize);
    this.graph = graph;
    this.names = names;
    this.#block = options.block;
    this.allowsGuardedFailure = options.allowsGuardedFailure ?? false;
  }

  value(expression: Ast): Expression {
    const { record } = this.graph;
    if (record === undefined) return this.#valueOf(expression);
    const told = (result: Expression): Evaluation => this.#evaluation([result]);
    return record.during(expression, () => this.#valueOf(expression), told);
  }

  #evaluation(results: readonly Expression[]): Evaluation {
    const { current: node, isFrozen } = this.graph;
    return { results, node, isFinal: !isFrozen };
  }

  parts(expression: Ast, action: () => readonly Expression[]): readonly Expression[] {
    const { record } = this.graph;
    if (record === undefined) return action();
    return record.during(expression, action, (results) => this.#evaluation(results));
  }

  #valueOf(expression: Ast): Expression {
    switch (expression.kind) {
      case "integer": {
        const type = valueTypeOf(expression.type);
        if (type === undefined || type.kind === "float") break;
        return integer(type, expression.value);
      }
      case "float": {
        const type = valueTypeOf(expression.type);
        const constant = type?.kind === "float" ? floatLiteral(expression.text, type) : undefined;
        if (constant === undefined) break;
        return constant;
      }
      case "variable":
      case "member":
      case "compound-literal":
        return this.#load(expression);
      case "decay":
        return this.place(expression.operand).address;
      case "cast":
        return this.#cast(expression);
      case "unary":
        return this.#unary(expression);
      case "binary":
        return this.#binary(expression);
      case "assignment":
        return lowerAssignment(this, expression, true);
      case "compound-assignment":
        return lowerCompoundAssignment(this, expression, true);
      case "increment":
        return lowerIncrement(this, expression, true);
      case "conditional":
        return lowerConditional(this, expression);
      case "comma":
        this.discard(expression.left);
        return this.value(expression.right);
      case "call":
        return lowerCall(this, expression, { isWanted: true });
      case "builtin":
        return this.builtin(expression);
      case "statement-expression": {
        let result: Expression = zero(valueTypeOf(expression.type) ?? INT);
        this.block(expression.body, (last) => {
          result = this.save(this.value(last));
        });
        return result;
      }
      case "label-address":
        return addressOf(this.names.labelObject(expression.label), this.pointer);
      case "runtime-sizeof":
        return this.sizeOf(expression.of);
      case "string":
      case "function":
        break;
    }
    return this.unsupported(`${expression.kind} of this type`, expression.type);
  }

  discard(expression: Ast): void {
    const { record } = this.graph;
    if (record === undefined) this.#discarded(expression);
    else {
      const action = (): void => this.#discarded(expression);
      record.during(expression, action, () => this.#evaluation([]));
    }
  }

  #discarded(expression: Ast): void {
    switch (expression.kind) {
      case "integer":
      case "float":
      case "string":
      case "function":
      case "label-address":
        return;
      case "assignment":
        lowerAssignment(this, expression, false);
        return;
      case "compound-assignment":
        lowerCompoundAssignment(this, expression, false);
        return;
      case "increment":
        lowerIncrement(this, expression, false);
        return;
      case "call":
        lowerCall(this, expression, { isWanted: false });
        return;
      case "comma":
        this.discard(expression.left);
        this.discard(expression.right);
        return;
      case "conditional":
        discardConditional(this, expression);
        return;
      case "statement-expression":
        this.block(expression.body, (last) => this.discard(last));
        return;
      case "cast":
        if (expression.type.kind === "void" || isInMemory(expression.type)) {
          this.discard(expression.operand);
          return;
        }
        break;
      default:
        break;
    }
    if (valueTypeOf(expression.type) !== undefined) {
      this.evaluate(this.value(expression));
    } else if (partsTypeOf(expression.type) !== undefined) {
      for (const part of partsOf(this, expression)) this.evaluate(part);
    } else if (expression.kind === "builtin") {
      this.builtin(expression);
    } else if (isInMemory(expression.type)) {
      this.evaluateRecord(this.place(expression).address, expression.type);
    } else {
      this.evaluate(this.place(expression).address);
    }
  }

  evaluate(value: Expression): void {
    const isVisible = this.names.hasThreads && !this.#survives(value, NO_VARIABLES);
    if (isVisible || canFail(value)) this.save(value);
  }

  evaluateRecord(address: Expression, type: CType): void {
    const size = sizeOf(type) ?? 0;
    const isVisible = this.names.hasThreads || constantAddress(address) === undefined;
    if (size === 0 || !isVisible) {
      this.evaluate(address);
      return;
    }
    this.graph.mutate();
    const to = addressOf(this.names.newTemporary(type), this.pointer);
    this.graph.emit({ kind: "copy", to, from: address, size });
  }

  place(expression: Ast): Place {
    const { record } = this.graph;
    if (record === undefined) return placeOf(this, expression);
    const told = ({ address }: Place): Evaluation => this.#evaluation([address]);
    return record.during(expression, () => placeOf(this, expression), told);
  }

  condition(expression: Ast, whenTrue: BranchTarget, whenFalse: BranchTarget): void {
    const { record } = this.graph;
    const action = (): void => lowerCondition(this, expression, whenTrue, whenFalse);
    if (record === undefined) action();
    else record.during(expression, action, () => undefined);
  }

  attempt<T>(part: Ast, action: () => T): T | undefined {
    if (this.names.order?.sideEffects.of(part) === "certain") {
      this.graph.mutate();
      return undefined;
    }
    return this.graph.attempt(action);
  }

  sequence(parts: readonly Ast[], lowerPart: (part: Ast) => Expression): Expression[] {
    return this.sequenceOf(parts, (part) => [lowerPart(part)]).flat();
  }

  sequenceOf(
    parts: readonly Ast[],
    lowerPart: (part: Ast) => readonly Expression[],
  ): (readonly Expression[])[] {
    const results: (readonly Expression[])[] = [];
    for (const part of parts) {
      // The first one needs no temporary.
      let result =
        results.length === 0 ? lowerPart(part) : this.attempt(part, () => lowerPart(part));
      if (result === undefined) {
        const assigned = assignedVariables(part);
        const settled = (earlier: Expression): Expression =>
          this.#survives(earlier, assigned) ? earlier : this.save(earlier);
        results.forEach((earlier, index) => {
          results[index] = earlier.map(settled);
        });
        result = lowerPart(part);
      }
      results.push(result);
    }
    return results;
  }

  /**
   * Whether a value is unchanged, and may also be computed, after operations that assign these
   * variables.
   */
  #survives(value: Expression, assigned: ReadonlySet<unknown>): boolean {
    if (canFail(value)) return false;
    let survives = true;
    forEachLoad(value, ({ address }) => {
      const object = constantAddress(address)?.object;
      if (object?.kind === "temporary") return;
      const variable = object?.variable;
      if (variable === undefined || !this.names.isPrivate(variable) || assigned.has(variable)) {
        survives = false;
      }
    });
    return survives;
  }

  checkOrder(operands: readonly Operand[], target?: Ast): void {
    const conflict = this.names.order?.conflict(operands, target);
    if (conflict !== undefined) emitConflict(this, conflict);
  }

  save(value: Expression): Expression {
    if (isSettled(value)) return value;
    this.graph.mutate();
    const temporary = this.names.newTemporary(this.#typeFor(value.type));
    const address = addressOf(temporary, this.pointer);
    this.graph.emit({ kind: "assign", address, value });
    return { kind: "load", type: value.type, address };
  }

  #typeFor(type: ValueType): CType {
    if (type.kind === "float") return this.types[type.format];
    if (type.kind === "pointer") return this.types.voidPointer;
    const names = { 8: "char", 16: "short", 32: "int", 64: "llong", 128: "int128" } as const;
    const name = names[type.bits as keyof typeof names];
    if (type.signed) return this.types[name === "char" ? "schar" : name];
    return this.types[name === "int128" ? "uint128" : (`u${name}` as const)];
  }

  block(body: CompoundStatement, result: (value: Ast) => void): void {
    this.graph.mutate();
    this.#block(body, result);
  }

  builtin(expression: BuiltinExpression): Expression {
    return lowerBuiltin(this, expression);
  }

  unsupported(reason: string, type: CType): Expression {
    this.graph.emit({ kind: "unsupported", reason });
    return zero(valueTypeOf(type) ?? INT);
  }

  get #unsignedWord(): IntegerValueType {
    return integerType(this.pointer.bits, false);
  }

  sizeOf(type: CType): Expression {
    const constant = sizeOf(type);
    const word = this.#unsignedWord;
    if (constant !== undefined) return integer(word, constant);
    if (type.kind !== "array") {
      return cast(word, this.unsupported("size of an incomplete type", this.types.size));
    }
    return binary("mul", word, this.#length(type), this.sizeOf(type.element));
  }

  /**
   * The parser has replaced lengths that a declaration fixes by hidden variables (C11 6.7.6.2p5).
   */
  #length(type: CType & { readonly kind: "array" }): Expression {
    const word = this.#unsignedWord;
    if (type.length !== undefined) return integer(word, type.length);
    const [expression] = sizeExpressions({ ...type, element: this.types.int });
    if (expression === undefined) {
      return cast(word, this.unsupported("size of an incomplete array", this.types.size));
    }
    return cast(word, this.value(expression));
  }

  #load(expression: Ast): Expression {
    const type = valueTypeOf(expression.type);
    if (type === undefined) return this.unsupported("a value of this type", expression.type);
    const place = this.place(expression);
    const load: Expression = { kind: "load", type, ...place };
    if (!isAtomic(this, expression.type)) return load;
    const address = this.save(place.address);
    return atomically(this, address, "load", () => this.save({ ...load, address }));
  }

  #cast(expression: CastExpression): Expression {
    const { type, operand } = expression;
    if (type.kind === "void") {
      this.discard(operand);
      return zero(INT);
    }
    if (partsTypeOf(operand.type) !== undefined) return partsAsScalar(this, operand, type);
    if (valueTypeOf(operand.type) === undefined) {
      return this.unsupported(`conversion from a ${operand.type.kind} type`, type);
    }
    return this.convert(this.value(operand), type);
  }

  convert(value: Expression, type: CType): Expression {
    if (isBool(type)) return cast(BYTE, truthOf(value));
    const target = valueTypeOf(type);
    if (target === undefined) return this.unsupported(`conversion to a ${type.kind} type`, type);
    return cast(target, value);
  }

  #unary(expression: UnaryExpression): Expression {
    const { operator, operand, type, range } = expression;
    switch (operator) {
      case "plus":
        return this.convert(this.value(operand), type);
      case "minus":
        return negate(this.value(operand), range);
      case "complement":
        return complement(this.value(operand), range);
      case "not":
        return notOf(this.value(operand));
      case "address":
        return this.place(operand).address;
      case "dereference":
        return this.#load(expression);
      case "real":
      case "imag": {
        if (operand.type.kind === "complex") {
          const [real, imaginary] = partsOf(this, operand) as [Expression, Expression];
          const [wanted, other] = operator === "real" ? [real, imaginary] : [imaginary, real];
          this.evaluate(other);
          return wanted;
        }
        if (operator === "real") return this.value(operand);
        this.discard(operand);
        return zero(valueTypeOf(type) ?? INT);
      }
    }
  }

  #binary(expression: BinaryExpression): Expression {
    const { operator, left, right, range } = expression;
    if (operator === "&&" || operator === "||") return lowerLogical(this, expression);
    if (left.type.kind === "complex") return compareComplex(this, expression);
    const type = valueTypeOf(expression.type);
    if (type === undefined) return this.unsupported("arithmetic on this type", expression.type);
    this.checkOrder([{ ast: left }, { ast: right }]);
    const [a, b] = this.sequence([left, right], (part) => this.value(part));
    invariant(a !== undefined && b !== undefined, "two operands give two values");
    const comparison = COMPARISONS[operator];
    if (comparison !== undefined) return compare(comparison, a, cast(a.type, b));
    const arithmetic = ARITHMETIC[operator as keyof typeof ARITHMETIC];
    if (left.type.kind === "pointer" && right.type.kind === "pointer") {
      return this.#pointerDifference(a, b, left.type.target, type);
    }
    if (left.type.kind === "pointer")
      return this.displace(a, b, left.type.target, operator === "-");
    if (right.type.kind === "pointer") return this.displace(b, a, right.type.target, false);
    return binary(arithmetic, type, a, b, range);
  }

  displace(pointer: Expression, index: Expression, target: CType, backwards: boolean): Expression {
    const word = this.#unsignedWord;
    const size = this.sizeOf(target);
    const step = backwards ? binary("sub", word, integer(word, 0), size) : size;
    const product = binary("mul", word, cast(word, index), step);
    const scaled: Expression =
      product.kind === "binary" && step.kind === "integer" && step.value !== 1n
        ? { ...product, scalesIndex: true }
        : product;
    return binary("add", pointer.type, pointer, scaled);
  }

  #pointerDifference(a: Expression, b: Expression, target: CType, type: ValueType): Expression {
    const word = integerType(this.pointer.bits, true);
    const size = cast(word, this.sizeOf(target));
    if (size.kind === "integer" && size.value === 0n) {
      return this.unsupported("difference of pointers to empty objects", this.types.ptrdiff);
    }
    const bytes = binary("sub", word, a, b);
    const difference = binary("div", word, bytes, size);
    return sameValueType(type, word) ? difference : cast(type, difference);
  }
}
