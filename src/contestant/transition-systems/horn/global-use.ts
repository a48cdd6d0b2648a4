/** The globals that functions access, and those whose initial values their predicates have to remember. */

import {
  type CfaEdge,
  type CfaProgram,
  callGraph,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  forEachSubexpression,
  type MemoryObject,
} from "../../cfa/index.ts";

import { isFollowed } from "./integer-encoder.ts";

/**
 * By function, the variables whose initial values are arguments of its predicates: parameters that it changes, and
 * globals that it or its callees change.
 */
export function rememberedObjects(program: CfaProgram): Map<string, readonly MemoryObject[]> {
  const functions = [...program.functions.values()];
  const uses = globalUses(program, functions, callGraph(program, "direct").callees);
  return new Map(
    functions
      .filter((fn) => fn !== program.main)
      .map((fn) => [fn.name, remembered(fn, uses.get(fn.name) as GlobalUse)]),
  );
}

/** The objects of `rememberedObjects` for one function. */
export function remembered(fn: FunctionCfa, { written }: GlobalUse): MemoryObject[] {
  const assigned = new Set(
    fn.nodes.flatMap(({ leaving }) => leaving.flatMap((edge) => writtenObject(edge) ?? [])),
  );
  const changed = fn.parameters.filter((object) => isFollowed(object) && assigned.has(object));
  return [...changed, ...written];
}

/** Globals that a function and its callees access. */
export interface GlobalUse {
  readonly used: Set<MemoryObject>;
  readonly written: Set<MemoryObject>;
}

/** By the name of the function. */
export function globalUses(
  program: CfaProgram,
  functions: readonly FunctionCfa[],
  callees: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, GlobalUse> {
  const globals = new Set(program.globals.filter(isFollowed));
  const uses = new Map<string, GlobalUse>();
  for (const fn of functions) {
    const use = { used: new Set<MemoryObject>(), written: new Set<MemoryObject>() };
    for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
      for (const expression of expressionsOf(edge)) {
        forEachSubexpression(expression, (part) => {
          const object = objectAt(part);
          if (object !== undefined && globals.has(object)) use.used.add(object);
        });
      }
      const written = writtenObject(edge);
      if (written !== undefined && globals.has(written)) use.written.add(written);
    }
    uses.set(fn.name, use);
  }
  for (let changes = true; changes; ) {
    changes = false;
    for (const [name, use] of uses) {
      const before = use.used.size + use.written.size;
      for (const callee of callees.get(name) ?? []) {
        const inner = uses.get(callee);
        for (const object of inner?.used ?? []) use.used.add(object);
        for (const object of inner?.written ?? []) use.written.add(object);
      }
      if (use.used.size + use.written.size > before) changes = true;
    }
  }
  return uses;
}

/** The object whose address an expression is. */
export function objectAt(address: Expression): MemoryObject | undefined {
  return address.kind === "address" && address.target.kind !== "function"
    ? address.target
    : undefined;
}

function writtenObject(edge: CfaEdge): MemoryObject | undefined {
  if (edge.kind === "declare") return edge.object;
  if (edge.kind === "assign") return objectAt(edge.address);
  if (edge.kind === "call" && edge.result !== undefined) return objectAt(edge.result.address);
  return undefined;
}
