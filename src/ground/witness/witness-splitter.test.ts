import { expect, test } from "vitest";
import { InputError } from "../util/errors.ts";
import { type WitnessPart, WitnessSplitter } from "./witness-splitter.ts";

function split(text: string, pieceLength = text.length): readonly WitnessPart[] {
  const parts: WitnessPart[] = [];
  const splitter = new WitnessSplitter("w.yml", (part) => parts.push(part));
  for (let at = 0; at < text.length; at += pieceLength) {
    splitter.write(text.slice(at, at + pieceLength));
  }
  splitter.close();
  return parts;
}

const TWO_ENTRIES = `# comment
- entry_type: invariant_set
  metadata:
    format_version: "2.1"
  content:
    - invariant:
        type: loop_invariant
    # comment inside
    - invariant:
        value: |
          x
- entry_type: ghost_instrumentation
  metadata: {}
  content:
    ghost_variables:
      - name: g
`;

test("entries and elements, with their first lines", () => {
  const shown = split(TWO_ENTRIES).map(
    ({ kind, text, firstLine }) => `${firstLine} ${kind}: ${text.trim().split("\n").length} lines`,
  );
  expect(shown).toEqual([
    "2 entry: 4 lines",
    "6 element: 3 lines",
    "9 element: 3 lines",
    "9 end-of-elements: 1 lines",
    "12 whole-entry: 5 lines",
  ]);
});

test("pieces of any length give the same parts", () => {
  for (const length of [1, 7, 64]) expect(split(TWO_ENTRIES, length)).toEqual(split(TWO_ENTRIES));
});

test("elements at the indentation of the key, and an empty list", () => {
  const kinds = (text: string): string =>
    split(text)
      .map(({ kind }) => kind)
      .join(" ");
  expect(kinds("- a: 1\n  content:\n  - x\n  - y\n")).toBe("entry element element end-of-elements");
  expect(kinds("- a: 1\n  content: []\n- b: 2\n")).toBe("whole-entry whole-entry");
});

test.each([
  ["flow style", "[{a: 1}]", "not a list of entries in block style"],
  ["a mapping", "a: 1", "not a list of entries in block style"],
  ["keys after the content", "- content:\n  - x\n  metadata: 1\n", "must be the last key"],
  ["an endless line", `- a: ${"x".repeat(17_000_000)}`, "more than 16 MB"],
])("refuses: %s", (_name, text, message) => {
  expect(() => split(text)).toThrow(InputError);
  expect(() => split(text)).toThrow(message);
});
