import type { Spool } from "../execution/index.ts";
import { parseStatus, type RunResult, type RunSpecification } from "../model/index.ts";
import { storedModules } from "./command-book.ts";
import { planValidation, type ToolInfoOf } from "./plan.ts";
import type { ResolvedCompetition, ResolvedTask } from "./resolved.ts";
import { witnessFacts } from "./witness-facts.ts";

/** The validation runs of a competition: a pure function of verification results and their witnesses. */
export class ValidationPlan {
  readonly #competition: ResolvedCompetition;
  readonly #spool: Spool;
  readonly #modules: ToolInfoOf;
  readonly #tasks: ReadonlyMap<string, ResolvedTask>;

  /** Without `modules` nothing is asked of Python. */
  constructor(
    competition: ResolvedCompetition,
    spool: Spool,
    modules: ToolInfoOf = storedModules(spool),
  ) {
    this.#competition = competition;
    this.#modules = modules;
    this.#spool = spool;
    this.#tasks = new Map(competition.tasks.map((task) => [task.id, task]));
  }

  /** None for the result of a validation run, or of a task that has been removed. */
  calledForBy(result: RunResult): readonly RunSpecification[] {
    const task = this.#tasks.get(result.task);
    if (result.phase !== "verification" || task === undefined) return [];
    if (!mayCallForValidation(result)) return [];
    const witness = witnessFacts(this.#spool, result, this.#competition.edition);
    return planValidation(this.#competition, task, result, witness, this.#modules);
  }
}

function mayCallForValidation({ status, witness }: RunResult): boolean {
  const kind = parseStatus(status).verdict?.kind;
  return witness !== undefined && (kind === "true" || kind === "false");
}
