/**
 * Termination proofs on the transition system of a program: ranking functions of all its loop heads together
 * (rankings/ranking-by-removal.ts). An infinite execution would take steps between loop heads for ever, since
 * functions are inlined and a step has no cycle; the system covers all executions, since no step to its error
 * location (violations, unmodelled operations, undefined behaviour) is possible.
 */

import { defined } from "../../ground/util/defined.ts";
import type { LoopInvariants } from "../analysis-core/index.ts";
import type { CfaNode, CfaProgram } from "../cfa/index.ts";
import type { ClaimedPart, RankingKind } from "../induction/index.ts";
import { terminating } from "../induction/index.ts";
import { TermManager, UnsupportedFloatOperator } from "../smt/index.ts";
import { type Claim, type EngineAnswer, within } from "../symbolic/index.ts";
import { stepsOf } from "./extraction/program-steps.ts";
import { NoTransitionSystem } from "./extraction/program-steps-options.ts";
import type { Location, TransitionSystem } from "./extraction/transition-system.ts";
import { type ClaimedOrders, provesOrders } from "./rankings/claimed-ranking.ts";
import type { ClaimedValue } from "./rankings/claimed-value.ts";
import { type Ranking, rankingByRemoval } from "./rankings/ranking-by-removal.ts";
import { StepKnowledge } from "./rankings/step-knowledge.ts";

/** Share of the remaining time for the first kind of ranking function. */
const FIRST_SHARE = 0.75;

export interface CommonClaims {
  /** Claims that are checked; then no ranking function is synthesised. */
  readonly claims?: {
    /** Lexicographic orders on the visits of loop heads. */
    readonly orders: ReadonlyMap<CfaNode, readonly ClaimedPart[]>;
    /** Values one of which decreases between any two visits. */
    readonly unions?: ReadonlyMap<CfaNode, readonly ClaimedPart[]>;
  };
  readonly kinds?: readonly RankingKind[];
}

/**
 * TRUE, or unknown.
 * @param options - with a specification that asks for termination only
 */
export function proveTerminationBySteps(
  program: CfaProgram,
  options: Claim,
  { claims, kinds = ["bounds", "values"] }: CommonClaims = {},
): EngineAnswer {
  let reason = "time limit";
  for (const [index, kind] of kinds.entries()) {
    if (options.remainingSeconds() <= 0) break;
    const isLast = index === kinds.length - 1;
    const seconds = options.remainingSeconds() * (isLast ? 1 : FIRST_SHARE);
    const answer = prove(program, within(options, seconds), kind, claims);
    if (typeof answer !== "string") return { kind: "true", invariants: answer };
    reason = answer;
  }
  return { kind: "unknown", reason };
}

/** The proved facts, or the reason why there is no proof. */
function prove(
  program: CfaProgram,
  options: Claim,
  kind: RankingKind,
  claims: CommonClaims["claims"],
): readonly LoopInvariants[] | string {
  const manager = new TermManager();
  const { createSatSolver, remainingSeconds } = options;
  const specification = terminating(options.specification, kind);
  let knowledge: StepKnowledge | undefined;
  try {
    const system = stepsOf(program, manager, {
      ...specification.execution,
      classify: specification.classify,
      checkBudget: () => {
        if (remainingSeconds() <= 0) throw new NoTransitionSystem("time limit");
      },
      blockEnds: "loop-heads",
    });
    knowledge = new StepKnowledge(manager, system, { createSatSolver, remainingSeconds });
    knowledge.collectPredicates();
    const obstacle = whatIsMissing(system, knowledge);
    if (obstacle !== undefined) return obstacle;
    if (claims !== undefined) {
      const all = [...claims.orders.values(), ...(claims.unions?.values() ?? [])].flat();
      const areLimited = all.every(({ limit }) => limit !== undefined);
      if (kind === "bounds" && !areLimited) return "a claim without a limit";
      const orders: ClaimedOrders = {
        orderAt: claimedValues(manager, system, claims.orders),
        unionAt: claimedValues(manager, system, claims.unions ?? new Map()),
      };
      const source = { createSatSolver, remainingSeconds };
      const isProved = provesOrders(manager, system, knowledge, orders, source);
      return isProved ? [] : "claims that are not proved";
    }
    const isLate = (): boolean => remainingSeconds() <= 0;
    const ranking = rankingByRemoval(manager, system, knowledge, {
      kind,
      isLate,
      createSatSolver,
      remainingSeconds,
    });
    return ranking === undefined ? "loops without a common ranking function" : rankingsOf(ranking);
  } catch (error) {
    const isExpected =
      error instanceof NoTransitionSystem || error instanceof UnsupportedFloatOperator;
    if (!isExpected) throw error;
    return error.message;
  } finally {
    knowledge?.dispose();
  }
}

/** Executions that no step describes; undefined when there are none. */
function whatIsMissing(
  { steps, error }: TransitionSystem,
  knowledge: StepKnowledge,
): string | undefined {
  const open = steps.filter(
    (step) => step.to === error && knowledge.excludes(step, step.guard) !== "yes",
  );
  if (open.length === 0 || knowledge.proveExcluded(open)) return undefined;
  return (
    open.find(({ incompleteness }) => incompleteness !== undefined)?.incompleteness ??
    "a possible violation"
  );
}

/** Wide enough for every integer of C, and its negation. */
const CLAIM_WIDTH = 132;

function claimedValues(
  manager: TermManager,
  system: TransitionSystem,
  claims: ReadonlyMap<CfaNode, readonly ClaimedPart[]>,
): (location: Location) => readonly ClaimedValue[] {
  const orders = new Map(
    system.locations.map((location) => {
      const parts = location.node === undefined ? [] : (claims.get(location.node) ?? []);
      const values = parts.map(({ expression, grows, limit }): ClaimedValue | undefined => {
        const value = system.valueAt(location, expression);
        if (value === undefined || expression.type.kind !== "int") return undefined;
        const wide = expression.type.signed
          ? manager.signExtend(value, CLAIM_WIDTH)
          : manager.zeroExtend(value, CLAIM_WIDTH);
        if (!grows) return { value: wide, limit };
        return { value: manager.neg(wide), limit: limit === undefined ? undefined : -limit };
      });
      return [location, values] as const;
    }),
  );
  return (location) => {
    const values = orders.get(location) ?? [];
    // A component without a value ends the order.
    const end = values.indexOf(undefined);
    return values.slice(0, end < 0 ? undefined : end) as readonly ClaimedValue[];
  };
}

function rankingsOf({ orders, unions }: Ranking): readonly LoopInvariants[] {
  return [...orders].flatMap(([location, order]) => {
    const { node } = location;
    if (node === undefined) return [];
    const union = unions.get(location);
    return [{ node, invariants: [], ...defined({ ranking: order, union }) }];
  });
}
