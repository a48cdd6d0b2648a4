/**
 * The changes of lengths and numbers between two states: the number of nodes of each segment, and the values of
 * symbols, as sums over those of the state where the trace began. A segment is a fixed number of nodes in each
 * execution; taking a node out lowers it by one, folding adds two lengths (the counters of the translation to
 * integer programs in Bouajjani, Bozga, Habermehl, Iosif, Moro, Vojnar: "Programs with lists are counter automata",
 * CAV 2006). Unknown quantities have no sum. Signed arithmetic is exact: executions that overflow end there.
 */
import type { ComparisonOperator } from "../../../cfa/index.ts";
import { type Integer, IntegerSymbol } from "../value/value.ts";
import { LinearForm } from "./linear-form.ts";
import { isNumber, type ObjectId, type ShapeValue } from "./shape-value.ts";

/** The length of a segment, or the value of a symbol, in the state where the trace began. */
export type Quantity = ObjectId | IntegerSymbol;
export type Sum = LinearForm<Quantity>;

export class GraphTrace {
  /** Sums that are non-negative along the way. */
  conditions: readonly Sum[];
  readonly #lengths: Map<ObjectId, Sum>;
  readonly #values: Map<IntegerSymbol, Sum>;

  constructor(
    conditions: readonly Sum[] = [],
    lengths: ReadonlyMap<ObjectId, Sum> = new Map(),
    values: ReadonlyMap<IntegerSymbol, Sum> = new Map(),
  ) {
    this.conditions = conditions;
    this.#lengths = new Map(lengths);
    this.#values = new Map(values);
  }

  fork(): GraphTrace {
    return new GraphTrace(this.conditions, this.#lengths, this.#values);
  }

  // ------------------------------------------------------------------ lengths

  /** The number of nodes of a segment; undefined where it is not known. */
  lengthOf(segment: ObjectId): Sum | undefined {
    return this.#lengths.get(segment);
  }

  /** Registers a segment of the first state. */
  begin(segment: ObjectId, least: number): void {
    const length = LinearForm.variable<Quantity>(segment);
    this.#lengths.set(segment, length);
    this.conditions = [...this.conditions, length.shifted(BigInt(-least))];
  }

  /** Records that a node was taken out of a segment. */
  taken(segment: ObjectId): void {
    const length = this.#lengths.get(segment)?.shifted(-1n);
    if (length === undefined) return;
    this.#lengths.set(segment, length);
    this.conditions = [...this.conditions, length];
  }

  /** Records that a segment was empty. */
  wasEmpty(segment: ObjectId): void {
    const length = this.#lengths.get(segment);
    if (length !== undefined) this.conditions = [...this.conditions, length.times(-1n)];
  }

  /** Records that two neighbours became a segment; a neighbour that is no segment has length one. */
  folded(
    into: ObjectId,
    parts: readonly { readonly id: ObjectId; readonly isSegment: boolean }[],
  ): void {
    let sum: Sum | undefined = LinearForm.constant(0n);
    for (const { id, isSegment } of parts) {
      const length = isSegment ? this.#lengths.get(id) : LinearForm.constant<Quantity>(1n);
      sum = length && sum?.plus(length);
    }
    if (sum !== undefined) this.#lengths.set(into, sum);
  }

  // ------------------------------------------------------------------ numbers

  /** Registers a symbol of the first state. */
  beginSymbol(symbol: IntegerSymbol, low: Integer): void {
    const value = LinearForm.variable<Quantity>(symbol);
    this.#values.set(symbol, value);
    if (low >= 0) this.conditions = [...this.conditions, value.shifted(-BigInt(low))];
  }

  /** Records that the symbol has another value from now on. */
  forget(symbol: IntegerSymbol): void {
    this.#values.delete(symbol);
  }

  valueOf(value: ShapeValue | undefined): Sum | undefined {
    if (value instanceof IntegerSymbol) return this.#values.get(value);
    return value !== undefined && isNumber(value) ? LinearForm.constant(BigInt(value)) : undefined;
  }

  /** Records the result of an exact operation. */
  computed(
    result: ShapeValue,
    operator: "add" | "sub" | "mul",
    left: ShapeValue,
    right: ShapeValue,
  ): void {
    if (!(result instanceof IntegerSymbol)) return;
    const [a, b] = [this.valueOf(left), this.valueOf(right)];
    if (a === undefined || b === undefined) return;
    const isConstant = ({ terms }: Sum): boolean => terms.size === 0;
    if (operator === "add") this.#values.set(result, a.plus(b));
    else if (operator === "sub") this.#values.set(result, a.minus(b));
    else if (isConstant(b)) this.#values.set(result, a.times(b.constant));
    else if (isConstant(a)) this.#values.set(result, b.times(a.constant));
  }

  /** Records a condition of the program that holds. */
  assume(operator: ComparisonOperator, left: ShapeValue, right: ShapeValue): void {
    const [a, b] = [this.valueOf(left), this.valueOf(right)];
    if (a === undefined || b === undefined) return;
    const distance = b.minus(a);
    if (distance.terms.size === 0) return;
    const kept = conditionsOf(operator, distance);
    this.conditions = [...this.conditions, ...kept];
  }
}

/** The sums that are non-negative where `0 OP distance` holds. */
function conditionsOf(operator: ComparisonOperator, distance: Sum): readonly Sum[] {
  switch (operator) {
    case "lt":
      return [distance.shifted(-1n)];
    case "le":
      return [distance];
    case "gt":
      return [distance.times(-1n).shifted(-1n)];
    case "ge":
      return [distance.times(-1n)];
    case "eq":
      return [distance, distance.times(-1n)];
    case "ne":
      return [];
  }
}
