/** Lowers function calls. */

import { invariant } from "../../../ground/util/errors.ts";
import {
  type Expression as Ast,
  type CallExpression,
  type FunctionSymbol,
  sizeOf,
} from "../../cfront/index.ts";
import type { CallArgument, CallEdge, Expression } from "../model/cfa.ts";
import { canFail, constantAddress } from "../model/expression-properties.ts";
import { addressOf, cast, truthOf, zero } from "../model/expressions.ts";
import { INT, isBool, isInMemory, sameValueType, valueTypeOf } from "../model/value-types.ts";
import { callDoubt } from "./call-doubt.ts";
import type { Lowering } from "./lowering.ts";
import { addressOfObject } from "./object-address.ts";
import { isObservedOutput, noteOutput } from "./output-effects.ts";
import { copyInto } from "./record-copy.ts";
import { mayHaveEffects } from "./side-effects.ts";
import { passVariableArguments, usesVariableArguments } from "./variable-arguments.ts";

export interface CallUse {
  readonly isWanted: boolean;
  /** The place of the result if it is needed; otherwise a temporary. */
  readonly destination?: Expression;
}

/** The result: a scalar value, or the address of a record; a placeholder when there is none. */
export function lowerCall(lower: Lowering, call: CallExpression, use: CallUse): Expression {
  const symbol = calledFunction(call.callee);
  lower.graph.mutate();
  if (symbol !== undefined && emitRemark(lower, call, symbol)) return zero(INT);
  lower.checkOrder([call.callee, ...call.arguments].map((ast) => ({ ast })));
  const values = lower.sequence([call.callee, ...call.arguments], (part) =>
    part === call.callee ? calleeValue(lower, part) : argumentValue(lower, part, call),
  );
  const [callee, ...operands] = values;
  invariant(callee !== undefined, "a call has a callee");
  // The number of parameters is unknown here: all arguments are evaluated before.
  const isUnprototyped = symbol === undefined && isOldStyle(call.callee);
  const passed = call.arguments.map((argument, index): CallArgument => {
    const value = operands[index];
    invariant(value !== undefined, "every argument has a value");
    if (!isInMemory(argument.type)) {
      return {
        kind: "scalar",
        value: isUnprototyped && canFail(value) ? lower.save(value) : value,
      };
    }
    const size = sizeOf(argument.type) ?? 0;
    if (isUnprototyped) lower.evaluateRecord(value, argument.type);
    // An empty record is not read, but its address is computed.
    return { kind: "record", address: size === 0 ? lower.save(value) : value, size };
  });
  const target = symbol?.definition === undefined ? undefined : symbol;
  const fitted =
    target === undefined ? fixedArguments(lower, symbol, passed) : fitArguments(target, passed);
  if (fitted === undefined || (target !== undefined && !fitsResult(target, call))) {
    return lower.unsupported("call that does not fit the function's definition", call.type);
  }
  call.arguments.forEach((argument, index) => {
    const given = passed[index];
    if (given === undefined || index < fitted.length) return;
    // An argument without a parameter is still evaluated (C11 6.5.2.2p10).
    if (given.kind === "scalar") lower.evaluate(given.value);
    else lower.evaluateRecord(given.address, argument.type);
  });
  const doubt = symbol && callDoubt(call, symbol, fitted);
  if (doubt !== undefined) lower.graph.emit(doubt);
  const passesVariableArguments = takesVariableArguments(lower, call, symbol);
  const all = passesVariableArguments ? packArguments(lower, call, target, fitted) : fitted;
  if (all === undefined) {
    return lower.unsupported("call of a variadic function without its prototype", call.type);
  }
  const captured = symbol === undefined ? [] : lower.names.capturedBy(symbol);
  const addresses = captured.map(
    (variable): CallArgument => ({ kind: "scalar", value: addressOfObject(lower, variable) }),
  );
  const isNoted = symbol !== undefined && isObservedOutput(lower, symbol);
  const result = emitCall(lower, call, callee, [...all, ...addresses], {
    ...use,
    isWanted: use.isWanted || isNoted,
    passesVariableArguments,
  });
  if (isNoted) noteOutput(lower, symbol, passed, result);
  return result;
}

