/**
 * The product of a program and a witness: a copy of the program with additional steps and ghost
 * variables. This file contains the common parts for both kinds of witnesses: fresh objects, copies
 * of functions, and the original edge of each copy.
 */

import { LineIndex, type TextRange } from "../../ground/util/text-position.ts";
import {
  addressOf,
  type CfaEdge,
  type CfaProgram,
  type Expression,
  type FunctionCfa,
  INT,
  type MemoryObject,
  pointerType,
  valueTypeOf,
  widthOf,
} from "../cfa/index.ts";
import type { CType, FunctionSymbol } from "../cfront/index.ts";
import { type EdgeBody, FunctionGraph, type NodeCopies } from "./function-graph.ts";

export class ProgramProduct {
  readonly program: CfaProgram;
  readonly lines: LineIndex;
  readonly #originals = new Map<CfaEdge, CfaEdge>();
  #nextObject: number;
  #nextNode = 0;
  #nextEdge = 0;

  constructor(program: CfaProgram) {
    this.program = program;
    this.lines = new LineIndex(program.text);
    const locals = [...program.functions.values()].flatMap((fn) => fn.locals);
    const objects = [...program.globals, ...locals];
    this.#nextObject = objects.reduce((most, { id }) => Math.max(most, id), 0) + 1;
  }

  /** Returns the program with other functions and further globals. */
  withFunctions(
    copy: (cfa: FunctionCfa) => FunctionCfa,
    ghosts: Iterable<MemoryObject>,
  ): CfaProgram {
    const functions = new Map<string, FunctionCfa>();
    for (const [name, cfa] of this.program.functions) functions.set(name, copy(cfa));
    const main = functions.get(this.program.main.name) as FunctionCfa;
    return { ...this.program, functions, main, globals: [...this.program.globals, ...ghosts] };
  }

  /** Creates a variable that the program does not have. */
  newObject(kind: "global" | "temporary", name: string, type: CType): MemoryObject {
    const scalar = valueTypeOf(type);
    const size = scalar === undefined ? 0 : Math.ceil(widthOf(scalar) / 8);
    return {
      id: this.#nextObject++,
      kind,
      name,
      size: scalar?.kind === "float" && scalar.format === "ldouble" ? 16 : size,
      align: 16,
      type,
      scalar,
      variable: undefined,
      isAddressTaken: false,
      isReadOnly: false,
      initial: [],
    };
  }

  /** Creates a call of an environment function without arguments. */
  call(name: string, result: CType, range: TextRange, to?: MemoryObject): EdgeBody {
    const symbol: FunctionSymbol = {
      kind: "function",
      name,
      type: { kind: "function", result, parameters: [], variadic: false, oldStyle: false },
      definition: undefined,
      range,
      isNoReturn: false,
    };
    return {
      kind: "call",
      callee: this.addressOf(symbol),
      arguments: [],
      result: to && { address: this.addressOf(to), scalar: to.scalar ?? INT },
      closeParen: range,
    };
  }

  addressOf(target: MemoryObject | FunctionSymbol): Expression {
    return addressOf(target, pointerType(this.program.machine.pointerBits / 8));
  }

  load(object: MemoryObject): Expression {
    return { kind: "load", type: object.scalar ?? INT, address: this.addressOf(object) };
  }

  assign(object: MemoryObject, value: Expression): EdgeBody {
    return { kind: "assign", address: this.addressOf(object), value };
  }

  /** Copies the nodes of a function, without edges. */
  copyNodes(cfa: FunctionCfa): NodeCopies {
    return FunctionGraph.copyNodes(
      cfa,
      () => this.#nextNode++,
      () => this.#nextEdge++,
    );
  }

  /** Records the original of an edge; returns the copy. */
  copied(copy: CfaEdge, original: CfaEdge): CfaEdge {
    this.#originals.set(copy, original);
    return copy;
  }

  /** Returns the edge of the program of which an edge of the product is a copy. */
  originalOf(edge: CfaEdge): CfaEdge | undefined {
    return this.#originals.get(edge);
  }
}
