import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { yamlText } from "./yaml-text.ts";

const OPTIONS = {
  lineWidth: 0,
  defaultStringType: "QUOTE_DOUBLE",
  defaultKeyType: "PLAIN",
  aliasDuplicateObjects: false,
} as const;

test("is the text of the yaml package", () => {
  const shared = { line: 3, column: undefined };
  const value = [
    {
      entry_type: "violation_sequence",
      metadata: { hashes: { "a/b-1.c": "0f" }, files: ["a.c", "b c.c"], none: null },
      content: [
        { segment: [{ waypoint: { value: "x == 1", location: shared } }, { truth: true }] },
        { segment: [[1, -2], [[3]], [], {}, "a: b # c"], location: shared },
      ],
    },
    [],
  ];
  expect(yamlText(value)).toBe(stringify(value, OPTIONS));
  for (const small of [[], {}, "text", 5, false, null, [[[]]], { a: { b: {} } }]) {
    expect(yamlText(small)).toBe(stringify(small, OPTIONS));
  }
});

test("quotes what a reader would read as another type", () => {
  const value = {
    true: "true",
    "a: b": 'quote " and backslash \\',
    "5": "line\nbreak\ttab",
    "": "\u0000\u0085\u2028\ufeff and \u{1f600}",
    "c d": "é",
    n: "",
  };
  expect(parse(yamlText(value))).toEqual(value);
  for (const raw of ["\0", "\t", "\u0085", "\u2028", "\ufeff"]) {
    expect(yamlText(value)).not.toContain(raw);
  }
});
