/**
 * Evaluation of terms under an assignment of the variables: the reference
 * semantics that models are checked against. Iterative, each term once;
 * values of at most 32 bits are numbers.
 */
import { invariant } from "../../ground/util/errors.ts";
import { applyFloat } from "./float-semantics.ts";
import { type FloatOperator, isFloatOperator } from "./operator.ts";
import { applySmall, applyWide, isSignedLess, maskOf, signedOf } from "./semantics.ts";
import type { Term } from "./term-table.ts";

/** Unsigned value of a variable (Bool: 0n, 1n); taken modulo 2^width. */
export type Assignment = (variable: Term) => bigint;

/** The unsigned value of `term`; Bools are 0n and 1n. */
export function evaluate(term: Term, assignment: Assignment): bigint {
  return new Evaluator(assignment).value(term);
}

/** Evaluates many terms under one assignment and remembers their values. */
export class Evaluator {
  readonly #assignment: Assignment;
  /** By id: 1 when the value is known. */
  #known: Uint8Array = new Uint8Array(1024);
  #small: Uint32Array = new Uint32Array(1024);
  readonly #wide: Map<number, bigint> = new Map();

  constructor(assignment: Assignment) {
    this.#assignment = assignment;
  }

  value(term: Term): bigint {
    this.#evaluate(term);
    return this.#valueOf(term);
  }

  isTrue(term: Term): boolean {
    this.#evaluate(term);
    return this.#small[term.id] === 1;
  }

  #evaluate(root: Term): void {
    this.#reserve(root.id);
    const known = this.#known;
    const stack = [root];
    for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
      if (known[term.id] === 1) continue;
      const missing = this.#missingArgument(term);
      if (missing === undefined) {
        this.#compute(term);
        known[term.id] = 1;
      } else {
        stack.push(term, missing);
      }
    }
  }

  /** Returns an argument that has to be evaluated first; only one branch of an if-then-else is. */
  #missingArgument(term: Term): Term | undefined {
    const { args } = term;
    const known = this.#known;
    if (term.op === "ite") {
      const condition = args[0] as Term;
      if (known[condition.id] === 0) return condition;
      const chosen = args[this.#small[condition.id] === 1 ? 1 : 2] as Term;
      return known[chosen.id] === 0 ? chosen : undefined;
    }
    for (const arg of args) if (known[arg.id] === 0) return arg;
    return undefined;
  }

  #reserve(id: number): void {
    if (id < this.#known.length) return;
    const length = Math.max(id + 1, 2 * this.#known.length);
    const known = new Uint8Array(length);
    known.set(this.#known);
    this.#known = known;
    const small = new Uint32Array(length);
    small.set(this.#small);
    this.#small = small;
  }

  #valueOf(term: Term): bigint {
    return term.width <= 32
      ? BigInt(this.#small[term.id] as number)
      : (this.#wide.get(term.id) as bigint);
  }

  #compute(term: Term): void {
    const { op, width, args } = term;
    if (op === "constant") {
      if (width <= 32) this.#small[term.id] = term.small;
      else this.#wide.set(term.id, term.value);
    } else if (op === "variable") {
      this.#set(term, BigInt.asUintN(Math.max(width, 1), this.#assignment(term)));
    } else if (isFloatOperator(op)) {
      this.#set(term, this.#float(term, op));
    } else if (width <= 32 && args.every((arg) => arg.width <= 32)) {
      const x = this.#small[(args[0] as Term).id] as number;
      const y = args.length > 1 ? (this.#small[(args[1] as Term).id] as number) : 0;
      const z = args.length > 2 ? (this.#small[(args[2] as Term).id] as number) : 0;
      this.#small[term.id] = computeSmall(term, x, y, z);
    } else if (op === "ite") {
      const chosen = this.#small[(args[0] as Term).id] === 1 ? args[1] : args[2];
      this.#set(term, this.#valueOf(chosen as Term));
    } else {
      const x = this.#valueOf(args[0] as Term);
      const y = args.length > 1 ? this.#valueOf(args[1] as Term) : 0n;
      this.#set(term, computeWide(term, x, y));
    }
  }

  #set(term: Term, value: bigint): void {
    if (term.width <= 32) this.#small[term.id] = Number(value);
    else this.#wide.set(term.id, value);
  }

  #float(term: Term, op: FloatOperator): bigint {
    const { width, format, resultFormat, args } = term;
    const values = args.map((arg) => this.#valueOf(arg));
    const integerWidth = (args[args.length - 1] as Term).width;
    return applyFloat({ op, width, format, resultFormat }, values, integerWidth);
  }
}

function computeSmall(term: Term, x: number, y: number, z: number): number {
  const { op, width } = term;
  const argumentWidth = (term.args[0] as Term).width;
  switch (op) {
    case "ite":
      return x === 1 ? y : z;
    case "eq":
      return x === y ? 1 : 0;
    case "not":
      return 1 - x;
    case "and":
      return x & y;
    case "bvnot":
      return maskOf(width) - x;
    case "neg":
      return x === 0 ? 0 : maskOf(width) + 1 - x;
    case "ult":
      return x < y ? 1 : 0;
    case "slt":
      return signedOf(argumentWidth, x) < signedOf(argumentWidth, y) ? 1 : 0;
    case "concat":
      return x * 2 ** (term.args[1] as Term).width + y;
    case "extract":
      return Math.floor(x / 2 ** term.low) % 2 ** width;
    case "zeroExtend":
      return x;
    case "signExtend":
      return (signedOf(argumentWidth, x) & maskOf(width)) >>> 0;
    case "constant":
    case "variable":
      break;
    default:
      if (!isFloatOperator(op)) return applySmall(op, width, x, y);
  }
  invariant(false, `evaluation of ${op}`);
}

function computeWide(term: Term, x: bigint, y: bigint): bigint {
  const { op, width } = term;
  const argumentWidth = (term.args[0] as Term).width;
  switch (op) {
    case "eq":
      return x === y ? 1n : 0n;
    case "bvnot":
      return BigInt.asUintN(width, ~x);
    case "neg":
      return BigInt.asUintN(width, -x);
    case "ult":
      return x < y ? 1n : 0n;
    case "slt":
      return isSignedLess(argumentWidth, x, y) ? 1n : 0n;
    case "concat":
      return (x << BigInt((term.args[1] as Term).width)) | y;
    case "extract":
      return BigInt.asUintN(width, x >> BigInt(term.low));
    case "zeroExtend":
      return x;
    case "signExtend":
      return BigInt.asUintN(width, BigInt.asIntN(argumentWidth, x));
    case "constant":
    case "variable":
    case "ite":
    case "not":
    case "and":
      break;
    default:
      if (!isFloatOperator(op)) return applyWide(op, width, x, y);
  }
  invariant(false, `evaluation of ${op}`);
}
