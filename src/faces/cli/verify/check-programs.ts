/** `agon verify` without a property: checks for programmers. */
import { dirname, resolve } from "node:path";
import { CpuClock } from "../../../contestant/call/index.ts";
import {
  checkProgram,
  githubAnnotations,
  renderVerificationPage,
  sarifOf,
  verificationDocument,
} from "../../../contestant/jobs/index.ts";
import { readProgramFile, replaceDurably } from "../../../ground/files/index.ts";
import { AGON_VERSION } from "../../../ground/installation/index.ts";
import { UsageError } from "../command.ts";
import { answerExitCode, failureAnswer, faultsOf, formatAnswer } from "../contestant.ts";
import { standardError } from "../render/progress.ts";
import { styleOf } from "../render/style.ts";
import { renderAnswer } from "./answer-text.ts";
import { LiveLine } from "./live-line.ts";
import { nextChange } from "./next-change.ts";
import { readBuild } from "./read-build.ts";
import { renderStrategy } from "./strategy-text.ts";
import type { VerifyOptions } from "./verify-options.ts";

export async function checkPrograms(options: VerifyOptions): Promise<number> {
  if (!options.watches) return checkOnce(options);
  for (;;) {
    // A file that is saved during a check is checked again.
    const changed = nextChange(foldersOf(options));
    await checkOnce(options);
    process.stderr.write("agon: waiting for changes; Ctrl-C ends\n");
    await changed;
  }
}

/** The folders whose files belong to the program, as far as the command line names them. */
function foldersOf(options: VerifyOptions): readonly string[] {
  const files = options.compileCommands === undefined ? [] : [options.compileCommands];
  return [
    ...new Set([...options.programs, ...files].map((file) => dirname(resolve(file)))),
    ...options.includeFolders,
  ];
}

async function checkOnce(options: VerifyOptions): Promise<number> {
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
      { ...options, build: readBuild(options), wantsValues: options.html !== undefined },
      { clock: new CpuClock(), onProgress: (message) => line?.tell(message) },
    );
    line?.end();
    for (const fault of faultsOf(report)) console.error(`agon: ${fault}`);
    if (options.html !== undefined) {
      const path = answer.findings[0]?.place.file ?? job.programFile;
      const facts = {
        program: readProgramFile(path),
        answer: answer.findings[0]?.headline ?? formatAnswer(answer),
        propertyText: `checks ${options.checks.join(", ")}`,
        dataModel: job.dataModel,
        configuration: job.configuration,
        cpuSeconds,
      };
      replaceDurably(options.html, renderVerificationPage(report, facts));
    }
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
        const text = renderAnswer(answer, style, { withSteps: !isQuiet });
        // As bytes, because text output loses its colours.
        process.stdout.write(Buffer.from(text));
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
