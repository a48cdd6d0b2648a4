/** What configurations say of one random program whose loops replace blocks, beside what its executions show. */
import { parseProperty } from "../../src/properties/index.ts";
import { loadProgram, REACHABILITY, type Verdicts } from "../regression/verdicts.ts";
import { nativeExecutions } from "./native-executions.ts";
import { randomBlockLoop } from "./random-block-loop.ts";

const SAFETY = parseProperty(
  ["G valid-free", "G valid-deref", "G valid-memtrack"]
    .map((formula) => `CHECK( init(main()), LTL(${formula}) )`)
    .join("\n"),
  "valid-memsafety.prp",
);

export interface BlockLoopAnswer {
  readonly configuration: string;
  readonly property: "reachability" | "safety";
  /** Whether an execution was seen that violates the property. What is not seen may be violated all the same. */
  readonly isRefuted: boolean;
  readonly verdict: "true" | "false" | "unknown";
  /** The program, and what gcc's executions show. */
  readonly evidence: string;
}

export interface BlockLoopQuestions {
  readonly configurations: readonly string[];
  /** Of CPU time, for each answer. */
  readonly seconds: number;
  /** Executions that are tried. */
  readonly executions: number;
}

/** @param folder - where programs may be compiled */
export async function blockLoopAnswers(
  verdicts: Verdicts,
  folder: string,
  seed: number,
  { configurations, seconds, executions }: BlockLoopQuestions,
): Promise<readonly BlockLoopAnswer[]> {
  const text = randomBlockLoop(seed);
  const truth = nativeExecutions(folder, text, executions);
  if (truth === undefined) throw new Error(`gcc refuses seed ${seed}:\n${text}`);
  const loaded = loadProgram("program.c", text, "LP64");
  const evidence = `seed ${seed}: ${JSON.stringify(truth)}\n${text}`;
  const questions = [
    ["reachability", REACHABILITY, truth.isViolated],
    ["safety", SAFETY, truth.invalid !== "" || truth.leaks],
  ] as const;
  const answers: BlockLoopAnswer[] = [];
  for (const configuration of configurations) {
    for (const [name, property, isRefuted] of questions) {
      const { verdict } = await verdicts.verify(loaded, configuration, seconds, property);
      answers.push({ configuration, property: name, isRefuted, verdict, evidence });
    }
  }
  return answers;
}
