/**
 * Columns of numbers with a JSON header in one sequence of bytes: the content of the pages' data
 * files before compression. Bytes of equal significance are stored together, because they resemble
 * each other and so compress well.
 *
 *     u32 length of the header, header (JSON in ASCII), columns in the header's order
 */
const ARRAYS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

type ColumnType = keyof typeof ARRAYS;

export type NumberColumn = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

export interface ColumnFile {
  /** Any JSON value. */
  readonly header: unknown;
  readonly columns: Readonly<Record<string, NumberColumn>>;
}

interface StoredHeader {
  readonly header: unknown;
  readonly columns: readonly (readonly [name: string, type: ColumnType, length: number])[];
}

/** The bytes of a file; equal columns give equal bytes. */
export function encodeColumns({ header, columns }: ColumnFile): Uint8Array {
  const entries = Object.entries(columns);
  const stored: StoredHeader = {
    header,
    columns: entries.map(([name, column]) => [name, typeOf(column), column.length]),
  };
  const head = asciiOf(stored);
  const size = entries.reduce((sum, [, column]) => sum + column.byteLength, 4 + head.length);
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  let position = 4 + head.length;
  for (const [, column] of entries) {
    bytes.set(transposed(bytesOf(column), column.length, column.BYTES_PER_ELEMENT), position);
    position += column.byteLength;
  }
  return bytes;
}

/** Restores the input of {@link encodeColumns}. @throws RangeError when the bytes end too early. */
export function decodeColumns(bytes: Uint8Array): ColumnFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headLength = view.getUint32(0, true);
  const text = textOf(bytes.subarray(4, 4 + headLength));
  const { header, columns } = JSON.parse(text) as StoredHeader;
  let position = 4 + headLength;
  const decoded: Record<string, NumberColumn> = {};
  for (const [name, type, length] of columns) {
    const width = ARRAYS[type].BYTES_PER_ELEMENT;
    const end = position + length * width;
    if (end > bytes.length) throw new RangeError(`the column ${name} is cut off`);
    const plain = transposed(bytes.subarray(position, end), width, length);
    decoded[name] = new ARRAYS[type](plain.buffer as ArrayBuffer);
    position = end;
  }
  return { header, columns: decoded };
}

function typeOf(column: NumberColumn): ColumnType {
  const type = (Object.keys(ARRAYS) as ColumnType[]).find((key) => column instanceof ARRAYS[key]);
  return type as ColumnType;
}

function bytesOf(column: NumberColumn): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

/** Transposes a matrix of bytes. */
function transposed(bytes: Uint8Array, rows: number, columns: number): Uint8Array {
  const result = new Uint8Array(bytes.length);
  for (let column = 0; column < columns; column++) {
    const start = column * rows;
    for (let row = 0, from = column; row < rows; row++, from += columns) {
      result[start + row] = bytes[from] as number;
    }
  }
  return result;
}

/** JSON without any character beyond ASCII. */
function asciiOf(value: unknown): Uint8Array {
  const text = JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** Greatest number of arguments that a call accepts everywhere. */
const CHUNK = 8192;

function textOf(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return text;
}
