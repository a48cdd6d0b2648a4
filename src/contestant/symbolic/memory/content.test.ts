import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluate } from "../../smt/evaluate.ts";
import { type Term, TermManager } from "../../smt/term.ts";
import { Content } from "./content.ts";
import { IndeterminateBase, type ValueCodec, ZeroBase } from "./content-base.ts";
import { SymbolicMemory } from "./memory.ts";
import { Pointer, pointerTo } from "./value.ts";

const manager = new TermManager();
const codec: ValueCodec = new SymbolicMemory(manager, 32);
const owner = {};

/** A store or load of `size` bytes at `offset` of a 24-byte object. */
const access = fc.record({
  offset: fc.integer({ min: 0, max: 16 }),
  size: fc.constantFrom(1, 2, 4, 8),
  value: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
});

function littleEndian(bytes: readonly number[]): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

test("contents behave like an array of bytes", () => {
  fc.assert(
    fc.property(fc.array(access, { maxLength: 12 }), access, (stores, load) => {
      const content = new Content(codec, owner, new ZeroBase(manager));
      const bytes = new Array<number>(24).fill(0);
      for (const { offset, size, value } of stores) {
        const stored = BigInt.asUintN(size * 8, value);
        content.write(offset, size, manager.constant(size * 8, stored));
        for (let i = 0; i < size; i++) bytes[offset + i] = Number((stored >> BigInt(8 * i)) & 255n);
      }
      const read = content.read(load.offset, load.size) as Term;
      expect(read.op).toBe("constant");
      expect(read.width).toBe(load.size * 8);
      expect(read.value).toBe(littleEndian(bytes.slice(load.offset, load.offset + load.size)));
    }),
    { seed: 20261121, numRuns: 500 },
  );
});

test("a selected content reads as the selected side", () => {
  fc.assert(
    fc.property(
      fc.array(access, { maxLength: 6 }),
      fc.array(access, { maxLength: 6 }),
      fc.array(access, { maxLength: 6 }),
      access,
      (common, left, right, load) => {
        const write = (content: Content, stores: typeof common): Content => {
          for (const { offset, size, value } of stores) {
            content.write(
              offset,
              size,
              manager.constant(size * 8, BigInt.asUintN(size * 8, value)),
            );
          }
          return content;
        };
        const base = write(new Content(codec, owner, new ZeroBase(manager)), common);
        const a = write(base.copyFor(owner), left);
        const b = write(base.copyFor(owner), right);
        const condition = manager.variable("condition", 0);
        const merged = Content.select(owner, condition, a, b).read(load.offset, load.size) as Term;
        const expected = manager.ite(
          condition,
          a.read(load.offset, load.size) as Term,
          b.read(load.offset, load.size) as Term,
        );
        // The merge may build another term: compare under both values of the condition.
        for (const value of [0n, 1n]) {
          expect(valueUnder(merged, value)).toBe(valueUnder(expected, value));
        }
      },
    ),
    { seed: 20261121, numRuns: 300 },
  );
});

function valueUnder(term: Term, condition: bigint): bigint {
  return evaluate(term, () => condition);
}

test("indeterminate bytes have one value, however they are read", () => {
  const content = new Content(codec, owner, new IndeterminateBase(manager, "x"));
  const word = content.read(0, 4) as Term;
  expect(content.read(0, 4)).toBe(word);
  expect(content.read(1, 1)).toBe(manager.extract(word, 15, 8));
  expect(content.read(0, 2)).toBe(manager.extract(word, 15, 0));
});

test("pointers survive a merge with a null pointer", () => {
  const memory = codec as SymbolicMemory;
  const region = memory.newRegion("static", "x", { size: 4 });
  const pointer = pointerTo(manager, region, memory.constantOffset(0));
  const a = new Content(codec, owner, new ZeroBase(manager));
  a.write(0, 4, pointer);
  const b = new Content(codec, owner, new ZeroBase(manager));
  const condition = manager.variable("c", 0);
  const merged = Content.select(owner, condition, a, b).read(0, 4);
  expect(merged).toBeInstanceOf(Pointer);
  const regions = (merged as Pointer).targets.map((target) => target.region.kind);
  expect(regions).toEqual(["static", "null"]);
});

