/** What is proved of one random program whose loops replace blocks, beside what its executions show. */

import { type Assertion, proveInductively } from "../../src/analysis/index.ts";
import { type CfaProgram, calledName } from "../../src/cfa/index.ts";
import { parseProperty } from "../../src/properties/index.ts";
import { createCadical } from "../../src/solver/cadical-wasm.ts";
import { specificationOf } from "../../src/specification/index.ts";
import { Budget } from "../../src/verifier/budget.ts";
import { loadProgram, REACHABILITY, type Verdicts } from "../regression/verdicts.ts";
import { nativeExecutions } from "./native-executions.ts";
import { randomBlockLoop } from "./random-block-loop.ts";

const SAFETY = parseProperty(
  ["G valid-free", "G valid-deref", "G valid-memtrack"]
    .map((formula) => `CHECK( init(main()), LTL(${formula}) )`)
    .join("\n"),
  "valid-memsafety.prp",
);

export interface BlockLoopAnswers {
  readonly text: string;
  /** Claims at the head of the loop: those that were proved, and those that are wrong. */
  readonly proved: readonly string[];
  readonly refuted: readonly string[];
  readonly safety: "true" | "false" | "unknown";
  /** What is invalid, or lost, in an execution; "" where nothing was seen. */
  readonly violation: string;
}

/**
 * @param folder - where programs may be compiled
 * @param seconds - of CPU time, for each of two answers
 * @param executions - that are tried
 */
export async function blockLoopAnswers(
  verdicts: Verdicts,
  folder: string,
  seed: number,
  seconds: number,
  executions: number,
): Promise<BlockLoopAnswers> {
  const { text, claims } = randomBlockLoop(seed);
  const truth = nativeExecutions(folder, text, executions);
  if (truth === undefined) throw new Error(`gcc refuses seed ${seed}:\n${text}`);
  const complete = `${text}void claim(int number, int holds) {}\n`;
  const loaded = loadProgram("program.c", complete, "LP64");
  const proved = await provedClaims(loaded.program, claims, seconds);
  const { verdict } = await verdicts.verify(loaded, "induction", seconds, SAFETY);
  return {
    text,
    proved,
    refuted: claims.filter((_, number) => truth.refuted.has(number)),
    safety: verdict,
    violation: truth.invalid || (truth.leaks ? "a block is lost" : ""),
  };
}

/** Proofs that executions contradict. */
export function mistakesIn(answers: BlockLoopAnswers): readonly string[] {
  const { proved, refuted, safety, violation } = answers;
  const isWronglySafe = safety === "true" && violation !== "";
  return [
    ...proved.filter((claim) => refuted.includes(claim)),
    ...(isWronglySafe ? [`safety: ${violation}`] : []),
  ];
}

/** Those that induction proves, all being candidates at the head of the loop. */
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
