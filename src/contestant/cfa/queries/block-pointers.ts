/**
 * Determines which variables may lead to which heap blocks (inclusion-based: Andersen, "Program
 * analysis and specialization for the C programming language", 1994, chapter 4), for blocks in
 * which the program only reads and writes scalars at constant offsets: each is allocated once, and
 * pointers to its start are copied unchanged, and compared with null or with one another.
 */
import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import type {
  BitField,
  CallEdge,
  CfaEdge,
  CfaProgram,
  Expression,
  MemoryObject,
  ValueType,
} from "../model/cfa.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import { accessSize, addressedObject, operandsOf } from "../model/expression-properties.ts";
import { intrinsicOf } from "../model/intrinsics.ts";
import { sameValueType } from "../model/value-types.ts";
import { callGraph } from "./call-graph.ts";
import { calledName } from "./called-name.ts";
import { executedOnce } from "./executed-once.ts";
import { isTracked } from "./liveness.ts";
import { NumericPointers } from "./numeric-pointers.ts";

export interface HeapBlock {
  readonly id: number;
  /**
   * Represents a pointer to it: from 1 on, and different from that of blocks to which the same
   * pointers may lead.
   */
  number: number;
  readonly isZero: boolean;
  readonly size: number;
  /** Its fields, by their offset. */
  readonly fields: Map<number, ValueType>;
}

export interface Place {
  readonly base: Expression;
  readonly offset: number;
}

/** An address as a pointer and a constant offset in bytes. */
export function placeOf(address: Expression): Place {
  let base = address;
  let offset = 0n;
  while (
    base.kind === "binary" &&
    base.operator === "add" &&
    base.type.kind === "pointer" &&
    base.right.kind === "integer"
  ) {
    offset += base.right.value;
    base = base.left;
  }
  return { base, offset: Number(offset) };
}

/** Larger programs are not analysed. */
const MAX_EDGES = 30_000;

export class BlockPointers {
  readonly blocks: Map<CfaEdge, HeapBlock> = new Map<CfaEdge, HeapBlock>();
  readonly #program: CfaProgram;
  readonly #edges: readonly CfaEdge[];
  readonly #addressTaken: ReadonlySet<string>;
  /** By variable, by field ("0.8"), and by function for its result. */
  readonly #targets = new Map<MemoryObject | string, Set<HeapBlock>>();
  readonly #unsuitable = new Set<HeapBlock>();
  /** Pointers that may be equal to the number of a block without leading to it. */
  #numeric!: NumericPointers;
  /** Blocks that the pointers of one comparison, or that of one access, may reach. */
  readonly #toldApart: ReadonlySet<HeapBlock>[] = [];

