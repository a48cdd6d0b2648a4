/**
 * Where the order of evaluation is open and may matter. Agon evaluates from
 * left to right; that is one of the orders that C allows, but
 *
 * - side effects on a scalar that are unsequenced relative to another effect or
 *   a use of the same scalar are undefined behaviour (C11 6.5p2), and
 * - functions called by operands of one operator run in any order (6.5.2.2p10).
 *
 * What an expression accesses is approximated from its text: objects by name,
 * memory behind pointers by the type or the member accessed (6.5p7), or by the
 * variable that holds the only pointer to a block of its own (fresh-blocks.ts).
 */
import {
  type Expression as Ast,
  type AstPart,
  type CallExpression,
  type CType,
  type Field,
  type FunctionDefinition,
  type FunctionSymbol,
  partsOf,
  sizeExpressions,
  sizeOf,
  type Variable,
  walkAst,
} from "../../cfront/index.ts";

import { intrinsicOf } from "../model/intrinsics.ts";
import { isInMemory, valueTypeOf } from "../model/value-types.ts";
import { ownVariables } from "./captured-variables.ts";
import { freshBlocks } from "./fresh-blocks.ts";
import { baseVariable } from "./function-facts.ts";
import { SideEffects } from "./side-effects.ts";

/** An operand: its value is computed, or only the place that it designates. */
export interface Operand {
  readonly ast: Ast;
  readonly isPlace?: boolean;
}

export type OrderConflict =
  /** The same object for certain: undefined behaviour whenever it is executed. */
  | { readonly kind: "undefined"; readonly what: string }
  /** Perhaps the same object, or one of the accesses is in a function: the result may depend on the order. */
  | { readonly kind: "open"; readonly what: string };

interface Access {
  /** Undefined for memory reached through a pointer. */
  readonly variable: Variable | undefined;
  /** Of memory reached through a pointer, the variable that holds the pointer, if it is one. */
  readonly pointer: Variable | undefined;
  /** The member accessed, unless a union is on the way to it. */
  readonly field: Field | undefined;
  /** Bytes within the variable, when they are constant. */
  readonly range: { readonly start: number; readonly end: number } | undefined;
  /** Accesses of different keys other than "any" do not overlap. */
  readonly scalar: string;
}
interface Accesses {
  readonly reads: readonly Access[];
  readonly writes: readonly Access[];
}
interface Effects extends Accesses {
  /** Writes that no sequence point ends before the value is there. */
  readonly pending: readonly Access[];
  readonly calls: readonly Called[];
}

const NOTHING: Accesses = { reads: [], writes: [] };
const ANY_MEMORY: Access = {
  variable: undefined,
  pointer: undefined,
  field: undefined,
  range: undefined,
  scalar: "any",
};

/** What the analysis asks about the program. */
export interface FunctionsOfProgram {
  /** The body of a function, or of Agon's model of it. */
  definitionOf(symbol: FunctionSymbol): FunctionDefinition | undefined;
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
  /** What calls through pointers may access, by their number of arguments. */
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
    for (const [index, a] of effects.entries()) {
      for (const b of effects.slice(index + 1)) {
        const found = this.#between(a, b);
        if (found?.kind === "undefined") return found;
        open ??= found;
      }
    }
    if (target !== undefined) {
      const stored = storesOnly([accessOf(target)]);
      for (const [index, effect] of effects.entries()) {
        const operand = operands[index];
        if (operand === undefined || isAssignment(operand.ast)) continue;
        const found = this.#between(stored, storesOnly(effect.pending));
        if (found?.kind === "undefined") return found;
        open ??= found;
      }
    }
    return open;
  }

  /** A conflict between items of an initialiser, which are evaluated in any order (C11 6.7.9p23). */
  conflictOfItems(values: readonly Ast[]): OrderConflict | undefined {
    const found = this.conflict(values.map((ast) => ({ ast })));
    return found === undefined ? undefined : { ...found, kind: "open" };
  }

  #between(a: Effects, b: Effects): OrderConflict | undefined {
    if (isNothing(a) || isNothing(b)) return undefined;
    const direct = this.#overlap(a, b);
    if (direct?.isCertain) return { kind: "undefined", what: describe(direct.access) };
    const open =
      direct ??
      this.#overlap(this.#calledIn(a), b) ??
      this.#overlap(a, this.#calledIn(b)) ??
      this.#overlap(this.#calledIn(a), this.#calledIn(b));
    return open === undefined ? undefined : { kind: "open", what: describe(open.access) };
  }

  #overlap(
    a: Accesses,
    b: Accesses,
  ): { readonly access: Access; readonly isCertain: boolean } | undefined {
    let found: { readonly access: Access; readonly isCertain: boolean } | undefined;
    const test = (xs: readonly Access[], ys: readonly Access[]): void => {
      for (const x of xs) {
        for (const y of ys) {
          const answer = this.#aliases(x, y);
          if (answer === "no" || found?.isCertain) continue;
          if (answer === "yes" || found === undefined) {
            found = { access: x, isCertain: answer === "yes" };
          }
        }
      }
    };
    test(a.writes, b.writes);
    test(a.writes, b.reads);
    test(b.writes, a.reads);
    return found;
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

  /** Blocks are apart from each other, and from objects with a name. */
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

  /** What the functions called access. */
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

  /** What a function and all that it calls access, but for their own variables. */
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
        definition === undefined ? effectsOfIntrinsic(symbol.name) : effectsOfBody(definition);
      this.#direct.set(symbol.name, direct);
    }
    return direct;
  }

  get #addresses(): ProgramAddresses {
    this.#addressTaken ??= addressesIn(this.#program);
    return this.#addressTaken;
  }
}

