/**
 * The bits of NaNs. C11 and IEEE 754 (6.2.3, 6.3) leave open the sign and payload of the NaN that an arithmetic
 * operation returns, and processors differ; the terms have one fixed NaN. Wherever a program reads the bits of a
 * float, they are replaced by those of any NaN.
 */

import { type FloatFormat, isFloatNaN } from "../../../ground/util/ieee-float.ts";
import type { Term, TermManager } from "../../smt/index.ts";

/** The terms that may be NaNs, and each as a program sees its bits. */
export class NanTerms {
  readonly #manager: TermManager;
  /** Results of operations that may be NaNs. */
  readonly #computed = new Map<Term, FloatFormat>();
  /** Terms with the bits that a program sees. */
  readonly #observed = new Map<Term, Term>();

  constructor(manager: TermManager) {
    this.#manager = manager;
  }

  /** Registers the result of an operation; returns it, or any NaN for the fixed one. */
  result(format: FloatFormat, term: Term): Term {
    if (term.op === "constant") {
      return isFloatNaN(format, term.value) ? this.#anyNaN(format) : term;
    }
    if (!this.#computed.has(term)) {
      this.#computed.set(term, format);
      if (this.#observed.has(term)) this.#observed.clear();
    }
    return term;
  }

  /** Like {@link result} for an operation on bits (negation, absolute value) of `operand`. */
  derived(format: FloatFormat, term: Term, operand: Term): Term {
    return this.observed(operand) === operand ? term : this.result(format, term);
  }

  /** The term as a program sees its bits. */
  observed(term: Term): Term {
    if (this.#computed.size === 0) return term;
    const known = this.#observed.get(term);
    if (known !== undefined) return known;
    const result = this.#replace(term);
    this.#observed.set(term, result);
    return result;
  }

  #replace(term: Term): Term {
    const manager = this.#manager;
    const format = this.#computed.get(term);
    if (format !== undefined) {
      return manager.ite(manager.fpIsNaN(format, term), this.#anyNaN(format), term);
    }
    switch (term.op) {
      case "ite": {
        const [condition, a, b] = term.args as [Term, Term, Term];
        return manager.ite(condition, this.observed(a), this.observed(b));
      }
      case "concat": {
        const [high, low] = term.args as [Term, Term];
        return manager.concat(this.observed(high), this.observed(low));
      }
      case "extract":
        return manager.extract(
          this.observed(term.args[0] as Term),
          term.low + term.width - 1,
          term.low,
        );
      default:
        return term;
    }
  }

  #anyNaN({ exponentBits, significandBits }: FloatFormat): Term {
    const manager = this.#manager;
    const fractionBits = significandBits - 1;
    const sign = manager.freshVariable("NaN sign", 1);
    const exponent = manager.constant(exponentBits, (1n << BigInt(exponentBits)) - 1n);
    // Results are quiet NaNs: the top bit of the fraction is set.
    const quiet = manager.constant(1, 1n);
    const payload = manager.freshVariable("NaN payload", fractionBits - 1);
    return manager.concat(manager.concat(sign, exponent), manager.concat(quiet, payload));
  }
}
