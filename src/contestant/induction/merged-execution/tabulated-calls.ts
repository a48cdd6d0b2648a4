/** Calls of recursive functions whose results are looked up in tables for all possible arguments. */
import {
  type CfaNode,
  type CfaProgram,
  callGraph,
  type FunctionCfa,
  functionsReachedFrom,
} from "../../cfa/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { PathCondition } from "../../symbolic/index.ts";
import { exhaustiveTable } from "../invariants/contracts/exhaustive-table.ts";
import { Tabulation } from "../invariants/contracts/tabulation.ts";
import type { Questions, RankingKind } from "../invariants/rankings/ranking-function.ts";

interface Options {
  readonly errorFunctions: ReadonlySet<string>;
  /** Conditions that are to be checked whenever a node is reached. */
  readonly assertions?: ReadonlyMap<CfaNode, unknown>;
  readonly loopAbstraction?: Questions & { readonly rankings?: RankingKind };
}

export class TabulatedCalls {
  readonly #program: CfaProgram;
  readonly #manager: TermManager;
  readonly #options: Options;
  /** Created for the first call. */
  #tabulation: Tabulation | undefined;

  constructor(program: CfaProgram, manager: TermManager, options: Options) {
    this.#program = program;
    this.#manager = manager;
    this.#options = options;
  }

  /**
   * The result of a call on a path; undefined when it is unknown, or when more is asked about the call than its
   * result.
   * @param terms - undefined: not all of the arguments are numbers
   */
  resultOf(
    fn: FunctionCfa,
    terms: readonly Term[] | undefined,
    path: PathCondition,
  ): Term | undefined {
    const { loopAbstraction, errorFunctions } = this.#options;
    if (loopAbstraction === undefined || loopAbstraction.rankings !== undefined) return undefined;
    if (terms === undefined || this.#isAskedWithin(fn)) return undefined;
    this.#tabulation ??= new Tabulation(this.#program, errorFunctions);
    const { proveAll, counterexample } = loopAbstraction;
    return exhaustiveTable(
      { manager: this.#manager, tabulation: this.#tabulation, proveAll, counterexample },
      fn,
      path.term,
      terms,
    );
  }

  #isAskedWithin(fn: FunctionCfa): boolean {
    const { assertions } = this.#options;
    if (assertions === undefined || assertions.size === 0) return false;
    const within = functionsReachedFrom(callGraph(this.#program), fn.name);
    return [...assertions.keys()].some(({ functionName }) => within.has(functionName));
  }
}
