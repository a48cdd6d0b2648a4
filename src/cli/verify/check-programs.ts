/** `agon verify` without a property: what a programmer asks. */
import {
  checkProgram,
  githubAnnotations,
  sarifOf,
  verificationDocument,
} from "../../contestant/index.ts";
import { AGON_VERSION } from "../../installation/index.ts";
import { CpuClock } from "../../verifier/index.ts";
import { UsageError } from "../command.ts";
import { answerExitCode, failureAnswer, faultsOf } from "../contestant.ts";
import { standardError } from "../render/progress.ts";
import { styleOf } from "../render/style.ts";
import { renderAnswer } from "./answer-text.ts";
import { LiveLine } from "./live-line.ts";
import { readBuild } from "./read-build.ts";
import { renderStrategy } from "./strategy-text.ts";
import type { VerifyOptions } from "./verify-options.ts";

export async function checkPrograms(options: VerifyOptions): Promise<number> {
  for (const [name, isGiven] of [
    ["--witness", options.witness !== undefined],
    ["--check", options.isChecked],
    ["--check-proofs", options.checksProofs],
  ] as const) {
    if (isGiven) throw new UsageError(`${name} needs --property`);
  }
  const isText = options.format === "text";
  const start = performance.now();
  const { timeLimitSeconds, isQuiet } = options;
  const output = standardError();
  const line = isQuiet || !output.isTty ? undefined : new LiveLine(output, timeLimitSeconds);
  try {
    const { answer, report, job, cpuSeconds } = await checkProgram(
      { ...options, build: readBuild(options) },
      { clock: new CpuClock(), onProgress: (message) => line?.tell(message) },
    );
    line?.end();
    for (const fault of faultsOf(report)) console.error(`agon: ${fault}`);
    if (isText && options.explains) process.stdout.write(renderStrategy(report));
    switch (options.format) {
      case "json": {
        const wallSeconds = (performance.now() - start) / 1000;
        const facts = { cpuSeconds, wallSeconds, witness: undefined };
        console.log(JSON.stringify({ ...verificationDocument(job, report, facts), answer }));
        break;
      }
      case "sarif":
        console.log(JSON.stringify(sarifOf(answer, AGON_VERSION), undefined, 2));
        break;
      case "github":
        process.stdout.write(githubAnnotations(answer));
        break;
      case "text": {
        const style = styleOf(process.stdout);
        process.stdout.write(renderAnswer(answer, style, { withSteps: !isQuiet }));
        break;
      }
    }
    return answerExitCode(answer, options.asExitCode);
  } catch (error) {
    line?.end();
    if (error instanceof UsageError) throw error;
    const { answer, exitCode } = failureAnswer(error);
    if (options.format === "json") console.log(JSON.stringify({ version: 1, ...answer }));
    return exitCode;
  }
}
