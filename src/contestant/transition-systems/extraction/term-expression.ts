/**
 * Conditions on state variables as expressions of the CFA, and in C: every value is unsigned, of a width that C
 * has, and signed only where it is compared or extended, so that nothing overflows.
 */

import type { InvariantText } from "../../analysis-core/index.ts";
import {
  addressOf,
  binary,
  cast,
  compare,
  conditional,
  type Expression,
  type FloatValueType,
  floatConstant,
  floatLiteral,
  INT,
  type IntegerValueType,
  integer,
  integerType,
  notOf,
  offsetBy,
  type PointerValueType,
} from "../../cfa/index.ts";
import type { Term } from "../../smt/index.ts";
import type { StateVariable } from "./transition-system.ts";

/** A value with its text in C, undefined when C cannot express it. */
interface Said {
  readonly expression: Expression;
  readonly text: string | undefined;
}

export interface SaidCondition {
  readonly condition: Expression;
  readonly inC: InvariantText | undefined;
}

/** Formats whose terms have the bit pattern in memory. */
const FLOAT_TYPES: Readonly<Record<number, FloatValueType>> = {
  32: { kind: "float", format: "float" },
  64: { kind: "float", format: "double" },
};

const FLOAT_SYMBOLS = { eq: "==", lt: "<", le: "<=" } as const;

/** Thrown for a term without an expression; caught within this file. */
class Unspeakable extends Error {}

/** Number of operators of one clause. */
const MAX_SIZE = 1000;

/** Widths of C's integers; the evaluator knows 128 bits as well, C's standard does not. */
const WIDTHS = [8, 16, 32, 64] as const;

const TYPE_NAMES: Readonly<Record<number, readonly [unsigned: string, signed: string]>> = {
  8: ["unsigned char", "signed char"],
  16: ["unsigned short", "short"],
  32: ["unsigned int", "int"],
  64: ["unsigned long long", "long long"],
};

/**
 * Undefined when a disjunction of literals has an operator or a width without an expression.
 * @param pointer - type of addresses in the program
 */
export function clauseExpression(
  literals: readonly Term[],
  variables: readonly StateVariable[],
  pointer: PointerValueType,
): SaidCondition | undefined {
  try {
    const sayer = new Sayer(variables, pointer);
    let condition: Expression = integer(INT, 0n);
    const texts: (string | undefined)[] = [];
    for (const literal of [...literals].reverse()) {
      const said = sayer.condition(literal);
      condition = conditional(said.expression, integer(INT, 1n), condition);
      texts.unshift(said.text);
    }
    const isInC = texts.every((text) => text !== undefined);
    const text = texts.length === 0 ? "0" : texts.join(" || ");
    return { condition, inC: isInC ? { text, objects: sayer.objects } : undefined };
  } catch (error) {
    if (error instanceof Unspeakable) return undefined;
    throw error;
  }
}

class Sayer {
  readonly #variables: ReadonlyMap<Term, StateVariable>;
  readonly #pointer: PointerValueType;
  readonly #mentioned = new Set<StateVariable>();
  #size = 0;

  constructor(variables: readonly StateVariable[], pointer: PointerValueType) {
    this.#pointer = pointer;
    this.#variables = new Map(variables.map((variable) => [variable.term, variable]));
  }

