/**
 * Memory that the environment may have pointers to: its own objects, variables that it knows by name, and
 * everything reachable through pointers that it was given. A pointer from the environment may point to any of them,
 * so a value that the program reads may have been changed through another pointer.
 */
import {
  type CfaEdge,
  type CfaProgram,
  calledName,
  type EnvironmentBlock,
  type Expression,
  executedOnce,
  intrinsicOf,
  type MemoryObject,
} from "../cfa/index.ts";
import { blockPlace, objectPlace, type Place, PointsTo, type Target } from "../pointers/index.ts";
import { type Access, ObjectTypes } from "./object-types.ts";
import { SharedWrites } from "./shared-writes.ts";

/** All bytes from an address on. */
export const ANY_BYTES: Access = { kind: "bytes", size: Number.POSITIVE_INFINITY };

/** Total size of points-to sets at which the analysis gives up: half a second to one second. */
const MAX_EFFORT = 5_000_000;

type Block = EnvironmentBlock & { readonly isOne: boolean };

export class SharedMemory {
  readonly #program: CfaProgram;
  readonly #pointsTo: PointsTo;
  /** Objects of the environment, by the place of the block. */
  readonly #blocks = new Map<string, Block>();
  #shared: ReadonlySet<string> = new Set();
  #types!: ObjectTypes;
  #writes!: SharedWrites;

  private constructor(program: CfaProgram) {
    this.#program = program;
    this.#pointsTo = new PointsTo(program);
  }

  /** Undefined when the points-to analysis exceeds its limit. */
  static of(
    program: CfaProgram,
    blocks: ReadonlyMap<CfaEdge, EnvironmentBlock>,
  ): SharedMemory | undefined {
    const memory = new SharedMemory(program);
    const pointsTo = memory.#pointsTo;
    if (!pointsTo.solve(() => pointsTo.effort > MAX_EFFORT)) return undefined;
    const once = executedOnce(program);
    for (const [edge, block] of blocks) {
      if (edge.kind !== "call") continue;
      memory.#blocks.set(blockPlace(edge).key, { ...block, isOne: once.has(edge) });
    }
    memory.#types = new ObjectTypes(program, memory.#pointsTo, (place) =>
      place.kind === "object" ? place.object.type : memory.#blocks.get(place.key)?.type,
    );
    memory.#writes = new SharedWrites(memory.#types, memory.#blocks);
    memory.#share(blocks.keys());
    memory.#findWrites();
    return memory;
  }

  /** Whether the value may point to an object of the environment. */
  isOfEnvironment(value: Expression): boolean {
    return this.#blocksAt(value).length > 0;
  }

  /** Whether the value may be a pointer that is null in other executions. */
  mayBeNull(value: Expression): boolean {
    return this.#blocksAt(value).some(({ mayBeNull }) => mayBeNull);
  }

  /** Whether the value may be a pointer for which null is not tried. */
  isNeverNull(value: Expression): boolean {
    return this.#blocksAt(value).some(({ mayBeNull }) => !mayBeNull);
  }

  /** Whether the value read at an address may have been changed in a way that the program does not show. */
  isUncertain(address: Expression, access: Access): boolean {
    return this.#sharedAt(address).some((from) => this.#writes.mayChange(from, access));
  }

  #blocksAt(value: Expression): Block[] {
    const found: Block[] = [];
    for (const { place } of this.#pointsTo.evaluate(value)) {
      const block = this.#blocks.get(place.key);
      if (block !== undefined) found.push(block);
    }
    return found;
  }

  #sharedAt(address: Expression): Target[] {
    return [...this.#pointsTo.evaluate(address)].filter(({ place }) => this.#shared.has(place.key));
  }

  #share(blocks: Iterable<CfaEdge>): void {
    const roots: Place[] = this.#program.globals.filter(isKnownByName).map(objectPlace);
    for (const edge of blocks) if (edge.kind === "call") roots.push(blockPlace(edge));
    for (const edge of this.#edges()) {
      if (edge.kind !== "call") continue;
      if (!this.#entersEnvironment(edge)) continue;
      for (const argument of edge.arguments) {
        const value = argument.kind === "scalar" ? argument.value : argument.address;
        for (const { place } of this.#pointsTo.evaluate(value)) roots.push(place);
      }
    }
    this.#shared = this.#pointsTo.reachable(roots);
  }

  #findWrites(): void {
    const note = (address: Expression, access: Access): void => {
      for (const target of this.#sharedAt(address)) this.#writes.note(target, access);
    };
    for (const edge of this.#edges()) {
      if (edge.kind === "assign") note(edge.address, edge.value.type);
      else if (edge.kind === "copy") note(edge.to, { kind: "bytes", size: edge.size });
      else if (edge.kind === "clear") note(edge.address, { kind: "bytes", size: edge.size });
      else if (edge.kind === "call") {
        const { result } = edge;
        if (result !== undefined) {
          const isScalar = "scalar" in result;
          note(
            result.address,
            isScalar ? result.scalar : { kind: "bytes", size: result.recordSize },
          );
        }
        if (changesMemory(this.#program, edge)) {
          for (const argument of edge.arguments) {
            if (argument.kind === "scalar") note(argument.value, ANY_BYTES);
          }
        }
      }
    }
  }

  /** Calls through pointers may reach functions of the environment. */
  #entersEnvironment(edge: CfaEdge): boolean {
    const name = calledName(edge);
    if (name === undefined) return true;
    const fn = this.#program.functions.get(name);
    return fn === undefined ? intrinsicOf(name) === undefined : fn.isExternal;
  }

  *#edges(): Generator<CfaEdge> {
    for (const { nodes } of this.#program.functions.values()) {
      for (const { leaving } of nodes) yield* leaving;
    }
  }
}

/** Whether an edge calls an intrinsic that writes through its arguments. */
function changesMemory({ functions }: CfaProgram, edge: CfaEdge): boolean {
  const name = calledName(edge);
  if (name === undefined || functions.has(name)) return false;
  const kind = intrinsicOf(name)?.kind;
  return kind === "memory" || kind === "nondet-memory" || kind === "print-float";
}

function isKnownByName({ kind, variable }: MemoryObject): boolean {
  return kind === "global" && variable?.linkage === "external";
}
