/** Programs that save the values of variables at the entry of a function. */
import type { CfaEdge, CfaNode, CfaProgram, FunctionCfa, MemoryObject } from "../model/cfa.ts";
import { addressOf } from "../model/expressions.ts";
import { numberProgram } from "../model/finish.ts";
import { type Operation, reversePostorder } from "../model/graph.ts";
import { pointerType } from "../model/value-types.ts";

export interface EntryCopies {
  /** The same program, but for assignments at the entries of functions. */
  readonly program: CfaProgram;
  /** For each function, the objects that hold the initial values of others. */
  readonly copies: ReadonlyMap<string, ReadonlyMap<MemoryObject, MemoryObject>>;
  /** The edges of the original program, by those that replace them. */
  readonly originals: ReadonlyMap<CfaEdge, CfaEdge>;
}

/**
 * @param remembered - scalars of a function (parameters, globals) whose initial values are saved
 */
export function withEntryCopies(
  program: CfaProgram,
  remembered: (fn: FunctionCfa) => readonly MemoryObject[],
): EntryCopies {
  const copies = new Map<string, ReadonlyMap<MemoryObject, MemoryObject>>();
  const functions = new Map<string, FunctionCfa>();
  const originals = new Map<CfaEdge, CfaEdge>();
  let id = 1 + allObjects(program).reduce((most, object) => Math.max(most, object.id), 0);
  for (const [name, fn] of program.functions) {
    const own = new Map<MemoryObject, MemoryObject>();
    for (const object of remembered(fn)) {
      own.set(object, {
        ...object,
        id: id++,
        kind: "temporary",
        name: `${object.name}.entry`,
        variable: undefined,
        isAddressTaken: false,
        isReadOnly: false,
        initial: [],
      });
    }
    copies.set(name, own);
    functions.set(name, copiedFunction(program, fn, own, originals));
  }
  numberProgram(functions.values());
  const main = functions.get(program.main.name) as FunctionCfa;
  return { program: { ...program, functions, main }, copies, originals };
}

function allObjects(program: CfaProgram): MemoryObject[] {
  return [...program.globals, ...[...program.functions.values()].flatMap(({ locals }) => locals)];
}

function copiedFunction(
  program: CfaProgram,
  fn: FunctionCfa,
  copies: ReadonlyMap<MemoryObject, MemoryObject>,
  originals: Map<CfaEdge, CfaEdge>,
): FunctionCfa {
  const nodes = new Map<CfaNode, CfaNode>(
    fn.nodes.map((node) => [node, { ...node, leaving: [], entering: [] }]),
  );
  for (const [original, node] of nodes) {
    for (const edge of original.leaving) {
      const copy = { ...edge, source: node, target: nodes.get(edge.target) as CfaNode };
      node.leaving.push(copy);
      originals.set(copy, edge);
    }
  }
  let entry = nodes.get(fn.entry) as CfaNode;
  const range = fn.entry.leaving[0]?.range ?? { start: 0, end: 0 };
  const pointer = pointerType(program.machine.pointerBits / 8);
  for (const [object, copy] of copies) {
    const { scalar } = object;
    if (scalar === undefined) continue;
    const value = { kind: "load", type: scalar, address: addressOf(object, pointer) } as const;
    const operation: Operation = { kind: "assign", address: addressOf(copy, pointer), value };
    const source: CfaNode = { id: 0, functionName: fn.name, leaving: [], entering: [] };
    source.leaving.push({ ...operation, id: 0, range, source, target: entry });
    entry = source;
  }
  const exit = nodes.get(fn.exit) as CfaNode;
  const reached = reversePostorder(entry);
  for (const node of reached) for (const edge of node.leaving) edge.target.entering.push(edge);
  return {
    ...fn,
    entry,
    exit,
    nodes: reached.includes(exit) ? reached : [...reached, exit],
    locals: [...fn.locals, ...copies.values()],
  };
}
