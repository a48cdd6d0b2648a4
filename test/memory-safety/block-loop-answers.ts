/** Proofs about one random program whose loops replace blocks, compared with its executions. */
import { parseProperty } from "../../src/ground/properties/index.ts";
import type { Verdicts } from "../regression/verdicts.ts";
import { claimAnswers } from "../support/proved-claims.ts";
import { randomBlockLoop } from "./random-block-loop.ts";

const SAFETY = parseProperty(
  ["G valid-free", "G valid-deref", "G valid-memtrack"]
    .map((formula) => `CHECK( init(main()), LTL(${formula}) )`)
    .join("\n"),
  "valid-memsafety.prp",
);

export interface BlockLoopAnswers {
  readonly text: string;
  /** Claims at the head of the loop: the proved ones, and the wrong ones. */
  readonly proved: readonly string[];
  readonly refuted: readonly string[];
  readonly safety: "true" | "false" | "unknown";
  /** The invalid access or lost block in an execution; "" where there is none. */
  readonly violation: string;
  /** Proofs that executions contradict. */
  readonly mistakes: readonly string[];
}

/**
 * @param folder - where programs may be compiled
 * @param seconds - CPU time for each of two answers
 * @param executions - number of executions to try
 */
export async function blockLoopAnswers(
  verdicts: Verdicts,
  folder: string,
  seed: number,
  seconds: number,
  executions: number,
): Promise<BlockLoopAnswers> {
  const task = randomBlockLoop(seed);
  const answers = await claimAnswers(task, folder, seconds, executions);
  const { loaded, truth, proved, refuted } = answers;
  const { verdict: safety } = await verdicts.verify(loaded, "induction", seconds, SAFETY);
  const violation = truth.invalid || (truth.leaks ? "a block is lost" : "");
  const isWronglySafe = safety === "true" && violation !== "";
  const mistakes = [...answers.mistakes, ...(isWronglySafe ? [`safety: ${violation}`] : [])];
  return { text: task.text, proved, refuted, safety, violation, mistakes };
}
