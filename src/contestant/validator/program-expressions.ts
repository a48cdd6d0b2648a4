/** C expressions of a witness, resolved in the scope of a place in the program. */

import { defined } from "../../ground/util/defined.ts";
import { classifyFloat } from "../../ground/util/ieee-float.ts";
import {
  type Expression,
  formatOf,
  lowerPureExpression,
  type MemoryObject,
  type ValueType,
} from "../cfa/index.ts";
import {
  type CType,
  type ExtraNames,
  parseExpressionAt,
  RESULT_NAME,
  type Variable,
} from "../cfront/index.ts";
import { UndefinedEvaluation, type View } from "../interpreter/index.ts";
import type { LoadedProgram } from "../program/index.ts";

/** Variables of the witness, by the names that its expressions use. */
export type WitnessVariables = ReadonlyMap<string, MemoryObject>;

const NONE: WitnessVariables = new Map();

export class ProgramExpressions {
  readonly #loaded: LoadedProgram;
  readonly #objects = new Map<Variable, MemoryObject>();
  readonly #known = new Map<string, Expression | undefined>();

  constructor(loaded: LoadedProgram) {
    this.#loaded = loaded;
    const { globals, functions } = loaded.program;
    for (const object of [...globals, ...[...functions.values()].flatMap((fn) => fn.locals)]) {
      if (object.variable !== undefined) this.#objects.set(object.variable, object);
    }
  }

  /**
   * Returns the expression as one of the CFA; undefined when it is no pure expression over visible
   * names.
   */
  condition(text: string, offset: number): Expression | undefined {
    const key = `${offset}:${text}`;
    if (!this.#known.has(key)) this.#known.set(key, this.read(text, offset, NONE)?.expression);
    return this.#known.get(key);
  }

  /**
   * The same with the witness's own variables, and with some objects replaced; also returns the C
   * type of the expression.
   */
  read(
    text: string,
    offset: number,
    variables: WitnessVariables,
    replaced: ReadonlyMap<MemoryObject, MemoryObject> = new Map(),
  ): { readonly expression: Expression; readonly type: CType } | undefined {
    const { unit, machine } = this.#loaded;
    const { expression } = parseExpressionAt(unit, machine, offset, text, extraNames(variables));
    if (expression === undefined) return undefined;
    const lowered = lowerPureExpression(expression, machine, (variable) => {
      const object = this.#objects.get(variable) ?? variables.get(variable.name);
      return object && (replaced.get(object) ?? object);
    });
    return lowered && { expression: lowered, type: expression.type };
  }

  /** Returns the type of a type name in the program; undefined when there is none. */
  typeNamed(name: string): CType | undefined {
    const { unit, machine } = this.#loaded;
    const { expression } = parseExpressionAt(unit, machine, unit.text.length, `(${name})0`);
    return expression?.kind === "cast" ? expression.type : undefined;
  }

  /**
   * Returns its truth value in a state of the interpreter; undefined when it has no value there.
   */
  holds(text: string, offset: number, view: View): boolean | undefined {
    const expression = this.condition(text, offset);
    return expression === undefined ? undefined : truthOf(expression, view);
  }
}

function extraNames(variables: WitnessVariables): ExtraNames {
  const result = variables.get(RESULT_NAME);
  const named = [...variables].filter(([name]) => name !== RESULT_NAME);
  return {
    ...defined({ resultType: result?.type }),
    variables: named.map(([name, { type }]) => ({ name, type })),
  };
}

/**
 * Returns the truth value of a condition in a state of the interpreter; undefined when it has no
 * value there.
 */
export function truthOf(condition: Expression, view: View): boolean | undefined {
  try {
    return isTrue(view.evaluate(condition), condition.type);
  } catch (error) {
    if (error instanceof UndefinedEvaluation) return undefined;
    throw error;
  }
}

function isTrue(bits: bigint, type: ValueType): boolean {
  if (type.kind !== "float") return bits !== 0n;
  return classifyFloat(formatOf(type.format), bits) !== "zero";
}
