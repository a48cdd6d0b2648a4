/**
 * Describes why every loop and every recursion of a program terminates according to its proof, in
 * words.
 */

import { LineIndex } from "../../ground/util/text-position.ts";
import type { LoopInvariants } from "../analysis-core/index.ts";
import { type CfaProgram, callGraph } from "../cfa/index.ts";
import {
  ENDS_WITH_OTHERS,
  FOLLOWED_CALLS,
  FOLLOWED_ITERATIONS,
  type LoopRanking,
  NEVER_REPEATED,
  partsOf,
  rankingSentence,
  recursionSentence,
  shapeSentence,
  sizeChangeSentence,
  unionSentence,
} from "../story/index.ts";
import { loopsOf, type ProvedLoop, relationOf } from "./correctness-witness.ts";

type Story = Omit<LoopRanking, "line" | "column" | "function">;

/**
 * All loops and recursive functions of the program itself, in the order of its text.
 * @param proved - the result of a termination proof; loops without an entry were unrolled to their
 * end
 */
export function describeEndings(
  program: CfaProgram,
  proved: readonly LoopInvariants[],
): readonly LoopRanking[] {
  return [...loopEndings(program, proved), ...recursionEndings(program, proved)].sort(
    (a, b) => a.line - b.line || a.column - b.column,
  );
}

function loopEndings(program: CfaProgram, proved: readonly LoopInvariants[]): LoopRanking[] {
  const told = loopsOf(program, proved);
  const isTold = new Set(told.map(({ node }) => node));
  const heads = [...program.functions.values()].flatMap(({ nodes }) => nodes);
  const others = loopsOf(
    program,
    heads.filter((node) => !isTold.has(node)).map((node) => ({ node, invariants: [] })),
  );
  return [
    ...told.map((loop) => ({ ...placeOf(loop), ...storyOf(program, loop) })),
    ...others.map((loop) => ({ ...placeOf(loop), parts: [], sentence: FOLLOWED_ITERATIONS })),
  ];
}

function placeOf({ fn, line, column }: ProvedLoop): Omit<LoopRanking, keyof Story> {
  return { line, column, function: fn.name };
}

function storyOf(program: CfaProgram, { node, fn, entries }: ProvedLoop): Story {
  if (relationOf(program, fn, node, entries) !== undefined) return orderStory(entries[0]);
  const stories = entries.map((entry) => orderStory(entry));
  const sentences = new Set(stories.map(({ sentence }) => sentence));
  const [first] = stories;
  if (first !== undefined && sentences.size === 1) return first;
  // It depends on the caller.
  return { parts: [], sentence: [...sentences].join("; or, in another call, ") };
}

/**
 * Describes the order on all visits where C can express it, otherwise the descent in each run of
 * the loop.
 */
function orderStory(entry: LoopInvariants | undefined): Story {
  const { ranking, union, descent, shapes } = entry ?? {};
  if (shapes !== undefined) return { parts: [], sentence: shapeSentence(shapes) };
  const order = ranking ?? descent;
  if (order !== undefined) {
    const parts = partsOf(order);
    return { parts, sentence: parts.length === 0 ? NEVER_REPEATED : rankingSentence(parts) };
  }
  if (union === undefined) return { parts: [], sentence: ENDS_WITH_OTHERS };
  const parts = partsOf(union);
  return { parts, isUnion: true, sentence: unionSentence(parts) };
}

function recursionEndings(program: CfaProgram, proved: readonly LoopInvariants[]): LoopRanking[] {
  const lines = new LineIndex(program.text);
  return [...callGraph(program).recursive].flatMap((name): LoopRanking[] => {
    const fn = program.functions.get(name);
    if (fn === undefined || fn.isLibrary) return [];
    const { definition, range } = fn.symbol;
    const place = { ...lines.positionOf((definition?.range ?? range).start), function: name };
    const told = proved.filter(({ node }) => node === fn.entry);
    const stories = new Map(
      told.map(({ descent = [], sizes }) => {
        const parts = partsOf(descent);
        return [sizes ? sizeChangeSentence(sizes) : recursionSentence(parts), parts] as const;
      }),
    );
    const [parts = []] = stories.values();
    if (stories.size < 2)
      return [
        { ...place, isRecursion: true, parts, sentence: [...stories.keys()][0] ?? FOLLOWED_CALLS },
      ];
    const sentence = [...stories.keys()].join("; or, from another call, ");
    return [{ ...place, isRecursion: true, parts: [], sentence }];
  });
}
