/**
 * Violation witnesses of non-termination that claim a recurrent set: an assumption that is true
 * again and again (format 2.1: all cycle segments are such assumptions), or the invariant of the
 * cycle head (format 1.0). An execution that follows the stem enters the set, which is executed,
 * and no step leaves it, which is proved (Chen, Cook, Fuhs, Nimkar, O'Hearn, TACAS 2014). So the
 * execution does not terminate, even if a state returns only much later.
 */

import { LineIndex } from "../../ground/util/text-position.ts";
import type { Location, ViolationWitness } from "../../ground/witness/index.ts";
import { type CfaNode, conditional, type Expression, notOf, zero } from "../cfa/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import type { Specification } from "../specification/index.ts";
import { provesRecurrence } from "../transition-systems/index.ts";
import { cycleHeadOf } from "./automaton-follower.ts";
import { loopHeadsAt, type Place, statementStartsAt } from "./invariant-places.ts";
import type { ValidationOptions } from "./options.ts";
import type { Replay, Replayer } from "./replayer.ts";
import type { StateSet } from "./set-watcher.ts";
import { placeText } from "./waypoint-follower.ts";

/** Share of the time for the proof; and share of the rest for executions that enter the set. */
const PROOF_SHARE = 0.4;
const SEARCH_SHARE = 0.4;
const MAX_STEPS = 2_000_000;
const MAX_RUNS = 400;

/**
 * Returns an execution that enters the claimed set, if the set is proved to be closed under all
 * steps.
 */
export function executionIntoSet(
  loaded: LoadedProgram,
  specification: Specification,
  replayer: Replayer,
  { budget, seed, createSatSolver }: Pick<ValidationOptions, "budget" | "seed" | "createSatSolver">,
): Replay | undefined {
  const proof = budget.part(budget.remainingSeconds() * PROOF_SHARE);
  const options = {
    specification,
    createSatSolver,
    remainingSeconds: () => proof.remainingSeconds(),
  };
  const [set] =
    claimedSets(loaded, replayer).find((sets) => provesRecurrence(loaded.program, sets, options)) ??
    [];
  if (set === undefined) return undefined;
  const search = budget.part(budget.remainingSeconds() * SEARCH_SHARE);
  for (let run = 0; run < MAX_RUNS && !search.isExhausted; run++) {
    const { replay, hasArrived } = replayer.into(set, seed, run, MAX_STEPS);
    if (hasArrived) return replay;
    if (!replay.hasFreeChoice) return undefined;
  }
  return undefined;
}

/**
 * Returns interpretations of the claim as sets at loop heads, of which any one suffices; none when
 * it claims no sets.
 */
function claimedSets(
  loaded: LoadedProgram,
  { witness, expressions }: Replayer,
): readonly (readonly StateSet[])[] {
  const lines = new LineIndex(loaded.program.text);
  const claims = claimsOf(witness);
  const readings = claims.map(({ text, locations }): readonly StateSet[] => {
    const places = locations.flatMap((location): readonly Place[] => [
      ...loopHeadsAt(loaded, lines, location),
      ...statementStartsAt(loaded, lines, location),
    ]);
    return places.flatMap(({ node, offset }): StateSet[] => {
      const condition = expressions.condition(text, offset);
      const head = headBefore(node);
      if (condition === undefined || head === undefined) return [];
      const { node: at, tests } = head;
      const always = { node: at, conditions: [condition, ...tests] };
      // An inner loop that terminates: there the condition holds as often as the tests lead to it.
      const isBehindTests = tests.length > 0 && claims.length > 1;
      return isBehindTests
        ? [always, { node: at, conditions: [implied(tests, condition)] }]
        : [always];
    });
  });
  const [first, ...others] = readings;
  if (first === undefined) return [];
  return others
    .reduce<readonly (readonly StateSet[])[]>(
      (known, more) =>
        known.flatMap((sets) => more.map((set) => [...sets, set])).slice(0, MAX_READINGS),
      first.map((set) => [set]),
    )
    .map(joined);
}

const MAX_READINGS = 16;

/** Nonzero if a test is 0 or the condition is nonzero. */
function implied(tests: readonly Expression[], condition: Expression): Expression {
  const truth = notOf(notOf(condition));
  return tests.reduceRight<Expression>(
    (then, test) => conditional(test, then, notOf(zero(test.type))),
    truth,
  );
}

/** The conditions at one head form one set. */
function joined(sets: readonly StateSet[]): readonly StateSet[] {
  const conditions = new Map<CfaNode, readonly Expression[]>();
  for (const set of sets)
    conditions.set(set.node, [...(conditions.get(set.node) ?? []), ...set.conditions]);
  return [...conditions].map(([node, all]) => ({ node, conditions: all }));
}

interface Claim {
  readonly text: string;
  readonly locations: readonly Location[];
}

/**
 * Returns the conditions that hold at every visit of a place. Assumptions at one place alternate,
 * so that none of them is such a claim; those at different places are.
 */
function claimsOf({ segments, automaton }: ViolationWitness): readonly Claim[] {
  if (automaton !== undefined) {
    const head = cycleHeadOf(automaton);
    const text = head === undefined ? undefined : automaton.nodes.get(head)?.invariant;
    if (text === undefined) return [];
    const lines = automaton.edges
      .filter(({ source, target }) => source === head || target === head)
      .flatMap(({ startLine }) => startLine ?? []);
    return [{ text, locations: [...new Set(lines)].map((line) => ({ file: "", line })) }];
  }
  const cycle = segments.filter((segment) => segment.cycle === true);
  const claims = cycle.flatMap(({ avoid, follow }): Claim[] => {
    const isClaim =
      follow.type === "assumption" && follow.format === undefined && avoid.length === 0;
    return isClaim ? [{ text: follow.expression, locations: [follow.location] }] : [];
  });
  const places = new Set(cycle.map(({ follow }) => placeText(follow.location)));
  return claims.length === cycle.length && places.size === cycle.length ? claims : [];
}

/**
 * Returns the head of the loop whose body contains a node, if only tests lead there, and the
 * decisions of these tests.
 */
function headBefore(
  start: CfaNode,
): { readonly node: CfaNode; readonly tests: readonly Expression[] } | undefined {
  const tests: Expression[] = [];
  for (let node = start; ; ) {
    if (node.loop !== undefined) return { node, tests };
    const [edge, ...others] = node.entering;
    if (edge === undefined || others.length > 0) return undefined;
    if (edge.kind === "assume") tests.push(edge.truth ? edge.condition : notOf(edge.condition));
    else if (edge.kind !== "skip") return undefined;
    node = edge.source;
  }
}
