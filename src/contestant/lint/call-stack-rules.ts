import type { Finding } from "./finding.ts";

/** An edge in the check of call stacks. */
export interface StackEdge {
  readonly target: string;
  readonly enter: string | undefined;
  readonly leave: string | undefined;
  readonly line: number;
  readonly column: number;
}

/** Functions that were entered, innermost first; paths share common parts. */
interface Stack {
  readonly name: string;
  readonly outer: Stack | undefined;
}

/**
 * Checks call stacks along the paths of an automaton, by depth-first search: each node is checked
 * with the stack of the first path that reaches it, as the reference linter does. A function that
 * is entered and left by one edge does not change the stack.
 */
export function checkCallStacks(
  edges: ReadonlyMap<string, readonly StackEdge[]>,
  entry: string,
  report: (finding: Omit<Finding, "file">) => void,
): void {
  const visited = new Set<string>();
  const todo: {
    readonly node: string;
    readonly stack: Stack | undefined;
    readonly by?: StackEdge;
  }[] = [{ node: entry, stack: undefined }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { node, stack, by } = next;
    if (visited.has(node)) continue;
    visited.add(node);
    const leaving = edges.get(node);
    if (leaving === undefined && stack !== undefined) {
      const message = `node ${node} has no leaving edge, but ${stack.name} was not left`;
      report(finding(message, by));
    }
    for (const edge of leaving ?? []) {
      todo.push({ node: edge.target, stack: stackAfter(edge, node, stack, report), by: edge });
    }
  }
}

function stackAfter(
  edge: StackEdge,
  source: string,
  stack: Stack | undefined,
  report: (finding: Omit<Finding, "file">) => void,
): Stack | undefined {
  const { enter, leave, target } = edge;
  if (enter === leave) return stack;
  let after = stack;
  if (leave !== undefined) {
    const trying = `edge ${source} → ${target} returns from ${leave}`;
    if (stack === undefined) report(finding(`${trying}, but no function was entered`, edge));
    else if (stack.name === leave) after = stack.outer;
    else report(finding(`${trying}, but the path is in ${stack.name}`, edge));
  }
  return enter === undefined ? after : { name: enter, outer: after };
}

function finding(message: string, edge: StackEdge | undefined): Omit<Finding, "file"> {
  const place = edge === undefined ? {} : { line: edge.line, column: edge.column };
  return { severity: "error", code: "call-stack", message, ...place };
}
