/**
 * Measures of loops: lexicographic ranking functions over the scalars that a loop changes, found and proved in one go
 * where one iteration from an arbitrary state is at hand as terms. Candidates are guessed from templates; all
 * that no iteration raises make a level, and what leaves all of them equal goes to the next one
 * (Bradley, Manna, Sipma: "Linear ranking with reachability", CAV 2005; Alias, Darte, Feautrier, Gonnord, SAS
 * 2010: the greedy choice is complete for a set of candidates). Everything is decided on bits.
 */
import {
  type Expression,
  type MemoryObject,
  type ValueType,
  valueTypeOf,
} from "../../cfa/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import { defined } from "../../util/defined.ts";
import type { InvariantText, MeasurePart } from "../core/loop-invariants.ts";
import type { MemoryAccess } from "../memory/access.ts";
import type { MemoryCell, Region } from "../memory/region.ts";
import type { State } from "../memory/state.ts";
import { Pointer, type Value } from "../memory/value.ts";

/**
 * What makes a falling value well-founded: `values`, that there are finitely many of them, for executions in which
 * signed arithmetic wraps around; `bounds`, a limit that it has when an iteration begins, for executions that end at
 * signed overflow: these are finite then whatever an overflow does.
 */
export type MeasureKind = "values" | "bounds";

export interface MeasureContext {
  readonly manager: TermManager;
  readonly access: MemoryAccess;
  readonly kind: MeasureKind;
  /** Constants of the function: limits that its conditions may name. */
  readonly constants: readonly bigint[];
  /** Which of several conditions hold on all executions of a path. */
  readonly proveAll: (path: Term, conditions: readonly Term[]) => readonly boolean[];
}

/** A candidate: a value of a state, and in which direction it should go. */
export interface Component extends MeasurePart {
  /** Undefined where the state has no such number. */
  read(state: State): Term | undefined;
  readonly isSigned: boolean;
  /** Whether it is made of values that wrap around by the rules of C, so that finitely many are enough. */
  readonly isFinite: boolean;
  readonly isSum?: true;
}

/** Proved to descend from every visit of a loop head to the next one. */
export type Measure = readonly Component[];

/** Wide enough for sums of two numbers of 64 bits. */
const WIDE = 72;
/** With more changed scalars than this, no sums are tried. */
const MAX_SUMMED = 10;
const MAX_LEVELS = 5;
const MAX_CONSTANTS = 16;
/** Larger limits say hardly more than the type. */
const LARGEST_LIMIT = 1n << 30n;

/** A part of a measure that somebody claims, as an expression over what is visible at the loop. */
export interface ClaimedPart {
  readonly expression: Expression;
  readonly grows: boolean;
  readonly limit?: bigint;
}

/** The parts with the values that a state gives to their expressions; undefined where one is no integer. */
export function claimedMeasure(
  parts: readonly ClaimedPart[],
  evaluate: (expression: Expression, state: State) => Value,
): Measure | undefined {
  const components = parts.flatMap(({ expression, grows, limit }): Component[] => {
    const { type } = expression;
    if (type.kind !== "int") return [];
    return [
      {
        read: (state) => {
          const value = evaluate(expression, state);
          return value instanceof Pointer ? undefined : value;
        },
        isSigned: type.signed,
        isFinite: !type.signed,
        grows,
        expression: undefined,
        ...defined({ limit }),
      },
    ];
  });
  return components.length === parts.length ? components : undefined;
}

/** Whether a measure that is claimed descends in a step, within its limits. */
export function provesMeasure(context: MeasureContext, measure: Measure, step: Step): boolean {
  const { manager, kind, proveAll } = context;
  if (kind === "bounds" && measure.some((part) => part.limit === undefined && !part.isFinite))
    return false;
  const goal = descends(manager, measure, step.before, step.after, true);
  return proveAll(step.path, [goal])[0] === true;
}

