/**
 * Conditional constant propagation (Wegman, Zadeck: "Constant propagation with
 * conditional branches", TOPLAS 1991, here over the CFA instead of SSA form):
 * integers that are the same in every execution that reaches a place are
 * written out, and branches that never are taken disappear.
 *
 * Followed are the integer variables that no pointer designates: automatic
 * ones in each function, and static ones that nothing ever stores into.
 */
import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import type {
  CfaEdge,
  CfaNode,
  CfaProgram,
  FunctionCfa,
  IntegerConstant,
  MemoryObject,
} from "../model/cfa.ts";
import { addressedObject } from "../model/expression-properties.ts";
import { constantTruth, integer } from "../model/expressions.ts";
import { sameValueType } from "../model/value-types.ts";
import { rewriteProgram } from "./rewrite.ts";
import { type Lookup, substitute, substituteInEdge } from "./substitute.ts";

/** Variables with a known value; all others may have any. */
type Constants = ReadonlyMap<MemoryObject, IntegerConstant>;

/** Returns the same program with constants written out, without the branches that they exclude. */
export function propagateConstants(program: CfaProgram): CfaProgram {
  const globals = constantGlobals(program);
  const states = new Map<CfaNode, Constants>();
  for (const cfa of program.functions.values()) analyse(cfa, globals, states);
  return rewriteProgram(program, (edge) => {
    const state = states.get(edge.source);
    if (state === undefined) return undefined;
    const lookup = lookupIn(state, globals);
    return leadsNowhere(edge, lookup) ? undefined : { operation: substituteInEdge(edge, lookup) };
  });
}

/** Finds the constants among the function's own variables before each reachable node. */
function analyse(cfa: FunctionCfa, globals: Constants, states: Map<CfaNode, Constants>): void {
  const locals = new Set(cfa.locals.filter(isFollowed));
  states.set(cfa.entry, new Map());
  const work = new Set<CfaNode>([cfa.entry]);
  for (const node of work) {
    work.delete(node);
    const state = states.get(node) as Constants;
    const lookup = lookupIn(state, globals);
    for (const edge of node.leaving) {
      if (leadsNowhere(edge, lookup)) continue;
      const before = states.get(edge.target);
      const after = transfer(edge, state, lookup, locals);
      const joined = before === undefined ? after : join(before, after);
      if (joined === before) continue;
      states.set(edge.target, joined);
      work.add(edge.target);
    }
  }
}

function isFollowed(object: MemoryObject): boolean {
  const isVolatile = object.type.volatile === true;
  return object.scalar?.kind === "int" && !object.isAddressTaken && !isVolatile;
}

function lookupIn(locals: Constants, globals: Constants): Lookup {
  return ({ address, type, bitField }) => {
    const object = addressedObject(address);
    if (object === undefined || bitField !== undefined) return undefined;
    const known = locals.get(object) ?? globals.get(object);
    return known !== undefined && sameValueType(known.type, type) ? known : undefined;
  };
}

/** Whether the edge's condition is constant and never holds. */
function leadsNowhere(edge: CfaEdge, lookup: Lookup): boolean {
  // A single edge on a constant stays: every node keeps a successor.
  if (edge.kind !== "assume" || edge.source.leaving.length === 1) return false;
  const truth = constantTruth(substitute(edge.condition, lookup));
  return truth !== undefined && truth !== edge.truth;
}

function transfer(
  edge: CfaEdge,
  state: Constants,
  lookup: Lookup,
  locals: ReadonlySet<MemoryObject>,
): Constants {
  const written = writtenObject(edge);
  if (written?.scalar === undefined || !locals.has(written)) return state;
  const known = state.get(written);
  const value = edge.kind === "assign" ? substitute(edge.value, lookup) : undefined;
  if (value?.kind === "integer" && sameValueType(value.type, written.scalar)) {
    return known?.value === value.value ? state : new Map(state).set(written, value);
  }
  if (known === undefined) return state;
  const after = new Map(state);
  after.delete(written);
  return after;
}

/** Returns the object to which the edge assigns, when it names it. */
function writtenObject(edge: CfaEdge): MemoryObject | undefined {
  switch (edge.kind) {
    case "declare":
      return edge.object;
    case "assign":
      return addressedObject(edge.address);
    case "call":
      return edge.result && addressedObject(edge.result.address);
    case "skip":
    case "assume":
    case "copy":
    case "clear":
    case "return":
    case "end-scope":
    case "unsupported":
      return undefined;
    default:
      return unreachableKind(edge);
  }
}

/** Returns the constants of both; `before` itself when nothing is lost. */
function join(before: Constants, other: Constants): Constants {
  const lost = [...before].filter(([object, { value }]) => other.get(object)?.value !== value);
  if (lost.length === 0) return before;
  const joined = new Map(before);
  for (const [object] of lost) joined.delete(object);
  return joined;
}

/** Static integers that are read only: their initial values. */
function constantGlobals(program: CfaProgram): Constants {
  const written = new Set<MemoryObject>();
  for (const { nodes } of program.functions.values()) {
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      const object = writtenObject(edge);
      if (object !== undefined) written.add(object);
    }
  }
  const constants = new Map<MemoryObject, IntegerConstant>();
  for (const object of program.globals) {
    const { scalar, initial } = object;
    if (scalar?.kind !== "int" || written.has(object) || !isFollowed(object)) continue;
    const value = initial.length === 0 ? integer(scalar, 0n) : initial.at(-1)?.value;
    if (value?.kind === "integer" && sameValueType(value.type, scalar)) {
      constants.set(object, value as IntegerConstant);
    }
  }
  return constants;
}
