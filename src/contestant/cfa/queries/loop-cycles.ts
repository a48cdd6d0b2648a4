/**
 * The effects of loop iterations, path by path, where they only count and sum up (loop
 * acceleration: Bardin, Finkel, Leroux, Petrucci: "FAST: acceleration from theory to practice",
 * STTT 2008; of single paths through loops: Kroening, Lewis, Weissenbacher: "Under-approximating
 * loops in C programs for fast counterexample detection", FMSD 2015). A value after j iterations is
 * `sum over d of (j choose d) * difference[d]`, with the differences of the sequence at its start
 * (Newton), where these become zero. An inner loop takes part with the effect of all its
 * iterations.
 */
import type {
  CfaEdge,
  CfaNode,
  FunctionCfa,
  IntegerValueType,
  MemoryObject,
} from "../model/cfa.ts";
import { addressedObject, mentionedObjects } from "../model/expression-properties.ts";
import { sameValueType } from "../model/value-types.ts";
import { assignedObject } from "./counted-loops.ts";
import { Polynomial } from "./polynomial.ts";
import {
  type Condition,
  isOwn,
  NoPolynomial,
  PolynomialState,
  type Relation,
  UNKNOWN,
} from "./polynomial-state.ts";
import { componentNodes, type WtoElement, weakTopologicalOrder } from "./weak-topological-order.ts";

/** A value and its differences from one iteration to the next, at the first one, over the values of objects there. */
export type Sequence = readonly Polynomial[];

export interface CycleCondition {
  readonly relation: Relation;
  readonly sequence: Sequence;
  readonly isTest: boolean;
}

export interface Update {
  readonly object: MemoryObject;
  readonly type: IntegerValueType;
  readonly sequence: Sequence;
}

/**
 * One path through a loop. As long as the conditions hold at the start of an iteration, it takes
 * this path, and nothing on it is undefined. Other assigned objects than those of `updates` are
 * assigned before they are read.
 */
export interface Cycle {
  readonly conditions: readonly CycleCondition[];
  /** Unsigned values are those of the sequence modulo two to the width. */
  readonly updates: readonly Update[];
  readonly overwritten: ReadonlySet<MemoryObject>;
  /** Conditions under which values of `updates` are exact of which only the remainder is needed. */
  readonly modular: ReadonlyMap<MemoryObject, readonly Condition[]>;
}

const MAX_CYCLES = 8;
/** Maximal number of followed edges in a loop. */
const MAX_VISITS = 1500;
/** Differences of a sequence. */
const MAX_DIFFERENCES = 4;

/** A loop with supported paths. */
export interface CountingLoop {
  readonly cycles: readonly Cycle[];
  /** Head of the loop around it. */
  readonly outer: CfaNode | undefined;
}

const known = new WeakMap<FunctionCfa, ReadonlyMap<CfaNode, CountingLoop>>();

/** By their heads. */
export function countingLoops(fn: FunctionCfa): ReadonlyMap<CfaNode, CountingLoop> {
  let loops = known.get(fn);
  if (loops === undefined) {
    const found = new Map<CfaNode, CountingLoop>();
    for (const element of weakTopologicalOrder(fn)) visitNest(element, undefined, found);
    loops = new Map([...found].filter(([, { cycles }]) => cycles.length > 0));
    known.set(fn, loops);
  }
  return loops;
}

/** Inner loops first. */
function visitNest(
  element: WtoElement,
  outer: CfaNode | undefined,
  found: Map<CfaNode, CountingLoop>,
): void {
  if (element.kind === "node") return;
  const { head, body } = element;
  for (const inner of body) visitNest(inner, head, found);
  const cycles = new Ways(head, componentNodes(element), found).cycles();
  found.set(head, { cycles, outer });
}

class Ways {
  readonly #head: CfaNode;
  readonly #nodes: ReadonlySet<CfaNode>;
  readonly #inner: ReadonlyMap<CfaNode, CountingLoop>;
  readonly #cycles: Cycle[] = [];
  #visits = 0;

  constructor(
    head: CfaNode,
    nodes: ReadonlySet<CfaNode>,
    inner: ReadonlyMap<CfaNode, CountingLoop>,
  ) {
    this.#head = head;
    this.#nodes = nodes;
    this.#inner = inner;
  }

  cycles(): readonly Cycle[] {
    this.#leave(this.#head, new PolynomialState(), new Set());
    return this.#cycles;
  }