/** Whether a state is within the limit of a part. */
export function isWithinLimit(manager: TermManager, part: Component, state: State): Term {
  const value = part.read(state);
  if (part.limit === undefined) return manager.true;
  if (value === undefined) return manager.false;
  const limit = manager.constant(value.width, part.limit);
  return part.grows ? manager.sle(value, limit) : manager.sle(limit, value);
}

/** From a visit to the next one: of the head of a loop, or of the entry of a recursive function. */
export interface Step {
  /** The executions that take it. */
  readonly path: Term;
  readonly before: State;
  readonly after: State;
}

/** @returns undefined when no template fits */
export function findMeasure(
  context: MeasureContext,
  cells: readonly MemoryCell[],
  others: readonly MemoryCell[],
  head: State,
  back: State,
): Measure | undefined {
  const step = { path: back.path.term, before: head, after: back };
  return descendingMeasure(context, loopCandidates(context, cells, others, head, back), [step]);
}

/** What of the candidates descends in every step; undefined when nothing does. */
export function descendingMeasure(
  context: MeasureContext,
  candidates: readonly Component[],
  steps: readonly Step[],
): Measure | undefined {
  const search = new MeasureSearch(context, steps);
  const simple = candidates.filter(({ isSum }) => !isSum);
  // Sums are many, and long questions.
  return (
    search.run(simple) ?? (simple.length < candidates.length ? search.run(candidates) : undefined)
  );
}

class MeasureSearch {
  readonly #context: MeasureContext;
  readonly #steps: readonly Step[];

  constructor(context: MeasureContext, steps: readonly Step[]) {
    this.#context = context;
    this.#steps = steps;
  }

  run(all: readonly Component[]): Measure | undefined {
    const { manager } = this.#context;
    let rest = this.#steps;
    const chosen: Component[] = [];
    let open = all;
    for (let level = 0; level < MAX_LEVELS && open.length > 0; level++) {
      const kept = this.#limited(
        this.#those(rest, open, (component, step) => atMost(manager, component, step)),
        rest,
      );
      if (kept.length === 0) return undefined;
      const [strict] = this.#those(rest, kept, (component, step) =>
        descends(manager, [component], step.before, step.after),
      );
      if (strict !== undefined) return this.#pruned([...chosen, strict]);
      chosen.push(...kept);
      const left = rest.flatMap((step) => {
        const some = manager.or(
          ...kept.map((component) => descends(manager, [component], step.before, step.after)),
        );
        if (this.#context.proveAll(step.path, [some])[0] === true) return [];
        return { ...step, path: manager.and(step.path, manager.not(some)) };
      });
      if (left.length === 0) return this.#pruned(chosen);
      rest = left;
      const taken = new Set(kept.map(({ read }) => read));
      open = open.filter(({ read }) => !taken.has(read));
    }
    return undefined;
  }

  /** Those whose goal holds in every step. */
  #those(
    steps: readonly Step[],
    some: readonly Component[],
    goal: (component: Component, step: Step) => Term,
  ): readonly Component[] {
    let left = some;
    for (const step of steps) {
      const holds = this.#context.proveAll(
        step.path,
        left.map((component) => goal(component, step)),
      );
      left = left.filter((_, index) => holds[index]);
    }
    return left;
  }

  /** Those that are well-founded, with their limits. */
  #limited(some: readonly Component[], steps: readonly Step[]): readonly Component[] {
    if (this.#context.kind === "values") return some;
    return some.flatMap((component) => this.#withLimit(component, steps) ?? []);
  }

  #withLimit(component: Component, steps: readonly Step[]): Component | undefined {
    if (component.isFinite) return component;
    const { manager, constants, proveAll } = this.#context;
    let limits = limitsOf(constants);
    for (const { path, before } of steps) {
      const value = component.read(before);
      if (value === undefined) return undefined;
      const goals = limits.map((limit) => {
        const bound = manager.constant(value.width, limit);
        return component.grows ? manager.sle(value, bound) : manager.sle(bound, value);
      });
      const holds = proveAll(path, goals);
      limits = limits.filter((_, index) => holds[index]);
    }
    const [limit] = limits;
    return limit === undefined ? undefined : { ...component, limit };
  }

  /** Without parts that the others do not need. */
  #pruned(measure: Measure): Measure {
    const { manager, proveAll } = this.#context;
    let needed = measure;
    for (const component of measure.slice(0, -1)) {
      const fewer = needed.filter((other) => other !== component);
      const suffices = this.#steps.every(
        ({ path, before, after }) =>
          proveAll(path, [descends(manager, fewer, before, after)])[0] === true,
      );
      if (suffices) needed = fewer;
    }
    return needed;
  }
}

