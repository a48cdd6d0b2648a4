import { expect, test } from "vitest";
import { fnv1a } from "./fnv.ts";

const hashOf = (text: string): number => {
  const bytes = new TextEncoder().encode(`<${text}>`);
  return fnv1a(bytes, 1, bytes.length - 1) >>> 0;
};

// From the test suite that the authors publish.
test.each([
  ["", 0x811c9dc5],
  ["a", 0xe40c292c],
  ["foobar", 0xbf9cf968],
])("'%s'", (text, hash) => {
  expect(hashOf(text)).toBe(hash);
});
