import { expect, test } from "vitest";
import { parseJsonAs, requireShape, type Shape } from "./shape.ts";

const SHAPE: Shape = { name: "text", "note?": "text", items: [{ size: "number" }], extra: "any" };
const PLACE = { file: "x.json", line: 3, code: "damaged" };

test("a value that has the shape is returned unchanged", () => {
  const text = '{"name":"n","items":[{"size":1,"more":true}],"extra":[],"other":0}';
  expect(parseJsonAs(text, SHAPE, PLACE)).toEqual(JSON.parse(text));
});

test.each([
  ["x{\n", /x\.json:3: error: is damaged: [^\n]*$/],
  ["[]", "the document must have fields"],
  ["null", "the document must have fields"],
  ['{"name":1,"items":[],"extra":0}', "'name' must be a text"],
  ['{"name":"n","note":1,"items":[],"extra":0}', "'note' must be a text"],
  ['{"name":"n","items":{},"extra":0}', "'items' must be a list"],
  ['{"name":"n","items":[{"size":1},{"size":"2"}],"extra":0}', "'items[1].size' must be a number"],
])("%j is refused with the place", (text, message) => {
  expect(() => parseJsonAs(text, SHAPE, PLACE)).toThrow(message);
});

test("properties that every object inherits are not fields", () => {
  expect(() =>
    requireShape({}, JSON.parse('{"constructor":"any","toString":"text"}') as Shape, PLACE),
  ).toThrow("'toString' must be a text");
});