function limitsOf(constants: readonly bigint[]): readonly bigint[] {
  const named = constants
    .filter((constant) => constant < LARGEST_LIMIT && constant > -LARGEST_LIMIT)
    .slice(0, MAX_CONSTANTS);
  return [...new Set([0n, ...named.flatMap((constant) => [constant, -constant])])];
}

/** Lexicographically less after than before; `isLimited`: and within the limit of the part that falls. */
export function descends(
  manager: TermManager,
  measure: Measure,
  before: State,
  after: State,
  isLimited = false,
): Term {
  let equal = manager.true;
  const cases: Term[] = [];
  for (const component of measure) {
    const [a, b] = ordered(component, before, after);
    if (a === undefined || b === undefined) return manager.false;
    const limit = isLimited ? isWithinLimit(manager, component, before) : manager.true;
    cases.push(manager.and(equal, less(manager, component, b, a), limit));
    equal = manager.and(equal, manager.eq(a, b));
  }
  return manager.or(...cases);
}

/** The same, or equal. */
export function neverRises(
  manager: TermManager,
  measure: Measure,
  before: State,
  after: State,
): Term {
  const equal = measure.map((component) => {
    const [a, b] = ordered(component, before, after);
    return a === undefined || b === undefined ? manager.false : manager.eq(a, b);
  });
  return manager.or(descends(manager, measure, before, after), manager.and(...equal));
}

function atMost(manager: TermManager, component: Component, { before, after }: Step): Term {
  const [a, b] = ordered(component, before, after);
  return a === undefined || b === undefined
    ? manager.false
    : manager.not(less(manager, component, a, b));
}

/** The values of two states, such that the first should be the greater one. */
function ordered(
  component: Component,
  before: State,
  after: State,
): readonly [Term | undefined, Term | undefined] {
  const [a, b] = [component.read(before), component.read(after)];
  return component.grows ? [b, a] : [a, b];
}

function less(manager: TermManager, { isSigned }: Component, a: Term, b: Term): Term {
  return isSigned ? manager.slt(a, b) : manager.ult(a, b);
}

// ------------------------------------------------------------------ templates

/** Parameters of functions that call each other, and what else they change: a cell for each of them. */
export interface RecursionCells {
  /** Of every function, the cells of its parameters. */
  readonly parameters: readonly (readonly MemoryCell[])[];
  readonly shared: readonly MemoryCell[];
  /** The function whose entry a state stands at, as an index. */
  readonly functionOf: (state: State) => number;
}

/** With more choices of a parameter for every function, only those at the same place are tried. */
const MAX_TUPLES = 64;

