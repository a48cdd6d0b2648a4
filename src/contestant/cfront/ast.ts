/**
 * The typed AST: the result of semantic analysis, and the input of the CFA builder.
 *
 * Every expression has its C type; every implicit conversion (C11 6.3) is an explicit {@link
 * CastExpression} with `implicit: true`; array and function designators that decay are {@link
 * DecayExpression}s. Names are resolved to {@link Variable} and {@link FunctionSymbol} objects.
 * Ranges are character offsets into the file that the user gave.
 */
import type { TextRange } from "../../ground/util/text-position.ts";
import type { SourcePart } from "./source.ts";
import type { CType, Field, FunctionType } from "./types.ts";

export type StorageClass = "global" | "static-local" | "local" | "parameter" | "thread-local";

/** An object declared in the program. Identity is object identity. */
export interface Variable {
  readonly kind: "variable";
  /** Name as written. */
  readonly name: string;
  type: CType;
  readonly storage: StorageClass;
  readonly linkage: "external" | "internal" | "none";
  /** True for `extern` without any definition in the file. */
  isExternOnly: boolean;
  initializer: Initializer | undefined;
  /** Range of the declarator's name. */
  readonly range: TextRange;
  /** `_Alignas(n)` or GNU `aligned(n)` on the object itself, in bytes. */
  alignedTo?: number;
  /** `__attribute__((weak))`: without a definition its address may be null. */
  isWeak?: boolean;
  /** `register … asm("…")`: the machine, and other code, may change its value. */
  isInMachineRegister?: boolean;
  /** `__attribute__((cleanup(f)))`: called with the variable's address when its block is left. */
  cleanup?: FunctionSymbol;
}

export interface FunctionSymbol {
  readonly kind: "function";
  /** For a GNU nested function: the name in the source, a dot and a number. */
  readonly name: string;
  type: FunctionType;
  definition: FunctionDefinition | undefined;
  readonly range: TextRange;
  /** `__attribute__((noreturn))` or `_Noreturn`. */
  isNoReturn: boolean;
  /** `static`: other files cannot name it (C11 6.2.2p3). */
  isInternal?: boolean;
  /** `__attribute__((weak))`: without a definition its address may be null. */
  isWeak?: boolean;
  /** `__attribute__((constructor))`: runs before `main`, smaller priorities first. */
  constructorPriority?: number;
  /** `__attribute__((destructor))`: runs after `main`, greater priorities first. */
  destructorPriority?: number;
}

export interface FunctionDefinition {
  readonly symbol: FunctionSymbol;
  readonly parameters: readonly Variable[];
  readonly body: CompoundStatement;
  /** The whole definition, from its first token to the closing brace. */
  readonly range: TextRange;
}

/**
 * A flattened initialiser: scalars at byte offsets in ascending order of
 * evaluation; everything not mentioned is zero (C11 6.7.9p21). Later items
 * override earlier ones.
 */
export interface Initializer {
  readonly items: readonly InitializerItem[];
  /**
   * Values that are overridden completely: whether they are evaluated is unspecified (C11 6.7.9p19,
   * note 151).
   */
  readonly overridden?: readonly Expression[];
  /** Values for which there is no room; they are not evaluated, as for gcc. */
  readonly excess?: readonly TextRange[];
  readonly range: TextRange;
}
export interface InitializerItem {
  /** Byte offset from the start of the object. */
  readonly offset: number;
  /** Type of the sub-object; a record only when a whole record value is copied in. */
  readonly type: CType;
  /** Present when the sub-object is a bit-field. */
  readonly bitField?: { readonly bitOffset: number; readonly bitWidth: number };
  /** Already converted to `type`; a string literal when a char array is initialised by one. */
  readonly value: Expression;
}

// ---------------------------------------------------------------- expressions

