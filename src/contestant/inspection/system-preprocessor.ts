/** `--cpp`: uses the preprocessor of the system instead of ours. */
import { spawnSync } from "node:child_process";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { InputError, PlatformError } from "../../ground/util/errors.ts";
import { decodeSource } from "../../ground/util/source-bytes.ts";
import type { DataModel } from "../cfront/index.ts";

const FLAGS: Readonly<Record<DataModel, string>> = { ILP32: "-m32", LP64: "-m64" };
const MAX_OUTPUT_BYTES = 2 ** 30;
const FAULT = /^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$/gm;

/**
 * The text of the file after preprocessing, with line markers; the path does not begin with a dash.
 * @throws PlatformError when there is no working `cpp`; InputError when it refuses the file.
 */
export function preprocessWithSystem(path: string, dataModel: DataModel): string {
  const flag = FLAGS[dataModel];
  const { error, status, stdout, stderr } = spawnSync("cpp", [flag, path], {
    maxBuffer: MAX_OUTPUT_BYTES,
    encoding: "buffer",
  });
  const cause = error as NodeJS.ErrnoException | undefined;
  if (cause !== undefined) {
    throw new PlatformError(
      "no-preprocessor",
      cause.code === "ENOENT" ? "--cpp needs the program 'cpp'" : `cpp: ${cause.message}`,
      { hint: "install gcc's preprocessor (apt-get install cpp), or leave out --cpp", cause },
    );
  }
  if (status === 0) return decodeSource(stdout);
  const complaint = stderr.toString();
  const diagnostics = [...complaint.matchAll(FAULT)].map(
    ([, file, line, column, message]): Diagnostic => ({
      severity: "error",
      code: "preprocessor",
      message: message as string,
      file: file as string,
      line: Number(line),
      column: Number(column),
      hint: "this is the system's preprocessor speaking; without --cpp Agon uses its own headers",
    }),
  );
  if (diagnostics.length > 0) throw new InputError(diagnostics);
  throw new PlatformError("preprocessor-failed", `cpp ${flag} failed: ${complaint.trim()}`);
}
