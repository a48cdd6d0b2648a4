/**
 * Structural features of a program for the strategy. They never depend on names, files or comments,
 * so that a program with other names gets the same plan.
 */

import {
  type CallEdge,
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  calledName,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  forEachSubexpression,
  INTERNAL_NAMES,
  intrinsicOf,
  mentionedObjects,
  type WtoElement,
  weakTopologicalOrder,
} from "../cfa/index.ts";
import { foldsRepeatedly, movesElements } from "../induction/index.ts";
import { createsThread } from "../techniques/index.ts";
import { makesFewBlocks } from "./few-blocks.ts";

export interface ProgramFeatures {
  /** Number of the program's own functions, and of their operations. */
  readonly functions: number;
  readonly operations: number;
  /** Number of loops, and their nesting depth (0 without loops). */
  readonly loops: number;
  readonly loopDepth: number;
  /** Loops that no branch leaves. */
  readonly endlessLoops: number;
  /** Number of endless loops and of loops that an input ends: reactive programs. */
  readonly reactiveLoops: number;
  /** Whether a function calls itself, perhaps indirectly; calls by pointer are not followed. */
  readonly recursion: boolean;
  readonly floats: boolean;
  /** Whether memory is accessed at computed addresses. */
  readonly arrays: boolean;
  readonly heap: boolean;
  /** Whether few heap blocks are allocated, by loops with constant bounds. */
  readonly fewBlocks: boolean;
  /** Whether elements are moved within an array by a function with nested loops. */
  readonly sorting: boolean;
  /** Whether elements of arrays are folded more than once. */
  readonly folding: boolean;
  /** Number of products of two variables, and of divisions by one. */
  readonly nonlinear: boolean;
  /** Number of calls that ask the environment for a value, and of those in loops. */
  readonly inputs: number;
  readonly inputsInLoops: number;
  /** Whether the program reads characters and converts texts to numbers with library functions. */
  readonly numerals: boolean;
  /**
   * Whether threads are created in a loop that inputs end, or that no branch leaves: their number
   * is not bounded.
   */
  readonly anyNumberOfThreads: boolean;
  /**
   * Functions without a definition, whose behaviour is assumed
   * (contestant/cfa/lowering/external-function.ts).
   */
  readonly external: readonly string[];
}

export function featuresOf(
  program: CfaProgram,
  errorFunctions: ReadonlySet<string> = new Set(),
): ProgramFeatures {
  return new Census(program, errorFunctions).features();
}

class Census {
  readonly #program: CfaProgram;
  readonly #errorFunctions: ReadonlySet<string>;
  readonly #calls = new Map<string, Set<string>>();
  #operations = 0;
  #loops = 0;
  #loopDepth = 0;
  #endlessLoops = 0;
  #reactiveLoops = 0;
  #floats = false;
  #arrays = false;
  #heap = false;
  #sorting = false;
  #nonlinear = false;
  #inputs = 0;
  #inputsInLoops = 0;
  #anyNumberOfThreads = false;

  constructor(program: CfaProgram, errorFunctions: ReadonlySet<string>) {
    this.#program = program;
    this.#errorFunctions = errorFunctions;
  }

