/**
 * The accesses of an expression's evaluation, approximated from its syntax: objects by name, memory
 * behind pointers by the type or the member accessed (C11 6.5p7), or by the variable that holds the
 * pointer.
 */
import {
  type Expression as Ast,
  type AstPart,
  type CallExpression,
  type CType,
  type Field,
  type FunctionSymbol,
  partsOf,
  sizeExpressions,
  sizeOf,
  type Variable,
} from "../../cfront/index.ts";
import { isInMemory, valueTypeOf } from "../model/value-types.ts";
import { namesAskedFor } from "./mentioned-functions.ts";

export interface Access {
  /** Undefined for memory reached through a pointer. */
  readonly variable: Variable | undefined;
  /** For memory reached through a pointer, the variable that holds the pointer, if it is one. */
  readonly pointer: Variable | undefined;
  /** The member accessed, unless a union is on the way to it. */
  readonly field: Field | undefined;
  /** Bytes within the variable, when they are constant. */
  readonly range: { readonly start: number; readonly end: number } | undefined;
  /** Accesses of different keys other than "any" do not overlap. */
  readonly scalar: string;
  /**
   * The lvalue, where evaluating the operand always accesses it, and no sequence point precedes
   * that.
   */
  readonly lvalue?: Ast | undefined;
}
export interface Accesses {
  readonly reads: readonly Access[];
  readonly writes: readonly Access[];
}
export interface Effects extends Accesses {
  /** Writes without a sequence point before the value is available. */
  readonly pending: readonly Access[];
  readonly calls: readonly Called[];
}
export interface Called {
  /** Undefined for a call through a pointer. */
  readonly symbol: FunctionSymbol | undefined;
  readonly argumentCount: number;
}
/** Two lvalues. */
export interface PlacePair {
  readonly places: readonly [Ast, Ast];
  /**
   * They overlap only where they are the same object: both have one type, and it is no character or
   * record.
   */
  readonly areAlike: boolean;
}

export const ANY_MEMORY: Access = {
  variable: undefined,
  pointer: undefined,
  field: undefined,
  range: undefined,
  scalar: "any",
};

/** Collects the accesses in the evaluation of expressions and statements. */
export class Collector {
  readonly reads: Access[] = [];
  readonly writes: Access[] = [];
  readonly pending: Access[] = [];
  readonly calls: Called[] = [];
  /** Nesting in operands that a sequence point follows. */
  #settled = 0;
  /** Nesting in parts that are evaluated conditionally, or after a sequence point. */
  #guarded = 0;
  readonly #mentions: (names: readonly string[]) => boolean;

  /** @param mentions - in a library model: whether the program names one of the functions */
  constructor(mentions: (names: readonly string[]) => boolean = () => true) {
    this.#mentions = mentions;
  }

  #read(lvalue: Ast): void {
    this.reads.push(this.#accessOf(lvalue));
  }

  #write(lvalue: Ast): void {
    this.#writeTo(this.#accessOf(lvalue));
  }

  #writeTo(access: Access): void {
    this.writes.push(access);
    if (this.#settled === 0) this.pending.push(access);
  }

  #accessOf(lvalue: Ast): Access {
    return this.#guarded === 0 ? { ...accessOf(lvalue), lvalue } : accessOf(lvalue);
  }

  #guard(visit: () => void): void {
    this.#guarded++;
    visit();
    this.#guarded--;
  }

  /** Visits effects that are complete before the value of the whole expression. */
  #settle(visit: () => void): void {
    this.#settled++;
    visit();
    this.#settled--;
  }

  part(root: AstPart): void {
    const stack: AstPart[] = [root];
    for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
      if (part.kind === "asm") {
        for (const { value } of part.outputs) this.#write(value);
      }
      const asked = part.kind === "if" ? namesAskedFor(part.condition) : undefined;
      if (part.kind === "if" && asked !== undefined) {
        const branch = this.#mentions(asked) ? part.then : part.else;
        if (branch !== undefined) stack.push(branch);
        continue;
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
        this.#read(e);
        this.place(e);
        return;
      case "unary":
        if (e.operator === "address") this.place(e.operand);
        else {
          if (e.operator === "dereference") this.#read(e);
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
        this.#write(e.left);
        return;
      case "compound-assignment":
        this.place(e.left);
        this.value(e.right);
        this.#read(e.left);
        this.#write(e.left);
        return;
      case "increment":
        this.place(e.operand);
        this.#read(e.operand);
        this.#write(e.operand);
        return;
      case "call":
        this.#call(e);
        return;
      case "builtin":
        // Some have arguments that are not evaluated.
        this.#guard(() => {
          for (const argument of e.arguments) this.value(argument);
        });
        if (/overflow|atomic|sync/.test(e.name)) this.#writeTo(ANY_MEMORY);
        if (e.name.startsWith("va_") && e.arguments[0] !== undefined) {
          this.#write(e.arguments[0]);
        }
        return;
      case "runtime-sizeof":
        for (const size of sizeExpressions(e.of)) this.value(size);
        return;
      case "binary":
      case "comma":
        if (e.kind === "comma" || e.operator === "&&" || e.operator === "||") {
          this.#guard(() => {
            this.#settle(() => this.value(e.left));
            this.value(e.right);
          });
          return;
        }
        this.value(e.left);
        this.value(e.right);
        return;
      case "conditional":
        this.#guard(() => {
          this.#settle(() => this.value(e.condition));
          if (e.whenTrue !== undefined) this.value(e.whenTrue);
          this.value(e.whenFalse);
        });
        return;
      case "compound-literal":
      case "statement-expression":
        this.#guard(() => this.#settle(() => this.part(e)));
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

export function directCallee(callee: Ast): FunctionSymbol | undefined {
  let bare = callee;
  while (bare.kind === "decay" || bare.kind === "cast") bare = bare.operand;
  return bare.kind === "function" ? bare.symbol : undefined;
}

export function accessOf(e: Ast): Access {
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
      // A bit-field shares its bytes with others: only the member distinguishes them.
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

/** Returns the place that a pointer expression formed from an object's name points into. */
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
export function hasNoMembers(type: CType): boolean {
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

export function keyOf({ variable, pointer, field, scalar }: Access): string {
  if (pointer !== undefined)
    return `*${pointer.name}@${pointer.range.start}.${field?.name}.${field?.offset}.${scalar}`;
  if (variable !== undefined)
    return `${variable.name}@${variable.range.start}.${field?.offset}.${scalar}`;
  return `${scalar}.${field?.name}.${field?.offset}`;
}

export function describe({ variable, field }: Access): string {
  if (variable !== undefined) return `'${variable.name}'`;
  return field?.name === undefined ? "an object" : `the member '${field.name}'`;
}
