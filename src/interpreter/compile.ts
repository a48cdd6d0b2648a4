import type { CfaProgram } from "../cfa/cfa.ts";
import { invariant } from "../util/errors.ts";
import type { CompiledProgram, InterpreterOptions } from "./contract.ts";

/** Translates a program into JavaScript functions, once for many runs. */
export function compileProgram(program: CfaProgram, options: InterpreterOptions): CompiledProgram {
  invariant(program === undefined && options === undefined, "the interpreter is not written yet");
  throw new Error();
}
