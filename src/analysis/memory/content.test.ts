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
