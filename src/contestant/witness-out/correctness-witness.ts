/**
 * The correctness witness of a proof: the loop invariants that can be expressed in C, one condition
 * each.
 */

import { LineIndex } from "../../ground/util/text-position.ts";
import type { CorrectnessWitness, Invariant } from "../../ground/witness/index.ts";
import type { LoopInvariants, RankingPart } from "../analysis-core/index.ts";
import type { CfaNode, CfaProgram, FunctionCfa, MemoryObject } from "../cfa/index.ts";

export function createCorrectnessWitness(
  program: CfaProgram,
  proved: readonly LoopInvariants[],
): CorrectnessWitness {
  const invariants: Invariant[] = [];
  for (const { node, fn, entries, line, column } of loopsOf(program, proved)) {
    const location = { file: program.fileName, line, column, function: fn.name };
    for (const expression of conjuncts(program, fn, node, entries)) {
      invariants.push({ type: "loop_invariant", location, expression, format: "c_expression" });
    }
    const expression = relationOf(program, fn, node, entries);
    if (expression !== undefined) {
      const type = "loop_transition_invariant";
      invariants.push({ type, location, expression, format: "ext_c_expression" });
    }
  }
  return { kind: "correctness", invariants };
}

export interface ProvedLoop {
  readonly node: CfaNode;
  readonly fn: FunctionCfa;
  /** One for each stack frame that reaches the loop. */
  readonly entries: readonly LoopInvariants[];
  /** Line of its keyword. */
  readonly line: number;
  readonly column: number;
}

/** Returns the loops of the program itself, without those of the library. */
export function loopsOf(
  program: CfaProgram,
  proved: readonly LoopInvariants[],
): readonly ProvedLoop[] {
  const lines = new LineIndex(program.text);
  const byNode = new Map<CfaNode, LoopInvariants[]>();
  for (const entry of proved) {
    byNode.set(entry.node, [...(byNode.get(entry.node) ?? []), entry]);
  }
  return [...byNode].flatMap(([node, entries]) => {
    const fn = program.functions.get(node.functionName);
    if (node.loop === undefined || fn === undefined || fn.isLibrary) return [];
    return [{ node, fn, entries, ...lines.positionOf(node.loop.keyword.start) }];
  });
}

/**
 * Returns the same witness with one invariant per place: conditions of one loop as one conjunction.
 */
export function joinInvariants(witness: CorrectnessWitness): CorrectnessWitness {
  const joined = new Map<string, Invariant>();
  for (const invariant of witness.invariants) {
    const { type, location, expression } = invariant;
    const key = JSON.stringify([type, location]);
    const before = joined.get(key);
    const parts = [...(before === undefined ? [] : [before.expression]), `(${expression})`];
    joined.set(key, { ...invariant, expression: parts.join(" && ") });
  }
  return { ...witness, invariants: [...joined.values()] };
}

/** Returns the conditions that hold in every stack frame that reaches the loop. */
function conjuncts(
  program: CfaProgram,
  fn: FunctionCfa,
  node: CfaNode,
  entries: readonly LoopInvariants[],
): readonly string[] {
  const [first, ...others] = entries;
  if (first === undefined) return [];
  const texts = first.invariants
    .filter(({ objects }) => objects.every((object) => isVisible(program, fn, node, object)))
    .map(({ text }) => text)
    .filter((text) =>
      others.every(({ invariants }) => invariants.some((other) => other.text === text)),
    );
  return [...new Set(texts)];
}

/**
 * Returns the relation that proves termination of a loop, where it can be expressed in C and all
 * stack frames that reach the loop have the same.
 */
export function relationOf(
  program: CfaProgram,
  fn: FunctionCfa,
  node: CfaNode,
  entries: readonly LoopInvariants[],
): string | undefined {
  const texts = new Set(
    entries.map(({ ranking, union }) => {
      const isSayable = (ranking ?? union)?.every(
        ({ expression }) =>
          expression !== undefined &&
          expression.isWords !== true &&
          expression.objects.every((object) => isVisible(program, fn, node, object)),
      );
      if (isSayable !== true) return undefined;
      if (ranking !== undefined) return relationText(ranking);
      return union?.map((part) => `(${relationText([part])})`).join(" || ");
    }),
  );
  const [text] = texts;
  return texts.size === 1 ? text : undefined;
}

/**
 * The relation of a visit of the loop to all earlier ones of the stack frame: `x < \at(x, AnyPrev)
 * || (x == \at(x, AnyPrev) && y < \at(y, AnyPrev))`.
 */
function relationText(ranking: readonly RankingPart[]): string {
  const equal: string[] = [];
  const cases: string[] = [];
  for (const { expression, grows, limit } of ranking) {
    const now = expression?.text ?? "";
    const before = `\\at(${now}, AnyPrev)`;
    const bound = limit === undefined ? [] : [`${before} ${grows ? "<=" : ">="} ${limit}`];
    const parts = [...equal, `${now} ${grows ? ">" : "<"} ${before}`, ...bound];
    cases.push(parts.join(" && "));
    equal.push(`${now} == ${before}`);
  }
  return cases.length === 1 ? (cases[0] ?? "") : cases.map((text) => `(${text})`).join(" || ");
}

/** A name of the program; names that lowering generates (`length.1`) contain a dot. */
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Whether the name of the object denotes the object at the loop: a global or a variable of the
 * function that is declared before the loop's condition, and no other variable has its name.
 */
export function isVisible(
  program: CfaProgram,
  fn: FunctionCfa,
  node: CfaNode,
  object: MemoryObject,
): boolean {
  const { variable } = object;
  const condition = node.leaving[0]?.range.start ?? 0;
  if (variable === undefined || variable.range.start >= condition) return false;
  if (!IDENTIFIER.test(variable.name)) return false;
  const sameName = (other: MemoryObject): boolean =>
    other !== object && other.variable?.name === variable.name;
  if (variable.storage === "global") return !fn.locals.some(sameName);
  if (variable.storage !== "local" && variable.storage !== "parameter") return false;
  return fn.locals.includes(object) && !fn.locals.some(sameName) && !program.globals.some(sameName);
}