  constructor(program: CfaProgram) {
    this.#program = program;
    this.#edges = [...program.functions.values()].flatMap(({ nodes }) =>
      nodes.flatMap(({ leaving }) => leaving),
    );
    this.#addressTaken = callGraph(program).addressTaken;
    this.#findBlocks();
    while (this.blocks.size > 0) {
      this.#spread();
      this.#judge();
      if (this.#unsuitable.size === 0) break;
      for (const [edge, block] of this.blocks) {
        if (this.#unsuitable.has(block)) this.blocks.delete(edge);
        block.fields.clear();
      }
      this.#unsuitable.clear();
      this.#targets.clear();
    }
    this.#number();
  }

  /** The blocks at whose start a pointer may lead; it may lead elsewhere as well. */
  targetsOf(pointer: Expression): ReadonlySet<HeapBlock> {
    switch (pointer.kind) {
      case "load": {
        if (pointer.type.kind !== "pointer" || pointer.bitField !== undefined) return NONE;
        const object = addressedObject(pointer.address);
        if (object !== undefined) return this.#targets.get(object) ?? NONE;
        return this.#union(this.#fieldsAt(pointer.address).map((key) => this.#targets.get(key)));
      }
      case "cast": {
        const isPointer = pointer.type.kind === "pointer";
        return isPointer ? this.targetsOf(pointer.operand) : NONE;
      }
      case "conditional": {
        const { whenTrue, whenFalse } = pointer;
        return this.#union([this.targetsOf(whenTrue), this.targetsOf(whenFalse)]);
      }
      case "integer":
      case "float":
      case "address":
      case "unary":
      case "binary":
      case "compare":
        return NONE;
      default:
        return unreachableKind(pointer);
    }
  }

  /** Records the targets of a new variable. */
  note(object: MemoryObject, targets: ReadonlySet<HeapBlock>): void {
    this.#targets.set(object, new Set(targets));
  }

  /** Records that a new variable represents a field. */
  noteField(object: MemoryObject, { id }: HeapBlock, offset: number): void {
    this.note(object, this.#targets.get(`${id}.${offset}`) ?? NONE);
  }

  // ------------------------------------------------------------------- blocks

  #findBlocks(): void {
    const isLarge = this.#edges.length > MAX_EDGES;
    // Code after the target of a jump is executed again.
    if (isLarge || this.#edges.some((edge) => this.#intrinsic(edge) === "setjmp")) return;
    const once = executedOnce(this.#program);
    for (const edge of this.#edges) {
      const kind = this.#intrinsic(edge);
      if (edge.kind !== "call" || !once.has(edge) || edge.result === undefined) continue;
      if (!isVariable(edge.result.address)) continue;
      const sizes = edge.arguments.map((argument) =>
        argument.kind === "scalar" && argument.value.kind === "integer"
          ? argument.value.value
          : undefined,
      );
      const isKnown =
        kind === "malloc" ? sizes.length === 1 : kind === "calloc" && sizes.length === 2;
      if (!isKnown) continue;
      const size = sizes.reduce(
        (all, one) => (all !== undefined && one !== undefined ? all * one : undefined),
        1n,
      );
      if (size === undefined || size > 2n ** 20n) continue;
      const isZero = kind === "calloc";
      const id = this.blocks.size;
      this.blocks.set(edge, { id, number: 0, isZero, size: Number(size), fields: new Map() });
    }
  }

  #intrinsic(edge: CfaEdge): string | undefined {
    const name = calledName(edge);
    if (name === undefined || this.#program.functions.has(name)) return undefined;
    return intrinsicOf(name)?.kind;
  }

  /**
   * Few numbers, so that a range of them has no gaps: blocks that no pointer has together may share
   * numbers.
   */
  #number(): void {
    const classes = new Map([...this.blocks.values()].map((block) => [block, new Set([block])]));
    for (const met of [...this.#targets.values(), ...this.#toldApart]) {
      const all = new Set([...met].flatMap((block) => [...(classes.get(block) ?? NONE)]));
      for (const block of all) classes.set(block, all);
    }
    for (const together of new Set(classes.values())) {
      let number = 0;
      for (const block of together) block.number = ++number;
    }
  }

  // ------------------------------------------------------------------ spreading

  #spread(): void {
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const edge of this.#edges) if (this.#pass(edge)) isChanged = true;
    }
  }

  /** @returns whether it added a fact */
  #pass(edge: CfaEdge): boolean {
    switch (edge.kind) {
      case "assign":
        return this.#assign(this.#placesAt(edge.address), this.targetsOf(edge.value));
      case "return": {
        if (edge.value?.kind !== "scalar") return false;
        return this.#assign([edge.source.functionName], this.targetsOf(edge.value.value));
      }
      case "call": {
        const made = this.blocks.get(edge);
        const name = calledName(edge) ?? "";
        const fn = this.#program.functions.get(name);
        const given = made === undefined ? (this.#targets.get(name) ?? NONE) : new Set([made]);
        const places = edge.result === undefined ? [] : this.#placesAt(edge.result.address);
        let isChanged = this.#assign(places, given);
        for (const [index, argument] of edge.arguments.entries()) {
          const parameter = fn?.parameters[index];
          if (argument.kind !== "scalar" || parameter === undefined) continue;
          if (this.#assign([parameter], this.targetsOf(argument.value))) isChanged = true;
        }
        return isChanged;
      }
      case "assume":
      case "copy":
      case "clear":
      case "skip":
      case "declare":
      case "end-scope":
      case "unsupported":
        return false;
      default:
        return unreachableKind(edge);
    }
  }

  #assign(places: readonly (MemoryObject | string)[], targets: ReadonlySet<HeapBlock>): boolean {
    let isChanged = false;
    for (const place of targets.size === 0 ? [] : places) {
      const known = this.#targets.get(place) ?? new Set();
      const before = known.size;
      for (const target of targets) known.add(target);
      this.#targets.set(place, known);
      if (known.size > before) isChanged = true;
    }
    return isChanged;
  }

  #placesAt(address: Expression): readonly (MemoryObject | string)[] {
    const object = addressedObject(address);
    return object === undefined ? this.#fieldsAt(address) : [object];
  }

