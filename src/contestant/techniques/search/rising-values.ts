/**
 * Finds variables whose larger values only make an error more likely. They are assigned only
 * constants that are not negative and sums of each other, and are read only to test whether they
 * exceed a constant, which is the error. A state with larger values in them, and otherwise equal to
 * another one, can do the same steps and reaches the error if the other does: the order is a
 * simulation, and an exploration needs only the maximal states (antichains: De Wulf, Doyen,
 * Henzinger, Raskin, "Antichains: a new algorithm for checking universality of finite automata",
 * CAV 2006; monotone systems: Abdulla, Čerāns, Jonsson, Tsay, "General decidability theorems for
 * infinite-state systems", LICS 1996).
 *
 * This holds as long as no sum overflows, so the exploration must stop at overflow; then smaller
 * sums do not overflow either, since none is negative.
 */
import {
  type AssumeEdge,
  addressedObject,
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  type MemoryObject,
  mentionedObjects,
  type ValueType,
} from "../../cfa/index.ts";

/** Returns the largest set of static objects that satisfies the rules. */
export function risingObjects(
  program: CfaProgram,
  errorFunctions: ReadonlySet<string>,
): ReadonlySet<MemoryObject> {
  const rising = new Set(program.globals.filter(isCandidate));
  for (let before = -1; before !== rising.size && rising.size > 0; ) {
    before = rising.size;
    for (const fn of program.functions.values()) {
      for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
        if (!keepsOrder(edge, fn, rising, errorFunctions)) {
          for (const object of mentioned(edge)) rising.delete(object);
        }
      }
    }
  }
  return rising;
}

function isCandidate({ kind, scalar, isAddressTaken, isGhost, initial }: MemoryObject): boolean {
  const isPlain = kind === "global" && !isAddressTaken && isGhost !== true;
  return isPlain && scalar !== undefined && isInt(scalar) && initial.every(isNatural);
}

function isInt(type: ValueType): boolean {
  return type.kind === "int" && type.bits === 32 && type.signed;
}

function isNatural({ value, bitField }: MemoryObject["initial"][number]): boolean {
  return bitField === undefined && value.kind === "integer" && value.value >= 0n;
}

/** Returns all objects that an edge mentions by name. */
function mentioned(edge: CfaEdge): ReadonlySet<MemoryObject> {
  return new Set(expressionsOf(edge).flatMap((expression) => [...mentionedObjects(expression)]));
}

/** Whether an edge preserves the order of states. */
function keepsOrder(
  edge: CfaEdge,
  fn: FunctionCfa,
  rising: ReadonlySet<MemoryObject>,
  errorFunctions: ReadonlySet<string>,
): boolean {
  const objects = mentioned(edge);
  if (![...objects].some((object) => rising.has(object))) return true;
  // Stack frames of such functions hold addresses besides values.
  if (fn.isLibrary || fn.result?.kind === "record" || allocates(fn)) return false;
  switch (edge.kind) {
    case "assign": {
      const object = addressedObject(edge.address);
      const isWhole = edge.bitField === undefined && object !== undefined && rising.has(object);
      return isWhole && isSum(edge.value, rising);
    }
    case "assume":
      return isExcess(edge.condition, rising) && leadsToError(edge, errorFunctions);
    case "skip":
    case "declare":
    case "end-scope":
    case "copy":
    case "clear":
    case "call":
    case "return":
    case "unsupported":
      return false;
  }
}

function allocates({ nodes }: FunctionCfa): boolean {
  return nodes.some(({ leaving }) =>
    leaving.some(({ kind, ...edge }) => {
      if (kind !== "call" || !("callee" in edge) || edge.callee.kind !== "address") return false;
      return /alloca/.test(edge.callee.target.name);
    }),
  );
}

/** Whether the value is a sum of constants that are not negative and rising values. */
function isSum(value: Expression, rising: ReadonlySet<MemoryObject>): boolean {
  switch (value.kind) {
    case "integer":
      return value.value >= 0n && isInt(value.type);
    case "load": {
      const object = addressedObject(value.address);
      const isWhole = isInt(value.type) && value.bitField === undefined;
      return isWhole && object !== undefined && rising.has(object);
    }
    case "binary": {
      const { operator, type, left, right } = value;
      return operator === "add" && isInt(type) && isSum(left, rising) && isSum(right, rising);
    }
    case "float":
    case "address":
    case "unary":
    case "compare":
    case "cast":
    case "conditional":
      return false;
  }
}

/** Whether the condition is monotone: if it holds for smaller values, it holds for larger ones. */
function isExcess(condition: Expression, rising: ReadonlySet<MemoryObject>): boolean {
  switch (condition.kind) {
    case "integer":
      return true;
    case "compare": {
      const { operator, type, left, right } = condition;
      if (!isInt(type)) return false;
      const isUpper = operator === "gt" || operator === "ge";
      const isLower = operator === "lt" || operator === "le";
      const [large, small] = isUpper ? [left, right] : [right, left];
      return (isUpper || isLower) && isSum(large, rising) && small.kind === "integer";
    }
    case "conditional": {
      const { whenTrue, whenFalse } = condition;
      const isOr = whenTrue.kind === "integer" && whenTrue.value !== 0n;
      const isAnd = whenFalse.kind === "integer" && whenFalse.value === 0n;
      const parts = [condition.condition, whenTrue, whenFalse];
      return (isOr || isAnd) && parts.every((part) => isExcess(part, rising));
    }
    case "load":
    case "float":
    case "address":
    case "unary":
    case "binary":
    case "cast":
      return false;
  }
}

/** Whether the error function is called immediately where the condition of an edge holds. */
function leadsToError({ source }: AssumeEdge, errorFunctions: ReadonlySet<string>): boolean {
  return source.leaving.every((edge) => {
    if (edge.kind !== "assume") return false;
    return !edge.truth || callsError(edge.target, errorFunctions);
  });
}

function callsError(node: CfaNode, errorFunctions: ReadonlySet<string>): boolean {
  const seen = new Set<CfaNode>();
  for (let at: CfaNode | undefined = node; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const [edge, ...others]: readonly CfaEdge[] = at.leaving;
    if (edge === undefined || others.length > 0) return false;
    if (edge.kind === "call") {
      const { callee } = edge;
      return callee.kind === "address" && errorFunctions.has(callee.target.name);
    }
    at = edge.kind === "skip" ? edge.target : undefined;
  }
  return false;
}
