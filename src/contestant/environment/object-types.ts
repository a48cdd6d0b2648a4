/**
 * Decides by declared types which objects may be parts of each other (C11 6.5p7): two records of different types
 * share no memory unless one is a member of the other, and two of one type are the same or disjoint. The declared
 * type counts only where the program accesses the object through the members of its type; otherwise the types of
 * the accessed values decide.
 */

import { unreachableKind } from "../../ground/util/unreachable-kind.ts";
import {
  accessSize,
  type BitField,
  type CfaProgram,
  calledName,
  type Expression,
  expressionsOf,
  forEachSubexpression,
  intrinsicOf,
  memberAt,
  sameValueType,
  type ValueType,
  valueTypeOf,
} from "../cfa/index.ts";
import type { CType, RecordType } from "../cfront/index.ts";
import type { PointsTo } from "../pointers/index.ts";
import { mayOverlap, type Place, type Target } from "../pointers/index.ts";

/** A value of a type, or a number of bytes of any type. */
export type Access = ValueType | { readonly kind: "bytes"; readonly size: number };

export class ObjectTypes {
  readonly #pointsTo: PointsTo;
  readonly #typeOf: (place: Place) => CType | undefined;
  /** Places that are accessed in other ways than through the members of their type. */
  readonly #untyped = new Set<string>();
  readonly #numbers = new Map<unknown, number>();

  /** @param typeOf - the declared type of the object at a place */
  constructor(
    program: CfaProgram,
    pointsTo: PointsTo,
    typeOf: (place: Place) => CType | undefined,
  ) {
    this.#pointsTo = pointsTo;
    this.#typeOf = typeOf;
    this.#lookAtAccesses(program);
  }

  /** Whether two accesses may concern one piece of memory, where pointers to the two objects may be equal. */
  mayMeet(a: Target, accessA: Access, b: Target, accessB: Access): boolean {
    const [typeA, typeB] = [this.#recordAt(a.place), this.#recordAt(b.place)];
    if (typeA !== undefined && typeB !== undefined) {
      if (typeA.definition === typeB.definition) {
        return mayOverlap(a, sizeOfAccess(accessA), b, sizeOfAccess(accessB));
      }
      if (!contains(typeA, typeB) && !contains(typeB, typeA)) return false;
    }
    return this.#hasUnion(a.place) || this.#hasUnion(b.place) || !areApart(accessA, accessB);
  }

  /**
   * The properties of an access that {@link mayMeet} depends on: accesses with the same key have the same answer.
   */
  kindOf({ place, offset, stride }: Target, access: Access): string {
    const record = this.#recordAt(place)?.definition;
    const number = this.#numbers.get(record) ?? this.#numbers.size;
    this.#numbers.set(record, number);
    const type = `${number}${this.#hasUnion(place) ? "u" : ""}`;
    return `${type} ${offset}:${stride} ${kindOfAccess(access)}`;
  }

  #recordAt(place: Place): RecordType | undefined {
    const type = this.#untyped.has(place.key) ? undefined : this.#typeOf(place);
    return type?.kind === "struct" ? type : undefined;
  }

  /** Whether values of several types may be stored at one address. */
  #hasUnion(place: Place): boolean {
    const type = this.#typeOf(place);
    return type !== undefined && hasUnion(type);
  }

  #lookAtAccesses(program: CfaProgram): void {
    for (const { nodes } of program.functions.values()) {
      for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
        for (const expression of expressionsOf(edge)) {
          forEachSubexpression(expression, (part) => {
            if (part.kind === "load") this.#noteValue(part.address, part.type, part.bitField);
          });
        }
        if (edge.kind === "assign") this.#noteValue(edge.address, edge.value.type, edge.bitField);
        else if (edge.kind === "copy")
          for (const at of [edge.to, edge.from]) this.#noteBytes(at, edge.size);
        else if (edge.kind === "clear") this.#noteBytes(edge.address, edge.size);
        else if (edge.kind === "call") {
          const { result } = edge;
          if (result !== undefined && "scalar" in result)
            this.#noteValue(result.address, result.scalar);
          else if (result !== undefined) this.#noteBytes(result.address, result.recordSize);
          const name = calledName(edge);
          const isIntrinsic = name !== undefined && !program.functions.has(name);
          const kind = isIntrinsic ? intrinsicOf(name)?.kind : undefined;
          for (const argument of edge.arguments) {
            if (argument.kind === "record") this.#noteBytes(argument.address, argument.size);
            else if (kind !== undefined && kind !== "free") this.#noteBytes(argument.value, -1);
          }
        } else if (edge.kind === "return" && edge.value?.kind === "record") {
          this.#noteBytes(edge.value.address, edge.value.size);
        }
      }
    }
  }

  #noteValue(address: Expression, type: ValueType, bitField?: BitField): void {
    for (const { place, offset, stride } of this.#pointsTo.evaluate(address)) {
      const object = this.#typeOf(place);
      if (object?.kind !== "struct") continue;
      const member = stride === 0 ? memberAt(object, offset, undefined) : undefined;
      const value = member && valueTypeOf(member.type);
      const isMember = value !== undefined && sameValueType(value, type);
      if (bitField !== undefined || !isMember) this.#untyped.add(place.key);
    }
  }

  #noteBytes(address: Expression, size: number): void {
    for (const { place, offset, stride } of this.#pointsTo.evaluate(address)) {
      const object = this.#typeOf(place);
      if (object?.kind !== "struct") continue;
      const isMember = stride === 0 && memberAt(object, offset, size) !== undefined;
      if (!isMember) this.#untyped.add(place.key);
    }
  }
}

function kindOfAccess(access: Access): string {
  switch (access.kind) {
    case "bytes":
      return `bytes ${access.size}`;
    case "float":
      return `float ${access.format}`;
    case "int":
    case "pointer":
      return `${access.kind} ${access.bits}`;
    default:
      return unreachableKind(access);
  }
}

function sizeOfAccess(access: Access): number {
  return access.kind === "bytes" ? access.size : accessSize(access);
}

/** Whether two accesses never concern the same object, by the types of their values. */
function areApart(a: Access, b: Access): boolean {
  if (a.kind === "bytes" || b.kind === "bytes" || isCharacter(a) || isCharacter(b)) return false;
  if (a.kind === "float") return b.kind !== "float" || a.format !== b.format;
  return b.kind === "float" || a.kind !== b.kind || a.bits !== b.bits;
}

function isCharacter(type: ValueType): boolean {
  return type.kind === "int" && type.bits === 8;
}

function hasUnion(type: CType): boolean {
  if (type.kind === "array") return hasUnion(type.element);
  if (type.kind === "union") return true;
  return type.kind === "struct" && (type.definition.fields ?? []).some((one) => hasUnion(one.type));
}

/** Whether a record has a part of that type. */
function contains(type: CType, part: RecordType): boolean {
  if (type.kind === "array") return contains(type.element, part);
  if (type.kind !== "struct" && type.kind !== "union") return false;
  if (type.definition === part.definition) return true;
  return (type.definition.fields ?? []).some((field) => contains(field.type, part));
}
