import { expect, test } from "vitest";
import { YamlFile } from "./yaml-reader.ts";

test("values come with positions in messages", () => {
  const file = new YamlFile("a: 1\nb:\n  - x\n  - {c: no}\n", "f.yml");
  const map = file.root.asMap();
  expect(map?.require("a")?.asInteger(0)).toBe(1);
  expect(map?.require("a")?.asInteger(2)).toBeUndefined();
  expect(map?.require("b")?.asList()?.[1]?.asMap()?.require("c")?.asBoolean()).toBeUndefined();
  expect(map?.require("d")).toBeUndefined();
  map?.allowOnly(["a"]);
  expect(file.diagnostics.map((d) => `${d.line}:${d.column}: ${d.message}`)).toEqual([
    "1:4: a must be an integer from 2, found '1'",
    "4:9: c must be true or false, found 'no'",
    "1:1: the document has no 'd'",
    "3:3: the document has an unknown key 'b'; known: a",
  ]);
  expect(() => file.finish(1)).toThrow("f.yml:1:4: error");
});

test("numbers keep their written form", () => {
  const list = new YamlFile("[2.0, '2.0', true]", "f").root.asList();
  expect(list?.map((value) => value.asWritten())).toEqual(["2.0", "2.0", "true"]);
});

test.each([
  ["a: [", "f.yml:"],
  ["a: 1\na: 2", "f.yml:2:1: error: Map keys must be unique"],
])("syntax error in %j", (text, message) => {
  const file = new YamlFile(text, "f.yml");
  expect(() => file.finish(0)).toThrow(message);
});

test("aliases are followed, empty values are absent", () => {
  const map = new YamlFile("a: &x text\nb: *x\nc:\n", "f").root.asMap();
  expect(map?.get("b")?.asString()).toBe("text");
  expect(map?.get("c")).toBeUndefined();
});

test("an empty document is no mapping", () => {
  const file = new YamlFile("", "f");
  expect(file.root.asMap()).toBeUndefined();
  expect(file.diagnostics[0]?.message).toBe("the document must be a mapping, found nothing");
});
