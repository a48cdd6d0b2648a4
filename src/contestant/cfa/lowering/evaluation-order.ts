/**
 * Finds where the order of evaluation is open and may matter. Agon evaluates from left to right;
 * that is one of the orders that C allows, but
 *
 * - side effects on a scalar that are unsequenced relative to another effect or a use of the same
 *   scalar are undefined behaviour (C11 6.5p2), and
 * - functions called by operands of one operator run in any order (6.5.2.2p10).
 *
 * The accesses of an expression are approximated from its syntax (accesses.ts); a variable may hold
 * the only pointer to a block of its own (fresh-blocks.ts). Where that leaves open whether two
 * places overlap, their addresses are compared when the expression begins (overlap-test.ts).
 */
import {
  type Expression as Ast,
  type AstPart,
  type FunctionDefinition,
  type FunctionSymbol,
  type Variable,
  walkAst,
} from "../../cfront/index.ts";

import { ORDERLESS_STATE } from "../library/library.ts";
import { intrinsicOf } from "../model/intrinsics.ts";
import { valueTypeOf } from "../model/value-types.ts";
import {
  type Access,
  type Accesses,
  ANY_MEMORY,
  accessOf,
  type Called,
  Collector,
  describe,
  directCallee,
  type Effects,
  hasNoMembers,
  keyOf,
  type PlacePair,
} from "./accesses.ts";
import { ownVariables } from "./captured-variables.ts";
import { freshBlocks } from "./fresh-blocks.ts";
import { baseVariable } from "./function-facts.ts";
import { SideEffects } from "./side-effects.ts";

/** An operand: its value is computed, or only the place that it designates. */
export interface Operand {
  readonly ast: Ast;
  readonly isPlace?: boolean;
}

export interface OrderConflict {
  /**
   * - `undefined`: the same object for certain, undefined behaviour whenever it is executed.
   * - `open`: perhaps the same object, or one of the accesses is in a function: the result may depend on the order.
   */
  readonly kind: "undefined" | "open";
  readonly what: string;
  /** The result depends on the order only where two of these overlap. */
  readonly onlyFor?: readonly PlacePair[];
}

/** Two accesses to possibly the same memory. */
interface Overlap {
  readonly access: Access;
  readonly other: Access;
  readonly isCertain: boolean;
}

const NOTHING: Accesses = { reads: [], writes: [] };
/** The facts about the program that the analysis needs. */
export interface FunctionsOfProgram {
  /** The body of a function, or of Agon's model of it. */
  definitionOf(symbol: FunctionSymbol): FunctionDefinition | undefined;
  /** Whether the program names one of the functions. */
  mentions(names: readonly string[]): boolean;
  /** Every function that the program defines. */
  definitions(): Iterable<FunctionDefinition>;
  /** Every object with static storage. */
  globals(): Iterable<Variable>;
}

export class EvaluationOrder {
  readonly sideEffects: SideEffects = new SideEffects();
  readonly #program: FunctionsOfProgram;
  readonly #effects = new Map<Ast, Effects>();
  readonly #called = new Map<Effects, Accesses>();
  readonly #direct = new Map<string, DirectEffects>();
  readonly #transitive = new Map<string, Accesses>();
  /** Possible accesses of calls through pointers, by their number of arguments. */
  readonly #throughPointers = new Map<number, Accesses>();
  #addressTaken: ProgramAddresses | undefined;

  constructor(program: FunctionsOfProgram) {
    this.#program = program;
  }

