import { CpuClock } from "../../../contestant/call/index.ts";
import {
  type CheckOutcome,
  checkAnswer,
  renderVerificationPage,
  runPortfolio,
  usualFormat,
  type VerificationJob,
  verificationDocument,
  witnessDocument,
} from "../../../contestant/jobs/index.ts";
import { readProgramFile, replaceDurably } from "../../../ground/files/index.ts";
import { AGON_VERSION } from "../../../ground/installation/index.ts";
import { defined } from "../../../ground/util/defined.ts";

import { UsageError } from "../command.ts";
import { failureAnswer, faultsOf, formatAnswer, verificationExitCode } from "../contestant.ts";
import { readProperty } from "../read-property.ts";
import { standardError } from "../render/progress.ts";
import { styleOf } from "../render/style.ts";
import { LiveLine } from "./live-line.ts";
import { readBuild } from "./read-build.ts";
import { renderReport } from "./report-text.ts";
import { renderStrategy } from "./strategy-text.ts";
import type { VerifyOptions } from "./verify-options.ts";

/** Time for a check when the verification has used up its time. */
const MIN_CHECK_SECONDS = 10;

/** `agon verify` with a property: the task of a competition. */
export async function verifyTask(
  options: VerifyOptions,
  words: readonly string[],
): Promise<number> {
  const { dataModel, timeLimitSeconds, memoryBytes, cores, isQuiet, witness, format } = options;
  if (format !== "text" && format !== "json") {
    throw new UsageError(`--format ${format} is for the checks of programs: without --property`);
  }
  if (options.findsAll) throw new UsageError("--all is for the checks of programs");
  const asJson = format === "json";
  const start = performance.now();
  const line = isQuiet ? undefined : new LiveLine(standardError(), timeLimitSeconds);
  try {
    const program = readProgramFile(options.programs[0] ?? "");
    const property = readProperty(options.property ?? "");
    const build = isPlain(options) ? undefined : readBuild(options);
    if (build !== undefined && (witness !== undefined || options.isChecked)) {
      throw new UsageError("--witness and --check are for programs of one file, from main");
    }
    const job: VerificationJob = {
      programFile: program.path,
      programText: program.text,
      ...defined({ build }),
      propertyFile: property.path,
      propertyText: property.text,
      dataModel,
      configuration: options.configuration,
      timeLimitSeconds,
      seed: options.seed,
      wantsTrace: asJson || !isQuiet || options.html !== undefined,
      wantsValues: options.html !== undefined,
      wantsWitness: asJson || !isQuiet || witness !== undefined,
      checksProofs: options.checksProofs,
      ...defined({ witnessFormat: options.witnessFormat }),
    };
    const found = await runPortfolio(job, {
      cores,
      memoryBytes,
      clock: new CpuClock(),
      // On a terminal the displayed time continues.
      waits: isQuiet || !standardError().isTty,
      onProgress: (message) => line?.tell(message),
    });
    let { report, cpuSeconds } = found;
    const subproperty = report.verdict === "false" ? report.subproperty : undefined;
    const text =
      report.verdict === "unknown"
        ? undefined
        : witnessDocument(report.witness, {
            format: options.witnessFormat ?? usualFormat(subproperty),
            programFile: program.path,
            programHash: program.sha256,
            propertyText: property.text,
            dataModel,
            producer: {
              name: "Agon",
              version: AGON_VERSION,
              configuration: options.configuration,
              commandLine: ["agon", "verify", ...words].join(" "),
            },
          });
    let check: CheckOutcome | undefined;
    if (options.isChecked && report.verdict !== "unknown" && text !== undefined) {
      const before = process.cpuUsage();
      check = await checkAnswer(job, report, {
        witnessText: text,
        programHash: program.sha256,
        memoryBytes,
        timeLimitSeconds: Math.max(timeLimitSeconds - cpuSeconds, MIN_CHECK_SECONDS),
        onProgress: (message) => line?.tell(message),
      });
      const { user, system } = process.cpuUsage(before);
      cpuSeconds += (user + system) / 1e6;
      if (!check.isConfirmed) {
        const { techniques, strategy } = report;
        const reason = `${formatAnswer(report)} was found, but ${check.reason}`;
        report = { verdict: "unknown", reason, techniques, ...(strategy && { strategy }) };
      }
    }
    line?.end();
    if (check?.isConfirmed === false) {
      console.error(`agon: the check failed: ${check.reason}`);
      console.error(
        "agon: unless time ran out, this is a fault of Agon: please report it with the program",
      );
    } else if (check !== undefined && !isQuiet) {
      console.error(`agon: confirmed by ${check.by}`);
    }
    const faults = faultsOf(report);
    for (const fault of faults) console.error(`agon: ${fault}`);
    if (faults.length > 0) {
      console.error("agon: this is a fault of Agon: please report it with the program");
    }
    const isAnswered = report.verdict !== "unknown";
    if (isAnswered && witness !== undefined && text !== undefined) replaceDurably(witness, text);
    const page = options.html;
    if (page !== undefined) {
      const answer = formatAnswer(report);
      const facts = { program, answer, propertyText: property.text, dataModel, cpuSeconds };
      const html = renderVerificationPage(report, {
        ...facts,
        configuration: options.configuration,
      });
      replaceDurably(page, html);
    }
    if (asJson) {
      const document = verificationDocument(job, report, {
        cpuSeconds,
        wallSeconds: (performance.now() - start) / 1000,
        witness: isAnswered ? witness : undefined,
      });
      console.log(JSON.stringify(document));
    } else {
      if (options.explains) process.stdout.write(renderStrategy(report));
      if (!isQuiet) {
        const { columns } = styleOf(process.stdout);
        process.stdout.write(renderReport(program.path, report, columns));
      }
      console.log(formatAnswer(report));
    }
    return verificationExitCode(report, options.asExitCode);
  } catch (error) {
    line?.end();
    if (error instanceof UsageError) throw error;
    const { answer, exitCode } = failureAnswer(error);
    console.log(asJson ? JSON.stringify({ version: 1, ...answer }) : formatAnswer(answer));
    return exitCode;
  }
}

/** Whether the program is one file that is read unchanged. */
function isPlain(options: VerifyOptions): boolean {
  const { programs, includeFolders, macros, standard, compileCommands, start } = options;
  const hasOptions = includeFolders.length > 0 || macros.length > 0 || standard !== undefined;
  return (
    programs.length === 1 && !hasOptions && compileCommands === undefined && start.kind === "main"
  );
}
