import { isUtf8 } from "node:buffer";
import { defined } from "../../../ground/util/defined.ts";
import { InputError } from "../../../ground/util/errors.ts";

/** A fault of a file in a spool, with the command that repairs it. */
export function damaged(file: string, message: string, line?: number): InputError {
  const hint = "'agon repair SPOOL' moves damaged files aside; runs without a result are repeated";
  return new InputError([
    { severity: "error", code: "invalid-spool", message, file, hint, ...defined({ line }) },
  ]);
}

/**
 * The text of a stored result. Bytes that are not text could be read as another name or word.
 * @throws InputError when the bytes are not all UTF-8.
 */
export function storedText(bytes: Buffer, file: string): string {
  if (!isUtf8(bytes)) throw damaged(file, "not all of it is text in UTF-8");
  return bytes.toString("utf8");
}
