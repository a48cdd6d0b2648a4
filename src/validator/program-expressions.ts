/** C expressions of a witness, read in the scope of a place in the program. */

import type { Expression, MemoryObject, ValueType } from "../cfa/cfa.ts";
import { lowerPureExpression } from "../cfa/index.ts";
import { formatOf } from "../cfa/scalar-layout.ts";
import type { Variable } from "../cfront/ast.ts";
import { parseExpressionAt } from "../cfront/index.ts";
import { UndefinedEvaluation, type View } from "../interpreter/index.ts";
import { classifyFloat } from "../util/ieee-float.ts";
import type { LoadedProgram } from "../verifier/load-program.ts";

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

  /** The expression as one of the CFA; undefined when it is no pure expression over visible names. */
  condition(text: string, offset: number): Expression | undefined {
    const key = `${offset}:${text}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#read(text, offset));
    return this.#known.get(key);
  }

  #read(text: string, offset: number): Expression | undefined {
    const { unit, machine } = this.#loaded;
    const { expression } = parseExpressionAt(unit, machine, offset, text);
    if (expression === undefined) return undefined;
    return lowerPureExpression(expression, machine, (variable) => this.#objects.get(variable));
  }

  /** Its truth in a state of the interpreter; undefined when it has no value there. */
  holds(text: string, offset: number, view: View): boolean | undefined {
    const expression = this.condition(text, offset);
    if (expression === undefined) return undefined;
    try {
      return isTrue(view.evaluate(expression), expression.type);
    } catch (error) {
      if (error instanceof UndefinedEvaluation) return undefined;
      throw error;
    }
  }
}

function isTrue(bits: bigint, type: ValueType): boolean {
  if (type.kind !== "float") return bits !== 0n;
  return classifyFloat(formatOf(type.format), bits) !== "zero";
}
