import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NumberColumn, TextColumn } from "./column-builder.ts";
import { ColumnFile, ColumnFileError, type ColumnTables, encodeColumnFile } from "./column-file.ts";

const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function encode(tables: ColumnTables, metadata: unknown = {}): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat(encodeColumnFile(metadata, tables, hash)));
}

function open(bytes: Uint8Array<ArrayBuffer>, checks = true): ColumnFile {
  return new ColumnFile({
    read: (offset, length) => bytes.slice(offset, offset + length),
    size: bytes.length,
    ...(checks ? { hash } : {}),
  });
}

function columns(numbers: readonly (number | undefined)[], texts: readonly string[]): ColumnTables {
  const [number, text] = [new NumberColumn(), new TextColumn()];
  for (const value of numbers) number.push(value);
  for (const value of texts) text.push(value);
  return { a: { number: number.build() }, b: { text: text.build() } };
}

test("reading returns what was written", () => {
  const numbers = fc.array(fc.option(fc.double({ noNaN: true }), { nil: undefined }));
  fc.assert(
    fc.property(numbers, fc.array(fc.string({ unit: "binary" })), (values, texts) => {
      const file = open(encode(columns(values, texts), { list: [1, "ä"] }));
      expect(file.metadata).toEqual({ list: [1, "ä"] });
      expect([file.rows("a"), file.rows("b")]).toEqual([values.length, texts.length]);
      expect([...file.column("a", "number").values]).toEqual(
        values.map((value) => value ?? Number.NaN),
      );
      const { values: codes, dictionary = [] } = file.column("b", "text");
      expect([...codes].map((code) => dictionary[code])).toEqual(texts);
    }),
  );
}, 30_000);

test("codes are as narrow as the dictionary allows", () => {
  const width = (count: number): number => {
    const text = new TextColumn();
    for (let index = 0; index < count; index++) text.push(String(index));
    return text.build().values.BYTES_PER_ELEMENT;
  };
  expect([256, 257, 65536, 65537].map(width)).toEqual([1, 2, 2, 4]);
});

describe("damaged files", () => {
  const bytes = encode(columns([1, 2, 3], ["x", "y"]));
  const read = (file: Uint8Array<ArrayBuffer>, checks = true): void => {
    const opened = open(file, checks);
    opened.column("a", "number");
    opened.column("b", "text");
  };

  test("every prefix is refused", () => {
    expect(() => read(bytes)).not.toThrow();
    // Behind the last column is padding only.
    for (let length = 0; length < bytes.length - 8; length++) {
      expect(() => read(bytes.slice(0, length))).toThrow(ColumnFileError);
    }
  });

  test("every changed byte is refused or changes nothing that is read", () => {
    for (let index = 0; index < bytes.length; index++) {
      const changed = bytes.slice();
      changed[index] = (changed[index] as number) ^ 0x15;
      try {
        read(changed);
      } catch (error) {
        expect(error).toBeInstanceOf(ColumnFileError);
      }
    }
  });

  test("unknown columns; numbers outside the dictionary", () => {
    expect(() => open(bytes).column("a", "toString")).toThrow("there is no column a.toString");
    expect(() => open(bytes).column("c", "x")).toThrow("there is no table c");
    const codes = { a: { x: { values: Uint8Array.of(0, 3), dictionary: ["only"] } } };
    expect(() => open(encode(codes)).column("a", "x")).toThrow("outside its dictionary in row 1");
  });
});
