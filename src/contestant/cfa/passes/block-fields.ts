/**
 * Programs with variables in place of the fields of heap blocks (scalar replacement of aggregates:
 * Muchnick, "Advanced compiler design and implementation", 1997, section 12.2): for blocks that are
 * allocated once, and whose fields are only read and written (queries/block-pointers.ts). A pointer
 * to such a block becomes its number.
 *
 * No access relies on the pointer analysis: it tests which block it is, and is unchanged where it
 * is none of them. So an access through null, or through an uninitialised pointer, is still one,
 * and not of a block.
 */
import type {
  CfaEdge,
  CfaNode,
  CfaProgram,
  Expression,
  FunctionCfa,
  MemoryObject,
  ValueType,
} from "../model/cfa.ts";
import { cast, compare, integer, zero } from "../model/expressions.ts";
import { numberProgram } from "../model/finish.ts";
import type { Operation } from "../model/graph.ts";
import { integerType } from "../model/value-types.ts";
import { BlockPointers, type HeapBlock, placeOf } from "../queries/block-pointers.ts";
import { GrowingFunction, NewObjects } from "./growing-function.ts";
import { inputCall } from "./input-call.ts";
import { substituteInEdge } from "./substitute.ts";

/** Returns the program itself where no block is replaced. */
export function withBlockFields(program: CfaProgram): CfaProgram {
  const pointers = new BlockPointers(program);
  return pointers.blocks.size === 0 ? program : new BlockReplacement(program, pointers).run();
}

class BlockReplacement {
  readonly #program: CfaProgram;
  readonly #pointers: BlockPointers;
  readonly #objects: NewObjects;
  readonly #fields = new Map<HeapBlock, ReadonlyMap<number, MemoryObject>>();
  #fn!: GrowingFunction;
  /** The start node of the current edge's next operation. */
  #at!: CfaNode;
  #edge!: CfaEdge;

  constructor(program: CfaProgram, pointers: BlockPointers) {
    this.#program = program;
    this.#pointers = pointers;
    this.#objects = new NewObjects(program);
  }

  run(): CfaProgram {
    for (const block of this.#pointers.blocks.values()) {
      const fields = [...block.fields].map(([offset, type]) => {
        const field = this.#objects.scalar("global", `block${block.id}.${offset}`, type);
        if (type.kind === "pointer") this.#pointers.noteField(field, block, offset);
        return [offset, field] as const;
      });
      this.#fields.set(block, new Map(fields));
    }
    const functions = new Map<string, FunctionCfa>();
    for (const [name, fn] of this.#program.functions) functions.set(name, this.#rewrite(fn));
    numberProgram(functions.values());
    const main = functions.get(this.#program.main.name) as FunctionCfa;
    const fields = [...this.#fields.values()].flatMap((one) => [...one.values()]);
    return { ...this.#program, functions, main, globals: [...this.#program.globals, ...fields] };
  }

  #rewrite(original: FunctionCfa): FunctionCfa {
    this.#fn = new GrowingFunction(original);
    for (const node of original.nodes) {
      const [first] = node.leaving;
      if (first === undefined) continue;
      this.#at = this.#fn.copyOf(node);
      this.#edge = first;
      // Edges of one node test one condition.
      const operation = this.#made(first) ?? substituteInEdge(first, (load) => this.#read(load));
      if (operation.kind === "assume") {
        for (const edge of node.leaving) {
          if (edge.kind === "assume")
            this.#finish(edge, { ...edge, condition: operation.condition });
        }
      } else if (operation.kind === "assign") this.#write(first, operation);
      else this.#finish(first, operation);
    }
    return this.#fn.finish();
  }

  /** Returns the last operation of a call that allocates a block. */
  #made(edge: CfaEdge): Operation | undefined {
    const block = this.#pointers.blocks.get(edge);
    if (block === undefined || edge.kind !== "call" || edge.result === undefined) return undefined;
    for (const field of this.#fields.get(block)?.values() ?? []) {
      const type = field.scalar as ValueType;
      this.#emit(this.#objects.assign(field, block.isZero ? zero(type) : this.#any(type)));
    }
    return { kind: "assign", address: edge.result.address, value: this.#numberOf(block) };
  }

  #numberOf({ number }: HeapBlock): Expression {
    const { pointerBits } = this.#program.machine;
    return integer({ kind: "pointer", bits: pointerBits }, number);
  }

  /** Any value; for a pointer it is a number, so that it can be compared. */
  #any(type: ValueType): Expression {
    if (type.kind === "pointer") return cast(type, this.#any(integerType(type.bits, false)));
    const object = this.#temporary(type);
    const address = this.#objects.addressOf(object);
    this.#emit(inputCall(this.#program, { address, scalar: type }));
    return this.#objects.load(object);
  }

  #temporary(type: ValueType): MemoryObject {
    const object = this.#objects.scalar("temporary", "$field", type);
    this.#fn.locals.push(object);
    return object;
  }

  #read(load: Expression & { readonly kind: "load" }): Expression | undefined {
    const { base, offset } = placeOf(load.address);
    const targets = this.#pointers.targetsOf(base);
    if (targets.size === 0) return undefined;
    const value = this.#temporary(load.type);
    if (load.type.kind === "pointer") this.#pointers.note(value, this.#pointers.targetsOf(load));
    const end = this.#fn.node();
    this.#tellApart(base, targets, (block) => {
      this.#emit(this.#objects.assign(value, this.#objects.load(this.#field(block, offset))), end);
    });
    this.#at = end;
    return this.#objects.load(value);
  }

  #write(edge: CfaEdge, operation: Operation & { readonly kind: "assign" }): void {
    const { base, offset } = placeOf(operation.address);
    const targets = this.#pointers.targetsOf(base);
    if (targets.size === 0) this.#finish(edge, operation);
    this.#tellApart(base, targets, (block) => {
      this.#finish(edge, this.#objects.assign(this.#field(block, offset), operation.value));
    });
  }

  #field(block: HeapBlock, offset: number): MemoryObject {
    return this.#fields.get(block)?.get(offset) as MemoryObject;
  }

  /** Continues for each block; an access to other memory is not followed. */
  #tellApart(
    base: Expression,
    targets: ReadonlySet<HeapBlock>,
    goOn: (block: HeapBlock) => void,
  ): void {
    const { range } = this.#edge;
    for (const block of targets) {
      const isBlock = compare("eq", base, this.#numberOf(block));
      const [hit, other] = this.#fn.branch(this.#at, range, isBlock);
      this.#at = hit;
      goOn(block);
      this.#at = other;
    }
    if (targets.size > 0) {
      const reason = "access through a pointer that is not known";
      this.#fn.connect(this.#at, this.#fn.node(), range, { kind: "unsupported", reason });
    }
  }

  #emit(operation: Operation, target: CfaNode = this.#fn.node()): void {
    this.#at = this.#fn.connect(this.#at, target, this.#edge.range, operation);
  }

  /** Adds the last operation of the current edge. */
  #finish(edge: CfaEdge, operation: Operation): void {
    this.#fn.connect(this.#at, this.#fn.copyOf(edge.target), edge.range, operation);
  }
}
