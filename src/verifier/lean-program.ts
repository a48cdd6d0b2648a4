import { withoutIdleLoops } from "../cfa/index.ts";
import { asksOnlyFor, type Specification } from "../specification/index.ts";
import { createsThreads } from "../techniques/index.ts";
import type { LoadedProgram } from "./load-program.ts";

/** The program without loops that have no effect, where nothing but calls of functions is asked for; or itself. */
export function leanProgram<Program extends Pick<LoadedProgram, "program">>(
  loaded: Program,
  specification: Specification,
): Program {
  if (!asksOnlyFor(specification, "call") || createsThreads(loaded.program)) return loaded;
  const program = withoutIdleLoops(loaded.program);
  return program === loaded.program ? loaded : { ...loaded, program };
}
