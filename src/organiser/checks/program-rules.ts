/**
 * Rules of the competition for the text of a program (SV-COMP rules, verification tasks; task
 * collection, README).
 */

import { extname } from "node:path";

/** Headers of C11 7 and of POSIX threads: the only ones that a program may include. */
const STANDARD_HEADERS: ReadonlySet<string> = new Set(
  `assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg
  stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype pthread`
    .split(/\s+/)
    .map((name) => `${name}.h`),
);

const LICENSE = /SPDX-License-Identifier|Licen[sc]e/i;
/** Number of characters at the start of a file in which its header may occur. */
const HEADER_CHARACTERS = 4000;

export interface TextFinding {
  readonly line: number;
  readonly message: string;
}

/**
 * Directives that the rules forbid: a program's own macros, headers that are not standard.
 * @param path - preprocessed programs (`.i`) have line markers only
 */
export function directiveFindings(path: string, text: string): readonly TextFinding[] {
  const isPreprocessed = extname(path) === ".i";
  return text.split("\n").flatMap((line, index): readonly TextFinding[] => {
    const message = directiveFault(line, isPreprocessed);
    return message === undefined ? [] : [{ line: index + 1, message }];
  });
}

function directiveFault(line: string, isPreprocessed: boolean): string | undefined {
  const [, name, rest = ""] = /^\s*#\s*([a-z_]+)\b(.*)$/.exec(line) ?? [];
  switch (name) {
    case undefined:
    case "line":
    case "pragma":
    case "ident":
      return undefined;
    case "define":
    case "undef":
      return `#${name}: programs have no macros of their own`;
    case "include":
      return isPreprocessed ? "#include in a preprocessed program" : includeFault(rest);
    default:
      return `#${name}: programs have no directives but #include of standard headers`;
  }
}

function includeFault(rest: string): string | undefined {
  const header = /^\s*<([^>]+)>/.exec(rest)?.[1];
  if (header !== undefined && STANDARD_HEADERS.has(header)) return undefined;
  return `#include ${rest.trim()}: not a header of the C standard, nor pthread.h`;
}

export function hasLicenseHeader(text: string): boolean {
  return LICENSE.test(text.slice(0, HEADER_CHARACTERS));
}
