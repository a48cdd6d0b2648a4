/** The use of array elements in a function, according to its text. */
import { expressionsOf, type FunctionCfa, type MemoryObject } from "../../../cfa/index.ts";
import type { ArrayUse, FlagVariable } from "./array-candidate.ts";
import {
  arrayOf,
  arrayPredicates,
  indexVariables,
  isElement,
  variableOf,
} from "./array-predicates.ts";

const MAX_FLAGS = 2;
const MAX_FLAG_VALUES = 2;

export function arrayUseOf(fn: FunctionCfa): ArrayUse {
  const taken = takenInto(fn);
  return {
    predicates: arrayPredicates(fn),
    flags: flagVariables(fn),
    indices: indicesIn(fn),
    taken: new Set(taken.keys()),
    moved: movedWithin(fn, taken),
  };
}

/** Whether a function moves elements within an array, as sorting functions do. */
export function movesElements(fn: FunctionCfa): boolean {
  return movedWithin(fn, takenInto(fn)).size > 0;
}

/** Flags that record an observation: `sorted = 1; … if (…) sorted = 0;`. */
function flagVariables(fn: FunctionCfa): FlagVariable[] {
  const values = new Map<MemoryObject, Set<bigint> | undefined>();
  for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
    if (edge.kind !== "assign" || edge.address.kind !== "address") continue;
    const { target } = edge.address;
    if (target.kind === "function" || target.isAddressTaken) continue;
    const { value } = edge;
    if (value.kind !== "integer" || (values.get(target) === undefined && values.has(target))) {
      values.set(target, undefined);
    } else {
      values.set(target, (values.get(target) ?? new Set()).add(value.value));
    }
  }
  return [...values]
    .flatMap(([object, assigned]) =>
      assigned?.size === MAX_FLAG_VALUES ? [{ object, values: [...assigned] }] : [],
    )
    .slice(0, MAX_FLAGS);
}

/** Variables that elements are assigned to, with the arrays of the elements: `x = a[i]`. */
function takenInto(fn: FunctionCfa): ReadonlyMap<MemoryObject, ReadonlySet<string>> {
  const taken = new Map<MemoryObject, Set<string>>();
  for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
    if (edge.kind !== "assign" || edge.address.kind !== "address") continue;
    const { target } = edge.address;
    const { value } = edge;
    if (target.kind !== "function" && value.kind === "load" && isElement(value.address)) {
      taken.set(target, (taken.get(target) ?? new Set()).add(arrayOf(value.address)));
    }
  }
  return taken;
}

/** Local variables in the indices of elements. */
function indicesIn(fn: FunctionCfa): ReadonlySet<MemoryObject> {
  const found = new Set<MemoryObject>();
  for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
    const stored =
      edge.kind === "assign"
        ? [{ kind: "load", type: edge.value.type, address: edge.address } as const]
        : [];
    for (const expression of [...expressionsOf(edge), ...stored]) {
      for (const variable of indexVariables(expression)) found.add(variable);
    }
  }
  return found;
}

/**
 * Arrays in which a function stores elements of the same array, or variables that such elements were assigned to.
 */
function movedWithin(
  fn: FunctionCfa,
  taken: ReadonlyMap<MemoryObject, ReadonlySet<string>>,
): ReadonlySet<string> {
  const moved = new Set<string>();
  for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
    if (edge.kind !== "assign" || !isElement(edge.address)) continue;
    const array = arrayOf(edge.address);
    const variable = variableOf(edge.value);
    const isMoved =
      variable !== undefined
        ? taken.get(variable)?.has(array) === true
        : edge.value.kind === "load" &&
          isElement(edge.value.address) &&
          arrayOf(edge.value.address) === array;
    if (isMoved) moved.add(array);
  }
  return moved;
}
