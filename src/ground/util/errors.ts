import { type Diagnostic, formatDiagnostic } from "./diagnostic.ts";

/** A fault of an input file; carries every diagnostic that was found. Exit code 4. */
export class InputError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: { readonly cause: unknown }) {
    super(diagnostics.map(formatDiagnostic).join("\n"), options);
    this.name = "InputError";
    this.diagnostics = diagnostics;
  }
}

/** A fault of use or of the environment, with a stable code and advice. Exit code 3. */
export class PlatformError extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "PlatformError";
    this.code = code;
    this.hint = options.hint;
  }
}

/** A bug of Agon itself: thrown when a condition that the code relies on does not hold. Exit code 70. */
export class InvariantError extends Error {
  constructor(message: string) {
    super(`internal error: ${message}`);
    this.name = "InvariantError";
  }
}

/** Throws an {@link InvariantError} unless `condition` holds. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** For the default branch of an exhaustive switch. */
export function unreachable(value: never): never {
  throw new InvariantError(`unexpected value ${String(value)}`);
}

/** The reason in words why a file could not be opened or read, for an error of the file system. */
export function unreadableReason(error: unknown): string {
  const { code, message = String(error) } = error as { code?: string; message?: string };
  switch (code) {
    case "ENOENT":
      return "there is no such file";
    case "EISDIR":
      return "this is a folder, expected a file";
    case "EACCES":
      return "there is no permission to read it";
    default:
      return `cannot be read: ${message}`;
  }
}
