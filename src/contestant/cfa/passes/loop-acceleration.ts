/**
 * Adds accelerated iterations at the heads of loops that only count and sum up (accelerators:
 * Kroening, Lewis, Weissenbacher: "Under-approximating loops in C programs for fast counterexample
 * detection", FMSD 2015). Their number follows from the values there, so that executions are those
 * of the original without some edges; analyses that need all executions use the original.
 */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type {
  CfaEdge,
  CfaNode,
  CfaProgram,
  ComparisonOperator,
  Expression,
  FunctionCfa,
  IntegerValueType,
  MemoryObject,
} from "../model/cfa.ts";
import { binary, cast, compare, conditional, integer } from "../model/expressions.ts";
import { numberProgram } from "../model/finish.ts";
import { integerType } from "../model/value-types.ts";
import {
  type Cycle,
  type CycleCondition,
  countingLoops,
  type Update,
} from "../queries/loop-cycles.ts";
import { Polynomial } from "../queries/polynomial.ts";
import { bounds } from "../queries/polynomial-state.ts";
import { GrowingFunction, NewObjects } from "./growing-function.ts";
import { greatestNumber } from "./tail-calls.ts";

/** Bound on values and numbers of iterations in computations. */
const MOST = 1n << 62n;
/** Wraps around, so that no overflow check applies to it. */
const UNSIGNED = integerType(64, false);
const NARROW = integerType(32, false);
const SIGNED = integerType(64, true);

export interface AcceleratedProgram {
  readonly program: CfaProgram;
  /** The edge of the original program that an edge is a copy of. */
  originalOf(edge: CfaEdge): CfaEdge;
}

/** Undefined where no loop is of that kind. */
export function withAcceleratedLoops(program: CfaProgram): AcceleratedProgram | undefined {
  const objects = new NewObjects(program);
  const functions = new Map(program.functions);
  const origins = new Map<CfaEdge, CfaEdge>();
  const made: FunctionCfa[] = [];
  for (const [name, fn] of program.functions) {
    const growing = accelerated(fn, objects);
    if (growing === undefined) continue;
    const result = growing.finish();
    functions.set(name, result);
    made.push(result);
    for (const [edge, origin] of growing.origins) origins.set(edge, origin);
  }
  const main = functions.get(program.main.name);
  if (made.length === 0 || main === undefined) return undefined;
  numberProgram(made, 1 + greatestNumber(program));
  return {
    program: { ...program, functions, main },
    originalOf: (edge) => origins.get(edge) ?? edge,
  };
}

function accelerated(fn: FunctionCfa, objects: NewObjects): GrowingFunction | undefined {
  const loops = new Map(
    [...countingLoops(fn)].flatMap(([head, { cycles }]) => {
      const usable = cycles.filter(isLinear);
      return usable.length === 0 ? [] : [[head, usable] as const];
    }),
  );
  if (loops.size === 0) return undefined;
  const growing = new GrowingFunction(fn);
  const starts = new Map<CfaNode, CfaNode>();
  for (const [head, cycles] of loops) {
    const range = head.leaving[0]?.range ?? { start: 0, end: 0 };
    const accelerator = new Accelerator(growing, objects, range);
    starts.set(head, accelerator.before(growing.copyOf(head), cycles));
  }
  for (const node of fn.nodes) {
    for (const edge of node.leaving) {
      const target = starts.get(edge.target) ?? growing.copyOf(edge.target);
      growing.origin = edge;
      growing.connect(growing.copyOf(node), target, edge.range, edge);
    }
  }
  return growing;
}

/** Whether conditions change evenly, and all values are small enough to be computed with. */
function isLinear({ conditions, updates }: Cycle): boolean {
  const isSmall = (value: Polynomial): boolean => {
    const [low, high] = bounds(value);
    return low > -MOST && high < MOST;
  };
  return (
    conditions.every(
      ({ sequence, relation }) =>
        sequence.length <= (relation === "zero" ? 1 : 2) && sequence.every(isSmall),
    ) && updates.every(({ sequence, type }) => sequence.length <= 3 && type.bits <= 64)
  );
}

class Accelerator {
  readonly #growing: GrowingFunction;
  readonly #objects: NewObjects;
  readonly #range: TextRange;
  /** The node where code is added. */
  #at: CfaNode;
  readonly #iterations: MemoryObject;

  constructor(growing: GrowingFunction, objects: NewObjects, range: TextRange) {
    this.#growing = growing;
    this.#objects = objects;
    this.#range = range;
    this.#at = growing.node();
    this.#iterations = this.#temporary(UNSIGNED);
  }

  /**
   * Returns the node from which iterations of the first cycle are done at once that is the current
   * path, before the head.
   */
  before(head: CfaNode, cycles: readonly Cycle[]): CfaNode {
    const start = this.#at;
    for (const cycle of cycles) {
      const otherwise = this.#growing.node();
      this.#cycle(cycle, otherwise);
      this.#skipTo(head);
      this.#at = otherwise;
    }
    this.#skipTo(head);
    return start;
  }

