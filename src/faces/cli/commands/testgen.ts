import {
  buildAndRunTest,
  type TestificationResult,
  type TestOutcome,
  VIOLATION_CODE,
  writeTest,
} from "../../../contestant/testification/index.ts";

import { parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { parseSeconds } from "../contestant.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { runTestification, TESTIFICATION_OPTIONS, TESTIFICATION_USAGE } from "../testification.ts";

export const command: Command = {
  usage: `
Usage: agon testgen WITNESS PROGRAM --property FILE --data-model ILP32|LP64 -o DIR [options]

Writes DIR/program.c (the program, reporting its violation), DIR/harness.c (the
inputs; for concurrent programs the schedule), DIR/stdin.txt when the program
reads standard input, and DIR/run.sh, which builds and runs them. Exit code ${VIOLATION_CODE} of the test means that the property is violated; memory
errors, overflows and data races are found by gcc's sanitizers. Inputs are those
of an execution that follows the witness, where the replay finds one, else the
values that the waypoints fix.

${TESTIFICATION_USAGE}
  --runs N             number of runs of the test (default 1; concurrent: 20)
  --run-limit TIME     wall time of one run (default 10s)
  --no-run             only write the files
  --json               print the outcome as JSON

The program runs with the rights of the caller. The last line of standard output
is: violated always, violated sometimes (K of N), violated never, or not run.`,
  examples: [
    "agon testgen witness.yml program.c --property unreach-call.prp --data-model ILP32 -o test",
  ],
  run,
};

async function run(words: readonly string[]): Promise<number> {
  const args = parseWords(words, ["WITNESS", "PROGRAM"], {
    ...TESTIFICATION_OPTIONS,
    output: { type: "string", short: "o" },
    runs: { type: "string" },
    "run-limit": { type: "string" },
    "no-run": { type: "boolean" },
    json: { type: "boolean" },
  });
  const folder = args.text("output");
  if (folder === undefined) throw new UsageError("--output DIR is missing");
  const runs = args.integer("runs", 1);
  const runLimitSeconds = parseSeconds(args.text("run-limit") ?? "10s");
  const result = await runTestification("test", args);
  if (result.task !== "test") throw new Error("the thread answered another request");
  const { suite } = result;
  writeTest(folder, suite);
  const outcome: TestOutcome = args.flag("no-run")
    ? { runs: 0, violated: 0, verdict: "not run" }
    : buildAndRunTest(folder, suite, runs ?? (suite.isConcurrent ? 20 : 1), runLimitSeconds);
  report(result, outcome, args.flag("json"));
  return EXIT_CODES.done.code;
}

function report(
  { suite, inputsFrom, reason }: Extract<TestificationResult, { task: "test" }>,
  outcome: TestOutcome,
  asJson: boolean,
): void {
  if (asJson) {
    const { remarks, isConcurrent } = suite;
    console.log(
      JSON.stringify({ version: 1, ...outcome, inputsFrom, reason, isConcurrent, remarks }),
    );
    return;
  }
  const source =
    inputsFrom === "execution"
      ? "inputs of an execution that follows the witness"
      : `inputs that the waypoints fix (${reason})`;
  console.error(source);
  for (const remark of suite.remarks) console.error(`note: ${remark}`);
  if (outcome.problem !== undefined) console.error(outcome.problem);
  const count = outcome.verdict === "sometimes" ? ` (${outcome.violated} of ${outcome.runs})` : "";
  console.log(outcome.verdict === "not run" ? "not run" : `violated ${outcome.verdict}${count}`);
}
