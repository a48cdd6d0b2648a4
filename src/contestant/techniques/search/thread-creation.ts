/** Whether a program has threads: which techniques apply, and whether anything can race. */
import {
  type CfaProgram,
  type FunctionCfa,
  intrinsicOf,
  mentionedFunctions,
} from "../../cfa/index.ts";

/** Whether the program calls what is known to create a thread. */
export function createsThreads(program: CfaProgram): boolean {
  return [...program.functions.values()].some((fn) => createsThread(program, fn));
}

/** Whether a function calls what is known to create a thread; models of libraries do. */
export function createsThread({ functions }: CfaProgram, { nodes }: FunctionCfa): boolean {
  return nodes.some(({ leaving }) =>
    leaving.some((edge) => {
      if (edge.kind !== "call" || edge.callee.kind !== "address") return false;
      const { target } = edge.callee;
      const isDefined = target.kind !== "function" || functions.has(target.name);
      return !isDefined && isThreadCreation(target.name);
    }),
  );
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

/** Whether the program mentions what waits; models of libraries do. Who never waits is in no deadlock. */
export function mayWait(program: CfaProgram): boolean {
  return [...mentionedFunctions(program)].some((name) => {
    const intrinsic = intrinsicOf(name);
    return intrinsic?.kind === "thread" && /^wait/.test(intrinsic.operation);
  });
}

function isThreadCreation(name: string): boolean {
  const intrinsic = intrinsicOf(name);
  return intrinsic?.kind === "thread" && intrinsic.operation === "create";
}
