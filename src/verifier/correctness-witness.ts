/** The correctness witness of a proof: the loop invariants that can be said in C, one condition each. */
import type { LoopInvariants, MeasurePart } from "../analysis/index.ts";
import type { CfaNode, CfaProgram, FunctionCfa, MemoryObject } from "../cfa/index.ts";
import { LineIndex } from "../util/text-position.ts";
import type { CorrectnessWitness, Invariant } from "../witness/index.ts";

export function createCorrectnessWitness(
  program: CfaProgram,
  proved: readonly LoopInvariants[],
): CorrectnessWitness {
  const lines = new LineIndex(program.text);
  const byNode = new Map<CfaNode, LoopInvariants[]>();
  for (const entry of proved) {
    byNode.set(entry.node, [...(byNode.get(entry.node) ?? []), entry]);
  }
  const invariants: Invariant[] = [];
  for (const [node, entries] of byNode) {
    const fn = program.functions.get(node.functionName);
    if (node.loop === undefined || fn === undefined || fn.isLibrary) continue;
    const position = lines.positionOf(node.loop.keyword.start);
    const location = { file: program.fileName, ...position, function: fn.name };
    for (const expression of conjuncts(program, fn, node, entries)) {
      invariants.push({ type: "loop_invariant", location, expression, format: "c_expression" });
    }
    const expression = descentText(program, fn, node, entries);
    if (expression !== undefined) {
      const type = "loop_transition_invariant";
      invariants.push({ type, location, expression, format: "ext_c_expression" });
    }
  }
  return { kind: "correctness", invariants };
}

/** The same with one invariant a place: conditions of one loop as one conjunction. */
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

/** What holds in every activation that reaches the loop. */
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
 * The relation of a visit of the loop to all earlier ones of the activation, where all stack frames that reach
 * it have the same measure: `x < \at(x, AnyPrev) || (x == \at(x, AnyPrev) && y < \at(y, AnyPrev))`.
 */
function descentText(
  program: CfaProgram,
  fn: FunctionCfa,
  node: CfaNode,
  entries: readonly LoopInvariants[],
): string | undefined {
  const texts = new Set(
    entries.map(({ measure }) => {
      const isSayable = measure?.every(({ expression }) =>
        expression?.objects.every((object) => isVisible(program, fn, node, object)),
      );
      return measure === undefined || isSayable !== true ? undefined : relationText(measure);
    }),
  );
  const [text] = texts;
  return texts.size === 1 ? text : undefined;
}

function relationText(measure: readonly MeasurePart[]): string {
  const equal: string[] = [];
  const cases: string[] = [];
  for (const { expression, grows, limit } of measure) {
    const now = expression?.text ?? "";
    const before = `\\at(${now}, AnyPrev)`;
    const bound = limit === undefined ? [] : [`${before} ${grows ? "<=" : ">="} ${limit}`];
    const parts = [...equal, `${now} ${grows ? ">" : "<"} ${before}`, ...bound];
    cases.push(parts.join(" && "));
    equal.push(`${now} == ${before}`);
  }
  return cases.length === 1 ? (cases[0] ?? "") : cases.map((text) => `(${text})`).join(" || ");
}

/** A name of the program; those that lowering makes up (`length.1`) hold a dot. */
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Whether the name of the object means the object at the loop: a global or a
 * variable of the function that is declared before the loop's condition, and
 * no other variable has its name.
 */
function isVisible(
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
