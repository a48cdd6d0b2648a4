/**
 * Agon as a library: verification of C programs.
 *
 * ```ts
 * import { verify } from "agon";
 *
 * const result = await verify(
 *   { file: "sum.c" },
 *   "CHECK( init(main()), LTL(G ! call(reach_error())) )",
 *   { dataModel: "ILP32", timeLimitSeconds: 60 },
 * );
 * if (result.verdict === "false") console.log(result.counterexample?.inputs);
 * if (result.verdict !== "unknown") writeFileSync("witness.yml", result.witnessText("2.0"));
 * ```
 */

import { readFileSync } from "node:fs";
import { AGON_VERSION } from "../../ground/installation/index.ts";
import { defined } from "../../ground/util/defined.ts";
import type { Witness } from "../../ground/witness/index.ts";
import { CpuClock } from "../call/index.ts";
import { CONFIGURATION_NAMES, type Configuration } from "../plan/index.ts";
import type { Trace } from "../story/index.ts";
import { runPortfolio } from "./portfolio.ts";
import type { VerificationReport } from "./verification-report.ts";
import { sha256Of, type WitnessFormat, witnessDocument } from "./witness-document.ts";

export type {
  CorrectnessWitness,
  Invariant,
  ViolationWitness,
  Witness,
} from "../../ground/witness/index.ts";
export type { Plan, PlannedTechnique, ProgramFeatures, TechniqueReport } from "../plan/index.ts";
export { CONFIGURATIONS, type Configuration } from "../plan/index.ts";
export type { Trace, TraceInput, TracePlace, TraceStep } from "../story/index.ts";
export type { VerificationReport } from "./verification-report.ts";
export {
  usualFormat,
  WITNESS_FORMATS,
  type WitnessFormat,
  witnessDocument,
} from "./witness-document.ts";

/** A C program, preprocessed or not; `text` is read from `file` when it is absent. */
export interface ProgramSource {
  /** Also the name in messages and witnesses. */
  readonly file: string;
  readonly text?: string;
}

export interface VerifyOptions {
  readonly dataModel: "ILP32" | "LP64";
  /** Name of one of {@link CONFIGURATIONS}; default: `default`, which adapts to the program. */
  readonly configuration?: Configuration["name"];
  /**
   * CPU seconds of all threads and processes from the call on; default 900. Concurrent calls in one
   * process are charged for each other's threads.
   */
  readonly timeLimitSeconds?: number;
  /** Maximal heap of the analysis; default 4 GB. */
  readonly memoryBytes?: number;
  /** With 2, a second thread takes other attempts at the same time; default 1. */
  readonly cores?: number;
  /**
   * Whether every answer "unsatisfiable" of the SAT solver counts only with a checked proof; needs
   * an installed CaDiCaL (Debian's package `cadical`). Default: false.
   */
  readonly checkProofs?: boolean;
  /** Seed of random searches; default 1. */
  readonly seed?: number;
  /** Called with progress messages for readers. */
  readonly onProgress?: (message: string) => void;
  /** Ends the verification; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

interface Effort {
  /** The features of the program, the plan, and the attempts. */
  readonly strategy?: VerificationReport["strategy"];
  readonly techniques: VerificationReport["techniques"];
  /** CPU seconds of all threads and processes from the call on. */
  readonly cpuSeconds: number;
}

interface Answered extends Effort {
  readonly witness: Witness;
  /** Returns the witness as a file; another call differs only in identifier and time. */
  witnessText(format: WitnessFormat): string;
}

export type Verification =
  | (Answered & { readonly verdict: "true"; readonly reason: string })
  | (Answered & {
      readonly verdict: "false";
      /** Name of the violated property, such as `unreach-call`. */
      readonly subproperty: string;
      /** Absent for programs with threads. */
      readonly counterexample?: Trace;
    })
  | (Effort & { readonly verdict: "unknown"; readonly reason: string });

/**
 * Verifies a program in threads or processes of its own. When a limit is reached, the verdict is
 * "unknown" with the reason.
 * @param property - text of a property file, such as `CHECK( init(main()), LTL(G ! overflow) )`
 * @throws InputError with every diagnostic when program or property are faulty.
 * @throws RangeError for an unknown configuration.
 */
export async function verify(
  program: ProgramSource,
  property: string,
  options: VerifyOptions,
): Promise<Verification> {
  const { file } = program;
  const bytes = program.text ?? readFileSync(file);
  const { configuration = "default", seed = 1, dataModel } = options;
  if (!CONFIGURATION_NAMES.includes(configuration)) {
    throw new RangeError(`unknown configuration '${configuration}'`);
  }
  const { onProgress, signal, cores = 1, memoryBytes = 4e9 } = options;
  const { report, cpuSeconds } = await runPortfolio(
    {
      programFile: file,
      programText: bytes.toString(),
      propertyFile: "property",
      propertyText: property,
      dataModel,
      configuration,
      timeLimitSeconds: options.timeLimitSeconds ?? 900,
      seed,
      wantsTrace: true,
      wantsWitness: true,
      checksProofs: options.checkProofs ?? false,
    },
    {
      cores,
      memoryBytes,
      clock: CpuClock.fromNow(),
      ...defined({ onProgress, signal }),
    },
  );
  if (report.verdict === "unknown") return { ...report, cpuSeconds };
  const witnessText = (format: WitnessFormat): string =>
    witnessDocument(report.witness, {
      format,
      programFile: file,
      programHash: sha256Of(bytes),
      propertyText: property,
      dataModel,
      producer: { name: "Agon", version: AGON_VERSION, configuration },
    });
  if (report.verdict === "true") return { ...report, cpuSeconds, witnessText };
  const { trace, ...rest } = report;
  const counterexample = defined({ counterexample: trace });
  return { ...rest, ...counterexample, cpuSeconds, witnessText };
}
export { type CheckOutcome, checkAnswer } from "./check-answer.ts";
export { checkProgram, hostDataModel } from "./check-program.ts";
export { definitionsOf, isStandard, type MacroOption } from "./compiler-options.ts";
export { githubAnnotations } from "./github-annotations.ts";
export { type LassoStep, lassoStory } from "./lasso-story.ts";
export { fixFile, lintFile } from "./lint-file.ts";
export { renderVerificationPage } from "./pages/verification-page.ts";
export { renderWitnessPage } from "./pages/witness-page.ts";
export { runPortfolio } from "./portfolio.ts";
export type { Finding, ProgramAnswer } from "./program-answer.ts";
export type { BuildFile, ProgramBuild } from "./program-build.ts";
export type { ProgramStart } from "./program-start.ts";
export { LimitReached, runInWorker } from "./run-in-worker.ts";
export { runWherePossible } from "./run-where-possible.ts";
export { sarifOf } from "./sarif.ts";
export { invariantsOf, verificationDocument } from "./verification-document.ts";
export type { VerificationJob } from "./verification-job.ts";
