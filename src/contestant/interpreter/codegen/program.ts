import { invariant } from "../../../ground/util/errors.ts";
import {
  addressedObject,
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  callGraph,
  callSignature,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  functionSignature,
  intrinsicOf,
  type MemoryObject,
  operandsOf,
  type Signature,
  type ValueType,
} from "../../cfa/index.ts";
import type { FunctionSymbol } from "../../cfront/index.ts";
import {
  functionAddress,
  type Placement,
  place,
  placeBehind,
  placeOtherwise,
  staticBase,
} from "../address-space.ts";
import { gapsOf } from "../contract.ts";
import { isObject } from "./address.ts";
import { functionName } from "./calls.ts";
import type { CodeOptions } from "./code-options.ts";
import { exitCode, functionCode, registerDeclaration } from "./functions.ts";
import { isSetjmp } from "./jumps.ts";
import {
  allEdges,
  type FunctionPlan,
  isOfWords,
  planFunction,
  registerCandidates,
} from "./plan.ts";
import { representationOf } from "./representation.ts";
import { type Places, type ProgramContext, Tables } from "./writer.ts";

/** A program as JavaScript source, with all data to which the source refers. */
export interface GeneratedProgram {
  /**
   * Body of a function of one parameter, `E`, whose properties become the
   * constants that the code uses; it gives `{ start, state }`: `start` takes the
   * initial values of register globals and the arguments of `main`, `state` writes the values of exposed objects.
   */
  readonly source: string;
  readonly tables: Tables;
  readonly functions: readonly FunctionCfa[];
  readonly plans: ReadonlyMap<number, FunctionPlan>;
  readonly definitions: readonly Signature[];
  readonly calls: readonly Signature[];
  /** Functions of the program first, then other mentioned ones; addresses follow this order. */
  readonly symbols: readonly FunctionSymbol[];
  functionAddress(symbol: FunctionSymbol): number;
  readonly statics: Placement<MemoryObject>;
  /** Globals that are JavaScript variables, in the order of the parameters of `start`. */
  readonly registerGlobals: readonly MemoryObject[];
  /** The objects that `state` writes, one or two words each. */
  readonly exposedObjects: readonly MemoryObject[];
  /** The last objects of `statics`: every thread has its own. */
  readonly threadLocals: readonly MemoryObject[];
  /** `start` returns the code of the thread of `main`, a generator. */
  readonly isThreaded: boolean;
  /** Whether the code tracks the provenance of pointers. */
  readonly followsProvenance: boolean;
  /** Whether the state of a run has more parts than memory and activations. */
  readonly hidesState: boolean;
  /** Whether the program has calls of `setjmp`. */
  readonly setsJumps: boolean;
}

