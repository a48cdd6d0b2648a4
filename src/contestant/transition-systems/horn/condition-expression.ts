/**
 * Conditions over mathematical integers as expressions of the CFA with exactly the same meaning: in a type that
 * holds every value that can occur. Or, for equations, modulo the width of the variables.
 */
import {
  addressOf,
  binary,
  cast,
  compare,
  conditional,
  type Expression,
  INT,
  type IntegerValueType,
  integer,
  integerType,
  type MemoryObject,
  type PointerValueType,
  typeRange,
} from "../../cfa/index.ts";

import type { Atom, Condition, Connective, LinearTerm } from "./integer-condition.ts";

/** An expression, and the same in C where `long long` is wide enough. */
export interface Translation {
  readonly condition: Expression;
  readonly text: string | undefined;
}

/** Bounds of values. */
type Bounds = readonly [low: bigint, high: bigint];

/** The meaning of the variables of a condition. */
export interface Meaning {
  /** By number; undefined: a variable that expressions cannot name. */
  readonly objects: readonly (MemoryObject | undefined)[];
  /** Type of addresses in the program. */
  readonly pointer: PointerValueType;
}

/** Undefined when no type is wide enough. */
export function conditionExpression(
  condition: Condition,
  meaning: Meaning,
): Translation | undefined {
  for (const bits of [64, 128]) {
    const translator = new Translator(bits, meaning);
    const translation = translator.condition(condition);
    if (translation !== undefined) {
      return bits === 64 ? translation : { ...translation, text: undefined };
    }
  }
  return undefined;
}

/** `term == 0` modulo two to the width that all its variables have. */
export function equationModuloWidth(
  term: LinearTerm,
  { objects, pointer }: Meaning,
): Translation | undefined {
  let type: IntegerValueType | undefined;
  let sum: Expression | undefined;
  for (const { coefficient, atom } of term.parts) {
    const object = atom.kind === "variable" ? objects[atom.index] : undefined;
    if (object?.scalar?.kind !== "int") return undefined;
    type ??= integerType(object.scalar.bits, false);
    if (object.scalar.bits !== type.bits) return undefined;
    const factor = integer(type, BigInt.asUintN(type.bits, coefficient));
    const product = binary("mul", type, cast(type, loadOf(object, pointer)), factor);
    sum = sum === undefined ? product : binary("add", type, sum, product);
  }
  if (type === undefined || sum === undefined) return undefined;
  const constant = integer(type, BigInt.asUintN(type.bits, -term.constant));
  return { condition: compare("eq", sum, constant), text: undefined };
}

function loadOf(object: MemoryObject, pointer: PointerValueType): Expression {
  const type = object.scalar as IntegerValueType;
  return { kind: "load", type, address: addressOf(object, pointer) };
}

class Translator {
  readonly #signed: IntegerValueType;
  readonly #unsigned: IntegerValueType;
  readonly #meaning: Meaning;

  constructor(bits: number, meaning: Meaning) {
    this.#signed = integerType(bits, true);
    this.#unsigned = integerType(bits, false);
    this.#meaning = meaning;
  }