  get objects(): InvariantText["objects"] {
    return [...this.#mentioned].map(({ object }) => object);
  }

  /** Terms share their subterms, expressions do not. */
  #count(): void {
    if (++this.#size > MAX_SIZE) throw new Unspeakable();
  }

  /** `int` 0 or 1. */
  condition(term: Term): Said {
    this.#count();
    const [a, b, c] = term.args as [Term, Term, Term];
    switch (term.op) {
      case "constant":
        return { expression: integer(INT, term.value), text: `${term.value}` };
      case "not": {
        const turned = this.#negation(a);
        if (turned !== undefined) return turned;
        const inner = this.condition(a);
        return { expression: notOf(inner.expression), text: wrapped`!(${inner.text})` };
      }
      case "and": {
        const [left, right] = [this.condition(a), this.condition(b)];
        return {
          expression: conditional(left.expression, right.expression, integer(INT, 0n)),
          text: wrapped`(${left.text} && ${right.text})`,
        };
      }
      case "ite": {
        const [when, then, otherwise] = [this.condition(a), this.condition(b), this.condition(c)];
        return {
          expression: conditional(when.expression, then.expression, otherwise.expression),
          text: wrapped`((${when.text}) ? (${then.text}) : (${otherwise.text}))`,
        };
      }
      case "eq":
        if (a.width > 0) return this.#comparison("eq", "==", a, b, undefined);
        return this.#equivalence(a, b);
      case "ult":
        return this.#comparison("lt", "<", a, b, false);
      case "slt":
        return this.#comparison("lt", "<", a, b, true);
      case "fpEq":
        return this.#floatComparison("eq", a, b);
      case "fpLt":
        return this.#floatComparison("lt", a, b);
      case "fpLe":
        return this.#floatComparison("le", a, b);
      default:
        throw new Unspeakable();
    }
  }

  /** Both operands are variables or constants. */
  #floatComparison(operator: "eq" | "lt" | "le", a: Term, b: Term): Said {
    const [left, right] = [this.#float(a), this.#float(b)];
    return {
      expression: compare(operator, left.expression, right.expression),
      text: wrapped`${left.text} ${FLOAT_SYMBOLS[operator]} ${right.text}`,
    };
  }

  #float(term: Term): Said {
    this.#count();
    const type = FLOAT_TYPES[term.width];
    if (type === undefined) throw new Unspeakable();
    if (term.op === "constant") {
      return { expression: floatConstant(type, term.value), text: floatLiteral(term.value, type) };
    }
    const variable = this.#variables.get(term);
    if (variable === undefined || variable.isSigned !== undefined || !variable.isNamed) {
      throw new Unspeakable();
    }
    this.#mentioned.add(variable);
    const { object, offset } = variable;
    const address = offsetBy(addressOf(object, this.#pointer), offset);
    const isWhole = object.scalar !== undefined && object.variable !== undefined;
    return { expression: { kind: "load", type, address }, text: isWhole ? object.name : undefined };
  }

  #equivalence(a: Term, b: Term): Said {
    const [left, right] = [this.condition(a), this.condition(b)];
    return {
      expression: compare("eq", left.expression, right.expression),
      text: wrapped`((${left.text}) == (${right.text}))`,
    };
  }

  /** `b <= a` rather than `!(a < b)`. */
  #negation(term: Term): Said | undefined {
    const [a, b] = term.args as [Term, Term];
    if (term.op === "ult") return this.#comparison("le", "<=", b, a, false);
    if (term.op === "slt") return this.#comparison("le", "<=", b, a, true);
    if (term.op === "eq" && a.width > 0) return this.#comparison("ne", "!=", a, b, undefined);
    return undefined;
  }

