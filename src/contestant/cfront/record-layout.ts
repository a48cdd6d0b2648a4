/**
 * Layout of structs and unions with bit-fields as gcc computes it on i386 and
 * x86-64 (System V ABIs, `PCC_BITFIELD_TYPE_MATTERS`; gcc's stor-layout.c). The
 * tests compare it with gcc itself.
 */
import { invariant } from "../../ground/util/errors.ts";
import { alignOf, sizeOf } from "./type-layout.ts";
import type { CType, Field } from "./types.ts";

/** A member as declared; all types complete but for a flexible array at the end. */
export interface RecordMember {
  /** Undefined for anonymous struct/union members and unnamed bit-fields. */
  readonly name: string | undefined;
  readonly type: CType;
  /** In bits, for bit-fields; at most the width of the type; 0 only without a name. */
  readonly bitWidth?: number;
  /** GNU `packed` on the member itself. */
  readonly packed?: boolean;
  /** `_Alignas(n)` or GNU `aligned(n)` on the member itself, in bytes. */
  readonly aligned?: number;
}
export interface RecordOptions {
  /** GNU `packed` on the record. */
  readonly packed?: boolean;
  /** GNU `aligned(n)` on the record, in bytes. */
  readonly aligned?: number;
  /** `#pragma pack(n)` in force, in bytes. */
  readonly pack?: number;
}
export interface RecordLayout {
  /**
   * All members in order, unnamed bit-fields too (zero-width ones excepted). A
   * bit-field's `offset` is the byte that holds its lowest bit, so `bitOffset` < 8.
   */
  readonly fields: readonly Field[];
  readonly size: number;
  readonly align: number;
}

export function layoutRecord(
  kind: "struct" | "union",
  members: readonly RecordMember[],
  options: RecordOptions = {},
): RecordLayout {
  /** In bits: where the next member may start. */
  let position = 0;
  let sizeBits = 0;
  let align = Math.max(1, options.aligned ?? 1);
  const fields: Field[] = [];
  /** Places in `fields` of bit-fields that lie next to each other, in lists. */
  const runs: number[][] = [];
  let run: number[] | undefined;
  for (const member of members) {
    const typeAlign = alignOf(member.type);
    invariant(typeAlign !== undefined, "a record member has a complete type");
    const placement =
      member.bitWidth === undefined
        ? placeOrdinary(member, typeAlign, kind === "union" ? 0 : position, options)
        : placeBitField(
            member,
            member.bitWidth,
            typeAlign,
            kind === "union" ? 0 : position,
            options,
          );
    position = placement.start + placement.width;
    sizeBits = Math.max(sizeBits, position);
    align = Math.max(align, placement.recordAlign);
    if (member.bitWidth === undefined || member.bitWidth === 0) run = undefined;
    if (member.bitWidth === undefined) {
      const { recordAlign } = placement;
      const align = recordAlign === typeAlign ? {} : { align: recordAlign };
      fields.push({ name: member.name, type: member.type, offset: placement.start / 8, ...align });
    } else if (member.bitWidth > 0) {
      if (run === undefined) {
        run = [];
        runs.push(run);
      }
      run.push(fields.length);
      fields.push({
        name: member.name,
        type: member.type,
        offset: placement.start >> 3,
        bitOffset: placement.start & 7,
        bitWidth: member.bitWidth,
      });
    }
  }
  if (kind === "struct") tellLocations(fields, runs);
  return { fields, size: roundUp(Math.ceil(sizeBits / 8), align), align };
}

/** Alignment in bytes that the member requires of the record. */
function tellLocations(fields: Field[], runs: readonly (readonly number[])[]): void {
  for (const run of runs) {
    const members = run.map((index) => fields[index] as Field);
    const first = Math.min(...members.map(({ offset }) => offset));
    const ends = members.map(({ offset, bitOffset = 0, bitWidth = 0 }) => {
      return offset + Math.ceil((bitOffset + bitWidth) / 8);
    });
    const last = Math.max(...ends);
    for (const index of run) {
      const field = fields[index] as Field;
      const { offset } = field;
      fields[index] = { ...field, location: { start: first - offset, end: last - offset } };
    }
  }
}

interface Placement {
  /** A flexible array member has no size. */
  readonly start: number;
  readonly width: number;
  /**
   * It ends the unit, has no effect on the record's alignment, and packing does not matter (x86).
   */
  readonly recordAlign: number;
}

function placeOrdinary(
  member: RecordMember,
  typeAlign: number,
  position: number,
  options: RecordOptions,
): Placement {
  const isPacked = options.packed === true || member.packed === true;
  let align = Math.max(isPacked ? 1 : typeAlign, member.aligned ?? 1);
  if (options.pack !== undefined) align = Math.min(align, options.pack);
  // A flexible array member takes no room.
  const size = sizeOf(member.type) ?? 0;
  return { start: roundUp(position, align * 8), width: size * 8, recordAlign: align };
}

function placeBitField(
  member: RecordMember,
  width: number,
  typeAlign: number,
  position: number,
  options: RecordOptions,
): Placement {
  const size = sizeOf(member.type);
  invariant(size !== undefined, "a bit-field has an integer type");
  if (width === 0) {
    // Unnamed bit-fields have no effect on the record's alignment.
    const align = Math.max(typeAlign, member.aligned ?? 1);
    return { start: roundUp(position, align * 8), width: 0, recordAlign: 1 };
  }
  const isPacked = options.packed === true || member.packed === true;
  const wanted = Math.min(member.aligned ?? 1, options.pack ?? Number.POSITIVE_INFINITY);
  let start = member.aligned === undefined ? position : roundUp(position, wanted * 8);
  // With `#pragma pack`, gcc still lets a packed bit-field require the alignment.
  if (!isPacked && options.pack === undefined) {
    const alignBits = typeAlign * 8;
    const units = Math.ceil(((start % alignBits) + width) / alignBits);
    if (units > (size * 8) / alignBits) start = roundUp(start, alignBits);
  }
  // Unnamed bit-fields ask nothing of the record.
  if (member.name === undefined) return { start, width, recordAlign: 1 };
  // With `#pragma pack`, gcc still lets a packed bit-field require the alignment.
  const ownAlign = Math.min(
    isPacked && options.pack === undefined ? 1 : typeAlign,
    options.pack ?? typeAlign,
  );
  return { start, width, recordAlign: Math.max(wanted, ownAlign) };
}

function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}
