/**
 * Explains an invalid memory access or an invalid free, in terms of blocks and objects that live or
 * lived.
 */

import { amount } from "../../ground/util/amount.ts";
import { defined } from "../../ground/util/defined.ts";
import type { TextRange } from "../../ground/util/text-position.ts";
import {
  type CfaEdge,
  calledName,
  type Expression,
  expressionsOf,
  forEachSubexpression,
  intrinsicOf,
  type MemoryObject,
  sizeInMemory,
} from "../cfa/index.ts";
import { type CType, typeToString } from "../cfront/index.ts";
import type { View } from "../interpreter/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import type { Block } from "./block-history.ts";

export interface Told {
  readonly sentence: string;
  readonly remarks: readonly { readonly text: string; readonly edge: CfaEdge }[];
  readonly memory: ToldMemory;
}

export type MemoryOperation = "read" | "write" | "free";

export interface ToldMemory {
  readonly operation: MemoryOperation;
  /** Size of the access; undefined where it is not known. */
  readonly bytes?: number;
  /** Offset of the address in its object, in bytes. */
  readonly offset?: number;
  /** The block or object that was accessed; at most one of the two. */
  readonly block?: Block;
  readonly object?: MemoryObject;
  /** Where neither is known: the address at which the pointer is stored, and whether it is null. */
  readonly pointer?: { readonly at: bigint; readonly isNull: boolean };
}

/** Addresses below this belong to no object: members and elements behind a null pointer. */
const NULL_PAGE = 4096n;

export class AccessStory {
  readonly #loaded: LoadedProgram;
  readonly #blocks: readonly Block[];
  readonly #view: View | undefined;

  /** @param view - the state in which the execution ended; undefined when it was not observed */
  constructor(loaded: LoadedProgram, blocks: readonly Block[], view: View | undefined) {
    this.#loaded = loaded;
    this.#blocks = blocks;
    this.#view = view;
  }

