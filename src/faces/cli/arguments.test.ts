import { expect, test } from "vitest";
import { parseWords } from "./arguments.ts";
import { UsageError } from "./command.ts";

const OPTIONS = {
  spool: { type: "string" },
  jobs: { type: "string" },
  json: { type: "boolean" },
} as const;

test("operands, values and flags", () => {
  const args = parseWords(["c.yml", "--spool", "dir", "--jobs=3", "--json"], ["FILE"], OPTIONS);
  expect(args.operands).toEqual({ FILE: "c.yml" });
  expect(args.text("spool")).toBe("dir");
  expect(args.integer("jobs", 1)).toBe(3);
  expect(args.flag("json")).toBe(true);
  expect(parseWords(["c.yml"], ["FILE"], OPTIONS).integer("jobs", 1)).toBeUndefined();
});

test.each([
  [[], "FILE is missing"],
  [["a", "b"], "unexpected word 'b'"],
  [["a", "--spol", "x"], "unknown option '--spol'; did you mean '--spool'?"],
  [["a", "--frobnicate"], "unknown option '--frobnicate'"],
])("%j: %s", (words, message) => {
  expect(() => parseWords(words, ["FILE"], OPTIONS)).toThrow(UsageError);
  expect(() => parseWords(words, ["FILE"], OPTIONS)).toThrow(message);
});

test.each(["0", "x", "1.5", ""])("--jobs %j is refused", (value) => {
  const args = parseWords(["c.yml", `--jobs=${value}`], ["FILE"], OPTIONS);
  expect(() => args.integer("jobs", 1)).toThrow("--jobs must be an integer from 1");
});