  condition(condition: Condition): Translation | undefined {
    if ("parts" in condition) return this.#connective(condition);
    const sum = this.#sum(condition.term);
    if (sum === undefined) return undefined;
    const operator = OPERATORS[condition.kind];
    const value = cast(this.#signed, sum.expression);
    return {
      condition: compare(operator.name, value, integer(this.#signed, 0n)),
      text: `${sum.text} ${operator.text} 0`,
    };
  }

  #connective({ kind, parts }: Connective): Translation | undefined {
    const isAnd = kind === "and";
    let result: Expression = integer(INT, isAnd ? 1n : 0n);
    const texts: string[] = [];
    for (const part of [...parts].reverse()) {
      const inner = this.condition(part);
      if (inner === undefined) return undefined;
      result = isAnd
        ? conditional(inner.condition, result, integer(INT, 0n))
        : conditional(inner.condition, integer(INT, 1n), result);
      texts.unshift("parts" in part ? `(${inner.text})` : `${inner.text}`);
    }
    return {
      condition: result,
      text: texts.length === 0 ? (isAnd ? "1" : "0") : texts.join(isAnd ? " && " : " || "),
    };
  }

  /** The sum in unsigned arithmetic, exact up to the sign bit; undefined when it may be too large. */
  #sum({
    parts,
    constant,
  }: LinearTerm):
    | { readonly expression: Expression; readonly bounds: Bounds; readonly text: string }
    | undefined {
    const type = this.#unsigned;
    let expression: Expression = integer(type, BigInt.asUintN(type.bits, constant));
    let bounds: Bounds = [constant, constant];
    let text = constant === 0n && parts.length > 0 ? "" : constantText(constant);
    for (const { coefficient, atom } of parts) {
      const value = this.#atom(atom);
      if (value === undefined) return undefined;
      const factor = integer(type, BigInt.asUintN(type.bits, coefficient));
      expression = binary("add", type, expression, binary("mul", type, value.expression, factor));
      const [low, high] = scaledBounds(value.bounds, coefficient);
      bounds = [bounds[0] + low, bounds[1] + high];
      const product =
        coefficient === 1n ? value.text : `${constantText(coefficient)} * ${value.text}`;
      text = text === "" ? product : `${product} + ${text}`;
      if (!this.#fits(bounds)) return undefined;
    }
    return this.#fits(bounds) ? { expression, bounds, text } : undefined;
  }

  #fits([low, high]: Bounds): boolean {
    // One value more, so that nothing is lost when a term is negated.
    const [least, most] = typeRange(this.#signed);
    return least < low && high < most;
  }

  #atom(
    atom: Atom,
  ):
    | { readonly expression: Expression; readonly bounds: Bounds; readonly text: string }
    | undefined {
    if (atom.kind === "variable") {
      const object = this.#meaning.objects[atom.index];
      if (object?.scalar?.kind !== "int") return undefined;
      return {
        // By way of the signed type: sign extension where the variable has a sign.
        expression: cast(this.#unsigned, cast(this.#signed, loadOf(object, this.#meaning.pointer))),
        bounds: typeRange(object.scalar),
        text: `(long long)${object.name}`,
      };
    }
    const { kind, divisor } = atom;
    const dividend = this.#sum(atom.dividend);
    if (dividend === undefined || divisor > MAX_DIVISOR) return undefined;
    const d = integer(this.#signed, divisor);
    const a = cast(this.#signed, dividend.expression);
    const rest = binary("rem", this.#signed, a, d);
    const mod = binary("rem", this.#signed, binary("add", this.#signed, rest, d), d);
    const modText = `(((${dividend.text}) % ${divisor}LL + ${divisor}LL) % ${divisor}LL)`;
    if (kind === "mod") {
      return { expression: cast(this.#unsigned, mod), bounds: [0n, divisor - 1n], text: modText };
    }
    const [low, high] = dividend.bounds;
    const bounds: Bounds = [low - divisor, high];
    if (!this.#fits(bounds)) return undefined;
    const div = binary("div", this.#signed, binary("sub", this.#signed, a, mod), d);
    return {
      expression: cast(this.#unsigned, div),
      bounds: [(low < 0n ? low : 0n) - 1n, high < 0n ? 0n : high],
      text: `((${dividend.text} - ${modText}) / ${divisor}LL)`,
    };
  }
}

function scaledBounds([low, high]: Bounds, factor: bigint): Bounds {
  return factor < 0n ? [high * factor, low * factor] : [low * factor, high * factor];
}

const MAX_DIVISOR = 1n << 40n;

const OPERATORS = {
  "at-most": { name: "le", text: "<=" },
  equal: { name: "eq", text: "==" },
  unequal: { name: "ne", text: "!=" },
} as const;

function constantText(value: bigint): string {
  return value < 0n ? `(${value}LL)` : `${value}LL`;
}