export function generateProgram(
  program: CfaProgram,
  options: CodeOptions,
  environment: readonly string[],
): GeneratedProgram {
  const isOther = options.implementation === "other";
  const functions = [...program.functions.values()];
  const reach = reachableFrom(program);
  const symbols = [...functions.map((cfa) => cfa.symbol), ...reach.others];
  const addresses = new Map(
    symbols.map((symbol, i) => [symbol.name, functionAddress(i, symbols.length, isOther)] as const),
  );
  const isObserved =
    options.isObserved || options.tracksBlocks === true || options.explores === true;
  const operations = new Set(
    reach.others.flatMap(({ name }) => {
      const intrinsic = intrinsicOf(name);
      return intrinsic?.kind === "thread" ? [intrinsic.operation] : [intrinsic?.kind];
    }),
  );
  const isThreaded = operations.has("create");
  const privates = registerCandidates(program);
  const candidates = isObserved ? new Set<MemoryObject>() : privates;
  // Variables of the generated code belong to no thread.
  const followsProvenance =
    options.followsProvenance === true &&
    isObserved &&
    !isThreaded &&
    options.explores !== true &&
    !operations.has("setjmp");
  const registerGlobals = isThreaded
    ? []
    : program.globals.filter((object) => isRegisterGlobal(object, candidates));
  const registers = new Map(registerGlobals.map((o) => [o, `g${o.id}`] as const));
  const inMemory = program.globals.filter((object) => !registers.has(object));
  const isLocal = (object: MemoryObject): boolean => object.kind === "thread-local";
  const locals = inMemory.filter(isLocal);
  const threadLocals = isOther ? locals.toReversed() : locals;
  const shared = inMemory.filter((object) => !isLocal(object));
  const gaps = gapsOf(options);
  // Thread-local objects are neighbours at the end: each thread has a copy of all of them.
  const statics = placeBehind(
    (isOther ? placeOtherwise : place)(shared, gaps),
    place(threadLocals, gaps),
  );
  const base = staticBase(symbols.length, isOther);
  const places: Places = {
    register: (object) => registers.get(object),
    address: (object) => {
      const offset = statics.offsets.get(object);
      invariant(offset !== undefined, `the object ${object.name} has no address here`);
      const address = base + offset;
      return isThreaded && isLocal(object) ? `(LOCALS[0] + ${address})` : String(address);
    },
    functionAddress: (symbol) => {
      const address = addresses.get(symbol.name);
      invariant(address !== undefined, `the function ${symbol.name} has no address here`);
      return address;
    },
  };
  const calls: Signature[] = [];
  const callIndices = new Map<string, number>();
  const tables = new Tables();
  const indices = new Map(functions.map((cfa, i) => [cfa, i] as const));
  const context: ProgramContext = {
    program,
    options,
    tables,
    changesRounding: reach.others.some((s) => intrinsicOf(s.name)?.kind === "fesetround"),
    tracksNans: exposesFloats(program, privates),
    isThreaded,
    followsProvenance,
    unwinds: operations.has("exit") || operations.has("longjmp"),
    isPrivate: (object) => privates.has(object),
    specialTargets: [...reach.addressTaken].filter(
      (s) => options.errorFunctions.has(s.name) || !program.functions.has(s.name),
    ),
    functionIndex: (cfa) => indices.get(cfa) as number,
    signatureIndex: (edge: CallEdge) => {
      const signature = callSignature(edge);
      const key = JSON.stringify(signature);
      let index = callIndices.get(key);
      if (index === undefined) {
        index = calls.push(signature) - 1;
        callIndices.set(key, index);
      }
      return index;
    },
  };
  const exposing =
    options.exposesState === true && !isThreaded ? activeAtInputs(program) : new Set<FunctionCfa>();
  const plans = new Map<number, FunctionPlan>();
  const code: string[] = [];
  for (const cfa of reach.functions) {
    const index = indices.get(cfa) as number;
    const plan = planFunction(
      cfa,
      index,
      candidates,
      {
        isExposed: exposing.has(cfa),
        usesAlloca: usesAlloca(cfa),
        setsJumps: allEdges(cfa).some((edge) => isSetjmp(program.functions, edge)),
        arrange: (objects) => (isOther ? placeOtherwise : place)(objects, gaps),
      },
      exitCode,
    );
    plans.set(index, plan);
    code.push(functionCode(context, plan, places));
  }
  const exposed = new Map<MemoryObject, string>(registers);
  for (const plan of plans.values()) {
    for (const object of plan.exposed) {
      exposed.set(object, plan.registers.get(object) as string);
    }
  }
  const exposedObjects = options.exposesState === true ? [...exposed.keys()] : [];
  const exposedWords = exposedObjects.flatMap((object) => {
    const name = exposed.get(object) as string;
    return isPair(object) ? [`${name}l`, `${name}h`] : [name];
  });
  const table = functions.map((_, i) => (plans.has(i) ? functionName(i) : "undefined"));
  const initial = registerGlobals.flatMap((object) =>
    isPair(object) ? [`i${object.id}l`, `i${object.id}h`] : [`i${object.id}`],
  );
  const assignments = initial.map((name) => `g${name.slice(1)} = ${name};`);
  const source = [
    '"use strict";',
    `const { ${environment.join(", ")} } = E;`,
    "const { imul, fround, trunc, floor, ceil, abs, sqrt } = Math;",
    ...[...exposed].map(([object, name]) => registerDeclaration(object, name)),
    ...registerGlobals.map((object) => `var q${registers.get(object)} = 0;`),
    ...code,
    `const FUNCTIONS = [${table.join(", ")}];`,
    "return { state(to) {",
    ...exposedWords.map((name, index) => `to[${index}] = ${name};`),
    `}, start(globals, args) {`,
    `const [${initial.join(", ")}] = globals;`,
    ...assignments,
    `RESULT[0] = 0; return ${functionName(indices.get(program.main) as number)}(...args); } };`,
  ].join("\n");
  return {
    source,
    tables,
    functions,
    plans,
    definitions: functions.map(functionSignature),
    calls,
    symbols,
    functionAddress: places.functionAddress,
    statics,
    registerGlobals,
    exposedObjects,
    threadLocals,
    isThreaded,
    followsProvenance,
    hidesState: isThreaded || operations.has("setjmp"),
    setsJumps: operations.has("setjmp"),
  };
}