interface ExpressionBase {
  readonly type: CType;
  readonly range: TextRange;
}
/** Also characters, enumerators, sizeof, offsetof: the value is canonical for the type. */
export interface IntegerLiteral extends ExpressionBase {
  readonly kind: "integer";
  readonly value: bigint;
}
/** `text` is the literal without suffix (decimal or hexadecimal), exact. */
export interface FloatLiteral extends ExpressionBase {
  readonly kind: "float";
  readonly text: string;
}
/** An array of char/wchar_t with static storage; `bytes` includes the terminating zero. */
export interface StringLiteral extends ExpressionBase {
  readonly kind: "string";
  readonly bytes: Uint8Array;
}
export interface VariableReference extends ExpressionBase {
  readonly kind: "variable";
  readonly variable: Variable;
}
export interface FunctionReference extends ExpressionBase {
  readonly kind: "function";
  readonly symbol: FunctionSymbol;
}
/** Array-to-pointer or function-to-pointer conversion (C11 6.3.2.1p3-4). */
export interface DecayExpression extends ExpressionBase {
  readonly kind: "decay";
  readonly operand: Expression;
}
/** Conversion; to void it discards. lvalue-to-rvalue conversion is not represented. */
export interface CastExpression extends ExpressionBase {
  readonly kind: "cast";
  readonly operand: Expression;
  readonly implicit: boolean;
}
export interface UnaryExpression extends ExpressionBase {
  readonly kind: "unary";
  /** `plus` only performs promotion. `not` is logical, `complement` bitwise. */
  readonly operator:
    | "plus"
    | "minus"
    | "complement"
    | "not"
    | "address"
    | "dereference"
    | "real"
    | "imag";
  readonly operand: Expression;
}
/** `++`/`--`: the addition is done in the promoted type; for pointers in elements. */
export interface IncrementExpression extends ExpressionBase {
  readonly kind: "increment";
  readonly operator: "++" | "--";
  readonly position: "prefix" | "postfix";
  readonly operand: Expression;
}
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%" | "<<" | ">>" | "&" | "|" | "^";
export type ComparisonOperator = "<" | ">" | "<=" | ">=" | "==" | "!=";
/**
 * Operands have the common type already (shifts: each promoted). Pointer
 * arithmetic keeps `pointer ± integer` (integer unscaled) and `pointer - pointer`.
 */
export interface BinaryExpression extends ExpressionBase {
  readonly kind: "binary";
  readonly operator: ArithmeticOperator | ComparisonOperator | "&&" | "||";
  readonly left: Expression;
  readonly right: Expression;
  /** Range of the operator token. */
  readonly operatorRange: TextRange;
}
export interface AssignmentExpression extends ExpressionBase {
  readonly kind: "assignment";
  readonly left: Expression;
  /** Converted to the type of `left`. */
  readonly right: Expression;
}
/**
 * `left op= right`: left is evaluated once, converted to `computationType`,
 * combined with `right` (already of that type; for shifts promoted on its own;
 * for pointers an integer), and converted back.
 */
export interface CompoundAssignment extends ExpressionBase {
  readonly kind: "compound-assignment";
  readonly operator: ArithmeticOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly computationType: CType;
}
/**
 * `condition ? whenTrue : whenFalse`; whenTrue is undefined for GNU `a ?: b`, whose
 * value is then that of `condition`, evaluated once, converted to `type`.
 */
export interface ConditionalExpression extends ExpressionBase {
  readonly kind: "conditional";
  readonly condition: Expression;
  readonly whenTrue: Expression | undefined;
  readonly whenFalse: Expression;
  /** Range of the `?` token. */
  readonly questionRange: TextRange;
}
export interface CommaExpression extends ExpressionBase {
  readonly kind: "comma";
  readonly left: Expression;
  readonly right: Expression;
}
export interface CallExpression extends ExpressionBase {
  readonly kind: "call";
  /** A function reference under a decay for direct calls; else a pointer to function. */
  readonly callee: Expression;
  /** Converted to the parameter types, or default-promoted. */
  readonly arguments: readonly Expression[];
  /** Range of the parenthesis that closes the argument list (witness 2.x function waypoints). */
  readonly closeParenRange: TextRange;
}
/** Compiler builtin whose arguments are not ordinary (va_arg, classify…); others are calls of functions named `__builtin_…`. */
export interface BuiltinExpression extends ExpressionBase {
  readonly kind: "builtin";
  readonly name: string;
  readonly arguments: readonly Expression[];
}
/** `base.field` (arrow is `(*base).field`); anonymous members are made explicit. */
export interface MemberExpression extends ExpressionBase {
  readonly kind: "member";
  readonly base: Expression;
  readonly field: Field;
}
/** Subscripts are `*(a + i)`: a dereference of a binary `+`, with the range of the whole subscript. */
export interface CompoundLiteral extends ExpressionBase {
  readonly kind: "compound-literal";
  readonly variable: Variable;
}
/** Its value is that of the last item when that is an expression statement; else the type is void. */
export interface StatementExpression extends ExpressionBase {
  readonly kind: "statement-expression";
  readonly body: CompoundStatement;
}
/** `&&label` (GNU). */
export interface LabelAddress extends ExpressionBase {
  readonly kind: "label-address";
  readonly label: string;
}
/**
 * sizeof of a variable-length array type or the like, computed at run time: the
 * product of the lengths (`lengthExpression`s refer to hidden locals where the
 * type was declared; those of a type name are declared by a statement
 * expression around what it is used for).
 */
export interface RuntimeSizeof extends ExpressionBase {
  readonly kind: "runtime-sizeof";
  readonly of: CType;
}

