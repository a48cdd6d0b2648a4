/** Replacement of variables in terms; rebuilt terms are rewritten on the way. */
import { InvariantError, invariant } from "../../ground/util/errors.ts";
import { isFloatOperator } from "./operator.ts";
import * as arithmetic from "./rewrite/arithmetic.ts";
import * as bits from "./rewrite/bitwise.ts";
import * as bool from "./rewrite/bool.ts";
import * as comparison from "./rewrite/comparison.ts";
import * as shift from "./rewrite/shift.ts";
import * as structure from "./rewrite/structure.ts";
import type { Term, TermManager } from "./term.ts";
import type { TermTable } from "./term-table.ts";

type Rebuild = (t: TermTable, a: Term, b: Term, c: Term) => Term;

const REBUILD: Partial<Readonly<Record<Term["op"], Rebuild>>> = {
  ite: structure.ite,
  eq: comparison.eq,
  not: bool.not,
  and: bool.and,
  bvnot: structure.bvnot,
  bvand: bits.bvand,
  bvor: bits.bvor,
  bvxor: bits.bvxor,
  neg: arithmetic.neg,
  add: arithmetic.add,
  mul: arithmetic.mul,
  udiv: arithmetic.udiv,
  urem: arithmetic.urem,
  sdiv: arithmetic.sdiv,
  srem: arithmetic.srem,
  shl: shift.shl,
  lshr: shift.lshr,
  ashr: shift.ashr,
  ult: comparison.ult,
  slt: comparison.slt,
  concat: structure.concat,
};

/** One replacement of variables by terms of their width, applied at once, not repeatedly. */
export class Substitution {
  readonly #manager: TermManager;
  readonly #isForeign: boolean;
  readonly #results: Map<Term, Term>;

  /**
   * @param source - manager of the terms, when it is another one: then all their variables must be
   * replaced
   */
  constructor(
    manager: TermManager,
    bindings: ReadonlyMap<Term, Term>,
    source: TermManager = manager,
  ) {
    this.#manager = manager;
    this.#isForeign = source !== manager;
    this.#results = new Map(bindings);
    for (const [variable, term] of bindings) {
      invariant(variable.width === term.width, "a variable is replaced by a term of its width");
    }
  }

  /** The term with its variables replaced. Iterative: terms may be deep. */
  apply(root: Term): Term {
    const results = this.#results;
    const stack = [root];
    for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
      if (results.has(term)) continue;
      const missing = term.args.filter((argument) => !results.has(argument));
      if (missing.length > 0) stack.push(term, ...missing);
      else results.set(term, this.#rebuild(term));
    }
    return results.get(root) as Term;
  }

  #rebuild(term: Term): Term {
    const { op, width, args } = term;
    if (args.length === 0) return this.#leaf(term);
    const replaced = args.map((argument) => this.#results.get(argument) as Term);
    if (!this.#isForeign && replaced.every((argument, index) => argument === args[index])) {
      return term;
    }
    const manager = this.#manager;
    const [a, b, c] = replaced as [Term, Term, Term];
    if (op === "extract") return manager.extract(a, term.high, term.low);
    if (op === "zeroExtend") return manager.zeroExtend(a, width);
    if (op === "signExtend") return manager.signExtend(a, width);
    if (isFloatOperator(op)) return rebuildFloat(manager, term, replaced);
    const rebuild = REBUILD[op];
    invariant(rebuild !== undefined, `substitution in ${op}`);
    return rebuild(manager.table, a, b, c);
  }

  #leaf(term: Term): Term {
    if (!this.#isForeign) return term;
    invariant(term.op === "constant", "every variable of another manager is replaced");
    return this.#manager.constant(term.width, term.value);
  }
}

function rebuildFloat(manager: TermManager, term: Term, args: readonly Term[]): Term {
  const { op, width, format, resultFormat } = term;
  const [a, b, c, d] = args as [Term, Term, Term, Term];
  switch (op) {
    case "fpAdd":
      return manager.fpAdd(format, a, b, c);
    case "fpMul":
      return manager.fpMul(format, a, b, c);
    case "fpDiv":
      return manager.fpDiv(format, a, b, c);
    case "fpRem":
      return manager.fpRem(format, a, b);
    case "fpFmod":
      return manager.fpFmod(format, a, b);
    case "fpSqrt":
      return manager.fpSqrt(format, a, b);
    case "fpFma":
      return manager.fpFma(format, a, b, c, d);
    case "fpRoundToIntegral":
      return manager.fpRoundToIntegral(format, a, b);
    case "fpEq":
      return manager.fpEq(format, a, b);
    case "fpLt":
      return manager.fpLt(format, a, b);
    case "fpLe":
      return manager.fpLe(format, a, b);
    case "fpToFp":
      return manager.fpToFp(format, resultFormat, a, b);
    case "fpToSigned":
      return manager.fpToSigned(format, width, a, b);
    case "fpToUnsigned":
      return manager.fpToUnsigned(format, width, a, b);
    case "signedToFp":
      return manager.signedToFp(b.width, format, a, b);
    case "unsignedToFp":
      return manager.unsignedToFp(b.width, format, a, b);
    default:
      throw new InvariantError(`substitution in ${op}`);
  }
}