/** All accesses, those that are alike once. */
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

function isNothing({ reads, writes, calls }: Effects): boolean {
  return reads.length === 0 && writes.length === 0 && calls.length === 0;
}

function storesOnly(writes: readonly Access[]): Effects {
  return { reads: [], writes, pending: writes, calls: [] };
}

interface Called {
  /** Undefined for a call through a pointer. */
  readonly symbol: FunctionSymbol | undefined;
  readonly argumentCount: number;
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

function effectsOfBody(definition: FunctionDefinition): DirectEffects {
  const collector = new Collector();
  collector.part(definition.body);
  const own = ownVariables(definition);
  const isShared = ({ variable }: Access): boolean =>
    variable === undefined ||
    variable.storage === "static-local" ||
    variable.storage === "thread-local" ||
    !own.has(variable);
  const unranged = (access: Access): Access => ({ ...access, range: undefined });
  return {
    reads: collector.reads.filter(isShared).map(unranged),
    writes: collector.writes.filter(isShared).map(unranged),
    calls: collector.calls,
  };
}

/** Gathers what the evaluation of expressions and statements accesses. */
class Collector {
  readonly reads: Access[] = [];
  readonly writes: Access[] = [];
  readonly pending: Access[] = [];
  readonly calls: Called[] = [];
  /** Inside of operands behind which a sequence point stands. */
  #settled = 0;

  #write(access: Access): void {
    this.writes.push(access);
    if (this.#settled === 0) this.pending.push(access);
  }

  /** What is done before the value of the whole expression is there. */
  #settle(visit: () => void): void {
    this.#settled++;
    visit();
    this.#settled--;
  }

  part(root: AstPart): void {
    const stack: AstPart[] = [root];
    for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
      if (part.kind === "asm") {
        for (const { value } of part.outputs) this.#write(accessOf(value));
      }
      for (const child of partsOf(part)) {
        if ("type" in child) this.value(child);
        else stack.push(child);
      }
    }
  }

  value(e: Ast): void {
    switch (e.kind) {
      case "integer":
      case "float":
      case "string":
      case "function":
      case "label-address":
        return;
      case "variable":
      case "member":
        this.reads.push(accessOf(e));
        this.place(e);
        return;
      case "unary":
        if (e.operator === "address") this.place(e.operand);
        else {
          if (e.operator === "dereference") this.reads.push(accessOf(e));
          this.value(e.operand);
        }
        return;
      case "decay":
        this.place(e.operand);
        return;
      case "cast":
        this.value(e.operand);
        return;
      case "assignment":
        this.place(e.left);
        this.value(e.right);
        this.#write(accessOf(e.left));
        return;
      case "compound-assignment":
        this.place(e.left);
        this.value(e.right);
        this.reads.push(accessOf(e.left));
        this.#write(accessOf(e.left));
        return;
      case "increment":
        this.place(e.operand);
        this.reads.push(accessOf(e.operand));
        this.#write(accessOf(e.operand));
        return;
      case "call":
        this.#call(e);
        return;
      case "builtin":
        for (const argument of e.arguments) this.value(argument);
        if (/overflow|atomic|sync/.test(e.name)) this.#write(ANY_MEMORY);
        if (e.name.startsWith("va_") && e.arguments[0] !== undefined) {
          this.#write(accessOf(e.arguments[0]));
        }
        return;
      case "runtime-sizeof":
        for (const size of sizeExpressions(e.of)) this.value(size);
        return;
      case "binary":
      case "comma":
        if (e.kind === "comma" || e.operator === "&&" || e.operator === "||") {
          this.#settle(() => this.value(e.left));
        } else this.value(e.left);
        this.value(e.right);
        return;
      case "conditional":
        this.#settle(() => this.value(e.condition));
        if (e.whenTrue !== undefined) this.value(e.whenTrue);
        this.value(e.whenFalse);
        return;
      case "compound-literal":
      case "statement-expression":
        this.#settle(() => this.part(e));
    }
  }

  /** The evaluation of an lvalue without an access to what it designates. */
  place(e: Ast): void {
    if (e.kind === "variable") return;
    if (e.kind === "member") this.place(e.base);
    else if (e.kind === "unary" && e.operator === "dereference") this.value(e.operand);
    else this.value(e);
  }

  #call(e: CallExpression): void {
    const symbol = directCallee(e.callee);
    if (symbol === undefined) this.value(e.callee);
    this.#settle(() => {
      for (const argument of e.arguments) this.value(argument);
    });
    this.calls.push({ symbol, argumentCount: e.arguments.length });
  }
}