export type Expression =
  | IntegerLiteral
  | FloatLiteral
  | StringLiteral
  | VariableReference
  | FunctionReference
  | DecayExpression
  | CastExpression
  | UnaryExpression
  | IncrementExpression
  | BinaryExpression
  | AssignmentExpression
  | CompoundAssignment
  | ConditionalExpression
  | CommaExpression
  | CallExpression
  | BuiltinExpression
  | MemberExpression
  | CompoundLiteral
  | StatementExpression
  | LabelAddress
  | RuntimeSizeof;

// ----------------------------------------------------------------- statements

interface StatementBase {
  /** From the first character of the statement (after labels) to its last. */
  readonly range: TextRange;
}
export interface CompoundStatement extends StatementBase {
  readonly kind: "compound";
  readonly items: readonly Statement[];
}
/**
 * Declarations of objects, one per declarator, in order (typedefs and externs leave none; static
 * locals are listed here and among the globals). The length of a variable-length array is a hidden
 * local, `length.1`, of the promoted type of its expression, which stands before its uses.
 */
export interface DeclarationStatement extends StatementBase {
  readonly kind: "declaration";
  readonly variables: readonly Variable[];
}
export interface ExpressionStatement extends StatementBase {
  readonly kind: "expression";
  /** Undefined for the empty statement. */
  readonly expression: Expression | undefined;
}
export interface IfStatement extends StatementBase {
  readonly kind: "if";
  readonly condition: Expression;
  readonly then: Statement;
  readonly else: Statement | undefined;
}
/** `range.start` is the keyword, as witnesses require. */
export interface WhileStatement extends StatementBase {
  readonly kind: "while";
  readonly condition: Expression;
  readonly body: Statement;
}
export interface DoStatement extends StatementBase {
  readonly kind: "do";
  readonly body: Statement;
  readonly condition: Expression;
}
export interface ForStatement extends StatementBase {
  readonly kind: "for";
  readonly initializer: Statement | undefined;
  readonly condition: Expression | undefined;
  readonly step: Expression | undefined;
  readonly body: Statement;
}
export interface SwitchStatement extends StatementBase {
  readonly kind: "switch";
  /** Promoted. */
  readonly condition: Expression;
  readonly body: Statement;
}
/** Case values are converted to the promoted type of the switch; `low == high` unless a GNU range. */
export interface CaseStatement extends StatementBase {
  readonly kind: "case";
  readonly low: bigint;
  readonly high: bigint;
  readonly body: Statement;
}
export interface DefaultStatement extends StatementBase {
  readonly kind: "default";
  readonly body: Statement;
}
export interface LabelStatement extends StatementBase {
  readonly kind: "label";
  readonly label: string;
  readonly body: Statement;
}
export interface GotoStatement extends StatementBase {
  readonly kind: "goto";
  readonly label: string;
}
export interface ComputedGotoStatement extends StatementBase {
  readonly kind: "computed-goto";
  readonly target: Expression;
}
export interface BreakStatement extends StatementBase {
  readonly kind: "break";
}
export interface ContinueStatement extends StatementBase {
  readonly kind: "continue";
}
export interface ReturnStatement extends StatementBase {
  readonly kind: "return";
  /** Converted to the return type. */
  readonly value: Expression | undefined;
}
/** Inline assembly. */
export interface AsmStatement extends StatementBase {
  readonly kind: "asm";
  readonly text: string;
  /** Lvalues. */
  readonly outputs: readonly AsmOperand[];
  /** Lvalues where the constraint asks for memory, else decayed values. */
  readonly inputs: readonly AsmOperand[];
  /** `asm goto`: it may jump to labels. */
  readonly mayJump: boolean;
}
export interface AsmOperand {
  /** `[name]` in front of the constraint. */
  readonly name?: string;
  readonly constraint: string;
  readonly value: Expression;
}

export type Statement =
  | CompoundStatement
  | DeclarationStatement
  | ExpressionStatement
  | IfStatement
  | WhileStatement
  | DoStatement
  | ForStatement
  | SwitchStatement
  | CaseStatement
  | DefaultStatement
  | LabelStatement
  | GotoStatement
  | ComputedGotoStatement
  | BreakStatement
  | ContinueStatement
  | ReturnStatement
  | AsmStatement;

/** One C file after semantic analysis. */
export interface TranslationUnit {
  readonly fileName: string;
  readonly text: string;
  /** The files that `text` consists of; absent when it is one. */
  readonly parts?: readonly SourcePart[];
  /** Variables with static storage duration (static locals included), in order of declaration. */
  readonly globals: readonly Variable[];
  /** Every function declared, by name; `definition` is set where there is a body. */
  readonly functions: ReadonlyMap<string, FunctionSymbol>;
}
