/**
 * The memory of a state of the interpreter: which variables lead to which blocks, as a picture and
 * as a path of names.
 */

import { amount } from "../../ground/util/amount.ts";
import { defined } from "../../ground/util/defined.ts";
import type { MemoryPicture, PicturedCell, PicturedObject } from "../analysis-core/index.ts";
import {
  type CfaProgram,
  type MemoryObject,
  ProgramPlaces,
  type ValueType,
  valueTypeOf,
} from "../cfa/index.ts";
import type { CType } from "../cfront/index.ts";
import type { PlacedVariable, View } from "../interpreter/index.ts";
import type { Block } from "./block-history.ts";
import { sizeOf } from "./memory-name.ts";
import { valueForPeople } from "./value-text.ts";
import type { VariableScopes } from "./variable-scopes.ts";

/** A scalar in an object. */
interface Leaf {
  /** Suffix of the object's name: `.next`, `[2]`, or empty. */
  readonly path: string;
  readonly offset: number;
  /** Undefined: a word of unknown type, perhaps a pointer. */
  readonly type: CType | undefined;
}

/** An invalid operation on a variable or block, or through a pointer in one. */
export interface StateFault {
  /** An address: that of the pointer. */
  readonly owner: MemoryObject | Block | bigint;
  readonly text: string;
}

/** An object of the state: a variable of the program, or a block. */
interface StateObject {
  readonly name: string;
  readonly base: bigint;
  readonly size: bigint;
  readonly variable: PlacedVariable | undefined;
  readonly block: Block | undefined;
  /** Type of a block: that of a pointer to it. */
  type: CType | undefined;
}

const MAX_OBJECTS = 24;
const MAX_CELLS = 8;
const MAX_LEAVES = 64;
const MAX_TYPE_DEPTH = 4;

export class StateMemory {
  readonly #program: CfaProgram;
  readonly #view: View;
  readonly #objects: readonly StateObject[];
  readonly #byAddress: readonly StateObject[];
  readonly #isInScope: (variable: PlacedVariable) => boolean;

  /**
   * Must be used before the state changes.
   * @param at - the current position in the text; undefined: scopes are not checked
   */
  constructor(
    program: CfaProgram,
    view: View,
    blocks: readonly Block[],
    { scopes, at }: { readonly scopes: VariableScopes; readonly at: number | undefined },
  ) {
    this.#program = program;
    this.#view = view;
    const { depth } = view;
    this.#isInScope = ({ object, functionName, depth: level }) =>
      at === undefined || level !== depth || scopes.isInScope(object, functionName, at);
    const variables = view.variables().filter((variable) => this.#isShown(variable));
    this.#objects = [
      ...variables.map(
        (variable): StateObject => ({
          name: variable.object.name,
          base: BigInt(variable.base),
          size: BigInt(variable.object.size),
          type: variable.object.type,
          variable,
          block: undefined,
        }),
      ),
      ...blocks.map(
        (block): StateObject => ({
          name: "",
          base: block.address,
          size: block.size,
          type: undefined,
          variable: undefined,
          block,
        }),
      ),
    ];
    this.#byAddress = this.#objects.toSorted((a, b) => (a.base < b.base ? -1 : 1));
    this.#tellTypes();
  }