  /**
   * A conflict between operands that are not sequenced among each other; with
   * `target`, also between the store to it, which comes last, and their side effects.
   */
  conflict(operands: readonly Operand[], target?: Ast): OrderConflict | undefined {
    // Uses alone are in no conflict, nor is the store, which comes after them.
    if (!operands.some(({ ast }) => this.sideEffects.of(ast) !== "none")) return undefined;
    const effects = operands.map((operand) => this.#effectsOf(operand));
    let open: OrderConflict | undefined;
    // Code after a call may never be evaluated: then no test may read its operands.
    const isBehindCall = (last: number): boolean =>
      effects.slice(0, last + 1).some(({ calls }) => calls.length > 0);
    for (const [index, a] of effects.entries()) {
      for (const [number, b] of effects.slice(index + 1).entries()) {
        const found = this.#between(a, b, isBehindCall(index + 1 + number));
        if (found?.kind === "undefined") return found;
        open = both(open, found);
      }
    }
    if (target !== undefined) {
      const stored = storesOnly([{ ...accessOf(target), lvalue: target }]);
      for (const [index, effect] of effects.entries()) {
        const operand = operands[index];
        if (operand === undefined || isAssignment(operand.ast)) continue;
        const found = this.#between(stored, storesOnly(effect.pending), isBehindCall(index));
        if (found?.kind === "undefined") return found;
        open = both(open, found);
      }
    }
    return open;
  }

  /** A conflict between items of an initialiser, which are evaluated in any order (C11 6.7.9p23). */
  conflictOfItems(values: readonly Ast[]): OrderConflict | undefined {
    const found = this.conflict(values.map((ast) => ({ ast })));
    return found === undefined ? undefined : { ...found, kind: "open" };
  }

  #between(a: Effects, b: Effects, isBehindCall: boolean): OrderConflict | undefined {
    if (isNothing(a) || isNothing(b)) return undefined;
    const direct = [...this.#overlaps(a, b)];
    const certain = direct.find(({ isCertain }) => isCertain);
    if (certain !== undefined) return { kind: "undefined", what: describe(certain.access) };
    const [called] = this.#overlapsOfCalls(a, b);
    const [open = called] = direct;
    if (open === undefined) return undefined;
    const what = describe(open.access);
    const pairs = direct.map(({ access, other }) => pairOf(access, other));
    const canTest = called === undefined && !isBehindCall;
    const onlyFor = canTest && pairs.every((pair) => pair !== undefined) ? pairs : undefined;
    return { kind: "open", what, ...(onlyFor && { onlyFor }) };
  }

  *#overlapsOfCalls(a: Effects, b: Effects): Iterable<Overlap> {
    yield* this.#overlaps(this.#calledIn(a), b);
    yield* this.#overlaps(a, this.#calledIn(b));
    yield* this.#overlaps(this.#calledIn(a), this.#calledIn(b));
  }

