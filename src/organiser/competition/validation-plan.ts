import { parseStatus, type RunResult, type RunSpecification } from "../../ground/model/index.ts";
import type { Spool } from "../execution/index.ts";
import type { WitnessFacts } from "../scoring/index.ts";
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

  /** Without `modules` no Python module is called. */
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
    return mayCallForValidation(result) ? this.examine(result).validations : [];
  }

  /** The same, with the facts about the witness, also where no validation is required. */
  examine(result: RunResult): ExaminedResult {
    const witness = witnessFacts(this.#spool, result, this.#competition.edition);
    const task = this.#tasks.get(result.task);
    if (task === undefined || !mayCallForValidation(result)) return { witness, validations: [] };
    const validations = planValidation(this.#competition, task, result, witness, this.#modules);
    return { witness, validations };
  }
}

/** Facts about a verification result's witness, and the runs that validate it. */
export interface ExaminedResult {
  readonly witness: WitnessFacts;
  readonly validations: readonly RunSpecification[];
}

function mayCallForValidation({ phase, status, witness }: RunResult): boolean {
  if (phase !== "verification") return false;
  const kind = parseStatus(status).verdict?.kind;
  return witness !== undefined && (kind === "true" || kind === "false");
}
