import { expect, test } from "vitest";
import type { MemoryPicture } from "../../analysis-core/index.ts";
import { renderMemory } from "./memory-figure.ts";

const cell = (label: string, value: string, target?: number) =>
  target === undefined ? { label, value } : { label, value, target };

/** A list of two nodes, an unreachable ring, and a freed block. */
const PICTURE: MemoryPicture = {
  objects: [
    {
      id: 0,
      kind: "variable",
      title: "<list>",
      detail: "main",
      state: "live",
      cells: [cell("", "•", 1)],
    },
    {
      id: 1,
      kind: "block",
      title: "a",
      detail: "16 bytes",
      state: "live",
      cells: [cell("next", "•", 2), cell("…", "")],
      fault: "write at +16",
    },
    { id: 2, kind: "block", title: "b", detail: "16 bytes", state: "freed", cells: [] },
    {
      id: 3,
      kind: "block",
      title: "c",
      detail: "16 bytes",
      state: "lost",
      cells: [cell("next", "•", 4)],
    },
    {
      id: 4,
      kind: "list",
      title: "d",
      detail: "2 or more nodes",
      state: "live",
      cells: [cell("next", "•", 3)],
    },
  ],
  omitted: 2,
};

const numbers = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, number]) => Number(number));

test("one box an object, beside what leads to it; one arrow a pointer; nothing overlaps", () => {
  const { text } = renderMemory(PICTURE, "Memory");
  const boxes = [
    ...text.matchAll(/<rect class="box" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g),
  ];
  const places = boxes.map(([, ...four]) => four.map(Number) as [number, number, number, number]);
  expect(places).toHaveLength(5);
  expect(places.map(([x]) => x)).toEqual([6, 198, 390, 6, 198]);
  for (const [index, [x, y, , height]] of places.entries()) {
    for (const [otherX, otherY] of places.slice(index + 1)) {
      expect(otherX !== x || otherY >= y + height || otherY < y).toBe(true);
    }
  }
  expect(numbers(text, /class="arrow" d="M(\d+)/g)).toHaveLength(4);
  expect(text.match(/class="dangling"/g)).toHaveLength(1);
});

test("texts are escaped, and the objects are listed for screen readers", () => {
  const { text } = renderMemory(PICTURE, "Memory", true);
  expect(text).toContain("&#60;list&#62;");
  expect(text).not.toContain("<list>");
  expect(text).toContain("c, 16 bytes, lost");
  expect(text).toContain("a, 16 bytes, write at +16");
  expect(text).toContain(">✗ write at +16<");
  expect(text).toContain(">…<");
  expect(text).toContain("Memory; 2 objects not shown");
  expect(text).toMatch(/^<figure class="memory" hidden>/);
});

test("an empty picture is one", () => {
  expect(renderMemory({ objects: [], omitted: 0 }, "Memory").text).toContain("0 objects");
});
