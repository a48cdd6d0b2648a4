/**
 * gcc decides: a program with a violation must violate for an input that it names, one without must
 * not for any tried input. In processes of their own: the memory that the verifier reserves would
 * keep this one from starting gcc.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DataModelName } from "../regression/verdicts.ts";
import { type Expectation, expectationOf } from "./expectation.ts";
import { CompiledProgram, gccDecides, inputFunctions } from "./gcc-oracle.ts";
import { FOLDER, programsOf, topicsOf } from "./program-files.ts";

/** Inputs for gcc where none may violate. */
const TRIED_INPUTS = ["0", "1", "-1", "2147483647", "-2147483648", "255", "5 3 1 7 2 9 4 8"].map(
  (row) => {
    const values = row.split(" ").map(BigInt);
    return values.length > 1 ? values : Array.from({ length: 8 }, () => values[0] as bigint);
  },
);

/** The tests of all programs for one data model; skipped where gcc, or its library for the model, is missing. */
export function testAgreementOfGcc(model: DataModelName): void {
  const why = gccDecides(model) ? "" : " (skipped: gcc for this data model is missing)";
  describe.skipIf(why !== "")(`gcc agrees${why}`, () => {
    for (const topic of topicsOf()) {
      for (const file of programsOf(topic)) {
        const text = readFileSync(join(FOLDER, topic, file), "utf8");
        const expectation = expectationOf(text);
        if (expectation.verdicts[model].size === 0 || !expectation.hasGcc) continue;
        it(`${topic}/${file}`, () => {
          expect(gccObjections(text, model, expectation)).toEqual([]);
        });
      }
    }
  });
}

/** Disagreements of gcc. */
function gccObjections(text: string, model: DataModelName, expectation: Expectation): string[] {
  const compiled = new CompiledProgram(text, model);
  const objections: string[] = [];
  try {
    for (const [property, truth] of expectation.verdicts[model]) {
      if (truth === "open") continue;
      const given = expectation.inputs.length === 0 ? [[]] : expectation.inputs;
      if (truth === "false") {
        const runs = given.map((inputs) => compiled.run(property, inputs));
        if (!runs.includes("violated")) objections.push(`${property}: ${runs.join(", ")}`);
        continue;
      }
      const tried = inputFunctions(text).length === 0 ? [[]] : [...given, ...TRIED_INPUTS];
      for (const inputs of tried) {
        const seen = compiled.run(property, inputs);
        if (seen === "violated" || seen === "undefined") {
          objections.push(`${property}: ${seen} with inputs ${inputs.join(" ")}`);
        }
      }
    }
  } finally {
    compiled.remove();
  }
  return objections;
}