/** Candidates of a recursion: a parameter of every function, and which function it is. */
export function recursionCandidates(
  context: MeasureContext,
  { parameters, shared, functionOf }: RecursionCells,
  entries: readonly State[],
): readonly Component[] {
  const numerals = parameters.map((cells, index) => {
    const entry = entries[index];
    if (entry === undefined) return [];
    return cells
      .filter((cell) => numberIn(context, cell, entry) !== undefined)
      .flatMap((cell) => numeralsOf(cell, entry));
  });
  let tuples: (readonly Numeral[])[] = [[]];
  for (const own of numerals) {
    tuples = tuples.flatMap((tuple) => own.map((numeral) => [...tuple, numeral]));
    if (tuples.length > MAX_TUPLES) return [];
  }
  const { manager } = context;
  const choices = tuples.filter(([first, ...others]) =>
    others.every(({ isSigned, bits }) => isSigned === first?.isSigned && bits === first.bits),
  );
  const among = (tuple: readonly Numeral[]): Scalar => ({
    read: (state) => {
      const numeral = tuple[functionOf(state)];
      return numeral === undefined ? undefined : numberIn(context, numeral.cell, state);
    },
    isSigned: tuple[0]?.isSigned === true,
    bits: tuple[0]?.bits ?? 0,
    text: undefined,
  });
  const [first] = entries;
  const common = shared
    .filter((cell) => first !== undefined && numberIn(context, cell, first) !== undefined)
    .flatMap((cell) => (first === undefined ? [] : numeralsOf(cell, first)))
    .map((numeral) => scalarOf(context, numeral));
  const scalars = [...choices.map(among), ...common];
  const directions = [false, true];
  const singles = scalars.flatMap((scalar) =>
    directions.map((grows) => componentOf(scalar, grows)),
  );
  const sums = scalars.flatMap((x, index) =>
    scalars
      .slice(index + 1)
      .flatMap((y) =>
        ([1, -1] as const).flatMap((sign) =>
          directions.map((grows) => sumOf(context, x, y, sign, grows)),
        ),
      ),
  );
  const ranks = directions.map(
    (grows): Component => ({
      read: (state) => manager.constant(8, functionOf(state)),
      isSigned: false,
      isFinite: true,
      grows,
      expression: undefined,
    }),
  );
  return [...singles, ...(scalars.length > MAX_SUMMED ? [] : sums), ...ranks];
}

/** A scalar in memory as a number. */
interface Numeral {
  readonly cell: MemoryCell;
  readonly isSigned: boolean;
  readonly bits: number;
  readonly text: InvariantText | undefined;
}

function loopCandidates(
  context: MeasureContext,
  cells: readonly MemoryCell[],
  others: readonly MemoryCell[],
  head: State,
  back: State,
): readonly Component[] {
  const isNumber = (cell: MemoryCell): boolean =>
    numberIn(context, cell, head) !== undefined && numberIn(context, cell, back) !== undefined;
  const changed = cells.filter(isNumber).flatMap((cell) => numeralsOf(cell, head));
  const singles = changed.flatMap((numeral) =>
    [false, true].map((grows) => componentOf(scalarOf(context, numeral), grows)),
  );
  if (changed.length > MAX_SUMMED) return singles;
  const fixed = others.filter(isNumber).flatMap((cell) => numeralsOf(cell, head));
  const sums = changed.flatMap((x, index) => {
    // A value that stays is of interest for its limit only.
    const partners = [...changed.slice(index + 1), ...(context.kind === "bounds" ? fixed : [])];
    return partners
      .filter(({ cell }) => cell !== x.cell)
      .flatMap((y) => {
        const [a, b] = [scalarOf(context, x), scalarOf(context, y)];
        return ([1, -1] as const).flatMap((sign) =>
          [false, true].map((grows) => sumOf(context, a, b, sign, grows)),
        );
      });
  });
  return [...singles, ...sums];
}

function numberIn(context: MeasureContext, cell: MemoryCell, state: State): Term | undefined {
  const value = context.access.readAt(state, cell.region, cell.offset, cell.size);
  if (value instanceof Pointer) return undefined;
  return value.width === cell.size * 8 && cell.size <= 8 ? value : undefined;
}

/** A number of a state. */
interface Scalar {
  readonly read: (state: State) => Term | undefined;
  readonly isSigned: boolean;
  readonly bits: number;
  readonly text: InvariantText | undefined;
}

