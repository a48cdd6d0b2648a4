/** Common parts of `agon verify` and `agon validate`: reading the task, printing the answer. */
import { type DataModel, MACHINE_MODELS } from "../../contestant/cfront/index.ts";
import { LimitReached, type VerificationReport } from "../../contestant/jobs/index.ts";

import { InputError } from "../../ground/util/errors.ts";
import { UsageError } from "./command.ts";
import { EXIT_CODES } from "./exit-codes.ts";

export function parseDataModel(text: string | undefined): DataModel {
  const known = Object.keys(MACHINE_MODELS);
  if (text === undefined) throw new UsageError(`--data-model is missing (${known.join(" or ")})`);
  if (!known.includes(text)) {
    throw new UsageError(`unknown data model '${text}'; known: ${known.join(", ")}`);
  }
  return text as DataModel;
}

/** `20`, `20s`, `1.5min`: seconds. */
export function parseSeconds(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(s|min|h)?$/.exec(text);
  const factor = { s: 1, min: 60, h: 3600 }[match?.[2] ?? "s"];
  if (match?.[1] === undefined || factor === undefined) {
    throw new UsageError(
      `'${text}' is not a time; expected a number with s, min or h, such as 20s`,
    );
  }
  return Number(match[1]) * factor;
}

/** `4GB`, `500MB`, a plain number of bytes. */
export function parseBytes(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(B|kB|MB|GB)?$/.exec(text);
  const factor = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9 }[match?.[2] ?? "B"];
  if (match?.[1] === undefined || factor === undefined) {
    throw new UsageError(
      `'${text}' is not a size; expected a number with B, kB, MB or GB, such as 4GB`,
    );
  }
  return Number(match[1]) * factor;
}

/** The last line of standard output: `TRUE`, `FALSE(property)` or `UNKNOWN (reason)`. */
export interface Answer {
  readonly verdict: "true" | "false" | "unknown";
  readonly subproperty?: string;
  readonly reason?: string;
}

export function formatAnswer({ verdict, subproperty, reason }: Answer): string {
  if (verdict === "true") return "TRUE";
  if (verdict === "false") return `FALSE(${subproperty ?? "unknown property"})`;
  return `UNKNOWN (${(reason ?? "no reason").replace(/\s+/g, " ")})`;
}

export function answerExitCode(answer: Answer, asExitCode: boolean): number {
  if (!asExitCode || answer.verdict === "true") return EXIT_CODES.done.code;
  return answer.verdict === "false" ? EXIT_CODES.verdictFalse.code : EXIT_CODES.verdictUnknown.code;
}

/** Exit code of a verification, in which faults of Agon may have ended techniques. */
export function verificationExitCode(report: VerificationReport, asExitCode: boolean): number {
  const isFaulty = report.verdict === "unknown" && faultsOf(report).length > 0;
  return isFaulty ? EXIT_CODES.internal.code : answerExitCode(report, asExitCode);
}

/** Faults of Agon that ended techniques, for users who may report them. */
export function faultsOf({ techniques }: VerificationReport): readonly string[] {
  return techniques.flatMap(({ technique, fault }) =>
    fault === undefined ? [] : [`internal error in ${technique}: ${fault}`],
  );
}

/** Turns any error of a worker into UNKNOWN: a contestant never ends without an answer. */
export function failureAnswer(error: unknown): { answer: Answer; exitCode: number } {
  if (error instanceof InputError) {
    console.error(error.message);
    const fault = error.diagnostics.find(({ severity }) => severity === "error");
    const reason = `the input is invalid: ${fault?.message.split("\n")[0] ?? "see above"}`;
    return { answer: { verdict: "unknown", reason }, exitCode: EXIT_CODES.input.code };
  }
  if (error instanceof LimitReached) {
    return {
      answer: { verdict: "unknown", reason: error.message },
      exitCode: EXIT_CODES.done.code,
    };
  }
  // A full disk, missing rights: the kernel's message names the call and the file.
  if (error instanceof Error && "syscall" in error) {
    console.error(`agon: ${error.message}`);
    const answer: Answer = { verdict: "unknown", reason: error.message };
    return { answer, exitCode: EXIT_CODES.environment.code };
  }
  console.error(error instanceof Error ? error.stack : String(error));
  const reason = `internal error: ${error instanceof Error ? error.message : String(error)}`;
  return { answer: { verdict: "unknown", reason }, exitCode: EXIT_CODES.internal.code };
}