  #fieldsAt(address: Expression): readonly string[] {
    const { base, offset } = placeOf(address);
    return [...this.targetsOf(base)].map(({ id }) => `${id}.${offset}`);
  }

  #union(sets: readonly (ReadonlySet<HeapBlock> | undefined)[]): ReadonlySet<HeapBlock> {
    const [first, ...others] = sets.filter((set) => set !== undefined && set.size > 0);
    if (others.length === 0) return first ?? NONE;
    return new Set([first, ...others].flatMap((set) => [...(set ?? NONE)]));
  }

  // -------------------------------------------------------------------- judging

  /** Finds blocks with other uses. */
  #judge(): void {
    this.#numeric = new NumericPointers(this.#program, this.#edges, this.#addressTaken, (address) =>
      this.#fieldsAt(address),
    );
    for (const edge of this.#edges) this.#judgeEdge(edge);
    for (const block of this.blocks.values()) {
      if (!areApart(block)) this.#unsuitable.add(block);
    }
  }

  #judgeEdge(edge: CfaEdge): void {
    switch (edge.kind) {
      case "assume":
        this.#look(edge.condition, true);
        return;
      case "assign": {
        const { address, value, bitField } = edge;
        const isOfBlock = this.targetsOf(placeOf(address).base).size > 0;
        this.#look(value, isOfBlock || isVariable(address));
        this.#access(address, value.type, bitField);
        return;
      }
      case "return": {
        const { value } = edge;
        if (value === undefined) return;
        const isCalledByName = !this.#addressTaken.has(edge.source.functionName);
        if (value.kind === "scalar") this.#look(value.value, isCalledByName);
        else this.#look(value.address, false);
        return;
      }
      case "call":
        this.#judgeCall(edge);
        return;
      case "copy":
      case "clear":
        for (const expression of expressionsOf(edge)) this.#look(expression, false);
        return;
      case "skip":
      case "declare":
      case "end-scope":
      case "unsupported":
        return;
      default:
        unreachableKind(edge);
    }
  }

  #judgeCall(edge: CallEdge): void {
    const name = calledName(edge);
    const fn = name === undefined ? undefined : this.#program.functions.get(name);
    this.#look(edge.callee, false);
    for (const [index, argument] of edge.arguments.entries()) {
      const parameter = fn?.parameters[index];
      const isPassed = fn?.isLibrary === false && parameter !== undefined && isTracked(parameter);
      if (argument.kind === "scalar") this.#look(argument.value, isPassed);
      else this.#look(argument.address, false);
    }
    if (edge.result === undefined || isVariable(edge.result.address)) return;
    this.#look(edge.result.address, false);
    this.#drop(this.#targets.get(name ?? "") ?? NONE);
  }

  /**
   * @param isKept - whether the use of the value leaves it a pointer to the start of a block, in a
   * followed place
   */
  #look(expression: Expression, isKept: boolean): void {
    if (!isKept) this.#drop(this.targetsOf(expression));
    switch (expression.kind) {
      case "load":
        this.#access(expression.address, expression.type, expression.bitField);
        return;
      case "cast":
        this.#look(expression.operand, isKept && expression.type.kind === "pointer");
        return;
      case "conditional":
        this.#look(expression.condition, true);
        this.#look(expression.whenTrue, isKept);
        this.#look(expression.whenFalse, isKept);
        return;
      case "compare": {
        const [left, right] = [pointerIn(expression.left), pointerIn(expression.right)];
        this.#toldApart.push(this.#union([this.targetsOf(left), this.targetsOf(right)]));
        const isEquality = expression.operator === "eq" || expression.operator === "ne";
        if (!isNull(left) && !isNull(right)) this.#dropNumeric(left, right);
        this.#look(left, isEquality && this.#isComparable(right));
        this.#look(right, isEquality && this.#isComparable(left));
        return;
      }
      case "unary":
      case "binary":
        for (const operand of operandsOf(expression)) this.#look(operand, false);
        return;
      case "integer":
      case "float":
      case "address":
        return;
      default:
        unreachableKind(expression);
    }
  }

  /** Whether a comparison is independent of the numbers that represent the starts of blocks. */
  #isComparable(other: Expression): boolean {
    return this.targetsOf(other).size > 0 || isNull(other);
  }

  /** A number that is no pointer to a block may be equal to that of a block. */
  #dropNumeric(...pointers: readonly Expression[]): void {
    const targets = this.#union(pointers.map((pointer) => this.targetsOf(pointer)));
    if (targets.size === 0) return;
    if (pointers.some((pointer) => this.#numeric.isNumeric(pointer))) this.#drop(targets);
  }

  #access(address: Expression, type: ValueType, bitField: BitField | undefined): void {
    if (isVariable(address)) return;
    const { base, offset } = placeOf(address);
    const targets = this.targetsOf(base);
    if (targets.size === 0) {
      this.#look(address, true);
      return;
    }
    this.#toldApart.push(targets);
    this.#look(base, true);
    this.#dropNumeric(base);
    for (const block of targets) {
      const known = block.fields.get(offset) ?? type;
      const isInside = offset + accessSize(type) <= block.size;
      if (isInside && bitField === undefined && sameValueType(known, type)) {
        block.fields.set(offset, type);
      } else this.#unsuitable.add(block);
    }
  }

  #drop(targets: ReadonlySet<HeapBlock>): void {
    for (const block of targets) this.#unsuitable.add(block);
  }
}

const NONE: ReadonlySet<HeapBlock> = new Set();

function isNull(value: Expression): boolean {
  return value.kind === "integer" && value.value === 0n;
}

function isVariable(address: Expression): boolean {
  const object = addressedObject(address);
  return object !== undefined && isTracked(object);
}

/** A pointer that is used as a number of its width, as in `(unsigned long)p != 0`. */
function pointerIn(value: Expression): Expression {
  const isNumber =
    value.kind === "cast" &&
    value.type.kind === "int" &&
    value.operand.type.kind === "pointer" &&
    value.type.bits >= value.operand.type.bits;
  return isNumber ? value.operand : value;
}

function areApart({ fields }: HeapBlock): boolean {
  const sorted = [...fields].sort(([a], [b]) => a - b);
  return sorted.every(([offset], index) => {
    const [before, type] = sorted[index - 1] ?? [];
    return before === undefined || type === undefined || before + accessSize(type) <= offset;
  });
}
