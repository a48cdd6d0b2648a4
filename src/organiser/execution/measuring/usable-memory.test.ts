import { totalmem } from "node:os";
import { expect, test } from "vitest";
import { requireMemory } from "./usable-memory.ts";

test("a run cannot have more memory than the machine", () => {
  const host = {};
  expect(() => requireMemory(host, totalmem(), "less")).not.toThrow();
  expect(() => requireMemory(host, totalmem() + 1, "less")).toThrow(
    /a run may have .* GB of memory, and only .* GB can be used here/,
  );
  expect(() => requireMemory(host, Number.POSITIVE_INFINITY, "less")).not.toThrow();
});
