/** Proofs by shape analysis that all loops of a program with linked lists end (shape-termination.ts). */

import type { LoopInvariants } from "../../analysis-core/index.ts";
import { allocatesBlocks, type CfaProgram } from "../../cfa/index.ts";
import type { EngineSpecification } from "../../specification/index.ts";
import { analyseShapes, type HeadShapes } from "./shape-analysis.ts";

/** Number of single nodes of a list before they become a segment. */
const MIN_NODES = [2, 3] as const;
/** Share of the remaining time for each of them. */
const SHARE = 0.5;

export interface ListTermination {
  readonly invariants: readonly LoopInvariants[];
  readonly statistics: Readonly<Record<string, number>>;
  readonly shapes: readonly HeadShapes[];
}

/**
 * The argument, by lengths of lists and by numbers, that all executions end; undefined where there is no proof, or
 * the program has no blocks. Signed arithmetic wraps around in the graphs, which therefore contain more executions.
 * @param specification - of termination only
 */
export function proveListTermination(
  program: CfaProgram,
  { execution, classify }: EngineSpecification,
  remainingSeconds: () => number,
): ListTermination | undefined {
  if (!allocatesBlocks(program)) return undefined;
  const specification: EngineSpecification = {
    execution: { ...execution, overflow: "wrap" },
    classify,
  };
  for (const leastNodes of MIN_NODES) {
    const kept = remainingSeconds() * (1 - SHARE);
    const answer = analyseShapes(program, {
      specification,
      remainingSeconds: () => remainingSeconds() - kept,
      leastNodes,
    });
    if (answer.kind !== "true") continue;
    const { loops = [], statistics, shapes = [] } = answer;
    const invariants = loops.map(
      ({ head, falls }): LoopInvariants => ({
        node: head,
        invariants: [],
        ...(falls === undefined ? { descent: [] } : { shapes: falls }),
      }),
    );
    return { invariants, statistics, shapes };
  }
  return undefined;
}
