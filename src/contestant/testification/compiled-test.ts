/** Tests in C: written to a folder, built by the C compiler of the system, and run. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { replaceDurably } from "../../ground/files/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { type TestSuite, VIOLATION_CODE } from "./harness.ts";

export interface TestOutcome {
  readonly runs: number;
  readonly violated: number;
  readonly verdict: "always" | "sometimes" | "never" | "not run";
  readonly problem?: string;
}

export function writeTest(
  folder: string,
  { program, harness, compilerOptions, environment, stdin }: TestSuite,
): void {
  mkdirSync(folder, { recursive: true });
  const variables = Object.entries(environment).map(([name, value]) => `export ${name}='${value}'`);
  const script = `#!/bin/sh
# Written by agon testgen. Exit code ${VIOLATION_CODE}: the property is violated.
cd "$(dirname "$0")" || exit 1
\${CC:-gcc} ${compilerOptions.join(" ")} program.c harness.c -o test -lm || exit 2
${variables.join("\n")}
exec ./test${stdin === undefined ? "" : " <stdin.txt"}
`;
  replaceDurably(join(folder, "program.c"), program);
  replaceDurably(join(folder, "harness.c"), harness);
  if (stdin !== undefined) replaceDurably(join(folder, "stdin.txt"), bytesOf(stdin));
  replaceDurably(join(folder, "run.sh"), script);
}

export function buildAndRunTest(
  folder: string,
  { compilerOptions, environment, stdin }: TestSuite,
  runs: number,
  runLimitSeconds: number,
): TestOutcome {
  const none = { runs: 0, violated: 0, verdict: "not run" } as const;
  const compiler = process.env.CC ?? "gcc";
  const build = spawnSync(
    compiler,
    [...compilerOptions, "program.c", "harness.c", "-o", "test", "-lm"],
    { cwd: folder, encoding: "utf8", timeout: 120_000 },
  );
  if (build.error !== undefined) return { ...none, problem: `${compiler}: ${build.error.message}` };
  if (build.status !== 0) {
    const [first = "no message"] = build.stderr
      .split("\n")
      .filter((line) => /error|undefined/.test(line));
    return { ...none, problem: `${compiler} does not build the test: ${first}` };
  }
  let violated = 0;
  const others = new Map<string, number>();
  for (let run = 0; run < runs; run++) {
    const { status, signal, error } = spawnSync("./test", [], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: [stdin === undefined ? "ignore" : "pipe", "ignore", "ignore"],
      ...defined({ input: stdin === undefined ? undefined : bytesOf(stdin) }),
      timeout: runLimitSeconds * 1000,
      killSignal: "SIGKILL",
    });
    if (status === VIOLATION_CODE) violated++;
    else {
      const end = error === undefined ? (signal ?? `exit code ${status}`) : "time limit";
      others.set(end, (others.get(end) ?? 0) + 1);
    }
  }
  const verdict = violated === runs ? "always" : violated > 0 ? "sometimes" : "never";
  const ends = [...others].map(([end, count]) => `${end} (${count})`).join(", ");
  return { runs, violated, verdict, ...(ends === "" ? {} : { problem: `other runs: ${ends}` }) };
}

/** Encodes text as the program reads it: one character per byte. */
const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1");
