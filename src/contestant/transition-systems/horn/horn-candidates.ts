/**
 * Turns a solution of a program's Horn clauses into guesses about loops and recursive functions, which others
 * check.
 */

import { defined } from "../../../ground/util/defined.ts";
import type { CfaNode, MemoryObject, PointerValueType } from "../../cfa/index.ts";
import type { ContractHint } from "../../induction/index.ts";
import type { Assertion } from "../../symbolic/index.ts";
import { RESULT } from "../../symbolic/index.ts";
import {
  conditionExpression,
  equationModuloWidth,
  type Meaning,
  type Translation,
} from "./condition-expression.ts";
import type { PlacePredicate } from "./function-predicates.ts";
import {
  type Condition,
  clausesOf,
  type LinearTerm,
  scaledTerm,
  sumOf,
  termKey,
  variablesIn,
} from "./integer-condition.ts";

export interface Candidates {
  readonly lemmas: ReadonlyMap<CfaNode, readonly Assertion[]>;
  readonly contracts: ReadonlyMap<string, readonly ContractHint[]>;
}

/**
 * @param model - the conditions of predicates, by name
 * @param copies - by function, the objects that hold initial values
 * @param pointer - type of addresses in the program
 */
export function candidatesOf(
  predicates: readonly PlacePredicate[],
  model: ReadonlyMap<string, Condition>,
  copies: ReadonlyMap<string, ReadonlyMap<MemoryObject, MemoryObject>>,
  pointer: PointerValueType,
): Candidates {
  const lemmas = new Map<CfaNode, Assertion[]>();
  const contracts = new Map<string, ContractHint[]>();
  for (const predicate of predicates) {
    const { node, isLoopHead } = predicate;
    const fn = predicate.function;
    const condition = model.get(predicate.name);
    if (condition === undefined) continue;
    if (node !== undefined && isLoopHead) {
      const objects = predicate.variables.map((variable) => {
        if (variable.kind === "result") return undefined;
        const { kind, object } = variable;
        return kind === "current" ? object : copies.get(fn.name)?.get(object);
      });
      lemmas.set(node, lemmasOf(condition, { objects, pointer }));
    }
    if (node === undefined || node === fn.entry) {
      const hints = contractHints(predicate, condition, pointer);
      contracts.set(fn.name, [...(contracts.get(fn.name) ?? []), ...hints]);
    }
  }
  return { lemmas, contracts };
}

function lemmasOf(condition: Condition, meaning: Meaning): Assertion[] {
  return translations(condition, meaning).map(({ condition: holds, text, objects: mentioned }) => ({
    condition: holds,
    text: text ?? "a condition on the values of a loop",
    inC: text === undefined ? undefined : { text, objects: mentioned },
  }));
}

function contractHints(
  predicate: PlacePredicate,
  condition: Condition,
  pointer: PointerValueType,
): ContractHint[] {
  const kind = predicate.node === undefined ? "ensures" : "requires";
  const { result: type } = predicate.function;
  const result: MemoryObject | undefined =
    type?.kind === "int" && kind === "ensures"
      ? {
          ...RESULT,
          size: type.bits / 8,
          scalar: type,
        }
      : undefined;
  const objects = predicate.variables.map((variable) => {
    if (variable.kind === "result") return result;
    // Contracts have no information about the values of globals afterwards.
    return kind === "ensures" && variable.kind === "current" ? undefined : variable.object;
  });
  return translations(condition, { objects, pointer }).map(({ condition: holds }) => ({
    kind,
    condition: holds,
    ...defined({ result }),
  }));
}

interface Candidate extends Translation {
  readonly objects: readonly MemoryObject[];
}

/** Every clause separately, and equations also modulo the width: Houdini needs parts. */
function translations(condition: Condition, meaning: Meaning): Candidate[] {
  const clauses = clausesOf(condition).slice(0, MAX_CANDIDATES);
  const result: Candidate[] = [];
  for (const clause of clauses) {
    const exact = conditionExpression(clause, meaning);
    if (exact === undefined) continue;
    const mentioned = [...variablesIn(clause)].flatMap((index) => meaning.objects[index] ?? []);
    result.push({ ...exact, objects: mentioned });
  }
  for (const term of equationsIn(clauses)) {
    const modular = equationModuloWidth(term, meaning);
    if (modular !== undefined) result.push({ ...modular, objects: [] });
  }
  return result;
}

const MAX_CANDIDATES = 200;

/** Terms that are 0: equations, and terms that are both at most and at least 0. */
function equationsIn(clauses: readonly Condition[]): LinearTerm[] {
  const bounds = new Set(
    clauses.flatMap((clause) => (clause.kind === "at-most" ? [termKey(clause.term)] : [])),
  );
  return clauses.flatMap((clause) => {
    if (clause.kind === "equal") return [clause.term];
    if (clause.kind !== "at-most") return [];
    const opposite = sumOf([scaledTerm(clause.term, -1n)]);
    return bounds.has(termKey(opposite)) ? [clause.term] : [];
  });
}
