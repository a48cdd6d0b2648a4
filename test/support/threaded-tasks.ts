/**
 * The tasks for techniques on programs with threads, for a random program, by the names of its
 * truths.
 */

import { loadProgram } from "../../src/contestant/program/load-program.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";

const specification = (formula: string) =>
  specificationOf(parseProperty(`CHECK( init(main()), LTL(${formula}) )`, "p.prp"));
const SPECIFICATIONS = [
  ["reachesError", specification("G ! call(reach_error())")],
  ["overflows", specification("G ! overflow")],
] as const;

/** For each property, the task of a program of LP64. */
export function threadedTasks(text: string) {
  const { program } = loadProgram("p.c", text, "LP64");
  return SPECIFICATIONS.map(
    ([property, asked]) => ({ property, task: { program, specification: asked } }) as const,
  );
}
