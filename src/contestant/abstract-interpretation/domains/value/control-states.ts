/**
 * Control variables: the program compares them with constants and assigns different constants to them, but never
 * counts. States with different values of them are kept separate, all others joined (trace partitioning: Mauborgne,
 * Rival, "Trace partitioning in abstract interpretation based static analyzers", ESOP 2005). The choice of
 * variables affects only the precision.
 */
import {
  addressedObject,
  type CfaEdge,
  type CfaProgram,
  type Expression,
  expressionsOf,
  forEachSubexpression,
  isTracked,
  type MemoryObject,
  mentionedObjects,
} from "../../../cfa/index.ts";
import type { PartitionKey } from "../../framework/reached-set.ts";
import type { AbstractState, Frame } from "./abstract-state.ts";
import type { FunctionLayout, PlacedObject, ProgramLayout } from "./program-layout.ts";
import { isInteger } from "./value.ts";

/** With fewer constants a variable is only a flag, of which there may be many. */
const MIN_CONSTANTS = 2;
/**
 * Combinations of values at one node with one call stack; a variable with more of them is a counter, and is joined.
 */
const MAX_COMBINATIONS = 256;

/** Objects that hold control states; may be none. */
export function controlObjects(program: CfaProgram): ReadonlySet<MemoryObject> {
  const uses = new Uses(program);
  return new Set(
    [...uses.constants]
      .filter(([object, { size }]) => size >= MIN_CONSTANTS && uses.decides(object))
      .map(([object]) => object),
  );
}

/** Uses of the integers that are accessed only by name. */
class Uses {
  readonly #program: CfaProgram;
  /** Constants that are assigned to objects without increments or decrements. */
  readonly constants = new Map<MemoryObject, Set<bigint>>();
  /** The objects that they are copied to. */
  readonly #copies = new Map<MemoryObject, Set<MemoryObject>>();
  readonly #compared = new Set<MemoryObject>();

  constructor(program: CfaProgram) {
    this.#program = program;
    const counters = new Set<MemoryObject>();
    for (const { nodes } of program.functions.values()) {
      for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
        for (const expression of expressionsOf(edge)) this.#compare(expression);
        for (const [object, value] of this.#assignments(edge)) {
          const isCounted = value.kind !== "load" && mentionedObjects(value).has(object);
          if (isCounted) counters.add(object);
          else this.#assign(object, value);
        }
      }
    }
    for (const object of counters) this.constants.delete(object);
  }

  /** Whether the object, or a copy of it, is compared with constants. */
  decides(object: MemoryObject): boolean {
    const reached = new Set([object]);
    for (const each of reached) {
      if (this.#compared.has(each)) return true;
      for (const copy of this.#copies.get(each) ?? []) reached.add(copy);
    }
    return false;
  }

  *#assignments(edge: CfaEdge): Generator<readonly [MemoryObject, Expression]> {
    if (edge.kind === "assign") {
      const object = addressedObject(edge.address);
      const isWhole = edge.bitField === undefined && object !== undefined;
      if (isWhole && isCandidate(object)) yield [object, edge.value];
    }
    if (edge.kind !== "call") return;
    const { callee } = edge;
    const isDirect = callee.kind === "address" && callee.target.kind === "function";
    const called = isDirect ? this.#program.functions.get(callee.target.name) : undefined;
    for (const [index, argument] of edge.arguments.entries()) {
      const parameter = called?.parameters[index];
      if (parameter === undefined || argument.kind === "record") continue;
      if (isCandidate(parameter)) yield [parameter, argument.value];
    }
  }

  #assign(object: MemoryObject, value: Expression): void {
    const inner = value.kind === "cast" ? value.operand : value;
    if (inner.kind === "integer") {
      const known = this.constants.get(object) ?? new Set();
      this.constants.set(object, known.add(inner.value));
    }
    const copied = inner.kind === "load" ? addressedObject(inner.address) : undefined;
    if (copied === undefined) return;
    this.#copies.set(copied, (this.#copies.get(copied) ?? new Set()).add(object));
  }

  #compare(expression: Expression): void {
    forEachSubexpression(expression, (part) => {
      if (part.kind !== "compare") return;
      const { left, right } = part;
      if (right.kind === "integer") this.#look(left);
      if (left.kind === "integer") this.#look(right);
    });
  }

  #look(compared: Expression): void {
    for (const object of mentionedObjects(compared)) this.#compared.add(object);
  }
}

function isCandidate(object: MemoryObject): boolean {
  return object.scalar?.kind === "int" && isTracked(object);
}

/** Distinguishes states by the values of control variables. */
export class ControlStates {
  readonly #objects: ReadonlySet<MemoryObject>;
  readonly #statics: readonly number[];
  readonly #locals = new Map<FunctionLayout, readonly number[]>();
  /** By node and call stack. */
  readonly #combinations = new Map<string, Set<string>>();

  constructor(objects: ReadonlySet<MemoryObject>, layout: ProgramLayout) {
    this.#objects = objects;
    this.#statics = this.#slotsOf(layout.statics);
  }

  /**
   * The partition of a state.
   * @param together - the partition without control variables, for states at one node with one call stack
   */
  partition(state: AbstractState, together: PartitionKey): PartitionKey {
    let values = "";
    for (const slot of this.#statics) values += valueAt(state, slot);
    for (let frame: Frame | undefined = state.frame; frame !== undefined; frame = frame.caller) {
      for (const slot of this.#localsOf(frame.layout)) values += valueAt(state, frame.base + slot);
    }
    const place = `${together}`;
    let known = this.#combinations.get(place);
    if (known === undefined) {
      known = new Set();
      this.#combinations.set(place, known);
    }
    if (known.size < MAX_COMBINATIONS) known.add(values);
    return known.has(values) ? `${place}|${values}` : together;
  }

  #localsOf(layout: FunctionLayout): readonly number[] {
    let slots = this.#locals.get(layout);
    if (slots === undefined) {
      slots = this.#slotsOf(layout.objects);
      this.#locals.set(layout, slots);
    }
    return slots;
  }

  #slotsOf(placed: readonly PlacedObject[]): readonly number[] {
    return placed.filter(({ object }) => this.#objects.has(object)).map(({ slot }) => slot);
  }
}

function valueAt({ slots }: AbstractState, slot: number): string {
  const value = slots[slot];
  return value !== undefined && isInteger(value) ? `${value},` : "?,";
}
