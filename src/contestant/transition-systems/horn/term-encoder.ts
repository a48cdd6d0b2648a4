/**
 * Terms over bit-vectors as texts over mathematical integers: their meaning if nothing wrapped around. It is a
 * guess; a term without such a meaning is an arbitrary number.
 */
import type { Term } from "../../smt/index.ts";
import type { SmtText } from "./horn-system.ts";

/** The interpretation of the bits of a number where an operator decides it. */
export type Reading = "signed" | "unsigned";

/** A variable, which has the same interpretation everywhere. */
export interface NamedNumber {
  readonly name: string;
  readonly reading: Reading;
}

/** The texts of one clause. Compound subterms get names, since they may occur often. */
export class TermEncoder {
  readonly #names: ReadonlyMap<Term, NamedNumber>;
  readonly #known = new Map<string, SmtText>();
  readonly #bindings: (readonly [name: string, value: SmtText])[] = [];
  /** Variables that the clause has beside those given. */
  readonly chosen: string[] = [];
  readonly #bounds: SmtText[] = [];

  /** @param names - of the variables that mean the same in the whole clause */
  constructor(names: ReadonlyMap<Term, NamedNumber>) {
    this.#names = names;
  }

  /** Names of subterms so far. */
  get size(): number {
    return this.#bindings.length;
  }

  /** A condition with the definitions of all names in it. */
  bound(condition: SmtText): SmtText {
    const inner = `(and true ${condition} ${this.#bounds.join(" ")})`;
    return this.#bindings.reduceRight(
      (text, [name, value]) => `(let ((${name} ${value})) ${text})`,
      inner,
    );
  }

  condition(term: Term): SmtText {
    return this.#once(term, "unsigned", () => this.#condition(term));
  }

  number(term: Term, reading: Reading): SmtText {
    if (term.op === "constant") return textOf(numberIn(term, reading));
    const named = this.#names.get(term);
    if (named !== undefined) return named.name;
    // A chosen value is one number, interpreted as at its first occurrence.
    const key = term.op === "variable" ? "unsigned" : reading;
    return this.#once(term, key, () => this.#number(term, reading));
  }

  #once(term: Term, reading: Reading, make: () => SmtText): SmtText {
    const key = `${term.id} ${reading}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    let text = make();
    if (text.startsWith("(")) {
      const name = `t${this.#bindings.length}`;
      this.#bindings.push([name, text]);
      text = name;
    }
    this.#known.set(key, text);
    return text;
  }

  #condition(term: Term): SmtText {
    const [a, b, c] = term.args as readonly [Term, Term, Term];
    const conditions = (): string => term.args.map((part) => this.condition(part)).join(" ");
    switch (term.op) {
      case "constant":
        return String(term.value === 1n);
      case "not":
        return `(not ${this.condition(a)})`;
      case "and":
        return `(and ${conditions()})`;
      case "ite":
        return `(ite ${this.condition(a)} ${this.condition(b)} ${this.condition(c)})`;
      case "eq":
        return a.width === 0
          ? `(= ${conditions()})`
          : this.#comparison("=", a, b, this.#readingOf(term));
      case "ult":
        return this.#comparison("<", a, b, "unsigned");
      case "slt":
        return this.#comparison("<", a, b, "signed");
      default:
        return `(= ${this.#any(0n, 1n)} 1)`;
    }
  }

  /**
   * Equal bits are equal numbers in both interpretations: constants are interpreted like the variables beside them.
   */
  #readingOf(term: Term): Reading {
    const named = this.#names.get(term);
    if (named !== undefined) return named.reading;
    if (term.op === "zeroExtend") return "unsigned";
    const parts = term.op === "ite" ? term.args.slice(1) : term.args;
    return parts.some((part) => this.#readingOf(part) === "unsigned") ? "unsigned" : "signed";
  }

  #comparison(operator: string, a: Term, b: Term, reading: Reading): SmtText {
    return `(${operator} ${this.number(a, reading)} ${this.number(b, reading)})`;
  }

  #number(term: Term, reading: Reading): SmtText {
    const [a, b, c] = term.args as readonly [Term, Term, Term];
    const numbers = (): string => term.args.map((part) => this.number(part, "signed")).join(" ");
    switch (term.op) {
      case "ite":
        return `(ite ${this.condition(a)} ${this.number(b, reading)} ${this.number(c, reading)})`;
      case "neg":
        return `(- ${numbers()})`;
      case "add":
        return `(+ ${numbers()})`;
      case "mul":
        if (term.args.some(({ op }) => op === "constant")) return `(* ${numbers()})`;
        break;
      case "shl":
        if (b.op === "constant") return `(* ${this.number(a, "signed")} ${powerOfTwo(b.value)})`;
        break;
      case "lshr":
      case "ashr":
        if (b.op === "constant") return `(div ${this.number(a, reading)} ${powerOfTwo(b.value)})`;
        break;
      case "concat":
        // Zeros at the end are a factor.
        if (b.op !== "constant" || b.value !== 0n) break;
        return `(* ${this.number(a, "signed")} ${powerOfTwo(BigInt(b.width))})`;
      case "zeroExtend":
        return this.number(a, "unsigned");
      case "signExtend":
        return this.number(a, "signed");
      case "extract": {
        if (term.low !== 0) break;
        // A truncation to few bits is a remainder; the lower half of a number is taken for all of it.
        return term.width > BITS_OF_REMAINDERS
          ? this.number(a, reading)
          : `(mod ${this.number(a, "unsigned")} ${powerOfTwo(BigInt(term.width))})`;
      }
      case "udiv":
      case "sdiv":
      case "urem":
      case "srem":
        if (b.op === "constant" && numberIn(b, "signed") > 0n) {
          const operator = term.op.endsWith("div") ? "div" : "mod";
          return `(${operator} ${this.number(a, reading)} ${b.value})`;
        }
        break;
      default: // Any number of its width.
    }
    const width = BigInt(term.width);
    return reading === "signed"
      ? this.#any(-(1n << (width - 1n)), (1n << (width - 1n)) - 1n)
      : this.#any(0n, (1n << width) - 1n);
  }

  #any(low: bigint, high: bigint): SmtText {
    const name = `c${this.chosen.length}`;
    this.chosen.push(name);
    this.#bounds.push(`(<= ${textOf(low)} ${name} ${textOf(high)})`);
    return name;
  }
}

const BITS_OF_REMAINDERS = 4;

function numberIn({ width, value }: Term, reading: Reading): bigint {
  return reading === "signed" ? BigInt.asIntN(width, value) : value;
}

function powerOfTwo(exponent: bigint): bigint {
  return 1n << BigInt.asUintN(MAX_EXPONENT_BITS, exponent);
}

/** Longer shifts have no meaning that a guess needs. */
const MAX_EXPONENT_BITS = 7;

/** SMT-LIB has no negative literals. */
function textOf(value: bigint): SmtText {
  return value < 0n ? `(- ${-value})` : String(value);
}
