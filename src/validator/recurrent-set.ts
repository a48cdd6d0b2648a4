/**
 * Violation witnesses of non-termination that claim a recurrent set: an assumption that is true again and again (format
 * 2.1: the only cycle segment), or the invariant of the cycle head (format 1.0). An execution that follows the stem
 * comes into the set, which is executed, and no step leaves it, which is proved (Chen, Cook, Fuhs, Nimkar, O'Hearn,
 * TACAS 2014); so it goes on for ever, however long it takes until a state comes back.
 */
import { provesRecurrence } from "../analysis/index.ts";
import { type CfaNode, type Expression, notOf } from "../cfa/index.ts";
import type { Specification } from "../specification/index.ts";
import { LineIndex } from "../util/text-position.ts";
import type { LoadedProgram } from "../verifier/index.ts";
import type { Location, ViolationWitness } from "../witness/index.ts";
import { cycleHeadOf } from "./automaton-follower.ts";
import { loopHeadsAt, type Place, statementStartsAt } from "./invariant-places.ts";
import type { ValidationOptions } from "./options.ts";
import type { Replay, Replayer } from "./replayer.ts";
import type { StateSet } from "./set-watcher.ts";

/** Of the time, for the proof; and of the rest, for executions that come into the set. */
const PROOF_SHARE = 0.4;
const SEARCH_SHARE = 0.4;
const MAX_STEPS = 2_000_000;
const MAX_RUNS = 400;

/** An execution that comes into the set that the witness claims, if it is proved to be one that no execution leaves. */
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
  const set = claimedSets(loaded, replayer).find(({ node, conditions }) =>
    provesRecurrence(loaded.program, node, conditions, options),
  );
  if (set === undefined) return undefined;
  const search = budget.part(budget.remainingSeconds() * SEARCH_SHARE);
  for (let run = 0; run < MAX_RUNS && !search.isExhausted; run++) {
    const { replay, hasArrived } = replayer.into(set, seed, run, MAX_STEPS);
    if (hasArrived) return replay;
    if (!replay.hasFreeChoice) return undefined;
  }
  return undefined;
}

/** The set as it is at heads of loops, of which any will do; none when the witness does not claim one. */
function claimedSets(
  loaded: LoadedProgram,
  { witness, expressions }: Replayer,
): readonly StateSet[] {
  const claim = claimOf(witness);
  if (claim === undefined) return [];
  const { text, locations } = claim;
  const lines = new LineIndex(loaded.program.text);
  const places = locations.flatMap((location): readonly Place[] => [
    ...loopHeadsAt(loaded, lines, location),
    ...statementStartsAt(loaded, lines, location),
  ]);
  return places.flatMap(({ node, offset }): StateSet[] => {
    const condition = expressions.condition(text, offset);
    const head = headBefore(node);
    if (condition === undefined || head === undefined) return [];
    return [{ node: head.node, conditions: [condition, ...head.tests] }];
  });
}

interface Claim {
  readonly text: string;
  readonly locations: readonly Location[];
}

function claimOf({ segments, automaton }: ViolationWitness): Claim | undefined {
  if (automaton !== undefined) {
    const head = cycleHeadOf(automaton);
    const text = head === undefined ? undefined : automaton.nodes.get(head)?.invariant;
    if (text === undefined) return undefined;
    const lines = automaton.edges
      .filter(({ source, target }) => source === head || target === head)
      .flatMap(({ startLine }) => startLine ?? []);
    return { text, locations: [...new Set(lines)].map((line) => ({ file: "", line })) };
  }
  const [first, ...others] = segments.filter(({ cycle }) => cycle === true);
  if (first === undefined || others.length > 0 || first.avoid.length > 0) return undefined;
  const { follow } = first;
  if (follow.type !== "assumption" || follow.format !== undefined) return undefined;
  return { text: follow.expression, locations: [follow.location] };
}

/** The head of the loop in whose body a node lies, if only tests lead there; and what they decide. */
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