/**
 * Emits the remark of a library model by a call of `__agon_open("…")` or `__agon_unsupported("…")`.
 */
function emitRemark(lower: Lowering, call: CallExpression, { name }: FunctionSymbol): boolean {
  if (name !== "__agon_open" && name !== "__agon_unsupported") return false;
  let text: Ast | undefined = call.arguments[0];
  while (text?.kind === "decay" || text?.kind === "cast") text = text.operand;
  const bytes = text?.kind === "string" ? text.bytes : new Uint8Array();
  const reason = String.fromCharCode(...bytes.subarray(0, -1));
  lower.graph.emit(
    name === "__agon_open" ? { kind: "skip", open: reason } : { kind: "unsupported", reason },
  );
  return true;
}

/** The address of a nested function that needs the enclosing one is allowed as the callee. */
function calleeValue(lower: Lowering, callee: Ast): Expression {
  const symbol = calledFunction(callee);
  if (symbol === undefined || lower.names.capturedBy(symbol).length === 0) {
    return lower.value(callee);
  }
  return addressOf(lower.names.functionSymbol(symbol), lower.pointer);
}

function isVariadic(callee: Ast): boolean {
  const { type } = callee;
  return type.kind === "pointer" && type.target.kind === "function" && type.target.variadic;
}

function isOldStyle({ type }: Ast): boolean {
  return type.kind === "pointer" && type.target.kind === "function" && type.target.oldStyle;
}

/**
 * For a function that the program does not define: as many arguments as its model has parameters.
 */
function fixedArguments(
  lower: Lowering,
  symbol: FunctionSymbol | undefined,
  passed: readonly CallArgument[],
): readonly CallArgument[] {
  const model = symbol === undefined ? undefined : lower.names.definitionOf(symbol);
  if (model === undefined || model.symbol.type.variadic) return passed;
  return passed.slice(0, model.parameters.length);
}

/** Functions without a body are known by name: they get their arguments unchanged. */
function takesVariableArguments(
  lower: Lowering,
  { callee }: CallExpression,
  symbol: FunctionSymbol | undefined,
): boolean {
  if (symbol === undefined) return isVariadic(callee);
  return lower.names.definitionOf(symbol)?.symbol.type.variadic === true;
}

/**
 * Returns the arguments with the variable ones in a buffer; undefined when it is unknown at the
 * call that they are variable.
 */
function packArguments(
  lower: Lowering,
  call: CallExpression,
  target: FunctionSymbol | undefined,
  passed: readonly CallArgument[],
): CallArgument[] | undefined {
  const { type } = call.callee;
  if (type.kind !== "pointer" || type.target.kind !== "function") return undefined;
  if (!type.target.variadic) return undefined;
  const { definition } = target ?? {};
  const count = definition?.parameters.length ?? type.target.parameters.length;
  const variable = passed.slice(count).map((argument, index) => ({
    argument,
    type: call.arguments[count + index]?.type ?? call.type,
  }));
  if (definition === undefined || usesVariableArguments(definition)) {
    return [...passed.slice(0, count), passVariableArguments(lower, variable)];
  }
  for (const { argument, type: given } of variable) {
    if (argument.kind === "scalar") lower.evaluate(argument.value);
    else lower.evaluateRecord(argument.address, given);
  }
  return [...passed.slice(0, count), { kind: "scalar", value: zero(lower.pointer) }];
}

/** The function named by a direct call, through decays and useless `*` and `&`. */
export function calledFunction(callee: Ast): FunctionSymbol | undefined {
  let bare = callee;
  for (;;) {
    if (bare.kind === "decay" || bare.kind === "cast") bare = bare.operand;
    else if (
      bare.kind === "unary" &&
      (bare.operator === "dereference" || bare.operator === "address")
    ) {
      bare = bare.operand;
    } else return bare.kind === "function" ? bare.symbol : undefined;
  }
}

