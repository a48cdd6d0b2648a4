/** Programs with claims at the head of a loop, of which induction proves some. */
import { type Assertion, proveInductively } from "../../src/analysis/index.ts";
import { type CfaProgram, calledName } from "../../src/cfa/index.ts";
import { createCadical } from "../../src/solver/cadical-wasm.ts";
import { specificationOf } from "../../src/specification/index.ts";
import { Budget } from "../../src/verifier/budget.ts";
import { REACHABILITY } from "../regression/verdicts.ts";

export interface ClaimProgram {
  /** `claim(number, holds)` is called at each visit of the outer loop, once for each of the claims. */
  readonly text: string;
  readonly claims: readonly string[];
}

/** The program as the verifier gets it: claims do nothing. */
export function withClaims(text: string): string {
  return `${text}void claim(int number, int holds) {}\n`;
}

/** Those that induction proves, all being candidates at the head of the loop. */
export async function provedClaims(
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