  /**
   * Returns the blocks, and the variables that lead to them.
   * @param lost - addresses of live blocks to which no pointer leads
   */
  picture(lost: ReadonlySet<bigint>, fault?: StateFault): MemoryPicture {
    const places = new ProgramPlaces(this.#program);
    const pointers = new Map(this.#objects.map((object) => [object, this.#pointers(object)]));
    const isTarget = new Set<StateObject>();
    const isHeldByBlock = new Set<StateObject>();
    for (const [{ block }, held] of pointers) {
      for (const { target } of held) {
        isTarget.add(target);
        if (block !== undefined) isHeldByBlock.add(target);
      }
    }
    const isFaulty = (object: StateObject): boolean => {
      if (fault === undefined) return false;
      if (typeof fault.owner === "bigint") return this.#objectAt(fault.owner) === object;
      return (object.block ?? object.variable?.object) === fault.owner;
    };
    const shown = this.#objects.filter((object) => {
      if (isFaulty(object)) return true;
      const targets = pointers.get(object) ?? [];
      if (object.variable === undefined) {
        return object.block?.freedBy === undefined || isTarget.has(object);
      }
      // The table of values contains the other variables.
      const isOfInterest = ({ target }: { readonly target: StateObject }): boolean =>
        target.block !== undefined || isFaulty(target);
      return targets.some(isOfInterest) || isHeldByBlock.has(object);
    });
    const kept = shown.slice(0, MAX_OBJECTS);
    const ids = new Map(kept.map((object, index) => [object, index]));
    const objects = kept.map((object, id): PicturedObject => {
      const { block, variable } = object;
      const cells = this.#cells(object, ids);
      const wrong = defined({ fault: isFaulty(object) ? fault?.text : undefined });
      if (block === undefined) {
        const detail = this.#placeOf(variable as PlacedVariable);
        return { id, kind: "variable", title: object.name, detail, state: "live", cells, ...wrong };
      }
      const { line } = places.placeOf(block.allocatedBy.range.start);
      const freed =
        block.freedBy === undefined
          ? ""
          : `, freed in line ${places.placeOf(block.freedBy.range.start).line}`;
      const isLost = block.freedBy === undefined && lost.has(block.address);
      return {
        id,
        kind: "block",
        cells,
        ...wrong,
        title: `block of line ${line}`,
        detail: amount(block.size, "byte") + freed,
        state: block.freedBy !== undefined ? "freed" : isLost ? "lost" : "live",
      };
    });
    return { objects, omitted: shown.length - kept.length };
  }

  /**
   * Returns the path to a block from a variable in scope: `list->next`; undefined when there is
   * none.
   */
  pathTo(address: bigint): string | undefined {
    const paths = new Map<StateObject, string>();
    for (const object of this.#objects) {
      const { variable, name } = object;
      if (variable !== undefined && this.#isInScope(variable)) paths.set(object, name);
    }
    for (const [object, path] of paths) {
      for (const { leaf, target } of this.#pointers(object)) {
        if (target.block === undefined || paths.has(target)) continue;
        const isPlain = object.variable !== undefined;
        const next = isPlain ? path + leaf.path : joined(path, leaf.path);
        if (target.base === address) return next;
        paths.set(target, next);
      }
    }
    return undefined;
  }

  #placeOf(variable: PlacedVariable): string {
    if (variable.depth === 0) return "static";
    return this.#isInScope(variable)
      ? variable.functionName
      : `${variable.functionName}, out of scope`;
  }

