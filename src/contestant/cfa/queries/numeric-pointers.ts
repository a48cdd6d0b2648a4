/**
 * Determines which variables and fields may hold a pointer that is a certain number other than
 * null, such as `(T *)1`, or a cast number. Inclusion-based, like the analysis of blocks. An
 * unknown pointer is no such number: it may be equal to anything.
 */
import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import type { CfaEdge, CfaProgram, Expression, MemoryObject } from "../model/cfa.ts";
import { addressedObject } from "../model/expression-properties.ts";
import { intrinsicOf } from "../model/intrinsics.ts";
import { calledName } from "./called-name.ts";
import { isTracked } from "./liveness.ts";

type Place = MemoryObject | string;

export class NumericPointers {
  readonly #program: CfaProgram;
  /**
   * The fields of blocks at an address that is no variable's; none where it may be other memory.
   */
  readonly #fieldsAt: (address: Expression) => readonly string[];
  /** Possible targets of an indirect call. */
  readonly #addressTaken: ReadonlySet<string>;
  /** Variables, fields, and functions for their results. */
  readonly #numeric = new Set<Place>();

  constructor(
    program: CfaProgram,
    edges: readonly CfaEdge[],
    addressTaken: ReadonlySet<string>,
    fieldsAt: (address: Expression) => readonly string[],
  ) {
    this.#program = program;
    this.#fieldsAt = fieldsAt;
    this.#addressTaken = addressTaken;
    for (const object of program.globals) {
      if (object.initial.some(({ value }) => this.isNumeric(value))) this.#numeric.add(object);
    }
    for (const parameter of program.main.parameters) this.#numeric.add(parameter);
    for (let before = -1; before < this.#numeric.size; ) {
      before = this.#numeric.size;
      for (const edge of edges) this.#pass(edge);
    }
  }

  /** Whether a pointer may be such a number. */
  isNumeric(pointer: Expression): boolean {
    switch (pointer.kind) {
      case "integer":
        return pointer.value !== 0n;
      case "address":
        return false;
      case "load":
        return this.#placesAt(pointer.address)?.some((place) => this.#numeric.has(place)) ?? true;
      case "cast":
        return this.isNumeric(pointer.operand);
      case "conditional":
        return this.isNumeric(pointer.whenTrue) || this.isNumeric(pointer.whenFalse);
      case "binary":
        return pointer.type.kind !== "pointer" || this.#isArithmeticOfNumber(pointer);
      case "unary":
      case "compare":
      case "float":
        return true;
      default:
        return unreachableKind(pointer);
    }
  }

  /** After the address of an object is no number; a sum with null is one. */
  #isArithmeticOfNumber(pointer: Expression): boolean {
    let base = pointer;
    while (base.kind === "binary" && base.type.kind === "pointer") base = base.left;
    return base.kind !== "address";
  }

  #placesAt(address: Expression): readonly Place[] | undefined {
    const object = addressedObject(address);
    if (object !== undefined) return isTracked(object) ? [object] : undefined;
    const fields = this.#fieldsAt(address);
    return fields.length === 0 ? undefined : fields;
  }

  #pass(edge: CfaEdge): void {
    switch (edge.kind) {
      case "assign":
        this.#assign(this.#placesAt(edge.address), this.isNumeric(edge.value));
        return;
      case "return":
        if (edge.value?.kind !== "scalar") return;
        this.#assign([edge.source.functionName], this.isNumeric(edge.value.value));
        return;
      case "call": {
        const name = calledName(edge);
        const fn = name === undefined ? undefined : this.#program.functions.get(name);
        const called = name === undefined ? [...this.#addressTaken] : [name];
        for (const [index, argument] of edge.arguments.entries()) {
          if (argument.kind !== "scalar" || !this.isNumeric(argument.value)) continue;
          for (const one of called) {
            const parameter = this.#program.functions.get(one)?.parameters[index];
            if (parameter !== undefined) this.#numeric.add(parameter);
          }
        }
        if (edge.result === undefined) return;
        const isNumeric = fn === undefined ? !isOpen(name) : this.#numeric.has(name as string);
        this.#assign(this.#placesAt(edge.result.address), isNumeric);
        return;
      }
      case "assume":
      case "copy":
      case "clear":
      case "skip":
      case "declare":
      case "end-scope":
      case "unsupported":
        return;
      default:
        unreachableKind(edge);
    }
  }

  #assign(places: readonly Place[] | undefined, isNumeric: boolean): void {
    for (const place of isNumeric ? (places ?? []) : []) this.#numeric.add(place);
  }
}

/** Whether the result of an intrinsic function is another block, or arbitrary. */
function isOpen(name: string | undefined): boolean {
  const kind = name === undefined ? undefined : intrinsicOf(name)?.kind;
  return kind === "malloc" || kind === "calloc" || kind === "nondet";
}
