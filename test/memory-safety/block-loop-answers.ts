/** What is proved of one random program whose loops replace blocks, beside what its executions show. */

import { parseProperty } from "../../src/properties/index.ts";
import { loadProgram, type Verdicts } from "../regression/verdicts.ts";
import { nativeExecutions } from "../support/native-executions.ts";
import { provedClaims, withClaims } from "../support/proved-claims.ts";
import { randomBlockLoop } from "./random-block-loop.ts";

const SAFETY = parseProperty(
  ["G valid-free", "G valid-deref", "G valid-memtrack"]
    .map((formula) => `CHECK( init(main()), LTL(${formula}) )`)
    .join("\n"),
  "valid-memsafety.prp",
);

export interface BlockLoopAnswers {
  readonly text: string;
  /** Claims at the head of the loop: those that were proved, and those that are wrong. */
  readonly proved: readonly string[];
  readonly refuted: readonly string[];
  readonly safety: "true" | "false" | "unknown";
  /** What is invalid, or lost, in an execution; "" where nothing was seen. */
  readonly violation: string;
}

/**
 * @param folder - where programs may be compiled
 * @param seconds - of CPU time, for each of two answers
 * @param executions - that are tried
 */
export async function blockLoopAnswers(
  verdicts: Verdicts,
  folder: string,
  seed: number,
  seconds: number,
  executions: number,
): Promise<BlockLoopAnswers> {
  const { text, claims } = randomBlockLoop(seed);
  const truth = nativeExecutions(folder, text, executions);
  if (truth === undefined) throw new Error(`gcc refuses seed ${seed}:\n${text}`);
  const loaded = loadProgram("program.c", withClaims(text), "LP64");
  const proved = await provedClaims(loaded.program, claims, seconds);
  const { verdict } = await verdicts.verify(loaded, "induction", seconds, SAFETY);
  return {
    text,
    proved,
    refuted: claims.filter((_, number) => truth.refuted.has(number)),
    safety: verdict,
    violation: truth.invalid || (truth.leaks ? "a block is lost" : ""),
  };
}

/** Proofs that executions contradict. */
export function mistakesIn(answers: BlockLoopAnswers): readonly string[] {
  const { proved, refuted, safety, violation } = answers;
  const isWronglySafe = safety === "true" && violation !== "";
  return [
    ...proved.filter((claim) => refuted.includes(claim)),
    ...(isWronglySafe ? [`safety: ${violation}`] : []),
  ];
}
