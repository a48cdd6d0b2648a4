/** Checks a program for a programmer: searches for violations of all requested checks. */

import { formatProperty } from "../../ground/properties/index.ts";
import { defined } from "../../ground/util/defined.ts";
import type { CpuClock } from "../call/index.ts";
import type { DataModel } from "../cfront/index.ts";
import { formulasOfChecks, PROGRAM_CHECKS, type ProgramCheckId } from "../specification/index.ts";
import { runPortfolio } from "./portfolio.ts";
import { type ProgramAnswer, programAnswer } from "./program-answer.ts";
import type { ProgramBuild } from "./program-build.ts";
import type { VerificationJob } from "./verification-job.ts";
import type { VerificationReport } from "./verification-report.ts";

export interface ProgramRequest {
  readonly build: ProgramBuild;
  /** Default: all. */
  readonly checks?: readonly ProgramCheckId[];
  /** Default: that of this machine. */
  readonly dataModel?: DataModel;
  readonly configuration: string;
  readonly timeLimitSeconds: number;
  readonly memoryBytes: number;
  readonly cores: number;
  readonly seed: number;
  /** Whether all violations are searched for, or the first is enough. */
  readonly findsAll: boolean;
  /** Whether the steps contain the values of all variables. */
  readonly wantsValues?: boolean;
}

export interface ProgramResult {
  readonly answer: ProgramAnswer;
  readonly report: VerificationReport;
  readonly job: VerificationJob;
  /** CPU seconds of the call in all processes. */
  readonly cpuSeconds: number;
}

/** Returns the data model of programs that are built for this machine. */
export function hostDataModel(): DataModel {
  const is32 = ["ia32", "arm", "mips", "mipsel"].includes(process.arch);
  return is32 ? "ILP32" : "LP64";
}

/** @throws InputError with every diagnostic when the program is faulty. */
export async function checkProgram(
  request: ProgramRequest,
  {
    clock,
    onProgress,
    signal,
  }: {
    readonly clock: CpuClock;
    readonly onProgress?: (message: string) => void;
    readonly signal?: AbortSignal;
  },
): Promise<ProgramResult> {
  const checks = request.checks ?? PROGRAM_CHECKS.map(({ id }) => id);
  const { build, configuration, timeLimitSeconds, seed, memoryBytes, cores } = request;
  const [first] = build.files;
  const job: VerificationJob = {
    programFile: first?.file ?? "",
    programText: first?.text ?? "",
    build,
    propertyFile: "checks",
    propertyText: formatProperty(formulasOfChecks(checks)),
    dataModel: request.dataModel ?? hostDataModel(),
    configuration,
    timeLimitSeconds,
    seed,
    wantsTrace: true,
    wantsValues: request.wantsValues === true,
    wantsWitness: false,
    explains: true,
    findsAll: request.findsAll,
    checksProofs: false,
  };
  const options = { cores, memoryBytes, clock, ...defined({ onProgress, signal }) };
  const { report, cpuSeconds } = await runPortfolio(job, options);
  return {
    answer: programAnswer(report, checks, assumptionsOf(job, build)),
    report,
    job,
    cpuSeconds,
  };
}

function assumptionsOf({ dataModel }: VerificationJob, { start }: ProgramBuild): readonly string[] {
  const model = `data model ${dataModel}`;
  switch (start.kind) {
    case "main":
      return [model];
    case "arguments":
      return [model, `arguments: ${start.words.slice(1).join(" ") || "none"}`];
    case "function":
      return [
        model,
        `\`${start.name}\` is called first, with any numbers and pointers to one object each; variables have their initial values`,
      ];
  }
}
