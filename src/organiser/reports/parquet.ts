import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import type { RecordColumn, Records } from "../tables/index.ts";

const TYPES = {
  text: "STRING",
  number: "DOUBLE",
  integer: "INT32",
  boolean: "BOOLEAN",
} as const satisfies Readonly<Record<RecordColumn["type"], string>>;

/** Parquet with one column per record column; unknown values are null. */
export function recordsToParquet(records: Records): Uint8Array {
  const columnData: ColumnSource[] = records.map(({ name, type, values }) => ({
    name,
    type: TYPES[type],
    data: values.map((value) => value ?? null),
    nullable: values.includes(undefined),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
