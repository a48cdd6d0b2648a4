/**
 * The answer of the verifier, derived from the result of a technique, with a witness that other
 * tools can check.
 */

import { LineIndex } from "../../ground/util/text-position.ts";
import type { Witness } from "../../ground/witness/index.ts";
import type { HeadShapes } from "../abstract-interpretation/index.ts";
import type { MemoryPicture } from "../analysis-core/index.ts";
import type { CfaNode, CfaProgram } from "../cfa/index.ts";
import type { Turn } from "../interpreter/index.ts";
import { asksOnlyFor, type Specification } from "../specification/index.ts";
import type { LoopRanking } from "../story/index.ts";
import { plainSchedule } from "../story/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import type { AnalysisResult } from "../techniques/index.ts";
import {
  createConcurrentWitness,
  createCorrectnessWitness,
  createLassoWitness,
  createViolationWitness,
  describeEndings,
  withGuards,
} from "../witness-out/index.ts";

export type VerificationResult =
  | {
      readonly verdict: "true";
      readonly witness: Witness;
      readonly reason: string;
      /**
       * For a proof by shape analysis: the pictures that cover every memory at each loop of the
       * program.
       */
      readonly shapes?: readonly LoopShapes[];
      /** For a proof of termination: why loops and recursions end. */
      readonly measures?: readonly LoopRanking[];
    }
  | {
      readonly verdict: "false";
      readonly witness: Witness;
      readonly subproperty: string;
      /** The choices of the environment. */
      readonly choices: readonly InputChoice[];
      /** The schedule of a program with threads. */
      readonly turns?: readonly Turn[];
    }
  | { readonly verdict: "unknown"; readonly reason: string };

/** The shapes of memory at a loop, as pictures. */
export interface LoopShapes {
  readonly line: number;
  readonly column: number;
  readonly function: string;
  readonly pictures: readonly MemoryPicture[];
}

/** Maximal number of pictures of one loop in an answer. */
const MAX_PICTURES = 24;

function loopShapes(program: CfaProgram, shapes: readonly HeadShapes[]): readonly LoopShapes[] {
  const lines = new LineIndex(program.text);
  const byHead = new Map<CfaNode, MemoryPicture[]>();
  for (const { head, picture } of shapes) {
    byHead.set(head, [...(byHead.get(head) ?? []), picture]);
  }
  return [...byHead].flatMap(([{ loop, functionName }, pictures]) => {
    if (loop === undefined) return [];
    const smallest = pictures.toSorted((a, b) => a.objects.length - b.objects.length);
    const place = { ...lines.positionOf(loop.keyword.start), function: functionName };
    return [{ ...place, pictures: smallest.slice(0, MAX_PICTURES) }];
  });
}

export function withWitness(
  program: CfaProgram,
  specification: Specification,
  result: AnalysisResult,
): VerificationResult {
  switch (result.kind) {
    case "unknown":
      return { verdict: "unknown", reason: result.reason };
    case "true": {
      const { invariants, reason, shapes = [], guards = [] } = result;
      const own = result.program ?? program;
      const plain = createCorrectnessWitness(own, invariants);
      const witness = guards.length > 0 ? withGuards(own, plain, guards) : plain;
      const measures = asksOnlyFor(specification, "cycle") ? describeEndings(own, invariants) : [];
      return {
        verdict: "true",
        witness,
        reason,
        ...(shapes.length > 0 ? { shapes: loopShapes(program, shapes) } : {}),
        ...(measures.length > 0 ? { measures } : {}),
      };
    }
    case "false": {
      const { subproperty, choices, lasso } = result;
      if (lasso !== undefined) {
        const witness = createLassoWitness(program, lasso);
        return { verdict: "false", witness, subproperty, choices };
      }
      if (result.turns === undefined) {
        const witness = createViolationWitness(program, specification, choices);
        if (witness === undefined) {
          return { verdict: "unknown", reason: "the counterexample does not replay" };
        }
        return { verdict: "false", witness, subproperty, choices };
      }
      const found = { choices, turns: result.turns };
      // Witness formats name statements, not the accesses within them between which threads may
      // switch: the more often they switch, the less is left open.
      const witness = createConcurrentWitness(program, specification, found);
      if (witness === undefined) {
        return { verdict: "unknown", reason: "the violation has no witness" };
      }
      const turns = plainSchedule(program, specification, found);
      return { verdict: "false", witness, subproperty, choices, turns };
    }
  }
}
