/**
 * Decides whether a program has threads, which determines the techniques that apply and whether
 * races are possible.
 */
import {
  type CfaProgram,
  type FunctionCfa,
  intrinsicOf,
  mentionedFunctions,
} from "../../cfa/index.ts";

/** Whether the program calls a function that is known to create a thread. */
export function createsThreads(program: CfaProgram): boolean {
  return [...program.functions.values()].some((fn) => createsThread(program, fn));
}

/** Whether a function calls one that is known to create a thread; models of libraries do. */
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
 * Whether no execution can have a second thread, regardless of its calls: every function that is
 * mentioned, called or not, has a body or is known not to create one, and no statement of the
 * program was skipped by the front end.
 */
export function hasOneThread(program: CfaProgram): boolean {
  for (const name of mentionedFunctions(program)) {
    const fn = program.functions.get(name);
    // A function without a definition might create a thread: no assumption is made here.
    if (fn?.isExternal === true) return false;
    if (fn !== undefined) continue;
    if (intrinsicOf(name) === undefined || isThreadCreation(name)) return false;
  }
  const own = [...program.functions.values()].filter(({ isLibrary }) => !isLibrary);
  const edges = own.flatMap(({ nodes }) => nodes.flatMap(({ leaving }) => leaving));
  return edges.every(({ kind }) => kind !== "unsupported");
}

/**
 * Whether the program mentions a waiting operation; models of libraries do. A program that never
 * waits has no deadlock.
 */
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
