/** Facts about functions that merged execution asks for again and again, each computed once. */
import {
  type CfaNode,
  type FunctionCfa,
  forEachSubexpression,
  isTracked,
  Liveness,
  type MemoryObject,
  type WtoElement,
  weakTopologicalOrder,
} from "../../cfa/index.ts";
import type { Assertion, Region, SymbolicStackFrame } from "../../symbolic/index.ts";
import type { ArrayUse } from "../invariants/arrays/array-candidate.ts";
import { arrayUseOf } from "../invariants/arrays/array-use.ts";
import { integerConstantsOf } from "./function-constants.ts";

export class FunctionFacts {
  readonly #orders = new Map<FunctionCfa, readonly WtoElement[]>();
  readonly #constants = new Map<FunctionCfa, readonly bigint[]>();
  readonly #arrayUses = new Map<FunctionCfa, ArrayUse>();
  readonly #liveness = new Map<FunctionCfa, Liveness>();
  /** Objects that assertions mention. */
  readonly #claimed: ReadonlySet<MemoryObject>;

  /** @param assertions - of all nodes */
  constructor(assertions: readonly Assertion[]) {
    this.#claimed = mentionedIn(assertions);
  }

  /** The nodes of a function in weak topological order. */
  orderOf(fn: FunctionCfa): readonly WtoElement[] {
    let order = this.#orders.get(fn);
    if (order === undefined) {
      order = weakTopologicalOrder(fn);
      this.#orders.set(fn, order);
    }
    return order;
  }

  /** Whether a local variable is dead behind a node: it is not read before it is written. */
  isDead(region: Region, node: CfaNode, stackFrame: SymbolicStackFrame): boolean {
    const { object } = region;
    const fn = stackFrame.function;
    if (object === undefined || !isTracked(object) || !fn.locals.includes(object)) return false;
    if (this.#claimed.has(object)) return false;
    if (stackFrame.regionOf(object) !== region) return false;
    let liveness = this.#liveness.get(fn);
    if (liveness === undefined) {
      liveness = new Liveness(fn);
      this.#liveness.set(fn, liveness);
    }
    return !liveness.liveAt(node).has(object);
  }

  /** The arrays of a function, and how it uses them. */
  arrayUseOf(fn: FunctionCfa): ArrayUse {
    let use = this.#arrayUses.get(fn);
    if (use === undefined) {
      use = arrayUseOf(fn);
      this.#arrayUses.set(fn, use);
    }
    return use;
  }

  /** The integer constants on the edges of a function. */
  constantsOf(fn: FunctionCfa): readonly bigint[] {
    let constants = this.#constants.get(fn);
    if (constants === undefined) {
      constants = integerConstantsOf(fn);
      this.#constants.set(fn, constants);
    }
    return constants;
  }
}

function mentionedIn(assertions: readonly Assertion[]): ReadonlySet<MemoryObject> {
  const objects = new Set<MemoryObject>();
  for (const { condition } of assertions) {
    forEachSubexpression(condition, (part) => {
      if (part.kind !== "address" || part.target.kind === "function") return;
      objects.add(part.target);
    });
  }
  return objects;
}