function argumentValue(lower: Lowering, argument: Ast, call: CallExpression): Expression {
  if (!isInMemory(argument.type)) return lower.value(argument);
  const rest = call.arguments.slice(call.arguments.indexOf(argument) + 1);
  if (!rest.some(mayHaveEffects)) return lower.place(argument).address;
  // A later argument could change the record before it is passed.
  lower.graph.mutate();
  const copy = addressOf(lower.names.newTemporary(argument.type), lower.pointer);
  copyInto(lower, copy, argument);
  return copy;
}

/**
 * Returns the arguments with the types of the definition: promoted arguments of calls without
 * prototype are converted back, superfluous ones dropped. Undefined when they do not fit (undefined
 * behaviour, C11 6.5.2.2p6).
 */
function fitArguments(
  symbol: FunctionSymbol,
  passed: readonly CallArgument[],
): CallArgument[] | undefined {
  const parameters = symbol.definition?.parameters ?? [];
  const fitted: CallArgument[] = [];
  for (const [index, { type }] of parameters.entries()) {
    const argument = passed[index];
    if (argument === undefined) return undefined;
    const expected = valueTypeOf(type);
    if (argument.kind === "record") {
      if (expected !== undefined || argument.size !== sizeOf(type)) return undefined;
      fitted.push(argument);
      continue;
    }
    const { value } = argument;
    if (expected === undefined) return undefined;
    const isConvertible =
      (expected.kind === "float") === (value.type.kind === "float") &&
      (expected.kind !== "pointer" || value.type.kind === "pointer" || isNull(value));
    const isSame = sameValueType(expected, value.type);
    if (!isConvertible && !isSame) return undefined;
    const converted = isBool(type) && !isSame ? truthOf(value) : value;
    fitted.push({ kind: "scalar", value: cast(expected, converted) });
  }
  return symbol.type.variadic ? [...fitted, ...passed.slice(parameters.length)] : fitted;
}

function isNull(value: Expression): boolean {
  return value.kind === "integer" && value.value === 0n;
}

function fitsResult(symbol: FunctionSymbol, call: CallExpression): boolean {
  const defined = valueTypeOf(symbol.type.result);
  const used = valueTypeOf(call.type);
  if (defined === undefined || used === undefined) {
    return defined === used && sizeOf(symbol.type.result) === sizeOf(call.type);
  }
  return sameValueType(defined, used);
}

function emitCall(
  lower: Lowering,
  call: CallExpression,
  callee: Expression,
  passed: readonly CallArgument[],
  {
    isWanted,
    destination,
    passesVariableArguments,
  }: CallUse & {
    readonly passesVariableArguments: boolean;
  },
): Expression {
  const isVoid = call.type.kind === "void";
  const scalar = valueTypeOf(call.type);
  if (!isVoid && scalar === undefined && !isInMemory(call.type)) {
    return lower.unsupported(`a function that returns a ${call.type.kind} type`, call.type);
  }
  let result: CallEdge["result"];
  if (isWanted && !isVoid) {
    const address = destination ?? addressOf(lower.names.newTemporary(call.type), lower.pointer);
    invariant(constantAddress(address) !== undefined, "results go to fixed places");
    result =
      scalar === undefined ? { address, recordSize: sizeOf(call.type) ?? 0 } : { address, scalar };
  }
  const functionArguments = call.arguments.flatMap(({ type }, index) =>
    type.kind === "pointer" && type.target.kind === "function" ? [index] : [],
  );
  const emit = (): void =>
    lower.graph.emit({
      kind: "call",
      callee,
      arguments: passed,
      ...(passesVariableArguments ? { passesVariableArguments } : {}),
      ...(functionArguments.length > 0 ? { functionArguments } : {}),
      result,
      closeParen: call.closeParenRange,
    });
  // The call itself may not have been visited: its result goes to the assigned place.
  const { record } = lower.graph;
  if (record === undefined) emit();
  else record.during(call, emit, () => undefined);
  if (result === undefined) return zero(INT);
  return scalar === undefined
    ? result.address
    : { kind: "load", type: scalar, address: result.address };
}
