import { encodeUtf8 } from "../../../ground/util/utf8.ts";
import { type Cells, cellText } from "../../results/index.ts";
import { isNumeric, type TypedColumn } from "./column.ts";
import { formatValue } from "./format-value.ts";
import type { PlacedRunSet } from "./run-set.ts";
import { parseSimpleNumber, SIMPLE } from "./simple-number.ts";
import { columnTitles, shortName, type TableData } from "./table-data.ts";
import { idParts, type TableTask } from "./task-table.ts";

const TAB = 0x09;
const LINE_FEED = 0x0a;
const BLANK = 0x20;
const PIECE_BYTES = 1 << 18;

/**
 * The table in BenchExec's CSV: separated by tabs, no quotes, three header lines (tool, run set,
 * columns), numbers without units. Yields UTF-8 in pieces; each is valid until the next one is
 * requested.
 */
export function* writeCsv(table: TableData, rows: Int32Array): Generator<Uint8Array> {
  const out = new ByteWriter();
  const block = new CellBlock(table);
  for (const line of headLines(table)) out.text(line);
  for (let first = 0; first < rows.length; first += BLOCK_ROWS) {
    const blockRows = rows.subarray(first, first + BLOCK_ROWS);
    block.fill(blockRows);
    blockRows.forEach((row, index) => {
      const task = table.tasks[row] as TableTask;
      out.text(shortName(table, task));
      idParts(task).forEach((part, index) => {
        if (index === 0 || table.relevantParts[index] !== true) return;
        out.byte(TAB);
        out.text(part ?? "");
      });
      block.copyRow(index, out);
      out.byte(LINE_FEED);
    });
    if (out.length > PIECE_BYTES) yield out.take();
  }
  if (out.length > 0) yield out.take();
}

/**
 * Number of rows that are written together: enough for efficient reading of a column, and few
 * enough that their data fit into the level-2 cache.
 */
const BLOCK_ROWS = 128;

/**
 * The cells of some rows, written column by column: hundreds of columns are far from each other in
 * memory, and neighbours in a column are adjacent.
 */
class CellBlock {
  readonly #writers: readonly { readonly rows: Int32Array; readonly column: ColumnWriter }[];
  readonly #out = new ByteWriter();
  /** By column and row: the end of the cell, which starts at the end of the one before it. */
  readonly #ends: Int32Array;

  constructor({ runSets }: TableData) {
    this.#writers = runSets.flatMap(({ rows, columns, values }) =>
      columns.map((column, index) => ({
        rows,
        column: new ColumnWriter(column, values[index] as Cells),
      })),
    );
    this.#ends = new Int32Array(this.#writers.length * BLOCK_ROWS + 1);
  }

  fill(rows: Int32Array): void {
    const out = this.#out;
    const ends = this.#ends;
    out.take();
    let at = 0;
    for (const { rows: runs, column } of this.#writers) {
      for (let index = 0; index < BLOCK_ROWS; index++) {
        // The last block may have fewer rows.
        const run = index < rows.length ? (runs[rows[index] as number] as number) : -1;
        if (run >= 0) column.write(out, run);
        ends[++at] = out.length;
      }
    }
  }

  /** The cells of one of the rows, with a tab before each. */
  copyRow(index: number, out: ByteWriter): void {
    const bytes = this.#out.written;
    const ends = this.#ends;
    const last = this.#writers.length * BLOCK_ROWS;
    for (let at = index; at < last; at += BLOCK_ROWS) {
      out.byte(TAB);
      out.bytes(bytes, ends[at] as number, ends[at + 1] as number);
    }
  }
}

/** Adjacent columns, of texts or of numbers. */
export interface PackedColumns {
  readonly bytes: Uint8Array;
  readonly areNumbers: boolean;
}

/** Encodes the columns of a table as bytes; one object serves all run sets, because it is large. */
export class ColumnPacker {
  readonly #out = new ByteWriter();

  /**
   * All columns of a run set as UTF-8, a line for each row, after `first` and with the separator
   * before each; characters that would end a line or a column become blanks. Yields pieces, as
   * texts and numbers are compressed differently. Valid until the next call.
   */
  pack(
    runSet: PlacedRunSet,
    rows: Int32Array,
    first: Uint8Array,
    separator: number,
  ): readonly PackedColumns[] {
    const out = this.#out;
    // Starts of the pieces; the first one is a text.
    const starts = [{ start: 0, areNumbers: false }];
    out.bytes(first, 0, first.length);
    for (const [index, column] of runSet.columns.entries()) {
      const areNumbers = isNumeric(column);
      if (starts.at(-1)?.areNumbers !== areNumbers) starts.push({ start: out.length, areNumbers });
      out.byte(separator);
      const writer = new ColumnWriter(column, runSet.values[index] as Cells);
      for (let at = 0; at < rows.length; at++) {
        if (at > 0) out.byte(LINE_FEED);
        const run = runSet.rows[rows[at] as number] as number;
        if (run < 0) continue;
        const start = out.length;
        writer.write(out, run);
        if (!areNumbers) out.blankControls(start);
      }
    }
    const whole = out.take();
    return starts.map(({ start, areNumbers }, index) => ({
      bytes: whole.subarray(start, starts[index + 1]?.start),
      areNumbers,
    }));
  }
}

