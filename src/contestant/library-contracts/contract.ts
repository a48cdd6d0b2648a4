/**
 * Demands and promises of the C library for one function. Every engine reads these facts from the one table
 * (library-contracts.ts); the C models (cfa/library) begin with the accesses that the contract names.
 */
import type { ErrorName } from "./error-numbers.ts";

/**
 * Memory that a call accesses, which therefore has to be valid: a function never reads or writes memory that is not
 * required to be valid (C11 7.1.4p1). `of` is the name of a parameter.
 */
export type Access = AccessKind & {
  /**
   * Whether the C model, or the intrinsic, makes the access itself; otherwise it is made at the beginning of the
   * call.
   */
  readonly isImplemented?: true;
};

type AccessKind =
  /** A string is read up to its end, or to a number of bytes: a C expression over the parameters. */
  | {
      readonly kind: "string";
      readonly of: string;
      readonly most?: string;
      readonly mayBeNull: boolean;
    }
  /** A number of bytes is accessed, given as a C expression over the parameters. */
  | {
      readonly kind: "bytes";
      readonly of: string;
      readonly size: string;
      readonly mode: AccessMode;
      readonly mayBeNull: boolean;
    }
  /** An open stream. */
  | { readonly kind: "stream"; readonly of: string; readonly mayBeNull: boolean }
  /**
   * A format of `printf`'s family: it is read, and so is the memory that its conversions need from the arguments
   * behind it.
   */
  | { readonly kind: "format"; readonly of: string; readonly arguments: "listed" | "hidden" }
  /** State of the library that the function changes without a lock: two calls of its users race (C11 7.1.4p5). */
  | { readonly kind: "state"; readonly name: string };

/**
 * `read` and `write` are accesses that may race. A `use` is one of an object of synchronisation or a stream: it has
 * to be there, and calls that use it order themselves.
 */
export type AccessMode = "read" | "write" | "use";

export interface Contract {
  readonly name: string;
  /** Header that declares the function. */
  readonly header: string;
  /** The declaration in C, without the semicolon. */
  readonly prototype: string;
  /** Names of the parameters. */
  readonly parameters: readonly string[];
  readonly accesses: readonly Access[];
  /**
   * For functions that return an error number (`<pthread.h>`): the possible ones, except 0; none: the result is 0.
   * Undefined for functions with another kind of result.
   */
  readonly errors: readonly string[] | undefined;
  /** For functions that report a failure by their result and `errno`: its possible numbers; otherwise undefined. */
  readonly fails: readonly ErrorName[] | undefined;
}

/** A part of an entry of the table. */
export type Clause =
  | Access
  | { readonly kind: "errors"; readonly names: readonly string[] }
  | { readonly kind: "fails"; readonly names: readonly ErrorName[] };

export function string(of: string, most?: string): Access {
  return { kind: "string", of, mayBeNull: false, ...(most === undefined ? {} : { most }) };
}

export function reads(of: string, size: string): Access {
  return { kind: "bytes", of, size, mode: "read", mayBeNull: false };
}

export function writes(of: string, size: string): Access {
  return { kind: "bytes", of, size, mode: "write", mayBeNull: false };
}

/** An object of synchronisation. */
export function uses(of: string, size: string): Access {
  return { kind: "bytes", of, size, mode: "use", mayBeNull: false };
}

export function stream(of: string): Access {
  return { kind: "stream", of, mayBeNull: false };
}

/** The values behind the format are arguments of the call. */
export function format(of: string): Access {
  return { kind: "format", of, arguments: "listed" };
}

/** The values behind the format are in a `va_list`. */
export function hiddenFormat(of: string): Access {
  return { kind: "format", of, arguments: "hidden" };
}

export function state(name: string): Access {
  return { kind: "state", name };
}

/** The access happens unless the pointer is null. */
export function orNull(access: Access): Access {
  return "mayBeNull" in access ? { ...access, mayBeNull: true } : access;
}

/** The implementation of the function makes the access itself. */
export function implemented(access: Access): Access {
  return { ...access, isImplemented: true };
}

/** The function returns 0, or one of these error numbers. */
export function errors(...names: readonly string[]): Clause {
  return { kind: "errors", names };
}

/** The function tells a failure by its result, and then by `errno`: one of these. */
export function failing(...names: readonly ErrorName[]): Clause {
  return { kind: "fails", names };
}

/** Entries of one header: prototypes with their contracts. */
export function contracts(
  header: string,
  entries: readonly (readonly [prototype: string, ...clauses: Clause[]])[],
): Contract[] {
  return entries.map(([prototype, ...clauses]) => contract(header, prototype, clauses));
}

function contract(header: string, prototype: string, clauses: readonly Clause[]): Contract {
  const parameters = parameterNames(prototype);
  const accesses = clauses.filter(
    (clause): clause is Access => clause.kind !== "errors" && clause.kind !== "fails",
  );
  for (const access of accesses) {
    if ("of" in access && !parameters.includes(access.of)) {
      throw new Error(`${prototype} has no parameter '${access.of}'`);
    }
  }
  const numbers = clauses.find((clause) => clause.kind === "errors");
  const failures = clauses.find((clause) => clause.kind === "fails");
  return {
    name: functionName(prototype),
    header,
    prototype,
    parameters,
    accesses,
    errors: numbers?.kind === "errors" ? numbers.names : undefined,
    fails: failures?.kind === "fails" ? failures.names : undefined,
  };
}

function functionName(prototype: string): string {
  const name = /(\w+)\(/.exec(prototype)?.[1];
  if (name === undefined) throw new Error(`no function in ${prototype}`);
  return name;
}

/** The names in a C parameter list; `void` and `...` are none. */
export function parameterNames(prototype: string): string[] {
  const list = prototype.slice(prototype.indexOf("(") + 1, prototype.lastIndexOf(")"));
  return splitParameters(list).flatMap((parameter) => {
    const text = parameter.trim();
    if (text === "" || text === "void" || text === "...") return [];
    const name = /\(\*(\w+)\)/.exec(text)?.[1] ?? /(\w+)(?:\[\w*\])?$/.exec(text)?.[1];
    if (name === undefined) throw new Error(`a parameter without a name: ${prototype}`);
    return [name];
  });
}

/** At commas outside of parentheses. */
function splitParameters(list: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of list) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}