  features(): ProgramFeatures {
    const own = [...this.#program.functions.values()].filter((fn) => !fn.isLibrary);
    for (const fn of own) this.#function(fn);
    return {
      functions: own.length,
      operations: this.#operations,
      loops: this.#loops,
      loopDepth: this.#loopDepth,
      endlessLoops: this.#endlessLoops,
      reactiveLoops: this.#reactiveLoops,
      recursion: this.#isRecursive(),
      floats: this.#floats,
      arrays: this.#arrays,
      heap: this.#heap,
      fewBlocks: this.#heap && makesFewBlocks(this.#program),
      sorting: this.#sorting,
      folding: this.#arrays && foldsRepeatedly(this.#program),
      nonlinear: this.#nonlinear,
      inputs: this.#inputs,
      inputsInLoops: this.#inputsInLoops,
      anyNumberOfThreads: this.#anyNumberOfThreads,
      numerals: readsNumerals(this.#program),
      external: [...this.#program.functions.values()]
        .filter(({ isExternal, name }) => isExternal && !this.#errorFunctions.has(name))
        .map(({ name }) => name),
    };
  }

  #function(fn: FunctionCfa): void {
    const inLoops = new Set<CfaNode>();
    const order = weakTopologicalOrder(fn);
    this.#elements(order, 0, inLoops);
    if (order.some(isNested) && movesElements(fn)) this.#sorting = true;
    for (const node of fn.nodes) {
      for (const edge of node.leaving) {
        this.#operations++;
        for (const expression of expressionsOf(edge)) {
          forEachSubexpression(expression, (part) => this.#expression(part));
        }
        if (edge.kind === "call") this.#call(fn, edge, inLoops.has(node));
      }
    }
  }

  #elements(elements: readonly WtoElement[], depth: number, inLoops: Set<CfaNode>): void {
    for (const element of elements) {
      if (element.kind === "node") {
        if (depth > 0) inLoops.add(element.node);
        continue;
      }
      this.#loops++;
      this.#loopDepth = Math.max(this.#loopDepth, depth + 1);
      inLoops.add(element.head);
      this.#elements(element.body, depth + 1, inLoops);
      const inside = nodesOf(element);
      const isEndless = !isLeft(inside);
      if (isEndless) this.#endlessLoops++;
      if (!isEndless && !isLeftByInput(inside)) continue;
      this.#reactiveLoops++;
      const called = [...inside].flatMap(({ leaving }) => leaving.map(calledName));
      if (called.some((name) => this.#createsThread(name))) this.#anyNumberOfThreads = true;
    }
  }

  #createsThread(name = ""): boolean {
    const called = this.#program.functions.get(name);
    return called?.isLibrary === true && createsThread(this.#program, called);
  }

  #expression(part: Expression): void {
    if (part.type.kind === "float") this.#floats = true;
    if (part.kind !== "binary") return;
    const isComputed = part.right.kind !== "integer" && part.right.kind !== "float";
    if (part.type.kind === "pointer") {
      if (isComputed && part.operator !== "sub") this.#arrays = true;
    } else if (part.operator === "mul") {
      if (isComputed && part.left.kind !== "integer" && part.left.kind !== "float") {
        this.#nonlinear = true;
      }
    } else if (isComputed && (part.operator === "div" || part.operator === "rem")) {
      this.#nonlinear = true;
    }
  }

  #call(fn: FunctionCfa, { callee, result }: CallEdge, isInLoop: boolean): void {
    if (callee.kind !== "address" || callee.target.kind !== "function") return;
    const { name } = callee.target;
    const called = this.#program.functions.get(name);
    if (called?.isExternal === true) {
      if (result !== undefined) this.#input(isInLoop);
    } else if (called !== undefined) {
      const callees = this.#calls.get(fn.name) ?? new Set();
      this.#calls.set(fn.name, callees.add(name));
      return;
    }
    switch (intrinsicOf(name)?.kind) {
      case "nondet":
      case "nondet-memory":
        this.#input(isInLoop);
        break;
      case "malloc":
      case "calloc":
      case "realloc":
        this.#heap = true;
        break;
      default:
        break;
    }
  }

  #input(isInLoop: boolean): void {
    this.#inputs++;
    if (isInLoop) this.#inputsInLoops++;
  }

  /** Whether the direct calls that are reachable from `main` have a cycle. */
  #isRecursive(): boolean {
    const finished = new Set<string>();
    const open = new Set<string>();
    const work: { name: string; isLeaving: boolean }[] = [
      { name: this.#program.main.name, isLeaving: false },
    ];
    for (let item = work.pop(); item !== undefined; item = work.pop()) {
      const { name, isLeaving } = item;
      if (isLeaving) {
        open.delete(name);
        finished.add(name);
        continue;
      }
      if (finished.has(name) || open.has(name)) continue;
      open.add(name);
      work.push({ name, isLeaving: true });
      for (const callee of this.#calls.get(name) ?? []) {
        if (open.has(callee)) return true;
        work.push({ name: callee, isLeaving: false });
      }
    }
    return false;
  }
}

/** Returns the nodes of a loop, including those of its inner loops. */
function nodesOf(loop: Extract<WtoElement, { kind: "component" }>): ReadonlySet<CfaNode> {
  const inside = new Set<CfaNode>([loop.head]);
  const work: WtoElement[] = [...loop.body];
  for (let element = work.pop(); element !== undefined; element = work.pop()) {
    if (element.kind === "node") inside.add(element.node);
    else {
      inside.add(element.head);
      work.push(...element.body);
    }
  }
  return inside;
}

/** Whether it is a loop that contains another one. */
function isNested(element: WtoElement): boolean {
  return element.kind === "component" && element.body.some(({ kind }) => kind === "component");
}

/** Whether some edge leads out of a loop. */
function isLeft(inside: ReadonlySet<CfaNode>): boolean {
  const leads = (edge: CfaEdge): boolean => edge.kind === "return" || !inside.has(edge.target);
  return [...inside].some(({ leaving }) => leaving.some(leads));
}

/** Whether inputs decide when the loop ends. */
function isLeftByInput(inside: ReadonlySet<CfaNode>): boolean {
  const edges = [...inside].flatMap(({ leaving }) => leaving);
  const inputs = new Set(
    edges.flatMap((edge) => {
      if (edge.kind !== "call" || edge.result === undefined) return [];
      const isInput = intrinsicOf(calledName(edge) ?? "")?.kind === "nondet";
      return isInput ? [...mentionedObjects(edge.result.address)] : [];
    }),
  );
  return edges.some(
    (edge) =>
      edge.kind === "assume" &&
      !inside.has(edge.target) &&
      [...mentionedObjects(edge.condition)].some((object) => inputs.has(object)),
  );
}

/** Library functions that convert a text to a number. */
const CONVERSIONS = ["atoll", "strtol", "strtoll", "strtoul", "strtoull"];

function readsNumerals({ functions }: CfaProgram): boolean {
  if (!CONVERSIONS.some((name) => functions.get(name)?.isLibrary)) return false;
  const edges = [...functions.values()].flatMap(({ isLibrary, nodes }) =>
    isLibrary ? nodes.flatMap(({ leaving }) => leaving) : [],
  );
  return edges.some((edge) => calledName(edge) === INTERNAL_NAMES.character);
}
