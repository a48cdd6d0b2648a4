import { describe, expect, test } from "vitest";
import { describeOutcome, runC } from "../../../test/support/run-c.ts";
import {
  AddressSpace,
  footprint,
  functionAddress,
  functionIndex,
  LIVE,
  OutOfMemory,
  place,
  placeOtherwise,
  READABLE,
  WRITABLE,
} from "./address-space.ts";

const CAPACITY = 1 << 20;

function space(isOther = false): AddressSpace {
  return new AddressSpace(10, 100, CAPACITY, isOther, "usual");
}

describe("address space", () => {
  test("regions follow each other, behind the functions", () => {
    const { staticStart, stack, heap } = space();
    expect(staticStart).toBe(0x10000);
    expect(stack.start).toBeGreaterThan(staticStart + 100);
    expect(heap.start).toBe(stack.end);
    expect(new AddressSpace(4096, 100, CAPACITY, false, "usual").staticStart).toBe(0x20000);
  });

  test.each([
    [0, 32, 96],
    [1, 48, 112],
    [16, 48, 160],
    [40, 80, 256],
    [100_000, 165_536, 165_536],
  ])("an object of %i bytes takes %i with its gap, or %i", (size, usual, wide) => {
    expect([footprint(size, "usual"), footprint(size, "wide")]).toEqual([usual, wide]);
  });

  test("placed objects keep their alignment", () => {
    const a = { size: 3, align: 1 };
    const b = { size: 8, align: 64 };
    const { offsets, align } = place([a, b], "usual");
    expect([offsets.get(a), offsets.get(b), align]).toEqual([0, 64, 64]);
  });

  test("permission needs every byte", () => {
    const s = space();
    const base = s.heap.take(footprint(10, "usual"));
    s.shade(base, 10, READABLE);
    expect(s.permits(base, 10, READABLE)).toBe(true);
    expect(s.permits(base + 2, 9, READABLE)).toBe(false);
    expect(s.permits(base, 1, WRITABLE)).toBe(false);
    expect(s.permits(-4, 4, READABLE)).toBe(false);
    expect(s.permits(s.shadow.length - 1, 4, READABLE)).toBe(false);
  });

  test("addresses are used again only when the region is full, and never those of live objects", () => {
    const s = space();
    const kept = s.heap.take(footprint(100, "usual"));
    s.shade(kept, 100, LIVE);
    s.bytes[kept] = 7;
    const seen = new Set<number>();
    const rounds = Math.ceil((2 * CAPACITY) / footprint(100, "usual"));
    let repeated = 0;
    for (let i = 0; i < rounds; i++) {
      const base = s.heap.take(footprint(100, "usual"));
      expect(s.bytes[base]).toBe(0);
      if (seen.has(base)) repeated++;
      else expect(repeated).toBe(0);
      seen.add(base);
      expect(base >= kept + 100 || base + 100 <= kept).toBe(true);
      s.shade(base, 100, LIVE);
      s.bytes[base] = 1;
      s.shade(base, 100, 0);
    }
    expect(repeated).toBeGreaterThan(0);
    expect(s.bytes[kept]).toBe(7);
    s.heap.reset();
    expect(s.heap.take(16)).toBe(kept);
  });

  test("a region full of live objects is exhausted", () => {
    const s = space();
    expect(() => {
      for (;;) s.shade(s.stack.take(footprint(1000, "usual")), 1000, LIVE);
    }).toThrow(OutOfMemory);
    expect(() => s.heap.take(CAPACITY)).toThrow(OutOfMemory);
  });
});

test("static objects beyond the limit start no run", () => {
  const text = "char a[1 << 20]; int main(void) { return a[5]; }";
  expect(describeOutcome(runC(text, { maxStaticBytes: 2 ** 22 }))).toBe("exit 0");
  expect(describeOutcome(runC(text, { maxStaticBytes: 2 ** 18 }))).toBe("limit memory");
});

describe("the other layout", () => {
  test("the heap comes first, and both regions are used downwards", () => {
    const { staticStart, stack, heap } = space(true);
    expect(staticStart).toBeGreaterThan(space().staticStart);
    expect(stack.start).toBe(heap.end);
    for (const region of [stack, heap]) {
      const [a, b] = [region.take(64), region.take(64)];
      expect(b).toBeLessThan(a);
      expect(region.end - b).toBe(128);
    }
  });

  test("objects lie in the opposite order, at addresses that are no better aligned than they must be", () => {
    const a = { size: 3, align: 1 };
    const b = { size: 8, align: 64 };
    const { offsets, size } = placeOtherwise([a, b], "usual");
    expect(offsets.get(b)).toBe(0);
    expect(offsets.get(a)).toBeGreaterThan(footprint(8, "usual"));
    expect([(offsets.get(a) ?? 0) % 16, size % 16]).toEqual([8, 0]);
  });

  test("a region that is full takes free places again, and forgets everything when it is reset", () => {
    const { heap, shadow } = space(true);
    const first = heap.take(CAPACITY / 2);
    shadow[first] = LIVE;
    const second = heap.take(CAPACITY / 8);
    expect(() => heap.take(CAPACITY / 2)).toThrow();
    heap.reset();
    expect(shadow[first]).toBe(0);
    expect(heap.take(CAPACITY / 2)).toBe(first);
    expect(second).toBeLessThan(first);
  });

  test("functions come in the opposite order", () => {
    const addresses = [0, 1, 2].map((index) => functionAddress(index, 3, true));
    expect(addresses.map((address) => functionIndex(address, 3, true))).toEqual([0, 1, 2]);
    expect(addresses[0]).toBeGreaterThan(addresses[2] ?? 0);
    expect(Number.isInteger(functionIndex((addresses[0] ?? 0) + 1, 3, true))).toBe(false);
  });
});
