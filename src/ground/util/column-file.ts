/**
 * Tables of columns in one file, for millions of rows: typed arrays as they
 * lie in memory, texts as numbers into a dictionary. Every column is read on
 * its own and only when asked for, and has a hash of its own.
 *
 *     bytes 0–7    "AGONCOLS"
 *     bytes 8–11   version 1, little-endian as everything
 *     bytes 12–15  length of the header
 *     header       JSON: metadata, tables with rows and columns (type, offset, sha256, dictionary)
 *     columns      each at a multiple of 8 from the start of the file
 *
 * Here is no input or output: callers hand over bytes and a hash function.
 */
import { defined } from "./defined.ts";
import { invariant } from "./errors.ts";
import { decodeUtf8, encodeUtf8 } from "./utf8.ts";

const MAGIC = "AGONCOLS";
const VERSION = 1;
const PREFIX_BYTES = 16;
const ALIGNMENT = 8;

const TYPES = {
  float64: Float64Array,
  uint32: Uint32Array,
  uint16: Uint16Array,
  uint8: Uint8Array,
} as const;

type ColumnType = keyof typeof TYPES;

export type ColumnValues = Float64Array | Uint32Array | Uint16Array | Uint8Array;

export interface Column {
  readonly values: ColumnValues;
  /** Texts that the numbers stand for; absent: the numbers themselves are the values. */
  readonly dictionary?: readonly string[];
}

export type ColumnTables = Readonly<Record<string, Readonly<Record<string, Column>>>>;

interface ColumnHeader {
  readonly type: ColumnType;
  readonly offset: number;
  readonly sha256: string;
  readonly dictionary?: readonly string[];
}

interface TableHeader {
  readonly rows: number;
  readonly columns: Readonly<Record<string, ColumnHeader>>;
}

interface FileHeader {
  readonly metadata: unknown;
  readonly tables: Readonly<Record<string, TableHeader>>;
}

/** Lower-case hexadecimal SHA-256. */
export type Hash = (bytes: Uint8Array) => string;

/** Columns that are longer or shorter than their table, damaged bytes, and the like. */
export class ColumnFileError extends Error {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.name = "ColumnFileError";
  }
}

/** The file in pieces, to write one after the other. Columns of a table have equal lengths. */
export function encodeColumnFile(
  metadata: unknown,
  tables: ColumnTables,
  hash: Hash,
): readonly Uint8Array[] {
  // The header contains the offsets, and its length depends on them: offsets count from its end.
  let offset = 0;
  const pieces: Uint8Array[] = [];
  const describe = ({ values, dictionary }: Column): ColumnHeader => {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const padding = paddingAfter(bytes.length);
    const header = {
      type: typeOf(values),
      offset,
      sha256: hash(bytes),
      ...defined({ dictionary }),
    };
    pieces.push(bytes, new Uint8Array(padding));
    offset += bytes.length + padding;
    return header;
  };
  const header: FileHeader = {
    metadata,
    tables: mapValues(tables, (columns, name) => {
      const [first] = Object.values(columns);
      const rows = first?.values.length ?? 0;
      const isEven = Object.values(columns).every(({ values }) => values.length === rows);
      invariant(isEven, `the columns of ${name} differ in length`);
      return { rows, columns: mapValues(columns, describe) };
    }),
  };
  const text = encodeUtf8(JSON.stringify(header));
  const prefix = new Uint8Array(PREFIX_BYTES);
  prefix.set(encodeUtf8(MAGIC));
  const view = new DataView(prefix.buffer);
  view.setUint32(8, VERSION, true);
  view.setUint32(12, text.length, true);
  return [prefix, text, new Uint8Array(paddingAfter(text.length)), ...pieces];
}

/** Reads `length` bytes from `offset` of the file, into a buffer of their own. */
export type ReadBytes = (offset: number, length: number) => Uint8Array<ArrayBuffer>;

export interface ColumnFileSource {
  readonly read: ReadBytes;
  /** Size of the whole file. */
  readonly size: number;
  /** Absent: the hashes of columns are not checked. */
  readonly hash?: Hash;
}

/** An open file; columns are read when asked for. */
export class ColumnFile {
  readonly metadata: unknown;
  readonly #source: ColumnFileSource;
  readonly #tables: Readonly<Record<string, TableHeader>>;
  readonly #start: number;
  readonly #columns = new Map<string, Column>();

