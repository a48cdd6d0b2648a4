/** Builtins whose arguments are not ordinary, and the entry points of the ordinary ones. */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { Expression, Variable } from "../ast.ts";
import { foldInteger } from "../constant-folding.ts";
import type { Token } from "../token.ts";
import { unqualified, vectorOf } from "../type-factory.ts";
import { sizeOf } from "../type-layout.ts";
import { typeToString } from "../type-printer.ts";
import { isCompatible } from "../type-relations.ts";
import type { CType } from "../types.ts";
import { findMember } from "./access.ts";
import { atomicBuiltins, isAtomicBuiltin, makeAtomicBuiltin } from "./atomic-builtins.ts";
import {
  builtin,
  checkedBuiltins,
  handledBuiltins,
  makeBuiltinCall,
  refuseDropped,
  vaListLvalue,
} from "./builtins.ts";
import type { Parser } from "./context.ts";
import { convert, decay, integerLiteral, typeFault } from "./implicit-conversions.ts";
import { makeBinary } from "./operators.ts";
import { withLengths } from "./variable-lengths.ts";

const SPECIAL: ReadonlyMap<string, (p: Parser, name: Token) => Expression> = new Map([
  ["__builtin_va_arg", parseVaArg],
  ["__builtin_offsetof", parseOffsetof],
  ["__builtin_types_compatible_p", parseTypesCompatible],
  ["__builtin_choose_expr", parseChoose],
  ["__builtin_convertvector", parseConvertVector],
]);

/** All builtins with a meaning of their own; others are calls of library functions. */
export function builtinNames(): string[] {
  return [...SPECIAL.keys(), ...handledBuiltins(), ...atomicBuiltins()];
}

/** Builtins that are calls of the plain functions whose names they contain. */
export function fortifiedNames(): string[] {
  return checkedBuiltins();
}

/** Whether a token begins a builtin call rather than naming something of the program. */
export function isSpecialBuiltin(token: Token): boolean {
  return token.text.startsWith("__builtin_") || isAtomicBuiltin(token.text);
}

export function parseSpecialBuiltin(p: Parser): Expression {
  const name = p.advance();
  const special = SPECIAL.get(name.text);
  if (special !== undefined) return special(p, name);
  if (!p.at("(")) {
    // The address of a builtin is the address of the library function.
    throw p.fault(name, "unsupported", `'${name.text}' without a call is not supported`);
  }
  const { values, closeParenRange } = parseArguments(p);
  const call = {
    name: name.text.replace(/^__builtin_/, ""),
    arguments: values,
    closeParenRange,
    range: p.rangeFrom(name.start),
  };
  if (!isAtomicBuiltin(call.name)) return makeBuiltinCall(p, call);
  const atomic = makeAtomicBuiltin(p, call);
  refuseDropped(p, call, atomic);
  return atomic;
}

/** `( expression , … )`; the arguments are neither decayed nor converted. */
export function parseArguments(p: Parser): {
  readonly values: Expression[];
  readonly closeParenRange: TextRange;
} {
  p.expect("(", "before the arguments");
  const values: Expression[] = [];
  while (!p.at(")")) {
    values.push(p.grammar.assignmentExpression(p));
    if (!p.accept(",")) break;
  }
  const { start, end } = p.expect(")", "after the arguments");
  return { values, closeParenRange: { start, end } };
}

function parseVaArg(p: Parser, name: Token): Expression {
  p.expect("(", "after '__builtin_va_arg'");
  const list = vaListLvalue(p, p.grammar.assignmentExpression(p));
  p.expect(",", "after the argument list");
  const lengths: Variable[] = [];
  const type = p.grammar.typeName(p, lengths);
  p.expect(")", "after the type");
  const range = p.rangeFrom(name.start);
  return withLengths(lengths, builtin("va_arg", unqualified(type), [list], range), range);
}