  /** @param passed - heads of inner loops that the path has passed */
  #leave(node: CfaNode, state: PolynomialState, passed: ReadonlySet<CfaNode>): void {
    for (const edge of node.leaving) {
      if (!this.#nodes.has(edge.target)) continue;
      if (++this.#visits > MAX_VISITS || this.#cycles.length >= MAX_CYCLES) return;
      for (const next of understood(() => after(edge, state)) ?? []) {
        this.#arrive(edge.target, next, passed);
      }
    }
  }

  #arrive(node: CfaNode, state: PolynomialState, passed: ReadonlySet<CfaNode>): void {
    if (node === this.#head) {
      const cycle = understood(() => cycleOf(state));
      if (cycle !== undefined) this.#cycles.push(cycle);
      return;
    }
    const inner = this.#inner.get(node);
    if (inner === undefined) {
      this.#leave(node, state, passed);
      return;
    }
    if (passed.has(node)) return;
    const further = new Set([...passed, node]);
    this.#leave(node, state, further);
    for (const cycle of inner.cycles) {
      for (const next of allIterations(cycle, state)) this.#leave(node, next, further);
    }
  }
}

/** Returns the result of the action; undefined where it meets a value that is no polynomial. */
function understood<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof NoPolynomial) return undefined;
    throw error;
  }
}

/** States after an edge; none when it cannot be taken. */
function after(edge: CfaEdge, state: PolynomialState): readonly PolynomialState[] {
  switch (edge.kind) {
    case "skip":
      if (edge.open !== undefined) throw new NoPolynomial();
      return [state];
    case "assume":
      return new PolynomialState(state).test(edge.condition, edge.truth);
    case "assign": {
      const object = addressedObject(edge.address);
      const type = object?.scalar;
      const isWhole = edge.bitField === undefined && type !== undefined;
      if (
        object === undefined ||
        !isWhole ||
        !isOwn(object) ||
        !sameValueType(type, edge.value.type)
      )
        throw new NoPolynomial();
      const next = new PolynomialState(state);
      next.assign(object, edge.value);
      return [next];
    }
    case "declare": {
      if (!isOwn(edge.object) || !isOverwritten(edge.object, edge.target)) throw new NoPolynomial();
      const next = new PolynomialState(state);
      next.set(edge.object, UNKNOWN);
      return [next];
    }
    case "copy":
    case "clear":
    case "call":
    case "return":
    case "end-scope":
    case "unsupported":
      throw new NoPolynomial();
  }
}

/** Whether the object's value after its declaration is not read. */
function isOverwritten(object: MemoryObject, { leaving }: CfaNode): boolean {
  const [next] = leaving;
  const isAssigned = next?.kind === "assign" && assignedObject(next) === object;
  return isAssigned && leaving.length === 1 && !mentionedObjects(next.value).has(object);
}

/** Returns the cycle whose iterations have the effect that led to this state. */
function cycleOf(state: PolynomialState): Cycle | undefined {
  const results = new Map<MemoryObject, Polynomial>();
  const overwritten = new Set<MemoryObject>();
  for (const [object, value] of state.assigned) {
    if (!state.read.has(object)) overwritten.add(object);
    else if (value === UNKNOWN) return undefined;
    else results.set(object, value);
  }
  const sequenceOf = (value: Polynomial): Sequence => differences(value, results);
  const updates = [...results].flatMap(([object, value]): Update[] => {
    const isSame = value.minus(Polynomial.valueOf(object)).isZero;
    const sequence = sequenceOf(Polynomial.valueOf(object));
    return isSame ? [] : [{ object, type: object.scalar as IntegerValueType, sequence }];
  });
  if (updates.length === 0) return undefined;
  const conditions = state.conditions.map(({ relation, value, isTest }) => ({
    relation,
    isTest,
    sequence: sequenceOf(value),
  }));
  const modular = new Map(state.modular);
  // A comparison uses all of a value.
  for (let isNew = true; isNew; ) {
    isNew = false;
    const seen = new Set(
      [
        ...conditions.flatMap(({ sequence }) => sequence),
        ...updates.flatMap(({ sequence }) => sequence.slice(1)),
      ].flatMap((polynomial) => [...polynomial.objects]),
    );
    for (const [object, exact] of modular) {
      if (!seen.has(object)) continue;
      modular.delete(object);
      isNew = true;
      for (const { value, ...condition } of exact) {
        conditions.push({ ...condition, sequence: sequenceOf(value) });
      }
    }
  }
  return { conditions, updates, overwritten, modular };
}

function differences(value: Polynomial, results: ReadonlyMap<MemoryObject, Polynomial>): Sequence {
  const sequence: Polynomial[] = [];
  let last = value;
  while (!last.isZero || sequence.length === 0) {
    if (sequence.push(last) > MAX_DIFFERENCES) throw new NoPolynomial();
    const next = last.substitute((object) => results.get(object) ?? Polynomial.valueOf(object));
    if (next === undefined) throw new NoPolynomial();
    last = next.minus(last);
  }
  return sequence;
}

