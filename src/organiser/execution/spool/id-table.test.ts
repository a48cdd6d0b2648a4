import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "../../../ground/files/index.ts";
import { IdTable } from "./id-table.ts";

test("behaves as a map from identities to the order of their insertion", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 600 }), (numbers) => {
      const table = new IdTable();
      const model = new Map<string, number>();
      for (const number of numbers) {
        const id = sha256(String(number));
        expect(table.find(id)).toBe(model.get(id));
        if (!model.has(id)) model.set(id, model.size);
        expect(table.add(id)).toBe(model.get(id));
      }
      expect(table.size).toBe(model.size);
      for (const [id, number] of model) expect(table.find(id)).toBe(number);
    }),
    { numRuns: 30 },
  );
});

test("identities that differ in the last byte only share a hash", () => {
  const table = new IdTable();
  const ids = ["00", "01", "ff"].map((end) => "ab".repeat(31) + end);
  expect(ids.map((id) => table.add(id))).toEqual([0, 1, 2]);
  expect(ids.map((id) => table.find(id))).toEqual([0, 1, 2]);
});

test.each(["", "abc", "zz".repeat(32), "ab".repeat(33)])("%j is not an identity", (id) => {
  expect(new IdTable().find(id)).toBeUndefined();
  expect(() => new IdTable().add(id)).toThrow("is no SHA-256");
});
