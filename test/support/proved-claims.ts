/**
 * Programs with claims at the head of a loop: the claims that induction proves, compared with
 * executions.
 */

import { Budget } from "../../src/contestant/call/budget.ts";
import { type CfaProgram, calledName } from "../../src/contestant/cfa/index.ts";
import { proveInductively } from "../../src/contestant/induction/index.ts";
import { type LoadedProgram, loadProgram } from "../../src/contestant/program/load-program.ts";
import { createCadical } from "../../src/contestant/solver/cadical-wasm.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import type { Assertion } from "../../src/contestant/symbolic/index.ts";
import { REACHABILITY } from "../regression/verdicts.ts";
import { type NativeExecutions, nativeExecutions } from "./native-executions.ts";

export interface ClaimProgram {
  /** `claim(number, holds)` is called at each visit of the outer loop, once for each of the claims. */
  readonly text: string;
  readonly claims: readonly string[];
}

export interface ClaimAnswers {
  /** The program for the verifier: claims do nothing. */
  readonly loaded: LoadedProgram;
  readonly truth: NativeExecutions;
  readonly proved: readonly string[];
  readonly refuted: readonly string[];
  /** Proofs that executions contradict. */
  readonly mistakes: readonly string[];
}

/**
 * @param folder - where programs may be compiled
 * @param seconds - CPU time for the proof
 * @param executions - number of executions to try
 */
export async function claimAnswers(
  { text, claims }: ClaimProgram,
  folder: string,
  seconds: number,
  executions: number,
): Promise<ClaimAnswers> {
  const truth = nativeExecutions(folder, text, executions);
  if (truth === undefined) throw new Error(`gcc refuses\n${text}`);
  const whole = `${text}void claim(int number, int holds) {}\n`;
  const loaded = loadProgram("program.c", whole, "LP64");
  const proved = await provedClaims(loaded.program, claims, seconds);
  const refuted = claims.filter((_, number) => truth.refuted.has(number));
  const mistakes = proved.filter((claim) => refuted.includes(claim));
  return { loaded, truth, proved, refuted, mistakes };
}

/** The claims that induction proves, where all are candidates at the head of the loop. */
async function provedClaims(
  program: CfaProgram,
  claims: readonly string[],
  seconds: number,
): Promise<readonly string[]> {
  const calls = program.main.nodes
    .flatMap(({ leaving }) => leaving)
    .filter((edge) => calledName(edge) === "claim");
  const conditions = calls.flatMap((edge) => (edge.kind === "call" ? edge.arguments.slice(1) : []));
  const head = calls[0]?.source;
  if (head === undefined || conditions.length !== claims.length) throw new Error("no claims");
  const assertions = conditions.flatMap((argument, number): Assertion[] =>
    argument.kind === "scalar"
      ? [{ condition: argument.value, text: claims[number] as string }]
      : [],
  );
  const solvers = await createCadical();
  const budget = new Budget(seconds);
  const answer = proveInductively(program, {
    specification: specificationOf(REACHABILITY),
    createSatSolver: () => solvers.create(),
    remainingSeconds: () => budget.remainingSeconds(),
    confirm: () => false,
    assertions: new Map([[head, assertions]]),
  });
  if (answer.kind === "true") return claims;
  return answer.kind === "false" ? [] : [...(answer.proved ?? [])].map(({ text }) => text);
}
