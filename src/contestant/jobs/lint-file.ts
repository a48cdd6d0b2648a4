import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { isGzip, readWitnessPieces } from "../../ground/files/index.ts";
import { InputError } from "../../ground/util/errors.ts";
import {
  type Finding,
  FixApplier,
  type LintReport,
  type LintTask,
  WitnessLinter,
} from "../lint/index.ts";

/** Lints a file of any size. @throws InputError when it does not exist. */
export async function lintFile(path: string, task: LintTask): Promise<LintReport> {
  // A missing file is a fault of the command line, not of a witness.
  isGzip(path);
  const linter = new WitnessLinter(path, task);
  try {
    for await (const text of readWitnessPieces(path)) if (!linter.write(text)) break;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    for (const { message } of error.diagnostics) linter.fault(message);
  }
  return linter.finish();
}

/** Applies the fixes of findings and replaces the file atomically; returns the fixed findings. */
export async function fixFile(
  path: string,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const fixes = new FixApplier(findings);
  if (fixes.applied.length === 0) return [];
  const compressed = isGzip(path);
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, "w", 0o644);
  try {
    let rest = "";
    // A gzip file may have several members: every piece becomes one.
    const write = (text: string): void => {
      const bytes = compressed ? gzipSync(text) : Buffer.from(text);
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    };
    for await (const piece of readWitnessPieces(path)) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      const changed = lines.flatMap((line) => fixes.next(line));
      if (changed.length > 0) write(`${changed.join("\n")}\n`);
    }
    if (rest !== "") write(fixes.next(rest).join("\n"));
    fsyncSync(file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  return fixes.applied;
}
