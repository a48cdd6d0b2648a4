/**
 * Ranges of the arguments of recursive calls, guessed separately for each value of another parameter: a
 * fast-growing function, such as Ackermann's, is called with larger numbers the less of its recursion is left.
 */
import {
  type CfaProgram,
  compare,
  conditional,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  forEachSubexpression,
  INT,
  type IntegerValueType,
  integer,
  pointerType,
} from "../../../cfa/index.ts";
import type { ContractHint } from "./contract-hints.ts";
import { type Guard, parametersOf } from "./function-guards.ts";

/** Exponent of the smallest power of two that is tried; the constants of comparisons stand for smaller numbers. */
const MIN_EXPONENT = 3;
const MAX_CONSTANTS = 12;

/** Bounds of every parameter by constants of the program, and under each condition also by powers of two. */
export function argumentRanges(
  program: CfaProgram,
  fn: FunctionCfa,
  cases: readonly Guard[],
): ContractHint[] {
  const pointer = pointerType(program.machine.pointerBits / 8);
  const constants = comparedConstants(program);
  const hint = (condition: Expression): ContractHint => ({ kind: "requires", condition });
  return parametersOf(fn, pointer).flatMap((parameter, index) => {
    const type = parameter.type as IntegerValueType;
    const least = [0n, 1n].map((low) => hint(compare("ge", parameter, integer(type, low))));
    const atMost = (high: bigint): Expression => compare("le", parameter, integer(type, high));
    const most = constants.map((high) => hint(atMost(high)));
    const others = cases.filter(({ fixed }) => fixed !== index);
    const ofCases = others.flatMap(({ condition }) =>
      [...constants, ...powersOfTwo(type)].map((high) =>
        hint(conditional(condition, atMost(high), integer(INT, 1n))),
      ),
    );
    return [...least, ...most, ...ofCases];
  });
}

function powersOfTwo({ bits, signed }: IntegerValueType): bigint[] {
  const powers: bigint[] = [];
  for (let exponent = MIN_EXPONENT; exponent < bits - (signed ? 1 : 0); exponent++) {
    powers.push(1n << BigInt(exponent));
  }
  return powers;
}

/** Constants that the program compares with. */
function comparedConstants(program: CfaProgram): readonly bigint[] {
  const found = new Set<bigint>();
  const visit = (part: Expression): void => {
    if (part.kind !== "compare" || part.right.kind !== "integer") return;
    if (part.right.value > 0n) found.add(part.right.value);
  };
  for (const { nodes, isLibrary } of program.functions.values()) {
    if (isLibrary) continue;
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      for (const expression of expressionsOf(edge)) forEachSubexpression(expression, visit);
    }
  }
  return [...found].slice(0, MAX_CONSTANTS);
}