function directCallee(callee: Ast): FunctionSymbol | undefined {
  let bare = callee;
  while (bare.kind === "decay" || bare.kind === "cast") bare = bare.operand;
  return bare.kind === "function" ? bare.symbol : undefined;
}

function isAssignment(e: Ast): boolean {
  let bare = e;
  while (bare.kind === "cast") bare = bare.operand;
  return bare.kind === "assignment";
}

// ------------------------------------------------------------------- accesses

function accessOf(e: Ast): Access {
  const place = placeOf(e);
  const size = sizeOf(e.type);
  const hasRange = place.offset !== undefined && size !== undefined && place.variable !== undefined;
  const start = place.offset ?? 0;
  return {
    variable: place.variable,
    pointer: place.variable === undefined ? pointerOf(e) : undefined,
    field: place.isInUnion || e.kind !== "member" ? undefined : e.field,
    range: hasRange ? { start, end: start + size } : undefined,
    scalar: scalarKey(e.type),
  };
}

interface AccessPlace {
  readonly variable: Variable | undefined;
  readonly offset: number | undefined;
  readonly isInUnion: boolean;
}
const UNKNOWN_PLACE: AccessPlace = { variable: undefined, offset: undefined, isInUnion: false };

function placeOf(e: Ast): AccessPlace {
  switch (e.kind) {
    case "variable":
    case "compound-literal":
      return { variable: e.variable, offset: 0, isInUnion: false };
    case "member": {
      const base = placeOf(e.base);
      // A bit-field shares its bytes with others: only the member tells them apart.
      const isPlain = base.offset !== undefined && e.field.bitWidth === undefined;
      return {
        variable: base.variable,
        offset: isPlain ? (base.offset ?? 0) + e.field.offset : undefined,
        isInUnion: base.isInUnion || e.base.type.kind === "union",
      };
    }
    case "unary":
      return e.operator === "dereference" ? pointedPlace(e.operand) : UNKNOWN_PLACE;
    default:
      return UNKNOWN_PLACE;
  }
}

/** What a pointer expression points into, when it is formed from the name of an object. */
function pointedPlace(pointer: Ast): AccessPlace {
  switch (pointer.kind) {
    case "decay":
      return placeOf(pointer.operand);
    case "unary":
      return pointer.operator === "address" ? placeOf(pointer.operand) : UNKNOWN_PLACE;
    case "binary": {
      if (pointer.left.type.kind !== "pointer") return UNKNOWN_PLACE;
      const base = pointedPlace(pointer.left);
      const step = sizeOf(pointer.left.type.target);
      const { right } = pointer;
      let index: Ast = right;
      while (index.kind === "cast") index = index.operand;
      const isConstant =
        pointer.operator === "+" &&
        index.kind === "integer" &&
        step !== undefined &&
        base.offset !== undefined;
      const offset =
        isConstant && index.kind === "integer"
          ? (base.offset ?? 0) + Number(index.value) * step
          : undefined;
      return { ...base, offset };
    }
    default:
      return UNKNOWN_PLACE;
  }
}

/** The variable that holds the pointer through which an lvalue is reached, perhaps moved by an index. */
function pointerOf(e: Ast): Variable | undefined {
  let part = e;
  while (part.kind === "member") part = part.base;
  if (part.kind !== "unary" || part.operator !== "dereference") return undefined;
  let pointer = part.operand;
  while (pointer.kind === "binary" && pointer.left.type.kind === "pointer") pointer = pointer.left;
  return pointer.kind === "variable" ? pointer.variable : undefined;
}

/** Scalars, and arrays of them. */
function hasNoMembers(type: CType): boolean {
  return type.kind === "array" ? hasNoMembers(type.element) : valueTypeOf(type) !== undefined;
}

/** Characters may be bytes of anything, records contain anything. */
function scalarKey(type: CType): string {
  if (isInMemory(type) || type.kind === "array") return "any";
  const scalar = valueTypeOf(type);
  if (scalar === undefined) return "any";
  if (scalar.kind === "float") return scalar.format;
  if (scalar.kind === "pointer") return "pointer";
  return scalar.bits === 8 ? "any" : `int${scalar.bits}`;
}

function keyOf({ variable, pointer, field, scalar }: Access): string {
  if (pointer !== undefined)
    return `*${pointer.name}@${pointer.range.start}.${field?.name}.${field?.offset}.${scalar}`;
  if (variable !== undefined)
    return `${variable.name}@${variable.range.start}.${field?.offset}.${scalar}`;
  return `${scalar}.${field?.name}.${field?.offset}`;
}

function describe({ variable, field }: Access): string {
  if (variable !== undefined) return `'${variable.name}'`;
  return field?.name === undefined ? "an object" : `the member '${field.name}'`;
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
