/** Searches the record of an exploration for a violation that an execution confirms. */

import type { Classify, Obligation } from "../analysis-core/index.ts";
import type { Term, TermManager } from "../smt/index.ts";
import { isUndefinedBehaviour } from "../specification/index.ts";
import type { ExecutionRecord } from "../symbolic/index.ts";
import type { InductionOptions } from "./induction-options.ts";
import { type PhaseAnswer, unknownFor } from "./phase-answer.ts";
import type { RecordQuestions } from "./record-questions.ts";

/** Candidates for counterexamples that are replayed. */
const MAX_CANDIDATES = 6;

export class ViolationSearch {
  readonly #manager: TermManager;
  readonly #options: Pick<InductionOptions, "confirm" | "specification">;
  readonly #questions: RecordQuestions;

  constructor(
    manager: TermManager,
    options: Pick<InductionOptions, "confirm" | "specification">,
    questions: RecordQuestions,
  ) {
    this.#manager = manager;
    this.#options = options;
    this.#questions = questions;
  }

  /** Undefined when there is no violation within the bound. */
  search(record: ExecutionRecord): PhaseAnswer | undefined {
    const { classify } = this.#options.specification;
    const isViolation = (obligation: Parameters<Classify>[0]): boolean =>
      classify(obligation) === "violation";
    const violations = record.obligations.filter(isViolation);
    // The completeness check reports these, unless they are violations themselves.
    const doubts = record.obligations.filter(
      (obligation) =>
        obligation.suspected !== undefined &&
        isViolation({ check: obligation.suspected }) &&
        !isViolation(obligation),
    );
    // A violation that cannot be replayed may hide one that can.
    let open = [...violations, ...doubts];
    let why: PhaseAnswer | undefined;
    for (let round = 0; round < MAX_CANDIDATES && open.length > 0; round++) {
      const answer = this.#questions.check([this.#questions.any(open)]);
      if (answer === "unsat") return why;
      if (answer === "unknown") {
        return why ?? unknownFor("time limit while solving for a violation", { retry: false });
      }
      const failed = open.filter(({ guard }) => this.#questions.isTrue(guard));
      if (this.#options.confirm(this.#questions.choices(record), this.#questions.value))
        return { kind: "false" };
      const second = this.#searchDefinedViolation(record, failed);
      if (second.kind === "false") return second;
      const isDoubt = failed.every((one) => doubts.includes(one));
      if (!isDoubt) why ??= second;
      open = open.filter((one) => !failed.includes(one));
    }
    const undecided = open.find((one) => !doubts.includes(one));
    if (undecided === undefined) return why;
    const text = `a possible violation was not looked into: ${this.#questions.describe(undecided)}`;
    return why ?? unknownFor(text, { retry: false });
  }

  /** The last model may contain undefined behaviour: asks for one that does not. */
  #searchDefinedViolation(
    record: ExecutionRecord,
    failed: readonly Obligation<Term>[],
  ): PhaseAnswer {
    const { classify } = this.#options.specification;
    const suspects = record.obligations.filter(
      (obligation) => isUndefinedBehaviour(obligation) && classify(obligation) !== "violation",
    );
    const unspecified = record.obligations.of("unspecified");
    const defined = this.#manager.not(this.#questions.any([...suspects, ...unspecified]));
    const suspect = this.#questions.firstOf(suspects);
    const second = this.#questions.check([this.#questions.any(failed), defined]);
    if (
      second === "sat" &&
      this.#options.confirm(this.#questions.choices(record), this.#questions.value)
    )
      return { kind: "false" };
    const why =
      second === "sat"
        ? `a possible violation could not be replayed: ${this.#questions.describe(this.#questions.firstOf(failed))}`
        : second === "unsat"
          ? `a violation needs undefined behaviour (${this.#questions.describe(suspect)})`
          : "time limit while solving for a violation";
    return unknownFor(why, { retry: this.#mayComeLater(record, failed) });
  }

  /** The tracking of blocks is approximate: there may be later errors behind errors that do not happen. */
  #mayComeLater(record: ExecutionRecord, failed: readonly Obligation<Term>[]): boolean {
    const isOfMemory = failed.every(({ check }) => check !== "call" && check !== "overflow");
    return (
      isOfMemory &&
      this.#questions.check([this.#questions.any(record.obligations.of("unwinding"))]) !== "unsat"
    );
  }
}
