/**
 * The interface between the parts of the lowering. Expressions are lowered to pure CFA expressions;
 * every effect becomes an edge at the current node of the graph.
 *
 * Order of evaluation: left to right wherever C leaves it open (operands, arguments; the left side
 * of an assignment before the right one). A value computed earlier is kept in a temporary when a
 * later operand could change it or fail before it. In `a op= b`, `a` is read after `b` has been
 * evaluated, because read and write are a single evaluation (C11 6.5.16.2p3). Where another order
 * could make a difference, an edge is marked.
 */
import type {
  Expression as Ast,
  BasicTypes,
  BuiltinExpression,
  CompoundStatement,
  CType,
  FunctionDefinition,
  FunctionSymbol,
  StringLiteral,
  Variable,
} from "../../cfront/index.ts";

import type {
  AssumeEdge,
  BitField,
  CfaNode,
  Expression,
  MemoryObject,
  PointerValueType,
} from "../model/cfa.ts";
import type { GraphBuilder } from "../model/graph.ts";
import type { EvaluationOrder, Operand } from "./evaluation-order.ts";

/** The place of a scalar or record. */
export interface Place {
  readonly address: Expression;
  readonly bitField?: BitField;
}

/** The target of a test for one outcome, with its waypoint in witnesses. */
export interface BranchTarget {
  readonly node: CfaNode;
  readonly branch: AssumeEdge["branch"];
}

/** Maps names to objects. In pure mode an unknown name throws {@link NEEDS_EDGES}. */
export interface Names {
  /** A variable of array type whose length is not constant is a pointer to its memory. */
  objectOf(variable: Variable): MemoryObject;
  stringObject(literal: StringLiteral): MemoryObject;
  /** Records that the function is used. */
  functionSymbol(symbol: FunctionSymbol): FunctionSymbol;
  /** The symbol of a function that Agon itself calls. */
  internalFunction(name: string, result: CType, parameters: readonly CType[]): FunctionSymbol;
  /** The object that represents the address of a label. */
  labelObject(label: string): MemoryObject;
  newTemporary(type: CType): MemoryObject;
  /**
   * Other threads may change what is not private: an operand is read once, and
   * accesses to atomic objects are marked.
   */
  readonly hasThreads: boolean;
  /** Every `?:` becomes control flow, even where its value could be computed without. */
  readonly keepsBranches: boolean;
  /** Undefined where expressions have no side effects. */
  readonly order: EvaluationOrder | undefined;
  /** The body of a function: the program's, or that of Agon's model. */
  definitionOf(symbol: FunctionSymbol): FunctionDefinition | undefined;
  /** Whether the program declares a function, or has a variable of static storage, of that name. */
  isDeclared(name: string): boolean;
  /** Whether the program names one of the functions. */
  mentions(names: readonly string[]): boolean;
  /** The parameter that holds the address of the variable arguments. */
  variableArguments(): MemoryObject | undefined;
  /** For a nested function: the variables whose addresses a call passes. */
  capturedBy(symbol: FunctionSymbol): readonly Variable[];
  /** In a nested function: the parameter that holds the address of a variable of an enclosing one. */
  captureOf(variable: Variable): MemoryObject | undefined;
  /** Whether no pointer to the variable can exist. */
  isPrivate(variable: Variable): boolean;
  /** Objects declared in the block being lowered end with it. */
  declareInBlock(variable: Variable): void;
}

export interface Lowering {
  readonly types: BasicTypes;
  readonly pointer: PointerValueType;
  readonly graph: GraphBuilder;
  readonly names: Names;
  /** In pure mode: operands that may fail are allowed below `&&`, `||` and `?:`. */
  readonly allowsGuardedFailure: boolean;

  /** The value of a scalar expression. */
  value(expression: Ast): Expression;
  /** The values that `action` computes for an expression that has several parts. */
  parts(expression: Ast, action: () => readonly Expression[]): readonly Expression[];
  /** Evaluates for effects only, but for everything that can fail. */
  discard(expression: Ast): void;
  /** The place of an lvalue, or of a record-valued expression. */
  place(expression: Ast): Place;
  /** Tests and goes to one of the targets; there is no current node afterwards. */
  condition(expression: Ast, whenTrue: BranchTarget, whenFalse: BranchTarget): void;
  /**
   * The result of `action` if it needs no edges, else undefined; see {@link GraphBuilder.attempt}.
   */
  attempt<T>(part: Ast, action: () => T): T | undefined;
  /** Lowers the parts from left to right so that all results hold together at the end. */
  sequence(parts: readonly Ast[], lowerPart: (part: Ast) => Expression): Expression[];
  /** The same for parts that have several values each. */
  sequenceOf(
    parts: readonly Ast[],
    lowerPart: (part: Ast) => readonly Expression[],
  ): (readonly Expression[])[];
  /** Marks that the order in which operands are evaluated is open, if that may matter; see evaluation-order.ts. */
  checkOrder(operands: readonly Operand[], target?: Ast): void;
  /**
   * Emits the evaluation of an unused value, where that can fail or other threads can observe it.
   */
  evaluate(value: Expression): void;
  /** The same for a record at an address: it is read even if it is not used (C11 6.3.2.1p2). */
  evaluateRecord(address: Expression, type: CType): void;
  /** The current value, independent of later operations: constant or in a temporary. */
  save(value: Expression): Expression;
  /** C's conversion of a scalar to a scalar type, including `_Bool`. */
  convert(value: Expression, type: CType): Expression;
  /** `pointer + index` (`backwards`: minus) in elements of type `target`. */
  displace(pointer: Expression, index: Expression, target: CType, backwards: boolean): Expression;
  /** Runs a statement expression; `result` receives the value of the last statement. */
  block(body: CompoundStatement, result: (value: Ast) => void): void;
  builtin(expression: BuiltinExpression): Expression;
  /** Size in bytes of any object type, as an unsigned integer of pointer width. */
  sizeOf(type: CType): Expression;
  /** Marks an unsupported operation; the value is a placeholder. */
  unsupported(reason: string, type: CType): Expression;
}
