/**
 * Determines which pointers of a program are followed, and which are compared with null, as far as
 * declared types show: by variable, and by member of a record for all records of a type. Other
 * flows (casts, pointers to pointers) are missed.
 */

import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import { type CType, type RecordType, sizeOf } from "../../cfront/index.ts";
import type { CallEdge, CfaEdge, CfaProgram, Expression } from "../model/cfa.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import { forEachSubexpression } from "../model/expression-properties.ts";
import { intrinsicOf } from "../model/intrinsics.ts";
import { calledName } from "./called-name.ts";

/** A variable, or a member of all records of a type, that holds a pointer. */
export interface PointerCell {
  readonly key: string;
  /** Its declared target type. */
  readonly target: CType;
}

export interface PointerMember {
  readonly cell: PointerCell;
  readonly offset: number;
}

export class PointerFlow {
  readonly #program: CfaProgram;
  readonly #cells = new Map<string, PointerCell>();
  /** Cells by those from which they get pointers. */
  readonly #next = new Map<string, Set<string>>();
  readonly #followed = new Set<string>();
  readonly #tested = new Set<string>();
  readonly #records = new Map<unknown, number>();

  constructor(program: CfaProgram) {
    this.#program = program;
    for (const { nodes } of program.functions.values()) {
      for (const { leaving } of nodes) for (const edge of leaving) this.#visit(edge);
    }
    this.#spreadBack(this.#followed);
    this.#spreadBack(this.#tested);
  }

  isFollowed({ key }: PointerCell): boolean {
    return this.#followed.has(key);
  }

  isTested({ key }: PointerCell): boolean {
    return this.#tested.has(key);
  }

  /** Returns the cell at an address. */
  cellAt(address: Expression): PointerCell | undefined {
    const place = this.#declaredAt(address);
    if (place === undefined) return undefined;
    if (address.kind === "address") {
      if (place.type.kind !== "pointer" || !("size" in address.target)) return undefined;
      return this.#cell(`v${address.target.id}`, place.type.target);
    }
    return this.#memberCell(place.type, place.offset);
  }

  /** Pointers in an object of a type. */
  membersOf(type: CType): PointerMember[] {
    const found: PointerMember[] = [];
    const visit = (part: CType, offset: number): void => {
      if (part.kind === "pointer") {
        const cell = this.#memberCell(type, offset);
        if (cell !== undefined) found.push({ cell, offset });
      } else if (part.kind === "struct") {
        for (const field of part.definition.fields ?? []) {
          if (field.bitWidth === undefined) visit(field.type, offset + field.offset);
        }
      }
    };
    visit(type, 0);
    return found;
  }

  /**
   * The types of objects to which a pointer in the cell leads where it is stored next; its own
   * first.
   */
  targetsBehind(cell: PointerCell): CType[] {
    const seen = new Set([cell.key]);
    for (const key of seen) for (const next of this.#next.get(key) ?? []) seen.add(next);
    return [...seen].flatMap((key) => this.#cells.get(key)?.target ?? []);
  }

  #cell(key: string, target: CType): PointerCell {
    let cell = this.#cells.get(key);
    if (cell === undefined) {
      cell = { key, target };
      this.#cells.set(key, cell);
    }
    return cell;
  }

  /** The innermost record around an offset gives the member its name. */
  #memberCell(type: CType, offset: number): PointerCell | undefined {
    let record: RecordType | undefined;
    let [part, rest, start] = [type, offset, offset];
    for (;;) {
      if (part.kind === "array") {
        const step = sizeOf(part.element);
        if (step === undefined || step <= 0) return undefined;
        rest %= step;
        part = part.element;
      } else if (part.kind === "struct" || part.kind === "union") {
        record = part;
        start = rest;
        const field = part.definition.fields?.findLast(
          (candidate) => candidate.bitWidth === undefined && candidate.offset <= rest,
        );
        if (field === undefined) return undefined;
        rest -= field.offset;
        part = field.type;
      } else break;
    }
    if (part.kind !== "pointer" || rest !== 0 || record === undefined) return undefined;
    const { definition } = record;
    const number = this.#records.get(definition) ?? this.#records.size;
    this.#records.set(definition, number);
    return this.#cell(`r${number}.${start}`, part.target);
  }

