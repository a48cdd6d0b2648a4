import { expect, test } from "vitest";
import { parseWordsAndMore } from "./more-words.ts";

const OPTIONS = { edition: { type: "string" }, json: { type: "boolean" } } as const;

test.each([
  [["s"], [], undefined],
  [["s", "a", "b"], ["a", "b"], undefined],
  [["--edition", "x", "s", "a", "--json", "b"], ["a", "b"], "x"],
  [["s", "--", "--odd", "a"], ["--odd", "a"], undefined],
])("%j", (words, more, edition) => {
  const parsed = parseWordsAndMore(words, ["SPOOL"], OPTIONS);
  expect(parsed.args.operands).toEqual({ SPOOL: "s" });
  expect(parsed.more).toEqual(more);
  expect(parsed.args.text("edition")).toBe(edition);
});

test("missing and unknown options are reported as usual", () => {
  expect(() => parseWordsAndMore([], ["SPOOL"], OPTIONS)).toThrow("SPOOL is missing");
  expect(() => parseWordsAndMore(["s", "a", "--jsn"], ["SPOOL"], OPTIONS)).toThrow(
    "did you mean '--json'",
  );
});