function parseConvertVector(p: Parser, name: Token): Expression {
  p.expect("(", "after '__builtin_convertvector'");
  const vector = p.grammar.assignmentExpression(p);
  p.expect(",", "after the vector");
  const type = unqualified(p.grammar.typeName(p));
  p.expect(")", "after the type");
  const range = p.rangeFrom(name.start);
  const count = vectorOf(vector.type)?.count;
  if (count === undefined || vectorOf(type)?.count !== count) {
    throw typeFault(p, range, "'__builtin_convertvector' takes vectors of the same length");
  }
  return builtin("convertvector", type, [vector], range);
}

function parseTypesCompatible(p: Parser, name: Token): Expression {
  p.expect("(", "after '__builtin_types_compatible_p'");
  const left = unqualified(p.grammar.typeName(p));
  p.expect(",", "between the types");
  const right = unqualified(p.grammar.typeName(p));
  p.expect(")", "after the types");
  const value = isCompatible(left, right, p.types) ? 1n : 0n;
  return integerLiteral(p.types.int, value, p.rangeFrom(name.start));
}

function parseChoose(p: Parser): Expression {
  p.expect("(", "after '__builtin_choose_expr'");
  const tested = p.grammar.assignmentExpression(p);
  p.expect(",", "after the condition");
  const first = p.grammar.assignmentExpression(p);
  p.expect(",", "after the first expression");
  const second = p.grammar.assignmentExpression(p);
  p.expect(")", "after the second expression");
  const value = foldInteger(tested, p.machine);
  if (value === undefined) {
    p.error(tested.range, "not-constant", "condition of '__builtin_choose_expr' is not constant");
  }
  return value === 0n ? second : first;
}

/** `__builtin_offsetof(type, member.path[index])`: a constant unless an index is not. */
function parseOffsetof(p: Parser, name: Token): Expression {
  p.expect("(", "after '__builtin_offsetof'");
  let type = p.grammar.typeName(p);
  p.expect(",", "after the type");
  let offset = 0n;
  let variable: Expression | undefined;
  const step = (): void => {
    const member = p.identifier("a member name");
    const path =
      type.kind === "struct" || type.kind === "union" ? findMember(type, member.text) : undefined;
    if (path === undefined) {
      const shown = typeToString(type);
      throw p.fault(member, "undeclared", `'${shown}' has no member named '${member.text}'`);
    }
    for (const field of path) {
      if (field.bitWidth !== undefined) {
        throw typeFault(p, member, `'${member.text}' is a bit-field and has no offset`);
      }
      offset += BigInt(field.offset);
      type = field.type;
    }
  };
  step();
  for (;;) {
    if (p.accept(".")) step();
    else if (p.at("[")) {
      p.advance();
      const index = decay(p, p.grammar.expression(p));
      p.expect("]", "after the index");
      const size = elementSize(p, type, index.range);
      if (type.kind === "array") type = type.element;
      const value = foldInteger(index, p.machine);
      if (value !== undefined) offset += value * size;
      else variable = addScaled(p, variable, index, size);
    } else break;
  }
  p.expect(")", "after the member");
  const range = p.rangeFrom(name.start);
  const constant = integerLiteral(p.types.size, offset, range);
  if (variable === undefined) return constant;
  return makeBinary(p, "+", constant, variable, { operatorRange: range, range });
}

function elementSize(p: Parser, type: CType, range: TextRange): bigint {
  const size = type.kind === "array" ? sizeOf(type.element) : undefined;
  if (size === undefined) throw typeFault(p, range, "index into a member that is not an array");
  return BigInt(size);
}

function addScaled(
  p: Parser,
  sum: Expression | undefined,
  index: Expression,
  size: bigint,
): Expression {
  const { range } = index;
  const place = { operatorRange: range, range };
  const scale = integerLiteral(p.types.size, size, range);
  const scaled = makeBinary(p, "*", convert(p, index, p.types.size), scale, place);
  return sum === undefined ? scaled : makeBinary(p, "+", sum, scaled, place);
}