  /**
   * @param own - the statement of the program
   * @param edge - the edge of the access: perhaps in a library function that `own` calls
   */
  access(own: CfaEdge, edge: CfaEdge, expression: Expression | undefined, text: string): Told {
    const address = expression ?? rangeAddress(edge);
    const operation = operationOf(edge, address);
    const does = `\`${text}\` ${operation}s`;
    // Library models call internal functions, whose names mean nothing to a user.
    const library = calledName(own) ?? edge.source.functionName;
    const inLibrary = own !== edge ? ` in \`${library}\`` : "";
    const bytes = own === edge ? accessedBytes(edge, address, this.#pointerBytes) : undefined;
    const at = this.#valueOf(address);
    const say = (
      what: string,
      remarks: Told["remarks"] = [],
      memory: Omit<ToldMemory, "operation" | "bytes" | "offset"> & { readonly base?: bigint } = {},
    ): Told => {
      const { base, ...rest } = memory;
      const offset = at === undefined || base === undefined ? undefined : this.#offset(at, base);
      return {
        sentence: `${does}${inLibrary} ${what}`,
        remarks,
        memory: { operation, ...defined({ bytes, offset }), ...rest },
      };
    };
    if (address === undefined || at === undefined) return say("memory that is no live object's");
    const root = rootOf(address);
    const start = this.#valueOf(root) ?? at;
    if (start === 0n || (at < NULL_PAGE && start < NULL_PAGE)) {
      return say("through a null pointer", [], this.#pointerAt(root, true));
    }
    const object = root?.kind === "address" && "size" in root.target ? root.target : undefined;
    if (object !== undefined) {
      return say(this.#outside(at, start, object, bytes), [], { object, base: start });
    }
    const block = this.#blockOf(start) ?? this.#blockOf(at);
    if (block !== undefined) {
      const base = block.address;
      const allocated = { text: "allocated here", edge: block.allocatedBy };
      if (block.freedBy !== undefined) {
        const freed = { text: "freed here", edge: block.freedBy };
        return say("memory that was freed", [allocated, freed], { block, base });
      }
      const size = `a block of ${amount(block.size, "byte")}`;
      return say(this.#beside(at, base, block.size, size, bytes), [allocated], { block, base });
    }
    const near = this.#view?.objectNear(Number(start));
    if (near !== undefined && start <= BigInt(near.base + near.object.size)) {
      const base = BigInt(near.base);
      return say(this.#outside(at, base, near.object, bytes), [], { object: near.object, base });
    }
    return say(
      "through a pointer to no live object, such as a variable of a function that has returned",
      [],
      this.#pointerAt(root, false),
    );
  }

  /** Explains a call of `free` or `realloc`. */
  free(own: CfaEdge, edge: CfaEdge, textOf: (range: TextRange) => string): Told {
    const argument = edge.kind === "call" ? edge.arguments[0] : undefined;
    const address = argument?.kind === "scalar" ? this.#valueOf(argument.value) : undefined;
    const does = `\`${textOf(own.range)}\` frees`;
    const operation = "free";
    if (address === undefined) {
      return { sentence: `${does} what is no live block`, remarks: [], memory: { operation } };
    }
    const block = this.#blockOf(address);
    if (block !== undefined) {
      const allocated = { text: "allocated here", edge: block.allocatedBy };
      const distance = this.#offset(address, block.address);
      const memory = { operation, block, offset: distance } as const;
      if (block.freedBy !== undefined) {
        const freed = { text: "freed here for the first time", edge: block.freedBy };
        const sentence = `${does} a block that was freed already`;
        return { sentence, remarks: [allocated, freed], memory };
      }
      const offset = amount(distance, "byte");
      const sentence = `${does} a place ${offset} behind the start of a block`;
      return { sentence, remarks: [allocated], memory };
    }
    const near = this.#view?.objectNear(Number(address));
    const isInside = near !== undefined && address < BigInt(near.base + near.object.size);
    if (!isInside) {
      const sentence = `${does} a pointer that no allocation returned`;
      const root = argument?.kind === "scalar" ? rootOf(argument.value) : undefined;
      return { sentence, remarks: [], memory: { operation, ...this.#pointerAt(root, false) } };
    }
    const { object, base } = near;
    const offset = this.#offset(address, BigInt(base));
    return {
      sentence: `${does} \`${object.name}\`, which no allocation made`,
      remarks: [],
      memory: { operation, object, offset },
    };
  }

  #pointerAt(root: Expression | undefined, isNull: boolean): Pick<ToldMemory, "pointer"> {
    const at = root?.kind === "load" ? this.#valueOf(root.address) : undefined;
    return at === undefined ? {} : { pointer: { at, isNull } };
  }

  get #pointerBytes(): number {
    return this.#loaded.program.machine.pointerBits / 8;
  }

  /** Signed: an address may lie before the object. */
  #offset(at: bigint, base: bigint): number {
    return Number(BigInt.asIntN(this.#loaded.program.machine.pointerBits, at - base));
  }

  #valueOf(expression: Expression | undefined): bigint | undefined {
    if (expression === undefined) return undefined;
    try {
      return this.#view?.evaluate(expression);
    } catch {
      return undefined;
    }
  }

  /**
   * Returns the block at an address; if several had that place, the one that was allocated last.
   */
  #blockOf(address: bigint): Block | undefined {
    return this.#blocks.findLast(
      (block) => address >= block.address && address <= block.address + block.size,
    );
  }

  #outside(at: bigint, base: bigint, object: MemoryObject, bytes: number | undefined): string {
    const name = object.kind === "string" ? "a string literal" : `\`${object.name}\``;
    const size = BigInt(object.size);
    const what = `${name} (${extentOf(object.type, object.size)})`;
    return this.#beside(at, base, size, what, bytes);
  }

  #beside(at: bigint, base: bigint, size: bigint, what: string, bytes: number | undefined): string {
    const offset = this.#offset(at, base);
    if (offset < 0) return `before the start of ${what}`;
    const isWithin = bytes !== undefined && offset + bytes <= size;
    if (isWithin) return `inside ${what}, to which another object's pointer has been moved`;
    return offset < size ? `beyond the end of ${what}` : `past the end of ${what}`;
  }
}

/** "10 elements", "8 bytes". */
function extentOf(type: CType, size: number): string {
  if (type.kind === "array" && type.length !== undefined) return amount(type.length, "element");
  if (type.kind === "struct" || type.kind === "union") return typeToString(type);
  return amount(size, "byte");
}

/** Returns the base of an address: an object, or a stored pointer. */
function rootOf(address: Expression): Expression | undefined {
  switch (address.kind) {
    case "address":
    case "load":
    case "integer":
      return address;
    case "cast":
      return rootOf(address.operand);
    case "binary":
      return address.type.kind === "pointer" ? rootOf(address.left) : undefined;
    default:
      return undefined;
  }
}

function operationOf(edge: CfaEdge, address: Expression | undefined): "read" | "write" {
  const writes =
    (edge.kind === "assign" && edge.address === address) ||
    (edge.kind === "copy" && edge.to === address) ||
    (edge.kind === "clear" && edge.address === address) ||
    (edge.kind === "call" && edge.result?.address === address && address !== undefined) ||
    isFilling(edge);
  return writes ? "write" : "read";
}

/** Whether a call fills memory, such as that of `memset`: it does not read any. */
function isFilling(edge: CfaEdge): boolean {
  const intrinsic = edge.kind === "call" ? intrinsicOf(calledName(edge) ?? "") : undefined;
  return intrinsic?.kind === "memory" && intrinsic.operation === "set";
}

/** Returns how many bytes an edge accesses at an address; undefined for library calls. */
function accessedBytes(
  edge: CfaEdge,
  address: Expression | undefined,
  pointerBytes: number,
): number | undefined {
  if (edge.kind === "copy" || edge.kind === "clear") return edge.size;
  if (edge.kind === "assign" && edge.address === address) {
    return sizeInMemory(edge.value.type, 8 * pointerBytes);
  }
  let bytes: number | undefined;
  for (const expression of expressionsOf(edge)) {
    forEachSubexpression(expression, (part) => {
      if (part.kind !== "load" || part.address !== address) return;
      bytes = sizeInMemory(part.type, 8 * pointerBytes);
    });
  }
  return bytes;
}

/**
 * Returns the address of an operation on a range of memory, where the outcome does not contain one.
 */
function rangeAddress(edge: CfaEdge): Expression | undefined {
  if (edge.kind === "copy") return edge.to;
  if (edge.kind === "clear") return edge.address;
  const first = edge.kind === "call" ? edge.arguments[0] : undefined;
  return first?.kind === "scalar" ? first.value : undefined;
}
