import {
  checkedLiteral,
  MalformedProof,
  type ProofStep,
} from "../../src/contestant/solver/proof-steps.ts";

/** Steps of the text format: a line for each, literals and 0, after `d` where the clause is deleted. */
export function* textSteps(text: string): Generator<ProofStep> {
  if (!text.endsWith("\n") && text !== "") throw new MalformedProof("the proof ends within a step");
  for (const [line] of text.matchAll(/[^\n]+/g)) {
    if (line.startsWith("c")) continue;
    const [, letter, numbers] = /^(d )?\s*((?:-?[1-9]\d* +)*)0\s*$/.exec(line) ?? [];
    if (numbers === undefined) throw new MalformedProof(`this is no step: ${line.slice(0, 80)}`);
    const literals = numbers
      .split(" ")
      .filter((word) => word !== "")
      .map((word) => checkedLiteral(Number(word)));
    yield { kind: letter === undefined ? "add" : "delete", literals };
  }
}