  *#overlaps(a: Accesses, b: Accesses): Iterable<Overlap> {
    for (const [accesses, others] of [
      [a.writes, b.writes],
      [a.writes, b.reads],
      [b.writes, a.reads],
    ] as const) {
      for (const access of accesses) {
        for (const other of others) {
          const answer = this.#aliases(access, other);
          if (answer !== "no") yield { access, other, isCertain: answer === "yes" };
        }
      }
    }
  }

  #aliases(a: Access, b: Access): "yes" | "maybe" | "no" {
    if (a.variable !== undefined && b.variable !== undefined) {
      if (a.variable !== b.variable) return "no";
      if (a.range === undefined || b.range === undefined) {
        return a.field !== undefined && b.field !== undefined && a.field !== b.field
          ? "no"
          : "maybe";
      }
      const overlaps = a.range.start < b.range.end && b.range.start < a.range.end;
      return overlaps ? "yes" : "no";
    }
    if (a.scalar !== b.scalar && a.scalar !== "any" && b.scalar !== "any") return "no";
    if (a.field !== undefined && b.field !== undefined && a.field !== b.field) return "no";
    if (this.#areOfDifferentBlocks(a, b)) return "no";
    const [named, pointed] = a.variable === undefined ? [b, a] : [a, b];
    if (named.variable === undefined) return "maybe";
    // A member lvalue designates no object that is part of no record.
    if (hasNoMembers(named.variable.type) && pointed.field !== undefined) return "no";
    return this.#addresses.variables.has(named.variable) ? "maybe" : "no";
  }

  /** Blocks are separate from each other, and from named objects. */
  #areOfDifferentBlocks(a: Access, b: Access): boolean {
    const [x, y] = [a, b].map(({ pointer }) =>
      pointer !== undefined && this.#addresses.blocks.has(pointer) ? pointer : undefined,
    );
    if (x !== undefined && y !== undefined) return x !== y;
    return (
      (x !== undefined && b.variable !== undefined) || (y !== undefined && a.variable !== undefined)
    );
  }

  // ------------------------------------------------------------------ effects

  #effectsOf({ ast, isPlace }: Operand): Effects {
    if (isPlace === true) return this.#collect((collector) => collector.place(ast));
    let effects = this.#effects.get(ast);
    if (effects === undefined) {
      effects = this.#collect((collector) => collector.value(ast));
      this.#effects.set(ast, effects);
    }
    return effects;
  }

  #collect(visit: (collector: Collector) => void): Effects {
    const collector = new Collector();
    visit(collector);
    const { reads, writes, pending, calls } = collector;
    return { reads, writes, pending, calls };
  }

  /** Returns the accesses of the called functions. */
  #calledIn(effects: Effects): Accesses {
    if (effects.calls.length === 0) return NOTHING;
    let called = this.#called.get(effects);
    if (called === undefined) {
      called = together(effects.calls.map((call) => this.#calledBy(call)));
      this.#called.set(effects, called);
    }
    return called;
  }

  #calledBy({ symbol, argumentCount }: Called): Accesses {
    if (symbol !== undefined) return this.#accessesOf(symbol);
    let accesses = this.#throughPointers.get(argumentCount);
    if (accesses === undefined) {
      const targets = [...this.#addresses.functions].filter(
        ({ type }) => type.parameters.length === argumentCount || type.variadic,
      );
      accesses = together(targets.map((target) => this.#accessesOf(target)));
      this.#throughPointers.set(argumentCount, accesses);
    }
    return accesses;
  }

  /** Returns the accesses of a function and its callees, except to their own variables. */
  #accessesOf(symbol: FunctionSymbol): Accesses {
    const known = this.#transitive.get(symbol.name);
    if (known !== undefined) return known;
    const reads = new Map<string, Access>();
    const writes = new Map<string, Access>();
    const seen = new Set<string>();
    const work: FunctionSymbol[] = [symbol];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      if (seen.has(next.name)) continue;
      seen.add(next.name);
      const direct = this.#directOf(next);
      for (const access of direct.reads) reads.set(keyOf(access), access);
      for (const access of direct.writes) writes.set(keyOf(access), access);
      for (const call of direct.calls) {
        if (call.symbol !== undefined) work.push(call.symbol);
        else work.push(...this.#addresses.functions);
      }
    }
    const accesses = { reads: [...reads.values()], writes: [...writes.values()] };
    this.#transitive.set(symbol.name, accesses);
    return accesses;
  }

  #directOf(symbol: FunctionSymbol): DirectEffects {
    let direct = this.#direct.get(symbol.name);
    if (direct === undefined) {
      const definition = this.#program.definitionOf(symbol);
      direct =
        definition === undefined
          ? effectsOfIntrinsic(symbol.name)
          : effectsOfBody(definition, (names) => this.#program.mentions(names));
      this.#direct.set(symbol.name, direct);
    }
    return direct;
  }

  get #addresses(): ProgramAddresses {
    this.#addressTaken ??= addressesIn(this.#program);
    return this.#addressTaken;
  }
}

/** Returns all accesses without duplicates. */
function together(parts: readonly Accesses[]): Accesses {
  const [first = NOTHING, ...rest] = parts;
  if (rest.length === 0) return first;
  const unique = (accesses: readonly Access[]): readonly Access[] => [
    ...new Map(accesses.map((access) => [keyOf(access), access])).values(),
  ];
  return {
    reads: unique(parts.flatMap(({ reads }) => reads)),
    writes: unique(parts.flatMap(({ writes }) => writes)),
  };
}

