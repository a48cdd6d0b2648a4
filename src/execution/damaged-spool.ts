import { defined } from "../util/defined.ts";
import { InputError } from "../util/errors.ts";

/** A fault of a file in a spool, with the command that mends it. */
export function damaged(file: string, message: string, line?: number): InputError {
  const hint =
    "'agon repair SPOOL' moves what is damaged aside; runs without a result are repeated";
  return new InputError([
    { severity: "error", code: "invalid-spool", message, file, hint, ...defined({ line }) },
  ]);
}
