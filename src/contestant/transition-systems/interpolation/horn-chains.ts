/** Interpolants of a path from a solution of its chain of Horn clauses over mathematical integers (Spacer). */
import type { HornSolver, Term, TermManager } from "../../smt/index.ts";
import type { PathPosition } from "../extraction/execution-path.ts";
import { conditionTerms } from "../horn/condition-term.ts";
import { hornScript } from "../horn/horn-system.ts";
import { TRUE } from "../horn/integer-condition.ts";
import { readModel } from "../horn/model-reader.ts";
import { pathClauses } from "../horn/path-clauses.ts";

export interface ChainOptions {
  readonly solveHorn: HornSolver;
  readonly remainingSeconds: () => number;
}

/** Share of the remaining time for one chain, and a sufficient number of CPU seconds. */
const SHARE = 0.4;
const MAX_SECONDS = 5;
/**
 * Number of consecutive chains without a result after which the solver is considered unsuitable for the arithmetic
 * of the program.
 */
const MAX_FAILURES = 4;

export class HornChains {
  readonly #manager: TermManager;
  readonly #options: ChainOptions;
  /** Number of chains given to the solver. */
  asked = 0;
  /** Whether the solver has turned out not to be installed. */
  isAbsent = false;
  #failures = 0;

  constructor(manager: TermManager, options: ChainOptions) {
    this.#manager = manager;
    this.#options = options;
  }

  get #isPossible(): boolean {
    return !this.isAbsent && this.#failures < MAX_FAILURES;
  }

  /** Guesses for the facts after each step, from 0: machine integers wrap around. Undefined when there are none. */
  sequenceOf(end: PathPosition): readonly (readonly Term[])[] | undefined {
    const { solveHorn, remainingSeconds } = this.#options;
    const chain = this.#isPossible ? pathClauses(this.#manager, end) : undefined;
    if (chain === undefined) return undefined;
    this.asked++;
    this.#failures++;
    const seconds = Math.min(remainingSeconds() * SHARE, MAX_SECONDS);
    const answer = solveHorn(hornScript(chain.system), seconds);
    if (answer.kind !== "solved") {
      this.isAbsent = answer.kind === "unknown" && answer.isAbsent === true;
      return undefined;
    }
    const model = readModel(answer.model);
    const between = chain.positions.map(({ predicate, variables, constants }) => {
      const condition = model.get(predicate.name) ?? TRUE;
      return [
        ...conditionTerms(this.#manager, condition, variables),
        ...[...constants].map(([variable, value]) => this.#manager.eq(variable, value)),
      ];
    });
    return [[], ...between, [this.#manager.false]];
  }

  /** Records that the last sequence passed the check. */
  confirm(): void {
    this.#failures = 0;
  }
}
