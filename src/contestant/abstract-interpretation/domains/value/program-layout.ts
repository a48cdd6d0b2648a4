/** Assigns the objects of a program to slots of a state, and determines the slots that matter at a node. */

import { layoutOf, type ObjectLayout } from "../../../analysis-core/index.ts";
import {
  type CfaNode,
  type CfaProgram,
  type FunctionCfa,
  isTracked,
  Liveness,
  type MemoryObject,
  type ValueType,
} from "../../../cfa/index.ts";
import { type AllocationSite, allocationSites, type BlockOwners } from "./allocation-sites.ts";

export interface PlacedObject {
  readonly object: MemoryObject;
  readonly layout: ObjectLayout;
  /** First slot: absolute for static objects, relative to the frame for others. */
  readonly slot: number;
  readonly isStatic: boolean;
}

export interface FunctionLayout {
  readonly fn: FunctionCfa;
  /** Slots of a frame; the first holds the function's result. */
  readonly size: number;
  readonly objects: readonly PlacedObject[];
  /** Whether a pointer to a local may outlive a stack frame. */
  readonly hasAddressedLocals: boolean;
  /** Relative slots of dead scalars, by node; computed on first use. */
  deadAt(node: CfaNode): readonly number[];
}

/** The memory that exists once for all threads of a program. */
export interface MemoryOfThreads {
  /** Automatic objects that have one place for the whole execution. */
  readonly lasting: readonly MemoryObject[];
  readonly ownerOf: BlockOwners;
}

export class ProgramLayout {
  readonly pointerBits: number;
  readonly staticSize: number;
  readonly statics: readonly PlacedObject[];
  readonly #staticTypes: readonly ValueType[];
  /** Their slots follow those of static objects. */
  readonly sites: readonly AllocationSite[];
  readonly firstBlockSlot: number;
  /** The newest and older blocks of the sites. */
  readonly blocks: readonly PlacedObject[];
  readonly #functions = new Map<FunctionCfa, FunctionLayout>();
  readonly #placed = new Map<MemoryObject, PlacedObject>();

  constructor(program: CfaProgram, threads?: MemoryOfThreads) {
    this.pointerBits = program.machine.pointerBits;
    let slot = 0;
    const statics: PlacedObject[] = [];
    for (const object of [...program.globals, ...(threads?.lasting ?? [])]) {
      const placed = this.#place(object, slot, true);
      statics.push(placed);
      slot += placed.layout.cells.length;
    }
    this.statics = statics;
    this.firstBlockSlot = slot;
    this.sites = allocationSites(program, this.pointerBits, slot, threads?.ownerOf);
    this.blocks = this.sites.flatMap((site) => this.#placeBlocks(site));
    const types: ValueType[] = [];
    for (const placed of [...statics, ...this.blocks]) {
      for (const [index, { type }] of placed.layout.cells.entries()) {
        types[placed.slot + index] = type;
      }
    }
    this.#staticTypes = types;
    this.staticSize = this.sites.reduce((sum, { width }) => sum + 2 * width, slot);
  }

  /** @param slot - of a static object, or in a block */
  typeOfStatic(slot: number): ValueType {
    return this.#staticTypes[slot] as ValueType;
  }

  #placeBlocks({ layout, slots, objects }: AllocationSite): PlacedObject[] {
    const at = (object: MemoryObject, slot: number): PlacedObject => {
      const placed = { object, layout, slot, isStatic: true };
      this.#placed.set(object, placed);
      return placed;
    };
    at(objects.either, slots.older);
    return [at(objects.newest, slots.newest), at(objects.older, slots.older)];
  }

  #place(object: MemoryObject, slot: number, isStatic: boolean): PlacedObject {
    const placed = { object, layout: layoutOf(object, this.pointerBits, true), slot, isStatic };
    this.#placed.set(object, placed);
    return placed;
  }

  functionLayout(fn: FunctionCfa): FunctionLayout {
    let known = this.#functions.get(fn);
    if (known === undefined) {
      const objects: PlacedObject[] = [];
      let size = 1;
      for (const object of fn.locals) {
        if (this.#placed.has(object)) continue;
        const placed = this.#place(object, size, false);
        objects.push(placed);
        size += placed.layout.cells.length;
      }
      const dead = new Map<CfaNode, readonly number[]>();
      let liveness: Liveness | undefined;
      known = {
        fn,
        size,
        objects,
        hasAddressedLocals: fn.locals.some(({ isAddressTaken }) => isAddressTaken),
        deadAt: (node) => {
          let slots = dead.get(node);
          if (slots === undefined) {
            liveness ??= new Liveness(fn);
            const live = liveness.liveAt(node);
            slots = objects
              .filter(({ object }) => isTracked(object) && !live.has(object))
              .map(({ slot }) => slot);
            dead.set(node, slots);
          }
          return slots;
        },
      };
      this.#functions.set(fn, known);
    }
    return known;
  }

  /** Objects of functions are known once their layout has been computed. */
  placeOf(object: MemoryObject): PlacedObject {
    return this.#placed.get(object) as PlacedObject;
  }
}
