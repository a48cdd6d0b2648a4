/** Runs a technique of lazy abstraction: its search, the check of its proof, and its statistics. */

import { defined } from "../../../ground/util/defined.ts";
import type { ReachabilityPicture } from "../../analysis-core/index.ts";
import type { HornSolver, Term, TermManager } from "../../smt/index.ts";
import type {
  BlockEnds,
  LazyAbstractionAnswer,
  LazyAbstractionOptions,
  LazyAbstractionStatistics,
  Location,
  TransitionSystem,
} from "../../transition-systems/index.ts";
import { Candidates, replaySteps } from "../candidates.ts";
import { claimOf } from "../claim.ts";
import type {
  AnalysisResult,
  TechniqueContext,
  TechniqueStatistics,
  TechniqueTask,
  TimeBudget,
} from "../technique.ts";
import { proveByInvariantSearch } from "./invariant-search.ts";
import { pictureOf } from "./reachability-picture.ts";

type Search = (
  manager: TermManager,
  system: TransitionSystem,
  options: LazyAbstractionOptions,
) => LazyAbstractionAnswer;

/** @param name - shown in progress messages */
export function runLazyAbstraction(
  name: string,
  task: TechniqueTask,
  context: TechniqueContext,
  search: Search,
  blockEnds?: BlockEnds,
): AnalysisResult {
  const { budget, onProgress, createSatSolver, solveHorn: solve } = context;
  const solveHorn = solve && chargedTo(budget, solve);
  const candidates = new Candidates(task, replaySteps(budget, task));
  const { confirm } = candidates;
  const { remainingSeconds: _, lemmas: __, ...claim } = claimOf(task, context);
  let statistics: LazyAbstractionStatistics | undefined;
  let reached: ReachabilityPicture | undefined;
  const answer = proveByInvariantSearch(
    task.program,
    { claim: { ...claim, confirm }, budget, onProgress, ...defined({ blockEnds }) },
    (manager, system, remainingSeconds) => {
      const found = search(manager, system, {
        createSatSolver,
        remainingSeconds,
        confirm,
        ...defined({ solveHorn }),
        onRefinement: ({ refinements, predicates }) =>
          onProgress(`${name}, ${refinements} refinements, ${predicates} predicates`),
      });
      statistics = found.statistics;
      reached = pictureOf(task.program, system, found.graph);
      if (found.kind !== "unknown") return found;
      return { ...found, guesses: guessesOf(manager, found.graph) };
    },
  );
  const told = defined({ statistics: statistics && flat(statistics), reached });
  if (answer.kind === "unknown") context.onInvariants?.(answer.invariants ?? []);
  if (answer.kind !== "true") return { ...candidates.answer(answer), ...told };
  const reason = "loops have inductive invariants that suffice";
  return { kind: "true", reason, invariants: answer.invariants, ...told };
}

function chargedTo(budget: TimeBudget, solve: HornSolver): HornSolver {
  return (script, seconds) => {
    const answer = solve(script, seconds);
    budget.charge(answer.cpuSeconds);
    return answer;
  };
}

/**
 * Returns the predicates of an unfinished search and their negations as candidates: some may be
 * invariants.
 */
function guessesOf(
  manager: TermManager,
  { predicates }: LazyAbstractionAnswer["graph"],
): ReadonlyMap<Location, readonly (readonly Term[])[]> {
  return new Map(
    [...predicates].map(([location, asked]) => {
      const some = [...new Set(asked)].slice(0, MAX_GUESSED);
      return [location, some.flatMap((term) => [[term], [manager.not(term)]])];
    }),
  );
}

/** Predicates of a location that are guessed to hold. */
const MAX_GUESSED = 60;

/** Returns the statistics with readable names. */
export function flat(statistics: LazyAbstractionStatistics): TechniqueStatistics {
  const { refinements, predicates, nodes, covered, solverQuestions, interpolants } = statistics;
  return {
    refinements,
    predicates,
    "nodes of the reachability graph": nodes,
    "covered nodes": covered,
    "questions to the solver": solverQuestions,
    "interpolants from facts": interpolants.made.facts,
    ...(interpolants.chains && {
      "chains of Horn clauses": interpolants.chains.asked,
      "interpolants from chains of Horn clauses": interpolants.made.chains,
      "chains of Horn clauses refused": interpolants.chains.refused,
      ...(interpolants.chains.isAbsent && { "solvers of Horn clauses missing": 1 }),
    }),
    "interpolants from preconditions": interpolants.made.preconditions,
    "interpolants from invariants of path programs": interpolants.made.invariants,
    "interpolants refused": interpolants.refused,
  };
}