/** Whether floats are stored anywhere but in private scalars. */
function exposesFloats(program: CfaProgram, privates: ReadonlySet<MemoryObject>): boolean {
  const isExposed = (address: Expression, type: ValueType): boolean => {
    const object = addressedObject(address);
    return type.kind === "float" && (object === undefined || !privates.has(object));
  };
  return (
    program.globals.some((o) => o.initial.some(({ value }) => value.type.kind === "float")) ||
    [...program.functions.values()].some(
      (cfa) =>
        cfa.parameters.some((o) => o.scalar?.kind === "float" && !privates.has(o)) ||
        allEdges(cfa).some((edge) => {
          if (edge.kind === "assign") return isExposed(edge.address, edge.value.type);
          if (edge.kind !== "call" || edge.result === undefined) return false;
          return "scalar" in edge.result && isExposed(edge.result.address, edge.result.scalar);
        }),
    )
  );
}

/** Variables of the generated code hold words well; doubles would be boxed at every store. */
function isRegisterGlobal(object: MemoryObject, candidates: ReadonlySet<MemoryObject>): boolean {
  return candidates.has(object) && isOfWords(object);
}

function isPair(object: MemoryObject): boolean {
  return object.scalar !== undefined && representationOf(object.scalar) === "pair";
}

function usesAlloca(cfa: FunctionCfa): boolean {
  return allEdges(cfa).some((edge) => {
    if (edge.kind !== "call") return false;
    const { callee } = edge;
    // Called through a pointer, an alloca is found through the table of special targets.
    if (callee.kind !== "address" || isObject(callee.target)) return true;
    return intrinsicOf(callee.target.name)?.kind === "alloca";
  });
}

/** Functions that may have called the one that asks for an input, and that one; none that calls itself. */
function activeAtInputs(program: CfaProgram): ReadonlySet<FunctionCfa> {
  const { recursive } = callGraph(program, "direct");
  const active = new Set<FunctionCfa>();
  const leadsThere = (edge: CfaEdge): boolean => {
    if (edge.kind !== "call") return false;
    const { callee } = edge;
    if (callee.kind !== "address" || isObject(callee.target)) return true;
    const called = program.functions.get(callee.target.name);
    if (called !== undefined) return active.has(called);
    return intrinsicOf(callee.target.name)?.kind === "nondet";
  };
  for (let before = -1; before !== active.size; ) {
    before = active.size;
    for (const fn of program.functions.values()) {
      if (!active.has(fn) && allEdges(fn).some(leadsThere)) active.add(fn);
    }
  }
  return new Set([...active].filter(({ name }) => !recursive.has(name)));
}

interface Reachable {
  readonly functions: readonly FunctionCfa[];
  /** Mentioned functions that are not the program's. */
  readonly others: readonly FunctionSymbol[];
  /** Functions mentioned other than as the callee of a call. */
  readonly addressTaken: ReadonlySet<FunctionSymbol>;
}

/** Functions that can be executed: those called from `main` on, and those whose address occurs on the way or in initial values. */
function reachableFrom(program: CfaProgram): Reachable {
  const functions = new Set<FunctionCfa>([program.main]);
  const others = new Map<string, FunctionSymbol>();
  const addressTaken = new Map<string, FunctionSymbol>();
  const mention = (symbol: FunctionSymbol): void => {
    const cfa = program.functions.get(symbol.name);
    if (cfa !== undefined) functions.add(cfa);
    else others.set(symbol.name, others.get(symbol.name) ?? symbol);
  };
  const visit = (expression: Expression): void => {
    if (expression.kind === "address" && !isObject(expression.target)) {
      mention(expression.target);
      addressTaken.set(expression.target.name, expression.target);
    }
    for (const child of operandsOf(expression)) visit(child);
  };
  for (const object of program.globals) for (const item of object.initial) visit(item.value);
  for (const cfa of functions) {
    for (const edge of allEdges(cfa)) {
      for (const expression of expressionsOf(edge)) {
        const isCallee = edge.kind === "call" && expression === edge.callee;
        if (isCallee && expression.kind === "address" && !isObject(expression.target)) {
          mention(expression.target);
        } else visit(expression);
      }
    }
  }
  return {
    functions: [...functions],
    others: [...others.values()],
    addressTaken: new Set(addressTaken.values()),
  };
}
