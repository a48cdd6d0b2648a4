/**
 * Answers of thread-modular values about programs with known verdicts: TRUE for those that were
 * written for them, and for no wrong program.
 */
import { expect, test } from "vitest";
import { Budget } from "../../src/contestant/call/budget.ts";
import { loadProgram } from "../../src/contestant/program/load-program.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { proveByThreadValues } from "../../src/contestant/techniques/index.ts";
import { propertyOf, threadPrograms } from "./programs.ts";

const SECONDS = 20;
const ASKED = ["unreach-call", "no-overflow", "valid-memsafety"];

const only = process.env.AGON_REGRESSION ?? "";
const claims = threadPrograms().flatMap(({ name, text, known }) =>
  known
    .filter(({ property }) => ASKED.includes(property))
    .map((claim) => ({ name, text, ...claim })),
);
const isProvable = ({ name, verdict, isUndecided }: (typeof claims)[number]): boolean =>
  name.startsWith("values/") && verdict === "true" && !isUndecided;

function answer({ text, property }: (typeof claims)[number]): string {
  const { program } = loadProgram("p.c", text, "LP64");
  const specification = specificationOf(propertyOf(property));
  const result = proveByThreadValues({ program, specification }, new Budget(SECONDS));
  return result.kind === "unknown" ? result.reason : result.kind;
}

test.each(claims.filter(isProvable).filter(({ name }) => name.includes(only)))(
  "$name is proved: $property",
  (claim) => {
    expect(answer(claim)).toBe("true");
  },
);

test.each(claims.filter(({ verdict, name }) => verdict === "false" && name.includes(only)))(
  "$name is not proved: $property",
  (claim) => {
    expect(answer(claim)).not.toBe("true");
  },
);
