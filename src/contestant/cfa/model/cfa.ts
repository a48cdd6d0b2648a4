/**
 * Control-flow automata: the program model that every analysis and the
 * interpreter share (Beyer, Henzinger, Jhala, Majumdar: "The software model
 * checker BLAST", 2007, section 2).
 *
 * A program is a set of functions; a function is a graph of nodes (program
 * locations) and edges (operations). Expressions on edges are free of side
 * effects, typed, and on machine level: C's conversions, promotions, array
 * subscripts and member accesses have been spelled out as casts, address
 * arithmetic, loads and stores. What C leaves to the compiler (layout, sizes)
 * is decided by the machine model; what C leaves undefined is *not* decided
 * here: the consumer sees the exact operation and judges it.
 */

import type { TextRange } from "../../../ground/util/text-position.ts";
import type { CType, FunctionSymbol, SourcePart, Variable } from "../../cfront/index.ts";

// ---------------------------------------------------------------------- types

/** `_Bool` values are `int` of 8 bits, unsigned, always 0 or 1 (conversion is spelled out as `!= 0`). */
export interface IntegerValueType {
  readonly kind: "int";
  /** 8, 16, 32, 64 or 128: also the width in memory. */
  readonly bits: number;
  readonly signed: boolean;
}
/** IEEE 754 binary32/64/128, or the x87 80-bit format (12 or 16 bytes in memory). */
export interface FloatValueType {
  readonly kind: "float";
  readonly format: "float" | "double" | "ldouble" | "float128";
}
export interface PointerValueType {
  readonly kind: "pointer";
  /** 32 for ILP32, 64 for LP64. */
  readonly bits: number;
}
export type ValueType = IntegerValueType | FloatValueType | PointerValueType;

// -------------------------------------------------------------------- objects

export type ObjectKind = "global" | "thread-local" | "local" | "parameter" | "temporary" | "string";

/** A piece of memory that the program text names; locals have one instance per activation. */
export interface MemoryObject {
  readonly id: number;
  readonly kind: ObjectKind;
  /** Name in the source; unique generated names for temporaries and literals. */
  readonly name: string;
  /** Bytes; 0 is possible for GNU empty structs. Variable-length arrays are pointers to `alloca`ted memory. */
  readonly size: number;
  readonly align: number;
  readonly type: CType;
  /** Value type when the object is a scalar. */
  readonly scalar: ValueType | undefined;
  readonly variable: Variable | undefined;
  /** True when its address may escape: anything but direct loads and stores of the whole scalar. */
  isAddressTaken: boolean;
  readonly isReadOnly: boolean;
  /**
   * Belongs to a witness, not to the program: accesses are part of the preceding step of the
   * thread, and no other thread runs in between.
   */
  readonly isGhost?: true;
  /** Static storage only: constant initial contents in ascending offsets; the rest is zero. */
  readonly initial: readonly InitialItem[];
}
export interface InitialItem {
  readonly offset: number;
  readonly bitField?: BitField;
  /** Folded: an integer or float constant, or an address plus a constant. */
  readonly value: Expression;
}
/** Bits `[bitOffset, bitOffset + bitWidth)` counted from the lowest bit of the byte at the address, little endian. */
export interface BitField {
  readonly bitOffset: number;
  readonly bitWidth: number;
  /**
   * The bytes, counted from the address, of all bit-fields in the same memory location (C11 3.14);
   * undefined: unknown beyond its own bytes.
   */
  readonly location?: { readonly start: number; readonly end: number };
}

// ---------------------------------------------------------------- expressions

export interface IntegerConstant {
  readonly kind: "integer";
  readonly type: IntegerValueType | PointerValueType;
  /** Canonical: in the range of the type (pointers unsigned). */
  readonly value: bigint;
}
export interface FloatConstant {
  readonly kind: "float";
  readonly type: FloatValueType;
  /** IEEE bit pattern (for `ldouble` the 80 bits of the x87 format). */
  readonly bits: bigint;
}
/** `&object`, or the address of a function. */
export interface AddressExpression {
  readonly kind: "address";
  readonly type: PointerValueType;
  readonly target: MemoryObject | FunctionSymbol;
}
/** The value in memory at `address`. A load of a bit-field yields the field's value in `type`. */
export interface LoadExpression {
  readonly kind: "load";
  readonly type: ValueType;
  readonly address: Expression;
  readonly bitField?: BitField;
}
export interface UnaryExpression {
  readonly kind: "unary";
  /** `negate` for integers (signed: may overflow) and floats; `complement` for integers. */
  readonly operator: "negate" | "complement";
  readonly type: ValueType;
  readonly operand: Expression;
  readonly range?: TextRange;
}
export type ArithmeticOperator =
  | "add"
  | "sub"
  | "mul"
  | "div"
  | "rem"
  | "shl"
  | "shr"
  | "and"
  | "or"
  | "xor";
