/** A copy of a function that gets more nodes, edges and variables than the original. */

import type { TextRange } from "../../../ground/util/text-position.ts";
import { basicTypes, type CType, MACHINE_MODELS } from "../../cfront/index.ts";
import type {
  CfaEdge,
  CfaNode,
  CfaProgram,
  Expression,
  FunctionCfa,
  MemoryObject,
  ValueType,
} from "../model/cfa.ts";
import { addressOf } from "../model/expressions.ts";
import { type Operation, reversePostorder } from "../model/graph.ts";
import { sizeInMemory } from "../model/scalar-layout.ts";
import { pointerType } from "../model/value-types.ts";

/** New variables of a program, with numbers that it does not have. */
export class NewObjects {
  readonly #program: CfaProgram;
  #id: number;

  constructor(program: CfaProgram) {
    this.#program = program;
    const locals = [...program.functions.values()].flatMap((fn) => fn.locals);
    const ids = [...program.globals, ...locals].map(({ id }) => id);
    this.#id = ids.reduce((most, id) => Math.max(most, id), 0);
  }

  /** A scalar that no pointer reaches; a static one starts with zero. */
  scalar(
    kind: "temporary" | "global" | "thread-local",
    name: string,
    scalar: ValueType,
  ): MemoryObject {
    const size = sizeInMemory(scalar, this.#program.machine.pointerBits);
    const facts = { isAddressTaken: false, isReadOnly: false, initial: [] };
    const type = this.#declared(scalar);
    const id = ++this.#id;
    return { id, kind, name, size, align: size, type, scalar, variable: undefined, ...facts };
  }

  /** A variable like another one, that no pointer reaches. */
  copyOf(object: MemoryObject, kind: MemoryObject["kind"]): MemoryObject {
    return { ...object, kind, id: ++this.#id, isAddressTaken: false };
  }

  addressOf(object: MemoryObject): Expression {
    return addressOf(object, pointerType(this.#program.machine.pointerBits / 8));
  }

  load(object: MemoryObject): Expression {
    const type = object.scalar as ValueType;
    return { kind: "load", type, address: this.addressOf(object) };
  }

  assign(object: MemoryObject, value: Expression): Operation {
    return { kind: "assign", address: this.addressOf(object), value };
  }

  /** A type of C with such values. */
  #declared(type: ValueType): CType {
    const types = basicTypes(MACHINE_MODELS[this.#program.machine.name]);
    if (type.kind === "pointer") return types.voidPointer;
    if (type.kind === "float") return types[type.format];
    const unsigned = { 8: types.uchar, 16: types.ushort, 32: types.uint }[type.bits];
    const signed = { 8: types.schar, 16: types.short, 32: types.int }[type.bits];
    return type.signed ? (signed ?? types.llong) : (unsigned ?? types.ullong);
  }
}

/** Nodes and edges are numbered when the program is finished (`numberProgram`). */
export class GrowingFunction {
  readonly original: FunctionCfa;
  readonly entry: CfaNode;
  /** Variables that the original does not have. */
  readonly locals: MemoryObject[] = [];
  /** The origin of the next edges. */
  origin: CfaEdge | undefined;
  /** By new edge. */
  readonly origins: Map<CfaEdge, CfaEdge> = new Map();
  readonly #copies: ReadonlyMap<CfaNode, CfaNode>;

  /** Its entry is new, and leads to that of the original. */
  constructor(original: FunctionCfa) {
    this.original = original;
    this.#copies = new Map(
      original.nodes.map((node) => [node, { ...node, leaving: [], entering: [] }]),
    );
    this.entry = this.node();
    const range = original.entry.leaving[0]?.range ?? { start: 0, end: 0 };
    this.connect(this.entry, this.copyOf(original.entry), range, { kind: "skip" });
  }

  copyOf(node: CfaNode): CfaNode {
    return this.#copies.get(node) as CfaNode;
  }

  node(): CfaNode {
    return { id: 0, functionName: this.original.name, leaving: [], entering: [] };
  }

  connect(source: CfaNode, target: CfaNode, range: TextRange, operation: Operation): CfaNode {
    const edge: CfaEdge = { ...operation, id: 0, source, target, range };
    source.leaving.push(edge);
    if (this.origin !== undefined) this.origins.set(edge, this.origin);
    return target;
  }

  /** Returns the node of executions in which the condition holds, and that of the others. */
  branch(source: CfaNode, range: TextRange, condition: Expression): [CfaNode, CfaNode] {
    const [whenTrue, whenFalse] = [this.node(), this.node()];
    const branch = undefined;
    this.connect(source, whenTrue, range, { kind: "assume", condition, truth: true, branch });
    this.connect(source, whenFalse, range, { kind: "assume", condition, truth: false, branch });
    return [whenTrue, whenFalse];
  }

  finish(): FunctionCfa {
    const exit = this.copyOf(this.original.exit);
    const reached = reversePostorder(this.entry);
    for (const node of reached) for (const edge of node.leaving) edge.target.entering.push(edge);
    return {
      ...this.original,
      entry: this.entry,
      exit,
      nodes: reached.includes(exit) ? reached : [...reached, exit],
      locals: [...this.original.locals, ...this.locals],
    };
  }
}