/** Two findings at one operator. */
function both(
  a: OrderConflict | undefined,
  b: OrderConflict | undefined,
): OrderConflict | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const { kind, what } = a;
  if (a.onlyFor === undefined || b.onlyFor === undefined) return { kind, what };
  return { kind, what, onlyFor: [...a.onlyFor, ...b.onlyFor] };
}

function pairOf(a: Access, b: Access): PlacePair | undefined {
  if (a.lvalue === undefined || b.lvalue === undefined) return undefined;
  return { places: [a.lvalue, b.lvalue], areAlike: a.scalar === b.scalar && a.scalar !== "any" };
}

function isNothing({ reads, writes, calls }: Effects): boolean {
  return reads.length === 0 && writes.length === 0 && calls.length === 0;
}

function storesOnly(writes: readonly Access[]): Effects {
  return { reads: [], writes, pending: writes, calls: [] };
}

interface DirectEffects extends Accesses {
  readonly calls: readonly Called[];
}

function effectsOfIntrinsic(name: string): DirectEffects {
  const intrinsic = intrinsicOf(name);
  const kind = intrinsic?.kind;
  const writes =
    kind === "memory" ||
    kind === "nondet-memory" ||
    kind === "free" ||
    kind === "realloc" ||
    kind === "print-float" ||
    (intrinsic?.kind === "thread" && intrinsic.operation !== "self") ||
    kind === "setjmp" ||
    kind === "longjmp";
  const accesses = writes ? [ANY_MEMORY] : [];
  return { reads: accesses, writes: accesses, calls: [] };
}

function effectsOfBody(
  definition: FunctionDefinition,
  mentions: FunctionsOfProgram["mentions"],
): DirectEffects {
  const collector = new Collector(mentions);
  collector.part(definition.body);
  const own = ownVariables(definition);
  const isShared = ({ variable }: Access): boolean =>
    variable === undefined ||
    variable.storage === "static-local" ||
    variable.storage === "thread-local" ||
    !(own.has(variable) || ORDERLESS_STATE.has(variable.name));
  const unranged = (access: Access): Access => ({ ...access, range: undefined });
  return {
    reads: collector.reads.filter(isShared).map(unranged),
    writes: collector.writes.filter(isShared).map(unranged),
    calls: collector.calls,
  };
}

function isAssignment(e: Ast): boolean {
  let bare = e;
  while (bare.kind === "cast") bare = bare.operand;
  return bare.kind === "assignment";
}

// ------------------------------------------------------------------ addresses

interface ProgramAddresses {
  readonly variables: ReadonlySet<Variable>;
  readonly functions: ReadonlySet<FunctionSymbol>;
  /** Pointers to a block of their own. */
  readonly blocks: ReadonlySet<Variable>;
}

/** Objects and functions to which a pointer may exist. */
function addressesIn(program: FunctionsOfProgram): ProgramAddresses {
  const variables = new Set<Variable>();
  const functions = new Set<FunctionSymbol>();
  const walk = (root: AstPart): void =>
    walkAst(root, (part) => {
      if (part.kind === "call" && directCallee(part.callee) !== undefined) {
        // The name in a direct call is no address.
        for (const argument of part.arguments) walk(argument);
        return false;
      }
      if (part.kind === "unary" && part.operator === "address") {
        const variable = baseVariable(part.operand);
        if (variable !== undefined) variables.add(variable);
      } else if (part.kind === "variable" && valueTypeOf(part.variable.type) === undefined) {
        variables.add(part.variable);
      } else if (part.kind === "function") {
        functions.add(part.symbol);
      }
      return undefined;
    });
  const blocks = new Set<Variable>();
  for (const { body } of program.definitions()) {
    walk(body);
    for (const variable of freshBlocks(body, (symbol) => program.definitionOf(symbol))) {
      blocks.add(variable);
    }
  }
  for (const { initializer } of program.globals()) {
    for (const { value } of initializer?.items ?? []) walk(value);
  }
  return { variables, functions, blocks };
}
