/**
 * Whether a program without inputs has one execution only. What C leaves
 * unspecified and the interpreter decides in its own way must not matter:
 * where objects lie in memory, what an object holds whose declaration was
 * jumped over, and results of library functions that C leaves open.
 */
import {
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  forEachSubexpression,
  intrinsicOf,
  type MemoryObject,
} from "../cfa/index.ts";

/** More work than this for one function is not spent. */
const MAX_VISITS = 20_000_000;

/** False when another execution cannot be excluded. */
export function hasSingleExecution(program: CfaProgram): boolean {
  for (const fn of program.functions.values()) {
    if (edgesOf(fn).some((edge) => isOpen(program, edge))) return false;
    // Agon's own models of library functions declare what they use.
    if (!fn.isLibrary && mayMissDeclaration(fn)) return false;
  }
  return true;
}

function edgesOf(fn: FunctionCfa): CfaEdge[] {
  return fn.nodes.flatMap((node) => node.leaving);
}

function isOpen(program: CfaProgram, edge: CfaEdge): boolean {
  if (edge.kind === "skip" && edge.open !== undefined) return true;
  for (const expression of expressionsOf(edge)) {
    let found = false;
    forEachSubexpression(expression, (part) => {
      found ||= dependsOnLayout(part);
    });
    if (found) return true;
  }
  if (edge.kind !== "call" || edge.callee.kind !== "address") return false;
  const { target } = edge.callee;
  if (target.kind !== "function" || program.functions.has(target.name)) return false;
  const intrinsic = intrinsicOf(target.name);
  // Threads go on in any order; what `longjmp` leaves in variables is indeterminate.
  if (intrinsic?.kind === "thread" && intrinsic.operation === "create") return true;
  if (intrinsic?.kind === "longjmp") return true;
  // The number that `signbit` gives for true; which of two zeros (C11 7.12.3.6, 7.12.12.2).
  return intrinsic?.kind === "float" && ["signbit", "fmin", "fmax"].includes(intrinsic.operation);
}

/** Whether the value of an operation on pointers may be another one where objects lie elsewhere. */
function dependsOnLayout(expression: Expression): boolean {
  const isObject = ({ kind, type }: Expression): boolean =>
    type.kind === "pointer" && kind !== "integer";
  switch (expression.kind) {
    case "cast":
      return expression.type.kind !== "pointer" && isObject(expression.operand);
    // Within one object it would not, but that is not known here.
    case "compare":
      return isObject(expression.left) && isObject(expression.right);
    case "binary":
      return expression.operator === "sub" && isObject(expression.right);
    default:
      return false;
  }
}

/** Whether some path leads to a use of a local object without its declaration since its block was entered. */
function mayMissDeclaration(fn: FunctionCfa): boolean {
  const edges = edgesOf(fn);
  const declared = new Set<MemoryObject>();
  const starts = new Map<MemoryObject, CfaNode[]>();
  for (const edge of edges) {
    if (edge.kind === "declare") declared.add(edge.object);
    if (edge.kind !== "end-scope") continue;
    for (const object of edge.objects) {
      starts.set(object, [...(starts.get(object) ?? []), edge.target]);
    }
  }
  if (declared.size * edges.length > MAX_VISITS) return true;
  const uses = new Map(edges.map((edge) => [edge, objectsIn(edge)] as const));
  for (const object of declared) {
    const seen = new Set<CfaNode>();
    const work = [fn.entry, ...(starts.get(object) ?? [])];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      for (const edge of node.leaving) {
        if (edge.kind === "declare" && edge.object === object) continue;
        if (uses.get(edge)?.has(object)) return true;
        work.push(edge.target);
      }
    }
  }
  return false;
}

function objectsIn(edge: CfaEdge): ReadonlySet<MemoryObject> {
  const found = new Set<MemoryObject>();
  for (const expression of expressionsOf(edge)) {
    forEachSubexpression(expression, (part) => {
      if (part.kind === "address" && part.target.kind !== "function") found.add(part.target);
    });
  }
  return found;
}
