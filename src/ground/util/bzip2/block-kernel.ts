/** The kernel of `kernels/bzip2.ts`, which decodes a block in WebAssembly: what it exports, as views of its memory. */
import { KERNEL_CODE } from "./kernel-code.ts";

/** The part of the type that is needed here; every supported machine has WebAssembly. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};
declare function atob(text: string): string;

interface Constant {
  readonly value: number;
}

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly FRONT: Constant;
  readonly SELECTORS: Constant;
  readonly SHORT_CODES: Constant;
  readonly CODE_ENDS: Constant;
  readonly CODE_OFFSETS: Constant;
  readonly CODE_SYMBOLS: Constant;
  readonly INPUT: Constant;
  readonly INPUT_BYTES: Constant;
  readonly PIECE: Constant;
  readonly NO_TABLE: Constant;
  readonly NO_CODE: Constant;
  readonly position: Constant;
  readonly checksum: Constant;
  initialize(): void;
  readRuns(
    start: number,
    end: number,
    tableCount: number,
    groupCount: number,
    endOfBlock: number,
    maximalSize: number,
  ): number;
  invert(first: number): void;
  expand(): number;
}

/** Description of a block's symbols for {@link BlockKernel.readRuns}. */
export interface SymbolFormat {
  readonly tables: number;
  readonly groups: number;
  readonly endOfBlock: number;
  readonly maximalSize: number;
}

/** Zeros behind the input that looking ahead needs. */
const BYTES_AHEAD = 1024;

let compiled: object | undefined;

/** Memory of 26 megabytes in which blocks are decoded one after the other. */
export class BlockKernel {
  readonly #exports: KernelExports;
  /** The bytes that the block uses, ascending. */
  readonly front: Uint8Array;
  readonly selectors: Uint8Array;
  readonly shortCodes: Uint16Array;
  readonly codeEnds: Uint32Array;
  readonly codeOffsets: Int32Array;
  readonly codeSymbols: Uint16Array;
  readonly #input: Uint8Array;
  readonly #piece: Uint8Array;

  constructor() {
    compiled ??= new WebAssembly.Module(
      Uint8Array.from(atob(KERNEL_CODE), (character) => character.charCodeAt(0)),
    );
    const exports = new WebAssembly.Instance(compiled).exports as KernelExports;
    exports.initialize();
    const { buffer } = exports.memory;
    this.#exports = exports;
    this.front = new Uint8Array(buffer, exports.FRONT.value, 256);
    this.selectors = new Uint8Array(buffer, exports.SELECTORS.value, 1 << 15);
    this.shortCodes = new Uint16Array(buffer, exports.SHORT_CODES.value, 6 * 1024);
    this.codeEnds = new Uint32Array(buffer, exports.CODE_ENDS.value, 6 * 32);
    this.codeOffsets = new Int32Array(buffer, exports.CODE_OFFSETS.value, 6 * 32);
    this.codeSymbols = new Uint16Array(buffer, exports.CODE_SYMBOLS.value, 6 * 512);
    this.#input = new Uint8Array(buffer, exports.INPUT.value, exports.INPUT_BYTES.value);
    this.#piece = new Uint8Array(buffer, exports.PIECE.value);
  }

  /**
   * Reads the block's symbols, starting at a bit of the input.
   *
   * @returns the number of bytes that they stand for, or the fault in them; and the first bit that
   * was not used, perhaps beyond the end.
   */
  readRuns(
    input: Uint8Array,
    bit: number,
    { tables, groups, endOfBlock, maximalSize }: SymbolFormat,
  ): { readonly size: number | RunsFault; readonly position: number } {
    const first = Math.floor(bit / 8);
    const window = input.subarray(first, first + this.#input.length - BYTES_AHEAD);
    this.#input.set(window);
    this.#input.fill(0, window.length, window.length + BYTES_AHEAD);
    const { NO_TABLE, NO_CODE, readRuns, position } = this.#exports;
    const answer = readRuns(
      bit - first * 8,
      window.length * 8,
      tables,
      groups,
      endOfBlock,
      maximalSize,
    );
    const size =
      answer >= 0
        ? answer
        : answer === NO_TABLE.value
          ? "no-table"
          : answer === NO_CODE.value
            ? "no-code"
            : "too-long";
    return { size, position: first * 8 + position.value };
  }

  /** Undoes the transform of the block whose symbols were read. `first`: place of its first byte among the sorted ones. */
  invert(first: number): void {
    this.#exports.invert(first);
  }

  /** The next piece of the block's text, valid until the next call; empty at the end. */
  nextPiece(): Uint8Array {
    return this.#piece.subarray(0, this.#exports.expand());
  }

  /** Checksum over all pieces of the block, as stored in the file. */
  get checksum(): number {
    return swapped(~this.#exports.checksum.value) >>> 0;
  }
}

/** Faults in symbols. */
export type RunsFault = "no-table" | "no-code" | "too-long";

/** A word's bytes in reverse order. */
function swapped(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}