  /**
   * Whether it is a variable of the program's text, not of the library, a temporary or a literal.
   */
  #isShown({ object, functionName }: PlacedVariable): boolean {
    const { variable, kind, name } = object;
    const isNamed = variable !== undefined && kind !== "temporary" && !name.startsWith("__agon");
    return isNamed && this.#program.functions.get(functionName)?.isLibrary !== true;
  }

  // -------------------------------------------------------------------- types

  /** The types of blocks are those of the first pointers to their starts. */
  #tellTypes(): void {
    const work = this.#objects.filter(({ variable }) => variable !== undefined);
    for (const object of work) {
      for (const { leaf, target, offset } of this.#pointers(object)) {
        if (target.block === undefined || target.type !== undefined || offset !== 0n) continue;
        const pointed = leaf.type?.kind === "pointer" ? leaf.type.target : undefined;
        const size = pointed === undefined ? undefined : sizeOf(pointed);
        if (size === undefined || size === 0 || BigInt(size) > target.size) continue;
        target.type = pointed;
        work.push(target);
      }
    }
  }

  #leaves({ type, size, block }: StateObject): readonly Leaf[] {
    const leaves: Leaf[] = [];
    if (type === undefined) return this.#wordsOf(size);
    if (block === undefined) addLeaves(type, 0, "", 0, leaves);
    else {
      const step = sizeOf(type) ?? 1;
      const count = Math.floor(Number(size) / step);
      for (let index = 0; index < count && leaves.length < MAX_LEAVES; index++) {
        addLeaves(type, index * step, count === 1 ? "" : `[${index}]`, 0, leaves);
      }
    }
    return leaves;
  }

  /** Returns the parts of a block of unknown type: words that may be pointers. */
  #wordsOf(size: bigint): readonly Leaf[] {
    const step = this.#program.machine.pointerBits / 8;
    const count = Math.min(Math.floor(Number(size) / step), MAX_LEAVES);
    return Array.from({ length: count }, (_, index) => ({
      path: `+${index * step}`,
      offset: index * step,
      type: undefined,
    }));
  }

  // ------------------------------------------------------------------- values

  #pointers(
    object: StateObject,
  ): { readonly leaf: Leaf; readonly target: StateObject; readonly offset: bigint }[] {
    if (object.block?.freedBy !== undefined) return [];
    return this.#leaves(object).flatMap((leaf) => {
      const bits = this.#bits(object, leaf);
      if (bits === undefined || bits === 0n || !mayPoint(leaf)) return [];
      const target = this.#objectAt(bits);
      return target === undefined ? [] : [{ leaf, target, offset: bits - target.base }];
    });
  }

  #cells(object: StateObject, ids: ReadonlyMap<StateObject, number>): readonly PicturedCell[] {
    if (object.block?.freedBy !== undefined) return [];
    const leaves = this.#leaves(object);
    const cells = leaves.flatMap((leaf): PicturedCell[] => {
      const bits = this.#bits(object, leaf);
      if (bits === undefined) return [];
      const label = leaf.path.replace(/^\./, "");
      if (leaf.type !== undefined && !mayPoint(leaf)) {
        const scalar = valueTypeOf(leaf.type);
        return scalar === undefined ? [] : [{ label, value: valueForPeople(bits, scalar) }];
      }
      const target = this.#objectAt(bits);
      if (target === undefined) {
        if (leaf.type === undefined) return [];
        return [{ label, value: bits === 0n ? "NULL" : `0x${bits.toString(16)}` }];
      }
      const distance = bits - target.base;
      const value = distance === 0n ? "" : `+${distance}`;
      return [{ label, value: value || "•", ...defined({ target: ids.get(target) }) }];
    });
    if (cells.length <= MAX_CELLS) return cells;
    const pointers = cells.filter(({ target }) => target !== undefined).slice(0, MAX_CELLS);
    const plain = cells.filter(({ target }) => target === undefined);
    const some = plain.slice(0, Math.max(MAX_CELLS - pointers.length, 0));
    const chosen = cells.filter((cell) => pointers.includes(cell) || some.includes(cell));
    return [...chosen, { label: "…", value: "" }];
  }

  /** Returns the object that contains an address, or ends there: between objects are gaps. */
  #objectAt(address: bigint): StateObject | undefined {
    let [low, high] = [0, this.#byAddress.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#byAddress[middle] as StateObject).base <= address) low = middle + 1;
      else high = middle;
    }
    const object = this.#byAddress[low - 1];
    return object !== undefined && address <= object.base + object.size ? object : undefined;
  }

  #bits({ base }: StateObject, { offset, type }: Leaf): bigint | undefined {
    const { pointerBits } = this.#program.machine;
    const pointer = { kind: "pointer", bits: pointerBits } as const;
    const scalar: ValueType | undefined = type === undefined ? pointer : valueTypeOf(type);
    if (scalar === undefined) return undefined;
    const address = { kind: "integer", type: pointer, value: base + BigInt(offset) } as const;
    try {
      return this.#view.evaluate({ kind: "load", type: scalar, address });
    } catch {
      return undefined;
    }
  }
}

function mayPoint({ type }: Leaf): boolean {
  return type === undefined || type.kind === "pointer";
}

/** Adds the scalars of an object of the type, in the order of their offsets. */
function addLeaves(type: CType, offset: number, path: string, depth: number, leaves: Leaf[]): void {
  if (leaves.length >= MAX_LEAVES || depth > MAX_TYPE_DEPTH) return;
  if (type.kind === "array") {
    const step = sizeOf(type.element);
    if (step === undefined || step === 0) return;
    const count = Math.min(type.length ?? 0, MAX_LEAVES);
    for (let index = 0; index < count; index++) {
      addLeaves(type.element, offset + index * step, `${path}[${index}]`, depth + 1, leaves);
    }
  } else if (type.kind === "struct" || type.kind === "union") {
    for (const { name, type: member, offset: at, bitWidth } of type.definition.fields ?? []) {
      if (bitWidth !== undefined) continue;
      const inner = name === undefined ? path : `${path}.${name}`;
      addLeaves(member, offset + at, inner, depth + 1, leaves);
      // Any member of a union shows the contents of all of them.
      if (type.kind === "union") return;
    }
  } else if (valueTypeOf(type) !== undefined) {
    leaves.push({ path, offset, type });
  }
}

/** Names the target of a named pointer: `list->next`, `*p`, `p[2].next`. */
function joined(pointer: string, path: string): string {
  if (path.startsWith(".")) return `${pointer}->${path.slice(1)}`;
  if (path.startsWith("[")) return pointer + path;
  return path === "" ? `*${pointer}` : `*(${pointer} ${path.replace("+", "+ ")})`;
}
