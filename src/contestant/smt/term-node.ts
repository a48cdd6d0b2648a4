/** The objects that represent terms. */
import type { FloatFormat } from "../../ground/util/ieee-float.ts";
import type { Operator } from "./operator.ts";

/** A Boolean or bit-vector expression. Immutable; compare with `===`. */
export interface Term {
  readonly id: number;
  readonly op: Operator;
  /** Bits of a bit-vector; 0 is the sort Bool. */
  readonly width: number;
  /** Arguments; the rounding mode, where there is one, comes first. */
  readonly args: readonly Term[];
  /** Unsigned value of a constant (Bool: 0n, 1n); 0n for other terms. */
  readonly value: bigint;
  /** Unsigned value of a constant of at most 32 bits, otherwise -1. */
  readonly small: number;
  /** Name of a variable, otherwise undefined. */
  readonly name: string | undefined;
  /** Bounds of an `extract`, both inclusive. */
  readonly high: number;
  readonly low: number;
  /** Format of the floating-point arguments (of the result for signedToFp and unsignedToFp). */
  readonly format: FloatFormat;
  /** Format of the result of a floating-point operator with such a result. */
  readonly resultFormat: FloatFormat;
  /** Distinct constant leaves of an ite-tree that has only such leaves and few of them. */
  readonly leaves: readonly Term[] | undefined;
}

/** The only implementation of {@link Term}; made by the table alone. */
export class TermNode implements Term {
  readonly id: number;
  readonly op: Operator;
  readonly width: number;
  readonly args: readonly Term[];
  /** Operator parameters: see the getters. */
  readonly p: number;
  readonly q: number;
  /** Wide or cached value of a constant, name of a variable, leaves of an ite. */
  extra: bigint | string | readonly Term[] | undefined;

  constructor(
    id: number,
    op: Operator,
    width: number,
    args: readonly Term[],
    p: number,
    q: number,
    extra: bigint | string | readonly Term[] | undefined,
  ) {
    this.id = id;
    this.op = op;
    this.width = width;
    this.args = args;
    this.p = p;
    this.q = q;
    this.extra = extra;
  }

  get value(): bigint {
    if (this.op !== "constant") return 0n;
    if (this.extra === undefined) this.extra = BigInt(this.p);
    return this.extra as bigint;
  }

  get small(): number {
    return this.op === "constant" ? this.p : -1;
  }

  get name(): string | undefined {
    return this.op === "variable" ? (this.extra as string) : undefined;
  }

  get high(): number {
    return this.p;
  }

  get low(): number {
    return this.q;
  }

  get format(): FloatFormat {
    return unpackFormat(this.p);
  }

  get resultFormat(): FloatFormat {
    return unpackFormat(this.q);
  }

  get leaves(): readonly Term[] | undefined {
    if (this.op === "constant") return [this];
    return this.op === "ite" ? (this.extra as readonly Term[] | undefined) : undefined;
  }
}

const formats = new Map<number, FloatFormat>();

/** One number for a format, as stored in a term. */
export function packFormat(format: FloatFormat): number {
  return format.exponentBits * 65536 + format.significandBits;
}

function unpackFormat(packed: number): FloatFormat {
  let format = formats.get(packed);
  if (format === undefined) {
    format = { exponentBits: packed >>> 16, significandBits: packed & 65535 };
    formats.set(packed, format);
  }
  return format;
}
