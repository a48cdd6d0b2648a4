/**
 * Bit-blasting: terms become words of literals of one circuit. Each term is
 * translated once; work is iterative, so terms may be deep.
 */
import { invariant, unreachable } from "../../ground/util/errors.ts";
import {
  add,
  constantWord,
  divide,
  divideSigned,
  equal,
  inverted,
  lessSigned,
  lessUnsigned,
  multiply,
  multiplyByConstant,
  muxWord,
  negate,
  shift,
  type Word,
} from "./blast/circuits.ts";
import { FALSE, GateGraph, type Literal, TRUE } from "./blast/gate-graph.ts";
import { isFloatOperator } from "./operator.ts";
import type { Term } from "./term-table.ts";

/** Replaces a floating-point operator by bit-vector operators on the same arguments. */
export type FloatLowering = (term: Term) => Term;

/** A term may be a multiplier of thousands of gates. */
const STEPS_PER_QUESTION = 256;

export class BitBlaster {
  readonly graph: GateGraph = new GateGraph();
  readonly #lowering: FloatLowering;
  /** By term id, least significant bit first; a Bool is one bit. */
  readonly #words: (Word | undefined)[] = [];
  readonly #lowered: Map<number, Term> = new Map();
  readonly #divisions: Map<string, { quotient: Word; remainder: Word }> = new Map();

  /** The variables whose bits are inputs of the circuit. */
  readonly variables: Term[] = [];

  constructor(lowering: FloatLowering) {
    this.#lowering = lowering;
  }

  /** The literal of a Bool; undefined when the deadline came first. */
  literal(term: Term, shouldStop?: () => boolean): Literal | undefined {
    this.translate(term, shouldStop);
    return this.#words[term.id]?.[0];
  }

  /** The bits of a term. */
  word(term: Term): Word {
    this.translate(term);
    return this.#words[term.id] as Word;
  }

  /** Translates a term; when it is interrupted, the finished part is kept. */
  translate(root: Term, shouldStop: () => boolean = () => false): void {
    if (this.#words[root.id] !== undefined) return;
    const stack = [root];
    let steps = 0;
    for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
      if (++steps % STEPS_PER_QUESTION === 0 && shouldStop()) return;
      if (this.#words[term.id] !== undefined) continue;
      const operands = this.#operands(term);
      const missing = operands.filter((operand) => this.#words[operand.id] === undefined);
      if (missing.length === 0) {
        this.#words[term.id] = this.#translate(term, operands);
      } else {
        stack.push(term, ...missing);
      }
    }
  }

  /** The terms whose words {@link #translate} needs. */
  #operands(term: Term): readonly Term[] {
    if (isFloatOperator(term.op)) {
      let lowered = this.#lowered.get(term.id);
      if (lowered === undefined) {
        lowered = this.#lowering(term);
        invariant(lowered.width === term.width, `lowering of ${term.op} changes the width`);
        this.#lowered.set(term.id, lowered);
      }
      return [lowered];
    }
    // A difference needs no word of its own for the negation.
    if (term.op === "add") return term.args.map(minuend);
    return term.args;
  }

  #translate(term: Term, operands: readonly Term[]): Word {
    const g = this.graph;
    const { op, width } = term;
    const [a, b, c] = operands.map((operand) => this.#words[operand.id]) as [Word, Word, Word];
    switch (op) {
      case "constant":
        return constantBits(term);
      case "variable":
        this.variables.push(term);
        return Array.from({ length: Math.max(width, 1) }, () => g.newInput());
      case "ite":
        return muxWord(g, a[0] as Literal, b, c);
      case "eq":
        return [equal(g, a, b)];
      case "not":
      case "bvnot":
        return inverted(a);
      case "and":
      case "bvand":
        return a.map((bit, i) => g.and(bit, b[i] as Literal));
      case "bvor":
        return a.map((bit, i) => g.or(bit, b[i] as Literal));
      case "bvxor":
        return a.map((bit, i) => g.xor(bit, b[i] as Literal));
      case "neg":
        return negate(g, a);
      case "add":
        return this.#add(term, a, b);
      case "mul": {
        const [x] = term.args as [Term, Term];
        return x.op === "constant" ? multiplyByConstant(g, b, x.value) : multiply(g, a, b);
      }
      case "udiv":
      case "sdiv":
        return this.#division(term, a, b).quotient;
      case "urem":
      case "srem":
        return this.#division(term, a, b).remainder;
      case "shl":
        return shift(g, a, b, "left", FALSE);
      case "lshr":
        return shift(g, a, b, "right", FALSE);
      case "ashr":
        return shift(g, a, b, "right", a[width - 1] as Literal);
      case "ult":
        return [lessUnsigned(g, a, b)];
      case "slt":
        return [lessSigned(g, a, b)];
      case "concat":
        return [...b, ...a];
      case "extract":
        return a.slice(term.low, term.high + 1);
      case "zeroExtend":
        return [...a, ...constantWord(width - a.length, FALSE)];
      case "signExtend":
        return [...a, ...constantWord(width - a.length, a[a.length - 1] as Literal)];
      default:
        if (isFloatOperator(op)) return a;
        return unreachable(op);
    }
  }

  #add(term: Term, a: Word, b: Word): Word {
    const [x, y] = term.args as [Term, Term];
    if (y.op === "neg") {
      const minuendWord = x.op === "neg" ? negate(this.graph, a) : a;
      return add(this.graph, minuendWord, inverted(b), TRUE);
    }
    return x.op === "neg" ? add(this.graph, b, inverted(a), TRUE) : add(this.graph, a, b);
  }

  /** Quotient and remainder of the same operands share their circuit. */
  #division(term: Term, a: Word, b: Word): { quotient: Word; remainder: Word } {
    const isSigned = term.op === "sdiv" || term.op === "srem";
    const key = `${isSigned ? "s" : "u"} ${term.args.map((arg) => arg.id).join(" ")}`;
    let division = this.#divisions.get(key);
    if (division === undefined) {
      division = (isSigned ? divideSigned : divide)(this.graph, a, b);
      this.#divisions.set(key, division);
    }
    return division;
  }
}

function minuend(term: Term): Term {
  return term.op === "neg" ? (term.args[0] as Term) : term;
}

function constantBits(term: Term): Word {
  const bits = constantWord(Math.max(term.width, 1), FALSE);
  const digits = term.value.toString(2);
  for (let i = 0; i < digits.length; i++) {
    if (digits[digits.length - 1 - i] === "1") bits[i] = TRUE;
  }
  return bits;
}
