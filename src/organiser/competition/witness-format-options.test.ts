import { expect, test } from "vitest";
import { findEdition } from "../scoring/index.ts";
import { findToolInfo } from "../tools/index.ts";
import { witnessFormatOptions } from "./witness-format-options.ts";

function optionsFor(
  year: number,
  options: readonly string[] = [],
  module = "agon-verifier",
): string {
  const edition = findEdition(`svcomp-${year}`);
  if (edition === undefined) throw new Error(`no edition ${year}`);
  return witnessFormatOptions(findToolInfo(module), options, edition).join(" ");
}

test("the format that the edition accepts", () => {
  const chosen = [2012, 2016, 2020, 2023, 2024, 2026, 2027].map((year) => [year, optionsFor(year)]);
  expect(Object.fromEntries(chosen)).toEqual({
    2012: "",
    2016: "--witness-format 1.0",
    2020: "--witness-format 1.0",
    2023: "--witness-format 1.0",
    // 2.0, which needs no option.
    2024: "",
    2026: "",
    2027: "",
  });
});

test("options of the definition come first, and other tools have no choice", () => {
  expect(optionsFor(2020, ["--witness-format", "2.0"])).toBe("");
  expect(optionsFor(2020, ["--witness-format=2.0"])).toBe("");
  expect(optionsFor(2020, [], "cpachecker")).toBe("");
});
