import type { CfaProgram } from "../model/cfa.ts";
import { intrinsicOf } from "../model/intrinsics.ts";
import { mentionedFunctions } from "./mentioned-functions.ts";

/** Whether the program mentions a function that allocates heap blocks. */
export function allocatesBlocks(program: CfaProgram): boolean {
  return [...mentionedFunctions(program)].some((name) => {
    if (program.functions.has(name)) return false;
    const kind = intrinsicOf(name)?.kind;
    return kind === "malloc" || kind === "calloc" || kind === "realloc";
  });
}
