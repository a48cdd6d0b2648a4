/** Lowers function calls. */
import type { Expression as Ast, CallExpression, FunctionSymbol } from "../cfront/ast.ts";
import { sizeOf } from "../cfront/type-layout.ts";
import { invariant } from "../util/errors.ts";
import { walkAst } from "./ast-walk.ts";
import type { CallArgument, CallEdge, Expression } from "./cfa.ts";
import { constantAddress } from "./expression-properties.ts";
import { addressOf, cast, truthOf, zero } from "./expressions.ts";
import type { Lowering } from "./lowering.ts";
import { copyInto } from "./record-copy.ts";
import { INT, isBool, isRecord, sameValueType, valueTypeOf } from "./value-types.ts";

export interface CallUse {
  readonly isWanted: boolean;
  /** Where the result shall go if it is wanted; else a temporary. */
  readonly destination?: Expression;
}

/** The result: a scalar value, or the address of a record; a placeholder when there is none. */
export function lowerCall(lower: Lowering, call: CallExpression, use: CallUse): Expression {
  const symbol = calledFunction(call.callee);
  lower.graph.mutate();
  lower.checkOrder([call.callee, ...call.arguments].map((ast) => ({ ast })));
  const values = lower.sequence([call.callee, ...call.arguments], (part) =>
    part === call.callee ? lower.value(part) : argumentValue(lower, part, call),
  );
  const [callee, ...operands] = values;
  invariant(callee !== undefined, "a call has a callee");
  const passed = call.arguments.map((argument, index): CallArgument => {
    const value = operands[index];
    invariant(value !== undefined, "every argument has a value");
    return isRecord(argument.type)
      ? { kind: "record", address: value, size: sizeOf(argument.type) ?? 0 }
      : { kind: "scalar", value };
  });
  const target = symbol?.definition === undefined ? undefined : symbol;
  const fitted = target === undefined ? passed : fitArguments(target, passed);
  if (fitted === undefined || (target !== undefined && !fitsResult(target, call))) {
    return lower.unsupported("call that does not fit the function's definition", call.type);
  }
  return emitCall(lower, call, callee, fitted, use);
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
  if (!isRecord(argument.type)) return lower.value(argument);
  const rest = call.arguments.slice(call.arguments.indexOf(argument) + 1);
  if (!rest.some(mayHaveEffects)) return lower.place(argument).address;
  // A later argument could change the record before it is passed.
  lower.graph.mutate();
  const copy = addressOf(lower.names.newTemporary(argument.type), lower.pointer);
  copyInto(lower, copy, argument);
  return copy;
}

function mayHaveEffects(expression: Ast): boolean {
  let found = false;
  walkAst(expression, (part) => {
    found ||=
      part.kind === "assignment" ||
      part.kind === "compound-assignment" ||
      part.kind === "increment" ||
      part.kind === "call" ||
      part.kind === "builtin" ||
      part.kind === "statement-expression" ||
      part.kind === "compound-literal";
    return !found;
  });
  return found;
}

/**
 * The arguments as the definition wants them: promoted arguments of calls
 * without prototype are converted back, superfluous ones dropped. Undefined
 * when they do not fit (undefined behaviour, C11 6.5.2.2p6).
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
  { isWanted, destination }: CallUse,
): Expression {
  const isVoid = call.type.kind === "void";
  const scalar = valueTypeOf(call.type);
  if (!isVoid && scalar === undefined && !isRecord(call.type)) {
    return lower.unsupported(`a function that returns a ${call.type.kind} type`, call.type);
  }
  let result: CallEdge["result"];
  if (isWanted && !isVoid) {
    const address = destination ?? addressOf(lower.names.newTemporary(call.type), lower.pointer);
    invariant(constantAddress(address) !== undefined, "results go to fixed places");
    result =
      scalar === undefined ? { address, recordSize: sizeOf(call.type) ?? 0 } : { address, scalar };
  }
  lower.graph.emit({
    kind: "call",
    callee,
    arguments: passed,
    result,
    closeParen: call.closeParenRange,
  });
  if (result === undefined) return zero(INT);
  return scalar === undefined
    ? result.address
    : { kind: "load", type: scalar, address: result.address };
}
