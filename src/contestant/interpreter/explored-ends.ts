/** The meaning of the ends of executions for an exploration (explore.ts). */
import type { CompiledProgram, Outcome } from "./contract.ts";
import type { Conflict } from "./runtime/segments.ts";
import type { Turn } from "./schedule.ts";

/**
 * Why the result of an execution with this end is unknown; undefined when the end is an ordinary
 * one.
 */
export function reasonOf(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case "terminated":
    case "aborted":
    case "blocked":
    case "deadlock":
    // Cut where the state was visited before.
    case "diverted":
      return undefined;
    case "error-reached":
    case "data-race":
    case "stopped":
    case "block-lost":
      return `an execution ends as ${outcome.kind}`;
    case "undefined-behaviour":
      return `undefined behaviour: ${outcome.behaviour} (C11 ${outcome.paragraph})`;
    case "unsupported":
      return outcome.reason;
    case "limit":
      return `an execution reaches the limit of ${outcome.what}`;
  }
}

/**
 * Returns schedules in which the two accesses of a race are adjacent, in both orders: after a
 * `free` the other access would be invalid.
 */
export function adjacentTurns({ turns, thread }: CompiledProgram, conflict: Conflict): Turn[][] {
  const { earlier, later, turn, thread: delayed } = conflict;
  const before = (one: number, points: number): Turn[] =>
    points > 0 ? [{ thread: one, points: points - 1 }] : [];
  // The last turn is that of the later access, which was cut short.
  const both = [
    ...turns.slice(0, turn),
    ...before(delayed, earlier.points),
    ...turns.slice(turn + 1, -1),
    ...before(thread, later.points),
  ];
  const [first, second] = [
    { thread: delayed, points: 0 },
    { thread, points: 0 },
  ];
  return [
    [...both, second, first],
    [...both, first, second],
  ];
}
