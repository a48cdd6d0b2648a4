/** Whether a program has threads: which techniques apply, and whether anything can race. */
import { type CfaProgram, intrinsicOf, mentionedFunctions } from "../../cfa/index.ts";

/** Whether the program calls what is known to create a thread. */
export function createsThreads(program: CfaProgram): boolean {
  for (const fn of program.functions.values()) {
    for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
      if (edge.kind !== "call" || edge.callee.kind !== "address") continue;
      const { target } = edge.callee;
      if (target.kind !== "function" || program.functions.has(target.name)) continue;
      if (isThreadCreation(target.name)) return true;
    }
  }
  return false;
}

/**
 * Whether no execution can have a second thread, whatever it calls: every
 * function that is mentioned, called or not, has a body or is known not to
 * create one, and no statement of the program is left unread.
 */
export function hasOneThread(program: CfaProgram): boolean {
  for (const name of mentionedFunctions(program)) {
    const fn = program.functions.get(name);
    // What nobody defines might create one: nothing is assumed here.
    if (fn?.isExternal === true) return false;
    if (fn !== undefined) continue;
    if (intrinsicOf(name) === undefined || isThreadCreation(name)) return false;
  }
  const own = [...program.functions.values()].filter(({ isLibrary }) => !isLibrary);
  const edges = own.flatMap(({ nodes }) => nodes.flatMap(({ leaving }) => leaving));
  return edges.every(({ kind }) => kind !== "unsupported");
}

function isThreadCreation(name: string): boolean {
  const intrinsic = intrinsicOf(name);
  return intrinsic?.kind === "thread" && intrinsic.operation === "create";
}
