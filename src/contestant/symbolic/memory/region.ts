/**
 * Regions are the pieces of memory of one symbolic execution: an instance of a named object, a heap block, a
 * function, or one of the two special regions for "no object". Memory is separated by region (verifier notes: one
 * flat array costs three orders of magnitude), so a pointer is a region and an offset; the numeric address appears
 * only where a program uses it.
 */
import type { MemoryObject } from "../../cfa/index.ts";
import type { FunctionSymbol } from "../../cfront/index.ts";
import type { Term } from "../../smt/index.ts";

export type RegionKind = "static" | "automatic" | "heap" | "function" | "null" | "wild";

export class Region {
  readonly id: number;
  readonly kind: RegionKind;
  readonly name: string;
  /** Bytes; undefined when the size is not constant. */
  readonly size: number | undefined;
  /** The size as a term of pointer width; undefined when `size` is set. */
  readonly symbolicSize: Term | undefined;
  readonly isReadOnly: boolean;
  /** A string literal: may share its memory with other literals. */
  readonly isLiteral: boolean;
  readonly function: FunctionSymbol | undefined;
  /** The object that the program names; undefined for heap blocks and the like. */
  readonly object: MemoryObject | undefined;
  readonly align: number;
  /** Set when the lifetime has ended on every path (its function has returned). */
  hasEnded = false;
  /**
   * For blocks: the executions on which the block is allocated; states of other executions have its contents, too.
   */
  allocated: Term | undefined;
  /** The numeric address, created when the program first uses it. */
  base: Term | undefined;

  constructor(
    id: number,
    kind: RegionKind,
    name: string,
    options: {
      size?: number;
      symbolicSize?: Term;
      isReadOnly?: boolean;
      isLiteral?: boolean;
      function?: FunctionSymbol;
      object?: MemoryObject;
      align?: number;
    } = {},
  ) {
    this.id = id;
    this.kind = kind;
    this.name = name;
    this.size = options.size;
    this.symbolicSize = options.symbolicSize;
    this.isReadOnly = options.isReadOnly ?? false;
    this.isLiteral = options.isLiteral ?? false;
    this.function = options.function;
    this.object = options.object;
    this.align = options.align ?? 1;
  }
}

/** A scalar within a region. */
export interface MemoryCell {
  readonly region: Region;
  /** Bytes. */
  readonly offset: number;
  readonly size: number;
}