function* headLines(table: TableData): Generator<string> {
  const idColumns = table.relevantParts.filter((isRelevant) => isRelevant).length - 1;
  const widths = table.runSets.map(({ columns }) => columns.length);
  const perColumn = (values: readonly string[]): readonly string[] =>
    values.flatMap((value, index) => new Array<string>(widths[index] as number).fill(value));
  const tools = table.attributes.map(
    (attributes) => `${attributes.get("tool") ?? "None"} ${attributes.get("version") ?? "None"}`,
  );
  const names = table.attributes.map((attributes) => attributes.get("niceName") ?? "");
  for (const [name, values] of [
    ["tool", perColumn(tools)],
    ["run set", perColumn(names)],
    [table.commonPrefix, columnTitles(table)],
  ] as const) {
    if (values.some((value) => value !== "")) {
      yield `${[name + "\t".repeat(idColumns), ...values].join("\t")}\n`;
    }
  }
}

/** Writes the values of one column; facts that are the same for all of them are computed once. */
class ColumnWriter {
  readonly #column: TypedColumn;
  readonly #cells: Cells;
  readonly #isText: boolean;
  /** For numbers that are written unchanged. */
  readonly #plainLengths: Uint8Array | undefined;
  /** Number of places by which the point moves left; negative: other changes are needed. */
  readonly #shift: number;

  constructor(column: TypedColumn, cells: Cells) {
    const { scaleFactor: factor, significantDigits } = column;
    this.#column = column;
    this.#cells = cells;
    this.#isText = !isNumeric(column);
    const isShift =
      factor === undefined ||
      (factor.coefficient === 1n && !factor.isNegative && factor.exponent <= 0);
    this.#shift = isShift && significantDigits === undefined ? -(factor?.exponent ?? 0) : -1;
    this.#plainLengths = this.#shift === 0 ? column.plainLengths : undefined;
  }

  write(out: ByteWriter, run: number): void {
    const { bytes, starts, lengths } = this.#cells;
    const length = lengths[run] as number;
    if (length <= 0) return;
    const start = starts[run] as number;
    const plain = this.#plainLengths?.[run] ?? 0;
    if (plain > 0) out.bytes(bytes, start, start + plain);
    else if (this.#isText) out.bytes(bytes, start, start + length);
    else if (this.#shift >= 0 && parseSimpleNumber(bytes, start, start + length)) {
      writeShifted(out, bytes, this.#shift);
    } else out.text(formatValue(this.#column, cellText(this.#cells, run), "csv"));
  }
}

const POINT = 0x2e;
const ZERO = 0x30;
const MINUS = 0x2d;

/** Writes the simple number that was just read, its point moved left by `shift` places. */
function writeShifted(out: ByteWriter, bytes: Uint8Array, shift: number): void {
  const { numberStart, numberEnd, decimals, isNegative } = SIMPLE;
  if (shift === 0) {
    out.bytes(bytes, isNegative ? numberStart - 1 : numberStart, numberEnd);
    return;
  }
  if (isNegative) out.byte(MINUS);
  const integerEnd = decimals === 0 ? numberEnd : numberEnd - decimals - 1;
  const kept = integerEnd - numberStart - shift;
  if (kept > 0) out.bytes(bytes, numberStart, numberStart + kept);
  else out.byte(ZERO);
  out.byte(POINT);
  for (let missing = kept; missing < 0; missing++) out.byte(ZERO);
  out.bytes(bytes, numberStart + Math.max(0, kept), integerEnd);
  if (decimals > 0) out.bytes(bytes, integerEnd + 1, numberEnd);
}

class ByteWriter {
  #bytes = new Uint8Array(PIECE_BYTES * 2);
  length = 0;

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#reserve(1);
    this.#bytes[this.length++] = value;
  }

  bytes(source: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    const target = this.#bytes;
    let to = this.length;
    for (let at = start; at < end; at++) target[to++] = source[at] as number;
    this.length = to;
  }

  text(text: string): void {
    const bytes = encodeUtf8(text);
    this.bytes(bytes, 0, bytes.length);
  }

  /** Replaces all control characters from `start` on by blanks. */
  blankControls(start: number): void {
    for (let at = start; at < this.length; at++) {
      if ((this.#bytes[at] as number) < BLANK) this.#bytes[at] = BLANK;
    }
  }

  /** Valid until more is written. */
  get written(): Uint8Array {
    return this.#bytes;
  }

  take(): Uint8Array {
    const piece = this.#bytes.subarray(0, this.length);
    this.length = 0;
    return piece;
  }

  #reserve(length: number): void {
    if (this.length + length <= this.#bytes.length) return;
    const larger = new Uint8Array((this.length + length) * 2);
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}