  /** The declared type of the object at an address, and the offset in it. */
  #declaredAt(address: Expression): { readonly type: CType; readonly offset: number } | undefined {
    if (address.kind === "address") {
      return "size" in address.target ? { type: address.target.type, offset: 0 } : undefined;
    }
    if (address.kind === "load") {
      const target = this.cellAt(address.address)?.target;
      return target && { type: target, offset: 0 };
    }
    if (address.kind !== "binary" || address.operator !== "add") return undefined;
    const place = this.#declaredAt(address.left);
    if (place === undefined || address.right.kind !== "integer") return place;
    const size = sizeOf(place.type);
    const offset = place.offset + Number(address.right.value);
    return { type: place.type, offset: size === undefined || size <= 0 ? offset : offset % size };
  }

  #visit(edge: CfaEdge): void {
    for (const expression of expressionsOf(edge)) {
      forEachSubexpression(expression, (part) => {
        if (part.kind === "load") this.#follow(part.address);
        if (part.kind === "compare") for (const one of [part.left, part.right]) this.#test(one);
        if (part.kind === "conditional") this.#test(part.condition);
      });
    }
    switch (edge.kind) {
      case "assume":
        this.#test(edge.condition);
        break;
      case "assign":
        this.#follow(edge.address);
        this.#flow(edge.value, this.cellAt(edge.address));
        break;
      case "copy":
        this.#follow(edge.to);
        this.#follow(edge.from);
        break;
      case "clear":
        this.#follow(edge.address);
        break;
      case "return":
        if (edge.value?.kind === "scalar") {
          this.#flow(edge.value.value, this.#resultOf(edge.source.functionName));
        }
        break;
      case "call":
        this.#call(edge);
        break;
      case "skip":
      case "declare":
      case "end-scope":
      case "unsupported":
        break;
      default:
        unreachableKind(edge);
    }
  }

  #call(edge: CallEdge): void {
    const name = calledName(edge);
    const fn = name === undefined ? undefined : this.#program.functions.get(name);
    const isOfMemory = name !== undefined && intrinsicOf(name)?.kind === "memory";
    for (const [index, argument] of edge.arguments.entries()) {
      if (argument.kind === "record") this.#follow(argument.address);
      else if (fn === undefined) {
        if (isOfMemory && argument.value.type.kind === "pointer") this.#follow(argument.value);
      } else {
        const parameter = fn.parameters[index];
        if (parameter?.type.kind !== "pointer") continue;
        this.#flow(argument.value, this.#cell(`v${parameter.id}`, parameter.type.target));
      }
    }
    const to = edge.result === undefined ? undefined : this.cellAt(edge.result.address);
    const from = fn === undefined ? undefined : this.#resultOf(fn.name);
    if (to !== undefined && from !== undefined) this.#connect(from, to);
  }

  #resultOf(name: string): PointerCell | undefined {
    const result = this.#program.functions.get(name)?.symbol.type.result;
    return result?.kind === "pointer" ? this.#cell(`f${name}`, result.target) : undefined;
  }

  #connect(from: PointerCell, to: PointerCell): void {
    const next = this.#next.get(from.key) ?? new Set<string>();
    this.#next.set(from.key, next.add(to.key));
  }

  #flow(value: Expression, to: PointerCell | undefined): void {
    if (to === undefined) return;
    for (const from of this.#sources(value)) this.#connect(from, to);
  }

  /** Cells whose pointers an expression may be computed from. */
  #sources(value: Expression): PointerCell[] {
    switch (value.kind) {
      case "load": {
        const cell = this.cellAt(value.address);
        return cell === undefined ? [] : [cell];
      }
      case "cast":
        return this.#sources(value.operand);
      case "binary":
        return value.operator === "add" ? this.#sources(value.left) : [];
      case "conditional":
        return [...this.#sources(value.whenTrue), ...this.#sources(value.whenFalse)];
      case "integer":
      case "float":
      case "address":
      case "unary":
      case "compare":
        return [];
      default:
        return unreachableKind(value);
    }
  }

  #follow(address: Expression): void {
    for (const { key } of this.#sources(address)) this.#followed.add(key);
  }

  #test(value: Expression): void {
    for (const { key } of this.#sources(value)) this.#tested.add(key);
  }

  /** To all cells from which pointers come into those of the set. */
  #spreadBack(set: Set<string>): void {
    for (let size = -1; size !== set.size; ) {
      size = set.size;
      for (const [from, next] of this.#next) {
        if (!set.has(from) && [...next].some((key) => set.has(key))) set.add(from);
      }
    }
  }
}