  /** @throws ColumnFileError unless it is a column file of a known version. */
  constructor(source: ColumnFileSource) {
    this.#source = source;
    if (source.size < PREFIX_BYTES) throw new ColumnFileError("the file is too short");
    const prefix = source.read(0, PREFIX_BYTES);
    if (decodeUtf8(prefix, 0, MAGIC.length) !== MAGIC) {
      throw new ColumnFileError(`the file does not begin with ${MAGIC}`);
    }
    const view = new DataView(prefix.buffer);
    const version = view.getUint32(8, true);
    if (version !== VERSION) throw new ColumnFileError(`version ${version}, expected ${VERSION}`);
    const length = view.getUint32(12, true);
    if (PREFIX_BYTES + length > source.size) throw new ColumnFileError("the header is cut off");
    const header = parseHeader(source.read(PREFIX_BYTES, length));
    this.metadata = header.metadata;
    this.#tables = header.tables;
    this.#start = PREFIX_BYTES + length + paddingAfter(length);
  }

  /** @throws ColumnFileError for an unknown table. */
  rows(table: string): number {
    return this.#table(table).rows;
  }

  /**
   * A column, read and checked at the first use.
   *
   * @throws ColumnFileError for an unknown column, an incomplete one, one whose hash differs, or
   * one with numbers outside its dictionary.
   */
  column(table: string, name: string): Column {
    const key = `${table}.${name}`;
    let column = this.#columns.get(key);
    if (column === undefined) {
      column = this.#read(table, name);
      this.#columns.set(key, column);
    }
    return column;
  }

  #read(table: string, name: string): Column {
    const { rows, columns } = this.#table(table);
    const header = Object.hasOwn(columns, name) ? columns[name] : undefined;
    const where = `column ${table}.${name}`;
    if (header === undefined) throw new ColumnFileError(`there is no ${where}`);
    const { type, offset, sha256, dictionary } = header;
    const TypedArray = TYPES[type];
    const length = rows * TypedArray.BYTES_PER_ELEMENT;
    const start = this.#start + offset;
    if (start + length > this.#source.size) throw new ColumnFileError(`${where} is cut off`);
    const bytes = this.#source.read(start, length);
    if (this.#source.hash !== undefined && this.#source.hash(bytes) !== sha256) {
      throw new ColumnFileError(`${where} is damaged: its hash differs`);
    }
    const values = new TypedArray(bytes.buffer, bytes.byteOffset, rows);
    if (dictionary === undefined) return { values };
    for (let row = 0; row < rows; row++) {
      if ((values[row] as number) >= dictionary.length) {
        throw new ColumnFileError(`${where} has a number outside its dictionary in row ${row}`);
      }
    }
    return { values, dictionary };
  }

  #table(name: string): TableHeader {
    const table = Object.hasOwn(this.#tables, name) ? this.#tables[name] : undefined;
    if (table === undefined) throw new ColumnFileError(`there is no table ${name}`);
    return table;
  }
}

function parseHeader(bytes: Uint8Array): FileHeader {
  const text = decodeUtf8(bytes, 0, bytes.length);
  let header: unknown;
  try {
    header = JSON.parse(text ?? "");
  } catch (error) {
    const { message } = error as Error;
    throw new ColumnFileError(`the header is not valid JSON: ${message}`, { cause: error });
  }
  if (!isRecord(header) || !isRecord(header.tables)) throw new ColumnFileError("no tables");
  for (const [name, table] of Object.entries(header.tables)) {
    const isTable =
      isRecord(table) &&
      isCount(table.rows) &&
      isRecord(table.columns) &&
      Object.values(table.columns).every(isColumnHeader);
    if (!isTable) throw new ColumnFileError(`the description of table ${name} is faulty`);
  }
  return header as unknown as FileHeader;
}

function isColumnHeader(value: unknown): value is ColumnHeader {
  return (
    isRecord(value) &&
    typeof value.type === "string" &&
    Object.hasOwn(TYPES, value.type) &&
    isCount(value.offset) &&
    value.offset % ALIGNMENT === 0 &&
    typeof value.sha256 === "string" &&
    (value.dictionary === undefined ||
      (Array.isArray(value.dictionary) &&
        value.dictionary.every((text) => typeof text === "string")))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function typeOf(values: ColumnValues): ColumnType {
  const types = Object.keys(TYPES) as ColumnType[];
  return types.find((type) => values instanceof TYPES[type]) as ColumnType;
}

function paddingAfter(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT;
}

function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
