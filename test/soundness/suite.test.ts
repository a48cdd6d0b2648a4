import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectationOf } from "./expectation.ts";
import { FOLDER, programsOf, topicsOf } from "./program-files.ts";

const AT_LEAST = 300;

const isSelection = process.env.AGON_SOUNDNESS !== undefined;

test.skipIf(isSelection)(
  "at least 300 programs for each data model, all with an expectation",
  () => {
    const programs = topicsOf().flatMap((topic) =>
      programsOf(topic).map((file) => join(topic, file)),
    );
    // No program is in a folder that is not tested.
    const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
    expect(programs.toSorted()).toEqual(files.filter((file) => file.endsWith(".c")).sort());
    const asked = { ILP32: 0, LP64: 0 };
    for (const program of programs) {
      const { verdicts } = expectationOf(readFileSync(join(FOLDER, program), "utf8"));
      for (const model of ["ILP32", "LP64"] as const) if (verdicts[model].size > 0) asked[model]++;
    }
    expect(asked.ILP32).toBeGreaterThanOrEqual(AT_LEAST);
    expect(asked.LP64).toBeGreaterThanOrEqual(AT_LEAST);
  },
);

test("a program without an expectation, or with another word in it, is refused", () => {
  expect(() => expectationOf("int main(void) { return 0; }")).toThrow("must state a verdict");
  expect(() => expectationOf("// no-overflow: maybe\nint x;")).toThrow("is no verdict");
  expect(() => expectationOf("// unreach-call: true; sometimes\nint x;")).toThrow(
    "an unknown part",
  );
});