  #comparison(
    operator: "eq" | "ne" | "lt" | "le",
    symbol: string,
    a: Term,
    b: Term,
    signed: boolean | undefined,
  ): Said {
    const sign = signed === undefined ? this.#signTest(operator === "eq", a, b) : undefined;
    if (sign !== undefined) return sign;
    const isSigned = signed ?? (this.#isSigned(a) || this.#isSigned(b));
    const [left, right] = [this.#value(a, isSigned), this.#value(b, isSigned)];
    return {
      expression: compare(operator, left.expression, right.expression),
      text: wrapped`${left.text} ${symbol} ${right.text}`,
    };
  }

  /** `0 <= a` rather than `((unsigned int)a >> 31) & 1) == 0`. */
  #signTest(isEqual: boolean, a: Term, b: Term): Said | undefined {
    const [constant, bit] = a.op === "constant" ? [a, b] : [b, a];
    const [number] = bit.args;
    if (constant.op !== "constant" || bit.op !== "extract" || bit.width !== 1) return undefined;
    if (number === undefined || bit.low !== number.width - 1) return undefined;
    if (!this.#isSigned(number)) return undefined;
    const zero = integer(typeOf(number.width, true), 0n);
    const { expression, text } = this.#value(number, true);
    return isEqual === (constant.value === 1n)
      ? { expression: compare("lt", expression, zero), text: wrapped`${text} < 0` }
      : { expression: compare("le", zero, expression), text: wrapped`0 <= ${text}` };
  }

  #isSigned(term: Term): boolean {
    return this.#variables.get(term)?.isSigned === true;
  }

  /** The value, read as signed or unsigned. */
  #value(term: Term, isSigned: boolean): Said {
    this.#count();
    const type = typeOf(term.width, isSigned);
    if (term.op === "constant") {
      const value = isSigned ? BigInt.asIntN(term.width, term.value) : term.value;
      return { expression: integer(type, value), text: constantText(value, term.width, isSigned) };
    }
    const variable = this.#variables.get(term);
    if (variable?.isSigned === isSigned) return this.#load(variable, type);
    const { expression, text } = this.#unsigned(term);
    if (!isSigned) return { expression, text };
    return { expression: cast(type, expression), text: wrapped`(${nameOf(type)})${text}` };
  }

  #load(variable: StateVariable, type: IntegerValueType): Said {
    const { object, offset } = variable;
    if (!variable.isNamed) throw new Unspeakable();
    this.#mentioned.add(variable);
    const address = offsetBy(addressOf(object, this.#pointer), offset);
    const isWhole = object.scalar !== undefined && object.variable !== undefined;
    return {
      expression: { kind: "load", type, address },
      text: isWhole ? object.name : undefined,
    };
  }

  #unsigned(term: Term): Said {
    this.#count();
    const { op, width } = term;
    const type = typeOf(width, false);
    const [a, b, c] = term.args as [Term, Term, Term];
    if (type.bits !== width && op !== "constant" && op !== "extract") throw new Unspeakable();
    switch (op) {
      case "constant":
        return this.#value(term, false);
      case "variable": {
        const variable = this.#variables.get(term);
        if (variable?.isSigned === undefined) throw new Unspeakable();
        const { expression, text } = this.#load(variable, typeOf(width, variable.isSigned));
        if (!variable.isSigned) return { expression, text };
        return { expression: cast(type, expression), text: wrapped`(${nameOf(type)})${text}` };
      }
      case "add":
        if (b.op === "neg") return this.#difference(type, a, b.args[0] as Term);
        if (a.op === "neg") return this.#difference(type, b, a.args[0] as Term);
        return this.#binary(op, term, type);
      case "mul":
      case "bvand":
      case "bvor":
      case "bvxor":
        return this.#binary(op, term, type);
      case "neg": {
        const inner = this.#unsigned(a);
        return this.#narrowed(type, {
          expression: binary("sub", type, integer(type, 0n), inner.expression),
          text: wrapped`(0U - ${inner.text})`,
        });
      }
      case "bvnot": {
        const inner = this.#unsigned(a);
        const ones = integer(type, -1n);
        return this.#narrowed(type, {
          expression: binary("xor", type, inner.expression, ones),
          text: wrapped`(~${inner.text})`,
        });
      }
      case "udiv":
      case "urem": {
        if (b.op !== "constant" || b.value === 0n) throw new Unspeakable();
        const [left, right] = [this.#unsigned(a), this.#unsigned(b)];
        const [name, symbol] = op === "udiv" ? (["div", "/"] as const) : (["rem", "%"] as const);
        return {
          expression: binary(name, type, left.expression, right.expression),
          text: wrapped`(${left.text} ${symbol} ${right.text})`,
        };
      }
      case "ite": {
        const when = this.condition(a);
        const [then, otherwise] = [this.#unsigned(b), this.#unsigned(c)];
        return {
          expression: conditional(when.expression, then.expression, otherwise.expression),
          text: wrapped`((${when.text}) ? ${then.text} : ${otherwise.text})`,
        };
      }
      case "zeroExtend": {
        const inner = this.#unsigned(a);
        return {
          expression: cast(type, inner.expression),
          text: wrapped`(${nameOf(type)})${inner.text}`,
        };
      }
      case "signExtend": {
        const inner = this.#value(a, true);
        return {
          expression: cast(type, inner.expression),
          text: wrapped`(${nameOf(type)})${inner.text}`,
        };
      }
      case "extract":
        return this.#extract(term, a);
      case "concat":
        return this.#concatenation(type, a, b);
      default:
        throw new Unspeakable();
    }
  }

  #binary(op: keyof typeof BINARY, { args, width }: Term, type: IntegerValueType): Said {
    const [a, b] = args as readonly [Term, Term];
    const [name, symbol] = BINARY[op];
    const [left, right] = [this.#unsigned(a), this.#unsigned(b)];
    // Products of narrow numbers may be too large for `int`.
    const start = op === "mul" && width < 32 ? "1U * " : "";
    return this.#narrowed(type, {
      expression: binary(name, type, left.expression, right.expression),
      text: wrapped`(${start}${left.text} ${symbol} ${right.text})`,
    });
  }

  #difference(type: IntegerValueType, a: Term, b: Term): Said {
    const [left, right] = [this.#unsigned(a), this.#unsigned(b)];
    return this.#narrowed(type, {
      expression: binary("sub", type, left.expression, right.expression),
      text: wrapped`(${left.text} - ${right.text})`,
    });
  }

  /** Bits of a value, padded with zeros to a width that C has. */
  #extract({ low, width }: Term, from: Term): Said {
    const type = typeOf(width, false);
    const inner = this.#unsigned(from);
    const wide = typeOf(from.width, false);
    const shifted = binary("shr", wide, inner.expression, integer(INT, BigInt(low)));
    const text = wrapped`(${nameOf(type)})(${inner.text} >> ${`${low}`})`;
    if (type.bits === width) return { expression: cast(type, shifted), text };
    const mask = (1n << BigInt(width)) - 1n;
    return {
      expression: binary("and", type, cast(type, shifted), integer(type, mask)),
      text: wrapped`(${text} & ${constantText(mask, type.bits, false)})`,
    };
  }

  /** A multiple of the upper bits; the lower ones are added. */
  #concatenation(type: IntegerValueType, upper: Term, lower: Term): Said {
    const [whole = upper] = upper.op === "extract" && upper.low === 0 ? upper.args : [];
    // In a product, bits that are too high are lost.
    const inner = this.#unsigned(whole.width === type.bits ? whole : upper);
    const factor = 1n << BigInt(lower.width);
    const start = type.bits < 32 ? "1U * " : "";
    const product = this.#narrowed(type, {
      expression: binary("mul", type, cast(type, inner.expression), integer(type, factor)),
      text: wrapped`(${start}(${nameOf(type)})${inner.text} * ${constantText(factor, type.bits, false)})`,
    });
    if (lower.op === "constant" && lower.value === 0n) return product;
    const added = this.#unsigned(lower);
    return this.#narrowed(type, {
      expression: binary("or", type, product.expression, cast(type, added.expression)),
      text: wrapped`(${product.text} | (${nameOf(type)})${added.text})`,
    });
  }

  /** C computes in `int` at least. */
  #narrowed(type: IntegerValueType, { expression, text }: Said): Said {
    return type.bits >= 32
      ? { expression, text }
      : { expression, text: wrapped`(${nameOf(type)})${text}` };
  }
}

