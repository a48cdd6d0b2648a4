import {
  addressedObject,
  type CfaEdge,
  type CfaProgram,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  type MemoryObject,
  operandsOf,
  typeKey,
  type ValueType,
} from "../../cfa/index.ts";

import type { Placement } from "../address-space.ts";
import { isObject } from "./address.ts";
import { representationOf } from "./representation.ts";
import { isStatic } from "./static-object.ts";
import type { Writer } from "./writer.ts";

/** Decisions about one function: which objects are JavaScript variables, and the frame of the others. */
export interface FunctionPlan {
  readonly cfa: FunctionCfa;
  /** Index of the function in the tables of the run. */
  readonly index: number;
  readonly registers: ReadonlyMap<MemoryObject, string>;
  /** Registers that outlive activations, so that other code may read them. */
  readonly exposed: ReadonlySet<MemoryObject>;
  readonly frame: Placement<MemoryObject>;
  /** Objects of the frame whose block may be left and entered again: each time they get a new address. */
  readonly renewed: ReadonlySet<MemoryObject>;
  readonly usesAlloca: boolean;
  /** Whether it calls `setjmp`. */
  readonly setsJumps: boolean;
  /** Code that ends the activation without a value. */
  exitCode(w: Writer): string;
}

export function allEdges(cfa: FunctionCfa): readonly CfaEdge[] {
  // A plain loop: `flatMap` takes a multiple of its time.
  const edges: CfaEdge[] = [];
  for (const { leaving } of cfa.nodes) for (const edge of leaving) edges.push(edge);
  return edges;
}

/**
 * Scalars that are only ever loaded and stored as a whole, with a type of the same representation.
 * The CFA's `isAddressTaken` gives the same result, but a mistake there must not become a wrong
 * value here.
 */
export function registerCandidates(program: CfaProgram): ReadonlySet<MemoryObject> {
  const candidates = new Set<MemoryObject>();
  const exclude = (address: Expression, type: ValueType | undefined): void => {
    const object = addressedObject(address);
    if (object === undefined) visit(address);
    else if (
      type === undefined ||
      object.scalar === undefined ||
      typeKey(type) !== typeKey(object.scalar)
    ) {
      candidates.delete(object);
    }
  };
  const visit = (expression: Expression): void => {
    if (expression.kind === "load") {
      exclude(expression.address, expression.bitField === undefined ? expression.type : undefined);
    } else if (expression.kind === "address") {
      if (isObject(expression.target)) candidates.delete(expression.target);
    } else {
      for (const child of operandsOf(expression)) visit(child);
    }
  };
  /** Stores into read-only objects are detected in memory. */
  const excludeStored = (address: Expression): void => {
    const object = addressedObject(address);
    if (object?.isReadOnly) candidates.delete(object);
  };
  for (const object of allObjects(program)) {
    if (object.scalar !== undefined && !object.isAddressTaken) candidates.add(object);
  }
  for (const object of program.globals) for (const item of object.initial) visit(item.value);
  for (const cfa of program.functions.values()) {
    for (const edge of allEdges(cfa)) {
      if (edge.kind === "assign") {
        excludeStored(edge.address);
        exclude(edge.address, edge.bitField === undefined ? edge.value.type : undefined);
        visit(edge.value);
      } else if (edge.kind === "call") {
        for (const expression of expressionsOf({ ...edge, result: undefined })) visit(expression);
        if (edge.result !== undefined) {
          excludeStored(edge.result.address);
          exclude(edge.result.address, "scalar" in edge.result ? edge.result.scalar : undefined);
        }
      } else {
        for (const expression of expressionsOf(edge)) visit(expression);
      }
    }
  }
  return candidates;
}

function allObjects(program: CfaProgram): readonly MemoryObject[] {
  return [...program.globals, ...[...program.functions.values()].flatMap((cfa) => cfa.locals)];
}

/** Integers and pointers that are one or two numbers in the generated code. */
export function isOfWords({ scalar }: MemoryObject): boolean {
  const rep = scalar === undefined ? undefined : representationOf(scalar);
  return rep === "word" || rep === "pair";
}

interface PlanOptions extends Pick<FunctionPlan, "usesAlloca" | "setsJumps"> {
  readonly isExposed: boolean;
  readonly arrange: (objects: Iterable<MemoryObject>) => Placement<MemoryObject>;
}

/** Plans a function; `candidates` is empty when every object must be visible to an observer. */
export function planFunction(
  cfa: FunctionCfa,
  index: number,
  candidates: ReadonlySet<MemoryObject>,
  { isExposed, usesAlloca, setsJumps, arrange }: PlanOptions,
  exitCode: (w: Writer, plan: FunctionPlan) => string,
): FunctionPlan {
  const locals = [...new Set([...cfa.parameters, ...cfa.locals])].filter((o) => !isStatic(o));
  const registers = new Map(
    locals.filter((object) => candidates.has(object)).map((o) => [o, `v${o.id}`] as const),
  );
  const exposed = isExposed
    ? [...registers.keys()].filter((o) => isOfWords(o) && !cfa.parameters.includes(o))
    : [];
  const frame = arrange(locals.filter((object) => !registers.has(object)));
  const ended = allEdges(cfa).flatMap((edge) => (edge.kind === "end-scope" ? edge.objects : []));
  const plan: FunctionPlan = {
    cfa,
    index,
    registers,
    exposed: new Set(exposed),
    frame,
    renewed: new Set(ended.filter((object) => frame.offsets.has(object))),
    usesAlloca,
    setsJumps,
    exitCode: (w) => exitCode(w, plan),
  };
  return plan;
}
