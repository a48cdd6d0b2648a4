/**
 * Loops that a counter ends, regardless of other operations: in every iteration a test bounds the
 * counter, and after it one edge moves the counter towards the bound. The possible values of the
 * counter between the two are an interval.
 */
import type {
  AssignEdge,
  CfaEdge,
  CfaNode,
  ComparisonOperator,
  Expression,
  FunctionCfa,
  IntegerValueType,
  MemoryObject,
} from "../model/cfa.ts";
import { MIRRORED, NEGATED } from "../model/comparison-operators.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import { addressedObject, isLoadOf } from "../model/expression-properties.ts";
import { typeRange } from "../model/value-types.ts";
import { isTracked } from "./liveness.ts";
import { type Interval, ValueRanges } from "./value-ranges.ts";

/** A strongly connected part of a function that is entered through its head only. */
export interface Loop {
  readonly head: CfaNode;
  /** With the head. */
  readonly nodes: ReadonlySet<CfaNode>;
}

export interface CountedLoop extends Loop {
  readonly counter: MemoryObject;
  readonly range: Interval;
  /** The nodes where the counter is in that range. */
  readonly zone: ReadonlySet<CfaNode>;
}

/** Returns the counted loop of a loop, by the ranges of the loops around it. */
export function countedLoop(
  fn: FunctionCfa,
  loop: Loop,
  enclosing: readonly CountedLoop[],
): CountedLoop | undefined {
  const inside = edgesWithin(loop);
  if (entersElsewhere(loop)) return undefined;
  const ranges = new ValueRanges(fn, enclosing);
  for (const edge of inside) {
    const step = stepOf(edge);
    if (step === undefined || !fn.locals.includes(step.counter)) continue;
    const assigned = inside.filter((other) => assignedObject(other) === step.counter);
    if (assigned.length !== 1 || !isOnEveryWay(loop, edge)) continue;
    const found = inside
      .filter((test) => isOnEveryWay(loop, test))
      .map((test) => bounded(loop, ranges, step, test))
      .find((counted) => counted !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Edges that leave a node of the loop. */
export function edgesFrom({ nodes }: Loop): CfaEdge[] {
  return [...nodes].flatMap(({ leaving }) => leaving);
}

/** The object to which an edge assigns by its name. */
export function assignedObject(edge: CfaEdge): MemoryObject | undefined {
  if (edge.kind === "declare") return edge.object;
  if (edge.kind === "assign") return addressedObject(edge.address);
  return edge.kind === "call" && edge.result !== undefined
    ? addressedObject(edge.result.address)
    : undefined;
}

function edgesWithin(loop: Loop): CfaEdge[] {
  return edgesFrom(loop).filter(({ target }) => loop.nodes.has(target));
}

function entersElsewhere({ head, nodes }: Loop): boolean {
  return [...nodes].some(
    (node) => node !== head && node.entering.some(({ source }) => !nodes.has(source)),
  );
}

/** An edge `counter = counter + amount`. */
interface Step {
  readonly edge: AssignEdge;
  readonly counter: MemoryObject;
  readonly type: IntegerValueType;
  readonly amount: bigint;
}

function stepOf(edge: CfaEdge): Step | undefined {
  if (edge.kind !== "assign" || edge.bitField !== undefined) return undefined;
  const counter = addressedObject(edge.address);
  const { value } = edge;
  if (counter === undefined || !isTracked(counter) || counter.scalar?.kind !== "int")
    return undefined;
  if (counter.type.volatile === true) return undefined;
  if (value.kind !== "binary" || (value.operator !== "add" && value.operator !== "sub"))
    return undefined;
  if (value.right.kind !== "integer" || !isLoadOf(value.left, counter)) return undefined;
  const amount = value.operator === "add" ? value.right.value : -value.right.value;
  return amount === 0n ? undefined : { edge, counter, type: counter.scalar, amount };
}

/** Whether every path from the head back to it passes the edge. */
function isOnEveryWay({ head, nodes }: Loop, edge: CfaEdge): boolean {
  const reached = reach(head, (other) => other !== edge && nodes.has(other.target));
  return ![...reached].some(({ leaving }) =>
    leaving.some((other) => other !== edge && other.target === head),
  );
}

/** Returns the nodes that are reachable over followed edges. */
function reach(start: CfaNode, follows: (edge: CfaEdge) => boolean): Set<CfaNode> {
  const reached = new Set([start]);
  for (const node of reached) {
    for (const edge of node.leaving) if (follows(edge)) reached.add(edge.target);
  }
  return reached;
}

function bounded(
  loop: Loop,
  ranges: ValueRanges,
  step: Step,
  test: CfaEdge,
): CountedLoop | undefined {
  if (test.kind !== "assume") return undefined;
  const { head, nodes } = loop;
  const isStep = (edge: CfaEdge): boolean => edge === step.edge;
  const stays = ({ target }: CfaEdge): boolean => target !== head && nodes.has(target);
  const zone = reach(test.target, (edge) => stays(edge) && !isStep(edge));
  const unbounded = [
    ...reach(head, (edge) => stays(edge) && edge !== test),
    ...(step.edge.target === head ? [] : reach(step.edge.target, stays)),
  ];
  if (test.target === head) return undefined;
  for (const node of unbounded) zone.delete(node);
  if (!zone.has(step.edge.source)) return undefined;
  const isUp = step.amount > 0n;
  const bounds = comparisons(test.condition, test.truth).flatMap(([operator, left, right]) =>
    isLoadOf(left, step.counter)
      ? (limit(operator, ranges.of(right, test.source), isUp) ?? [])
      : [],
  );
  const [bound] = bounds;
  const starts = head.entering.filter(({ source }) => !nodes.has(source));
  const firsts = starts.map((edge) => firstValue(edge, step, ranges));
  const [first] = firsts.sort((a, b) => (a < b === isUp ? -1 : 1));
  if (bound === undefined || first === undefined) return undefined;
  const range: Interval = isUp ? [first, bound] : [bound, first];
  const [low, high] = typeRange(step.type);
  const isExact = isUp ? bound + step.amount <= high : bound + step.amount >= low;
  return isExact && range[0] <= range[1]
    ? { ...loop, counter: step.counter, range, zone }
    : undefined;
}

type Comparison = readonly [operator: ComparisonOperator, left: Expression, right: Expression];

/** Comparisons of integers that hold where the condition does, each in both directions. */
function comparisons(condition: Expression, truth: boolean): readonly Comparison[] {
  if (condition.kind === "conditional") {
    const { whenTrue, whenFalse } = condition;
    if (!truth || whenFalse.kind !== "integer" || whenFalse.value !== 0n) return [];
    return [...comparisons(condition.condition, true), ...comparisons(whenTrue, true)];
  }
  if (condition.kind !== "compare" || condition.left.type.kind !== "int") return [];
  const { left, right } = condition;
  const operator = truth ? condition.operator : NEGATED[condition.operator];
  return [
    [operator, left, right],
    [MIRRORED[operator], right, left],
  ];
}

/** The maximum (or minimum) of a value that is compared with a value of the range. */
function limit(
  operator: ComparisonOperator,
  [low, high]: Interval,
  isUp: boolean,
): bigint | undefined {
  if (isUp) return operator === "lt" ? high - 1n : operator === "le" ? high : undefined;
  return operator === "gt" ? low + 1n : operator === "ge" ? low : undefined;
}

/**
 * The least (for decreasing counters: the greatest) possible value of the counter when the edge
 * enters the loop.
 */
function firstValue(
  entering: CfaEdge,
  { counter, type, amount }: Step,
  ranges: ValueRanges,
): bigint {
  const end = (range: Interval): bigint => (amount > 0n ? range[0] : range[1]);
  const seen = new Set<CfaEdge>();
  let edge: CfaEdge | undefined = entering;
  while (edge !== undefined && !seen.has(edge)) {
    seen.add(edge);
    if (assignedObject(edge) === counter) {
      if (edge.kind !== "assign" || edge.bitField !== undefined) break;
      return end(ranges.of(edge.value, edge.source));
    }
    const earlier: readonly CfaEdge[] = edge.source.entering;
    edge = earlier.length === 1 ? earlier[0] : undefined;
  }
  return end(typeRange(type));
}

/** Whether the evaluation of an edge's expressions is defined, by ranges. */
export function isDefinedEdge(edge: CfaEdge, ranges: ValueRanges): boolean {
  return expressionsOf(edge).every((expression) => ranges.isDefined(expression, edge.source));
}