/**
 * States after all iterations of an inner loop on one path, at least one: until a test fails by
 * counting down to it. One state for each such test; the conditions of the state determine that
 * test.
 */
function allIterations(cycle: Cycle, state: PolynomialState): readonly PolynomialState[] {
  return cycle.conditions.flatMap((counter) => {
    if (!counter.isTest) return [];
    const run = (): PolynomialState | undefined => new InnerIterations(cycle, state).until(counter);
    const next = understood(run);
    return next === undefined ? [] : [next];
  });
}

const ONE = Polynomial.constant(1n);

class InnerIterations {
  readonly #cycle: Cycle;
  readonly #state: PolynomialState;

  constructor(cycle: Cycle, before: PolynomialState) {
    this.#cycle = cycle;
    this.#state = new PolynomialState(before);
  }

  until(counter: CycleCondition): PolynomialState | undefined {
    const { conditions, updates, overwritten, modular } = this.#cycle;
    const state = this.#state;
    const iterations = iterationsOf(
      counter.sequence.map((one) => this.#here(one)),
      counter,
    );
    if (iterations === undefined) return undefined;
    const last = iterations.minus(ONE);
    const isOne = state.require({ relation: "nonnegative", value: last, isTest: true });
    const holds = (condition: CycleCondition): boolean =>
      condition === counter || this.#holdsUntil(last, condition);
    if (!isOne || !conditions.every(holds)) return undefined;
    const results = updates.map(
      ({ object, sequence }) => [object, this.#at(iterations, sequence)] as const,
    );
    const exactness = new Map<MemoryObject, readonly Condition[]>();
    for (const [object, exact] of modular) {
      const ends = exact.flatMap(({ value, ...condition }) => [
        { ...condition, value: this.#here(value) },
        { ...condition, value: this.#afterwards(last, value) },
      ]);
      exactness.set(object, ends);
    }
    for (const [object, value] of results) {
      state.set(object, value);
      state.modular.delete(object);
    }
    for (const [object, exact] of exactness) state.modular.set(object, exact);
    for (const object of overwritten) state.set(object, UNKNOWN);
    return state;
  }

  /** Between the first and the last iteration, only monotone values are between their ends. */
  #holdsUntil(last: Polynomial, { relation, sequence, isTest }: CycleCondition): boolean {
    const value = this.#at(Polynomial.constant(0n), sequence);
    const isAtFirst = this.#state.require({ relation, value, isTest });
    if (sequence.length === 1) return isAtFirst;
    if (relation !== "nonnegative") throw new NoPolynomial();
    return isAtFirst && this.#state.require({ relation, value: this.#at(last, sequence), isTest });
  }

  /** The value of a sequence after so many iterations. */
  #at(iterations: Polynomial, sequence: Sequence): Polynomial {
    const [first, step, ...others] = sequence.map((one) => this.#here(one));
    const grown = step === undefined ? Polynomial.constant(0n) : step.times(iterations);
    if (first === undefined || grown === undefined || others.length > 0) throw new NoPolynomial();
    return first.plus(grown);
  }

  /** A polynomial over the values of objects at the loop head, after so many iterations. */
  #afterwards(iterations: Polynomial, polynomial: Polynomial): Polynomial {
    const { updates } = this.#cycle;
    const value = polynomial.substitute((object) => {
      const update = updates.find((one) => one.object === object);
      return update === undefined
        ? this.#here(Polynomial.valueOf(object))
        : this.#at(iterations, update.sequence);
    });
    if (value === undefined) throw new NoPolynomial();
    return value;
  }

  /** The same over their values at the start of the path through the outer loop. */
  #here(polynomial: Polynomial): Polynomial {
    const value = polynomial.substitute((object) => {
      const known = this.#state.exactValueOf(object);
      return known === UNKNOWN ? undefined : known;
    });
    if (value === undefined) throw new NoPolynomial();
    return value;
  }
}

/**
 * Number of successes of a test that fails for the first time when its value has reached it in
 * steps of one.
 */
function iterationsOf(
  [value, step, ...others]: readonly Polynomial[],
  { relation }: CycleCondition,
): Polynomial | undefined {
  const pace = step?.constant;
  if (value === undefined || others.length > 0) return undefined;
  switch (relation) {
    case "nonnegative":
      return pace === -1n ? value.plus(ONE) : undefined;
    case "nonzero":
      return pace === -1n ? value : pace === 1n ? value.scaled(-1n) : undefined;
    case "zero":
      return undefined;
  }
}