  #cycle({ conditions, updates }: Cycle, otherwise: CfaNode): void {
    for (const { relation, sequence } of conditions) {
      const [first] = sequence;
      if (first === undefined) continue;
      const operator = ({ nonnegative: "ge", zero: "eq", nonzero: "ne" } as const)[relation];
      this.#require(signedTest(operator, this.#value(first)), otherwise);
    }
    this.#set(this.#iterations, integer(UNSIGNED, MOST));
    for (const condition of conditions) this.#limit(condition);
    const iterations = this.#objects.load(this.#iterations);
    this.#require(signedTest("gt", iterations), otherwise);
    this.#require(compare("lt", iterations, integer(UNSIGNED, MOST)), otherwise);
    const results = updates.map((update) => this.#result(update, iterations));
    for (const [index, { object }] of updates.entries()) {
      const result = this.#objects.load(results[index] as MemoryObject);
      this.#set(object, cast(object.scalar as IntegerValueType, result));
    }
  }

  /**
   * Limits the number of iterations so that a condition holds in all of them, also before the next
   * one.
   */
  #limit({ relation, sequence: [first, step] }: CycleCondition): void {
    if (first === undefined || step === undefined) return;
    if (relation === "nonnegative") {
      this.#limitFall(first, step);
      return;
    }
    const join = this.#growing.node();
    const [above, below] = this.#branch(signedTest("gt", this.#value(first)));
    const one = Polynomial.constant(1n);
    this.#at = above;
    this.#limitFall(first.minus(one), step);
    this.#skipTo(join);
    this.#at = below;
    this.#limitFall(first.scaled(-1n).minus(one), step.scaled(-1n));
    this.#skipTo(join);
    this.#at = join;
  }

  /** A value that is not negative now decreases by steps. */
  #limitFall(first: Polynomial, step: Polynomial): void {
    const pace = step.constant;
    const join = this.#growing.node();
    if (pace !== undefined) {
      if (pace >= 0n) return;
    } else {
      const [falls, rises] = this.#branch(signedTest("lt", this.#value(step)));
      this.#at = rises;
      this.#skipTo(join);
      this.#at = falls;
    }
    // Wide divisions are hard to solve.
    const ends = [...bounds(first), ...bounds(step)];
    const isNarrow = ends.every((end) => -end < 1n << 32n && end < 1n << 32n);
    const type = isNarrow ? NARROW : UNSIGNED;
    const speed = cast(type, this.#value(step.scaled(-1n)));
    const iterations = cast(UNSIGNED, binary("div", type, cast(type, this.#value(first)), speed));
    const limit = this.#temporary(UNSIGNED);
    this.#set(limit, iterations);
    const [most, least] = [this.#iterations, limit].map((object) => this.#objects.load(object)) as [
      Expression,
      Expression,
    ];
    this.#set(this.#iterations, conditional(compare("lt", least, most), least, most));
    this.#skipTo(join);
    this.#at = join;
  }

  /** The final value of an object, modulo two to the 64. */
  #result({ sequence }: Update, iterations: Expression): MemoryObject {
    const [first, step, second] = sequence.map((one) => this.#value(one)) as [
      Expression,
      Expression,
      Expression?,
    ];
    const linear = sum(first, times(iterations, step));
    const result = this.#temporary(UNSIGNED);
    this.#set(
      result,
      second === undefined ? linear : sum(linear, times(pairs(iterations), second)),
    );
    return result;
  }

  /** Modulo two to the 64. */
  #value({ terms }: Polynomial): Expression {
    let value: Expression = integer(UNSIGNED, 0n);
    // The first summands.
    for (const { coefficient, factors } of terms.toSorted((a, b) => sign(b) - sign(a))) {
      const size = integer(UNSIGNED, coefficient < 0n ? -coefficient : coefficient);
      const term = factors
        .map((object) => cast(UNSIGNED, this.#objects.load(object)))
        .reduce<Expression>((product, factor) => times(factor, product), size);
      value = binary(coefficient < 0n ? "sub" : "add", UNSIGNED, value, term);
    }
    return value;
  }

  #temporary(type: IntegerValueType): MemoryObject {
    const object = this.#objects.scalar("temporary", "accelerated", type);
    this.#growing.locals.push(object);
    return object;
  }

  #set(object: MemoryObject, value: Expression): void {
    const operation = this.#objects.assign(object, value);
    this.#at = this.#growing.connect(this.#at, this.#growing.node(), this.#range, operation);
  }

  #branch(condition: Expression): [CfaNode, CfaNode] {
    return this.#growing.branch(this.#at, this.#range, condition);
  }

  #require(condition: Expression, otherwise: CfaNode): void {
    const [holds, fails] = this.#branch(condition);
    this.#at = fails;
    this.#skipTo(otherwise);
    this.#at = holds;
  }

  #skipTo(node: CfaNode): void {
    this.#growing.connect(this.#at, node, this.#range, { kind: "skip" });
  }
}

function sum(a: Expression, b: Expression): Expression {
  return binary("add", UNSIGNED, a, b);
}

function times(a: Expression, b: Expression): Expression {
  return binary("mul", UNSIGNED, a, b);
}

function sign({ coefficient }: { readonly coefficient: bigint }): number {
  return coefficient < 0n ? -1 : 1;
}

/** `n * (n - 1) / 2`, which is a whole number. */
function pairs(n: Expression): Expression {
  const one = integer(UNSIGNED, 1n);
  const before = binary("sub", UNSIGNED, n, one);
  const half = (value: Expression): Expression => binary("shr", UNSIGNED, value, one);
  const isOdd = compare("ne", binary("and", UNSIGNED, n, one), integer(UNSIGNED, 0n));
  return conditional(isOdd, times(n, half(before)), times(half(n), before));
}

/** A test of a value that represents a signed one. */
function signedTest(operator: ComparisonOperator, value: Expression): Expression {
  return compare(operator, cast(SIGNED, value), integer(SIGNED, 0n));
}
