/**
 * Time to write a table of runs and to read one of its columns: Agon's column files, and Parquet by the packages that
 * write and read it here (`hyparquet-writer`, `parquet-wasm` with `apache-arrow`). Medians of some rounds.
 *
 * Usage: npx tsx bench/dependencies/column-files.ts [--rows=1000000] [--rounds=5]
 */
import { createHash } from "node:crypto";
import { tableFromIPC } from "apache-arrow";
import { parquetWriteBuffer } from "hyparquet-writer";
import { readParquet } from "parquet-wasm/node";
import { ColumnFile, encodeColumnFile } from "../../src/ground/util/column-file.ts";
import { randomFractions } from "../../src/ground/util/pseudo-random.ts";

const option = (name: string, value: number): number =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? value);
const rows = option("rows", 1_000_000);
const rounds = option("rounds", 5);

const random = randomFractions(1);
const times = Float64Array.from({ length: rows }, () => random() * 900);
const memory = Float64Array.from({ length: rows }, () => Math.floor(random() * 4e6) * 4096);
const tools = Uint8Array.from({ length: rows }, () => random() * 60);
const tasks = Uint32Array.from({ length: rows }, () => random() * 36_000);

const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function columnFile(): Uint8Array<ArrayBuffer> {
  const columns = { times, memory, tools, tasks };
  const table = Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [name, { values }]),
  );
  return Uint8Array.from(Buffer.concat(encodeColumnFile({}, { runs: table }, hash)));
}

function parquet(): Uint8Array {
  const columnData = [
    { name: "times", type: "DOUBLE" as const, data: times },
    { name: "memory", type: "DOUBLE" as const, data: memory },
    { name: "tools", type: "INT32" as const, data: Int32Array.from(tools) },
    { name: "tasks", type: "INT32" as const, data: Int32Array.from(tasks) },
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

const sumOf = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at] as number;
  return sum;
};

function columnOfColumnFile(bytes: Uint8Array<ArrayBuffer>): number {
  const read = (offset: number, length: number): Uint8Array<ArrayBuffer> =>
    bytes.slice(offset, offset + length);
  const file = new ColumnFile({ read, size: bytes.length, hash });
  return sumOf(file.column("runs", "times").values);
}

function columnOfParquet(bytes: Uint8Array): number {
  const table = tableFromIPC(readParquet(bytes, { columns: ["times"] }).intoIPCStream());
  return sumOf(table.getChild("times")?.toArray() as Float64Array);
}

function median(work: () => unknown): number {
  const found = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return found.sort((a, b) => a - b)[Math.floor(rounds / 2)] as number;
}

const [own, other] = [columnFile(), parquet()];
if (columnOfColumnFile(own) !== columnOfParquet(other))
  throw new Error("they hold different times");
const report = (name: string, bytes: Uint8Array, write: () => unknown, read: () => unknown): void =>
  console.log(
    `${name}: ${(bytes.length / 1e6).toFixed(1)} MB, written in ${median(write).toFixed(0)} ms, a column read in ${median(read).toFixed(0)} ms of CPU time`,
  );
console.log(`${rows} rows, medians of ${rounds} rounds`);
report("column file", own, columnFile, () => columnOfColumnFile(own));
report("Parquet", other, parquet, () => columnOfParquet(other));
