import type { CfaProgram } from "../../cfa/index.ts";
import type { InterpreterOptions } from "../contract.ts";
import { codeKey, codeOptions } from "./code-options.ts";
import { type GeneratedProgram, generateProgram } from "./program.ts";

/** A program is replayed with few different options. */
const MAX_PER_PROGRAM = 4;

const known = new WeakMap<CfaProgram, Map<string, GeneratedProgram>>();

/**
 * The same as {@link generateProgram}, once for all users that execute the program with the same
 * options: a counterexample is replayed by the search, its simplification, the trace and the
 * explanation.
 */
export function generatedProgram(
  program: CfaProgram,
  options: InterpreterOptions,
  environment: readonly string[],
): GeneratedProgram {
  const relevant = codeOptions(options);
  const key = codeKey(relevant);
  let codes = known.get(program);
  if (codes === undefined) {
    codes = new Map();
    known.set(program, codes);
  }
  let code = codes.get(key);
  if (code === undefined) {
    code = generateProgram(program, relevant, environment);
    const [oldest] = codes.size < MAX_PER_PROGRAM ? [] : codes.keys();
    if (oldest !== undefined) codes.delete(oldest);
    codes.set(key, code);
  }
  return code;
}
