/**
 * The Horn clauses of all executions that close at most a given number of cycles: a predicate for every place and
 * number of cycles. Such a system has no cycles, and its solutions are interpolants (Rümmer, Hojjat, Kuncak: "On
 * recursion-free Horn clauses and Craig interpolation", FMSD 2015): the facts about the past at each place that
 * make the bounded executions safe, and often all executions.
 */

import type { ProgramClause } from "./block-walk.ts";
import type { PlacePredicate } from "./function-predicates.ts";
import type { Application } from "./horn-system.ts";
import type { ProgramClauses } from "./program-clauses.ts";

/** The name of a predicate after some cycles. */
export function unrolledName(name: string, cycles: number): string {
  return `${name}_${cycles}`;
}

/** Executions that close at most `cycles` cycles; everything reachable with fewer is reachable with more. */
export function unrolledClauses(
  { predicates, clauses }: ProgramClauses,
  cycles: number,
): ProgramClauses {
  const copies = new Map<string, PlacePredicate[]>();
  const all: PlacePredicate[] = [];
  for (const predicate of predicates) {
    const own: PlacePredicate[] = [];
    for (let level = 0; level <= cycles; level++) {
      own.push({ ...predicate, name: unrolledName(predicate.name, level) });
    }
    copies.set(predicate.name, own);
    all.push(...own);
  }
  const at = ({ predicate, arguments: terms }: Application, level: number): Application => ({
    predicate: copies.get(predicate.name)?.[level] ?? predicate,
    arguments: terms,
  });
  const unrolled: ProgramClause[] = [];
  for (const clause of clauses) {
    const step = clause.isBack ? 1 : 0;
    for (let level = 0; level + step <= cycles; level++) {
      const body = clause.body.map((application) => at(application, level));
      const head = clause.head && at(clause.head, level + step);
      unrolled.push({ ...clause, body, head });
    }
  }
  for (const own of copies.values()) {
    for (const [level, smaller] of own.entries()) {
      const larger = own[level + 1];
      if (larger === undefined) continue;
      const variables = Array.from({ length: smaller.arity }, (_, index) => `v${index}`);
      const body = [{ predicate: smaller, arguments: variables }];
      const head = { predicate: larger, arguments: variables };
      unrolled.push({ variables, body, constraints: [], head, isBack: false });
    }
  }
  return { predicates: all, clauses: unrolled };
}