/**
 * Both operands have type `type`, except: shifts, whose right operand has its
 * own integer type; `add` of a pointer, whose right operand is an unsigned
 * integer of pointer width in bytes (already scaled); `sub` of two pointers,
 * whose result is a signed integer of pointer width in bytes.
 * Arithmetic on *signed* integers appears only where the C program has it
 * (address scaling is unsigned), so an overflow check may look at every one.
 */
export interface ArithmeticExpression {
  readonly kind: "binary";
  readonly operator: ArithmeticOperator;
  readonly type: ValueType;
  readonly left: Expression;
  readonly right: Expression;
  readonly range?: TextRange;
  /**
   * The product of an index and the size of an element, that is added to a pointer: the sum stays inside of an object (C11 6.5.6p8), so
   * the product does not wrap around in programs that are defined.
   */
  readonly scalesIndex?: true;
}
export type ComparisonOperator = "eq" | "ne" | "lt" | "le" | "gt" | "ge";
/** Operands of one type; the result is `int` 0 or 1. Signedness is that of the operands; pointers compare unsigned. */
export interface ComparisonExpression {
  readonly kind: "compare";
  readonly operator: ComparisonOperator;
  readonly type: IntegerValueType;
  readonly left: Expression;
  readonly right: Expression;
}
/** Conversion between value types (C11 6.3.1, 6.3.2.3); truncation and extension as gcc does. */
export interface CastExpression {
  readonly kind: "cast";
  readonly type: ValueType;
  readonly operand: Expression;
}
/**
 * `condition ? whenTrue : whenFalse` where neither branch can fail (no load
 * through a computed pointer, no division): all other conditional evaluation
 * is control flow. The condition is any scalar, tested against zero.
 */
export interface ConditionalExpression {
  readonly kind: "conditional";
  readonly type: ValueType;
  readonly condition: Expression;
  readonly whenTrue: Expression;
  readonly whenFalse: Expression;
}
export type Expression =
  | IntegerConstant
  | FloatConstant
  | AddressExpression
  | LoadExpression
  | UnaryExpression
  | ArithmeticExpression
  | ComparisonExpression
  | CastExpression
  | ConditionalExpression;

// ---------------------------------------------------------------------- edges

interface EdgeBase {
  /** Unique in the program. */
  readonly id: number;
  readonly source: CfaNode;
  readonly target: CfaNode;
  /** The statement, declaration or full expression the operation belongs to, in the user's file. */
  readonly range: TextRange;
}
export interface SkipEdge extends EdgeBase {
  readonly kind: "skip";
  /**
   * C allows other executions than those that continue here, for this reason: a property of all
   * paths of the CFA need not hold for all executions.
   */
  readonly open?: string;
}
export type BranchKind = "if" | "while" | "do" | "for" | "switch" | "conditional" | "logical";
/**
 * Control passes only when `condition != 0` equals `truth`. The assume edges of
 * a node are exhaustive and disjoint: a pair on one condition, or a single edge
 * when the condition is constant.
 */
export interface AssumeEdge extends EdgeBase {
  readonly kind: "assume";
  readonly condition: Expression;
  readonly truth: boolean;
  /**
   * The place of a branching waypoint: the keyword, or the `?`. Set on the
   * edges that decide the outcome of the whole statement; undefined for the
   * others among the tests of `&&`, `||`, a switch, for matches of GNU case
   * ranges, and for hidden tests.
   */
  readonly branch:
    | {
        readonly kind: BranchKind;
        readonly keyword: TextRange;
        /** Whole-statement outcome; for switch the case value or "default". */
        readonly outcome: boolean | bigint | "default";
      }
    | undefined;
}
/** Stores a scalar. */
export interface AssignEdge extends EdgeBase {
  readonly kind: "assign";
  readonly address: Expression;
  readonly value: Expression;
  readonly bitField?: BitField;
}
/** Copies `size` bytes of a record or string. */
export interface CopyEdge extends EdgeBase {
  readonly kind: "copy";
  readonly to: Expression;
  readonly from: Expression;
  readonly size: number;
  /** Bits at `to` that become unspecified instead (padding.ts). */
  readonly padding?: readonly BitField[];
}
/** Sets `size` bytes to zero (aggregates with an initialiser, before their items). */
export interface ClearEdge extends EdgeBase {
  readonly kind: "clear";
  readonly address: Expression;
  readonly size: number;
  /** Bits that become unspecified instead (padding.ts). */
  readonly padding?: readonly BitField[];
}
export type CallArgument =
  | { readonly kind: "scalar"; readonly value: Expression }
  | { readonly kind: "record"; readonly address: Expression; readonly size: number };