function scalarOf(context: MeasureContext, { cell, isSigned, bits, text }: Numeral): Scalar {
  return { read: (state) => numberIn(context, cell, state), isSigned, bits, text };
}

function componentOf({ read, isSigned, bits, text }: Scalar, grows: boolean): Component {
  return { read, isSigned, isFinite: !isSigned || bits < 32, grows, expression: text };
}

/** `x + y` or `x - y`, in a type that holds it. */
function sumOf(
  context: MeasureContext,
  x: Scalar,
  y: Scalar,
  sign: 1 | -1,
  grows: boolean,
): Component {
  const { manager } = context;
  const wide = ({ read, isSigned }: Scalar, state: State): Term | undefined => {
    const value = read(state);
    if (value === undefined) return undefined;
    return isSigned ? manager.signExtend(value, WIDE) : manager.zeroExtend(value, WIDE);
  };
  return {
    read: (state) => {
      const [a, b] = [wide(x, state), wide(y, state)];
      if (a === undefined || b === undefined) return undefined;
      return sign > 0 ? manager.add(a, b) : manager.sub(a, b);
    },
    isSigned: true,
    isSum: true,
    isFinite: [x, y].every(({ isSigned, bits }) => !isSigned || bits < 32),
    grows,
    expression: sumText(x, y, sign),
  };
}

function sumText(x: Scalar, y: Scalar, sign: 1 | -1): InvariantText | undefined {
  if (x.text === undefined || y.text === undefined) return undefined;
  const type = Math.max(x.bits, y.bits) <= 32 ? "long long" : "__int128";
  const text = `(${type})${x.text.text} ${sign > 0 ? "+" : "-"} (${type})${y.text.text}`;
  return { text, objects: [...x.text.objects, ...y.text.objects] };
}

/** The numbers that a cell may be meant as; both signs where no type is known. */
function numeralsOf(cell: MemoryCell, state: State): readonly Numeral[] {
  const named = placeOf(cell, state);
  if (named !== undefined) {
    const { type, text } = named;
    if (type.kind === "pointer") return [];
    const isSigned = type.kind === "float" || type.signed;
    // Of floating-point numbers the bits are compared, which is another order than C's.
    return [
      { cell, isSigned, bits: cell.size * 8, text: type.kind === "float" ? undefined : text },
    ];
  }
  return [true, false].map((isSigned) => ({
    cell,
    isSigned,
    bits: cell.size * 8,
    text: undefined,
  }));
}

/** A C expression for the contents of a cell: a variable, or what a pointer variable points to. */
function placeOf(
  { region, offset, size }: MemoryCell,
  state: State,
): { readonly type: ValueType; readonly text: InvariantText } | undefined {
  const { object } = region;
  if (object?.scalar !== undefined && offset === 0 && size === object.size) {
    return object.variable === undefined
      ? undefined
      : { type: object.scalar, text: { text: object.name, objects: [object] } };
  }
  for (const [other, content] of state.contents) {
    const pointer = pointerVariable(other);
    if (pointer === undefined) continue;
    const value = content.chunks.get(0)?.value;
    if (!(value instanceof Pointer) || value.targets.length !== 1) continue;
    const [target] = value.targets;
    if (target?.region !== region || target.offset.op !== "constant") continue;
    if (target.offset.value !== BigInt(offset)) continue;
    const type = pointer.type.kind === "pointer" ? valueTypeOf(pointer.type.target) : undefined;
    if (type?.kind !== "int" || type.bits !== size * 8) continue;
    return { type, text: { text: `*${pointer.name}`, objects: [pointer] } };
  }
  return undefined;
}

function pointerVariable({ object, hasEnded }: Region): MemoryObject | undefined {
  if (hasEnded || object?.variable === undefined) return undefined;
  return object.scalar?.kind === "pointer" ? object : undefined;
}
