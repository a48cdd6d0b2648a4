/** Whether a program has threads: which techniques apply, and whether anything can race. */
import {
  type CfaEdge,
  type CfaProgram,
  type Expression,
  expressionsOf,
  forEachSubexpression,
  intrinsicOf,
} from "../cfa/index.ts";

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
  const mayCreate = (expression: Expression): boolean => {
    let found = false;
    forEachSubexpression(expression, (part) => {
      if (part.kind !== "address" || part.target.kind !== "function") return;
      const { name } = part.target;
      if (program.functions.has(name)) return;
      if (intrinsicOf(name) === undefined || isThreadCreation(name)) found = true;
    });
    return found;
  };
  const isUnread = ({ kind }: CfaEdge): boolean => kind === "unsupported";
  for (const { initial } of program.globals) {
    if (initial.some(({ value }) => mayCreate(value))) return false;
  }
  for (const { isLibrary, nodes } of program.functions.values()) {
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      if (!isLibrary && isUnread(edge)) return false;
      if (expressionsOf(edge).some(mayCreate)) return false;
    }
  }
  return true;
}

function isThreadCreation(name: string): boolean {
  const intrinsic = intrinsicOf(name);
  return intrinsic?.kind === "thread" && intrinsic.operation === "create";
}