const BINARY = {
  add: ["add", "+"],
  mul: ["mul", "*"],
  bvand: ["and", "&"],
  bvor: ["or", "|"],
  bvxor: ["xor", "^"],
} as const;

/** The narrowest type with at least the given number of bits; signed values need a width that C has. */
function typeOf(width: number, isSigned: boolean): IntegerValueType {
  const bits = WIDTHS.find((one) => one === width || (one > width && !isSigned));
  if (bits === undefined) throw new Unspeakable();
  return integerType(bits, isSigned);
}

function nameOf({ bits, signed }: IntegerValueType): string {
  return (TYPE_NAMES[bits] as readonly [string, string])[signed ? 1 : 0];
}

function constantText(value: bigint, width: number, isSigned: boolean): string {
  if (isSigned && value === -(1n << BigInt(width - 1)) && width >= 32) {
    return `(${value + 1n}${width > 32 ? "LL" : ""} - 1)`;
  }
  const suffix = width > 32 ? (isSigned ? "LL" : "ULL") : isSigned || width < 32 ? "" : "U";
  return value < 0n ? `(${value}${suffix})` : `${value}${suffix}`;
}

/** A template that is undefined as soon as one of its parts is. */
function wrapped(
  strings: TemplateStringsArray,
  ...parts: readonly (string | undefined)[]
): string | undefined {
  let text = strings[0] ?? "";
  for (const [index, part] of parts.entries()) {
    if (part === undefined) return undefined;
    text += part + (strings[index + 1] ?? "");
  }
  return text;
}