/**
 * Calls a function: an AddressExpression of a FunctionSymbol for direct calls,
 * else a pointer. The body, if any, is the program's function of that *name*
 * (also library models, whose symbols have no definition). What has no body in
 * the program is an intrinsic or unmodelled: see intrinsics.ts. Arguments of
 * direct calls fit the parameters in number and type.
 */
export interface CallEdge extends EdgeBase {
  readonly kind: "call";
  readonly callee: Expression;
  readonly arguments: readonly CallArgument[];
  /** The last argument is the address of the variable arguments (variable-arguments.ts). */
  readonly passesVariableArguments?: true;
  /** Which of the arguments are pointers to functions, by their types in C. */
  readonly functionArguments?: readonly number[];
  /** Where the result goes, a constant address; the type of the *call* (undefined result: discarded or void). */
  readonly result:
    | { readonly address: Expression; readonly scalar: ValueType }
    | { readonly address: Expression; readonly recordSize: number }
    | undefined;
  /** Range of the closing parenthesis of the argument list. */
  readonly closeParen: TextRange;
}
/** Ends the activation; the target is the function's exit node. */
export interface ReturnEdge extends EdgeBase {
  readonly kind: "return";
  readonly value: CallArgument | undefined;
}
/**
 * The declaration of an automatic object is reached: its contents become
 * indeterminate (C11 6.2.4p6). Storage itself exists from the entry of the
 * function, so that jumps past a declaration stay meaningful.
 */
export interface DeclareEdge extends EdgeBase {
  readonly kind: "declare";
  readonly object: MemoryObject;
}
/**
 * The block of these objects is left: their lifetime ends. Objects that no
 * pointer can designate are not mentioned, nor what ends with the activation.
 */
export interface EndScopeEdge extends EdgeBase {
  readonly kind: "end-scope";
  readonly objects: readonly MemoryObject[];
}
/** An unsupported construct: no verdict may rest on a path through it. */
export interface UnsupportedEdge extends EdgeBase {
  readonly kind: "unsupported";
  readonly reason: string;
}
export type CfaEdge =
  | SkipEdge
  | AssumeEdge
  | AssignEdge
  | CopyEdge
  | ClearEdge
  | CallEdge
  | ReturnEdge
  | DeclareEdge
  | EndScopeEdge
  | UnsupportedEdge;

// ------------------------------------------------------------ nodes, functions

export interface CfaNode {
  /** Unique in the program. */
  readonly id: number;
  readonly functionName: string;
  readonly leaving: CfaEdge[];
  readonly entering: CfaEdge[];
  /** Set on the node where the condition of a source loop is about to be evaluated (witness loop invariants). */
  loop?: { readonly kind: "while" | "do" | "for" | "goto"; readonly keyword: TextRange };
}

export interface FunctionCfa {
  readonly symbol: FunctionSymbol;
  readonly name: string;
  readonly entry: CfaNode;
  /** Every return edge, and the closing brace, leads here. */
  readonly exit: CfaNode;
  readonly nodes: readonly CfaNode[];
  /**
   * Those of the definition; then, for a function with variable arguments, their address; then, for
   * a nested function, addresses of variables that it captures.
   */
  readonly parameters: readonly MemoryObject[];
  /** Everything automatic: parameters, locals, temporaries. */
  readonly locals: readonly MemoryObject[];
  /** Result: a scalar, a record of that many bytes, or void. */
  readonly result: ValueType | { readonly kind: "record"; readonly size: number } | undefined;
  /** True for Agon's own C models of library functions: their ranges are not in the user's file. */
  readonly isLibrary: boolean;
  /**
   * Neither the program nor a model defines it: the assumed body (external-function.ts);
   * `isLibrary` as well.
   */
  readonly isExternal: boolean;
}

export interface CfaProgram {
  readonly fileName: string;
  /** The text of the user's files; ranges are offsets into it. */
  readonly text: string;
  /** The files in it with their offsets; absent when there is one. */
  readonly parts?: readonly SourcePart[];
  readonly machine: { readonly name: "ILP32" | "LP64"; readonly pointerBits: 32 | 64 };
  readonly functions: ReadonlyMap<string, FunctionCfa>;
  /** Static storage: globals, static locals, string literals. */
  readonly globals: readonly MemoryObject[];
  readonly main: FunctionCfa;
}
