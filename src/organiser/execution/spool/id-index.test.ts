import fc from "fast-check";
import { expect, test } from "vitest";
import { IdIndex } from "./id-index.ts";
import { ID_BYTES } from "./id-table.ts";

/** Identities of which many share their first word, also those at both ends of the table. */
const IDENTITY = fc
  .tuple(fc.constantFrom(0, 1, 0x8000_0000, 0xffff_fffe, 0xffff_ffff), fc.nat({ max: 300 }))
  .map(([word, rest]) => {
    const id = Buffer.alloc(ID_BYTES);
    id.writeUInt32LE(word);
    id.writeUInt32LE(rest, ID_BYTES - 4);
    return id;
  });

test("finds the numbers of what was added, for every initial size", () => {
  fc.assert(
    fc.property(fc.array(IDENTITY, { maxLength: 500 }), fc.nat({ max: 700 }), (ids, expected) => {
      const numbers = new Map<string, number>();
      const index = new IdIndex(
        (number, bytes, offset) =>
          ids[number]?.compare(bytes, offset, offset + ID_BYTES, 0, ID_BYTES) === 0,
        expected,
      );
      for (const [number, id] of ids.entries()) {
        const key = id.toString("hex");
        expect(index.find(id, 0)).toBe(numbers.get(key));
        if (!numbers.has(key)) numbers.set(key, number);
        expect(index.add(id, 0, number)).toBe(numbers.get(key));
      }
      index.reserve(1000);
      expect(index.size).toBe(numbers.size);
      for (const [key, number] of numbers) {
        expect(index.find(Buffer.from(`00${key}`, "hex"), 1)).toBe(number);
      }
    }),
    { numRuns: 60 },
  );
});