/** A copy within two objects of 16 bytes, or a fill; the places are terms. */
const bulk = fc.record({
  isCopy: fc.boolean(),
  to: fc.nat(15),
  from: fc.nat(15),
  length: fc.nat(16),
  byte: fc.nat(255),
});

test("bytes written as many as a term says are read back", () => {
  const memory = codec as SymbolicMemory;
  fc.assert(
    fc.property(
      fc.array(access, { maxLength: 3 }),
      fc.array(bulk, { maxLength: 4 }),
      (stores, all) => {
        const values = new Map<Term, bigint>();
        const symbolic = (width: number, value: number): Term => {
          const variable = manager.freshVariable("unknown", width);
          values.set(variable, BigInt(value));
          return variable;
        };
        const contents = [0, 1].map(() => new Content(codec, owner, new ZeroBase(manager)));
        const bytes = [0, 1].map(() => new Array<number>(32).fill(0));
        for (const { offset, size, value } of stores) {
          for (let i = 0; i < size; i++) {
            const byte = (value >> BigInt(8 * i)) & 255n;
            // Byte by byte: parts of a larger element may be anything.
            contents[0]?.write(offset + i, 1, manager.constant(8, byte));
            (bytes[0] as number[])[offset + i] = Number(byte);
          }
        }
        for (const [index, { isCopy, to, from, length, byte }] of all.entries()) {
          const [into, out] = index % 2 === 0 ? [1, 0] : [0, 1];
          const source = isCopy
            ? {
                kind: "array" as const,
                array: (contents[out] as Content).asArray(),
                offset: symbolic(32, from),
              }
            : { kind: "byte" as const, value: symbolic(8, byte) };
          (contents[into] as Content).writeRange({
            condition: manager.true,
            offset: symbolic(32, to),
            length: symbolic(32, length),
            source,
          });
          const before = (bytes[out] as number[]).slice(from, from + length);
          for (let i = 0; i < length; i++) {
            (bytes[into] as number[])[to + i] = isCopy ? (before[i] ?? 0) : byte;
          }
        }
        for (const which of [0, 1]) {
          for (let at = 0; at < 16; at++) {
            const read = (contents[which] as Content).readElement(memory.constantOffset(at), 1);
            const value = evaluate(read, (variable) => values.get(variable) ?? 0n);
            expect(value).toBe(BigInt((bytes[which] as number[])[at] ?? 0));
          }
        }
      },
    ),
    { seed: 20261123, numRuns: 40 },
  );
});

test("a block that may have been moved many times is read once for each place it may have been at", () => {
  const offset = (value: bigint): Term => manager.constant(32, value);
  let content = new Content(codec, owner, new IndeterminateBase(manager, "first"));
  content.writeElement(manager.freshVariable("at", 32), 1, manager.constant(8, 7n), manager.true);
  for (let move = 0; move < 60; move++) {
    const moved = new Content(codec, owner, new IndeterminateBase(manager, `block ${move}`));
    moved.writeRange({
      condition: manager.true,
      offset: offset(0n),
      length: manager.freshVariable("size", 32),
      source: { kind: "array", array: content.asArray(), offset: offset(0n) },
    });
    content = Content.select(owner, manager.freshVariable("is moved", 0), moved, content);
  }
  const before = manager.size;
  content.readElement(manager.freshVariable("index", 32), 1);
  expect(manager.size - before).toBeLessThan(60 * 60);
});

test("facts about an array do not make it a different array", () => {
  const at = (name: string): Term => manager.freshVariable(name, 32);
  const array = new Content(codec, owner, new IndeterminateBase(manager, "array"));
  array.writeElement(at("i"), 4, manager.constant(32, 1n), manager.true);
  const known = array.copyFor(owner);
  known.know({ facts: [] });
  expect(known.isSameArray(array)).toBe(true);
  const either = Content.select(owner, manager.freshVariable("choice", 0), known, array);
  expect(either.isSameArray(array)).toBe(true);
  const changed = known.copyFor(owner);
  changed.writeElement(at("j"), 4, manager.constant(32, 2n), manager.true);
  expect(changed.isSameArray(array)).toBe(false);
  expect(
    Content.select(owner, manager.freshVariable("other choice", 0), changed, known).isSameArray(
      array,
    ),
  ).toBe(false);
});
