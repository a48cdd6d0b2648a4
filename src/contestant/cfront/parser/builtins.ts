/**
 * Calls of `__builtin_…` functions whose arguments are ordinary expressions (GCC manual, "Other
 * Builtins"). A call that is no constant, no plain library call and not the identity becomes a
 * {@link BuiltinExpression}. Its `name` has neither the prefix nor the suffix for the type: the
 * types of the arguments determine it.
 *
 * | name | arguments |
 * |---|---|
 * | `va_start`, `va_end` | the list object as an lvalue (on x86-64 the `__va_list_tag`) |
 * | `va_copy` | target and source list |
 * | `va_arg` | the list; the type of the expression is the requested type |
 * | `isnan isinf isinf_sign isfinite isnormal signbit` | one real number |
 * | `isgreater isgreaterequal isless islessequal islessgreater isunordered` | two of one type |
 * | `fpclassify` | the five results and the number |
 * | `inf nan nans` | none; the type of the expression determines the format |
 * | `add_overflow sub_overflow mul_overflow` | two integers of any types, result pointer |
 * | `add_overflow_p …` | three integers, the last gives the type |
 * | `bswap clz ctz clrsb ffs parity popcount` | one integer |
 * | `alloca` | the size as `size_t` |
 * | `complex` | real and imaginary part |
 * | `shuffle` | one or two vectors, and the mask |
 * | `convertvector` | the vector |
 * | `unreachable trap` | none |
 * | `return_address frame_address` | the level |
 */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { BuiltinExpression, Expression } from "../ast.ts";
import { type AstPart, walkAst } from "../ast-walk.ts";
import { foldInteger } from "../constant-folding.ts";
import {
  type ArithmeticType,
  isArithmetic,
  isInteger,
  usualArithmeticConversions,
} from "../conversions.ts";
import { complexOf, pointerTo, unqualified, vectorOf } from "../type-factory.ts";
import { isCompatibleUnqualified } from "../type-relations.ts";
import type { CType, FloatKind, IntegerKind } from "../types.ts";
import { callLibraryFunction } from "./calls.ts";
import type { Parser } from "./context.ts";
import {
  convert,
  convertAssigned,
  decay,
  integerLiteral,
  integerPromoted,
  typeFault,
} from "./implicit-conversions.ts";
import { objectSize } from "./object-size.ts";
import { makeDereference } from "./operators.ts";
import { vaListType } from "./va-list.ts";

/** A call as parsed; the arguments have not decayed. */
export interface BuiltinCall {
  /** Without `__builtin_`. */
  readonly name: string;
  readonly arguments: readonly Expression[];
  readonly closeParenRange: TextRange;
  readonly range: TextRange;
}
type Handler = (p: Parser, call: BuiltinCall) => Expression;

export function builtin(
  name: string,
  type: CType,
  values: readonly Expression[],
  range: TextRange,
): BuiltinExpression {
  return { kind: "builtin", name, arguments: values, type, range };
}

export function makeBuiltinCall(p: Parser, call: BuiltinCall): Expression {
  const handler = HANDLERS.get(call.name);
  if (handler !== undefined) {
    const result = handler(p, call);
    if (!UNEVALUATED.has(call.name)) refuseDropped(p, call, result);
    return result;
  }
  const checked = CHECKED.get(call.name);
  if (checked !== undefined) {
    const values = call.arguments.filter((_, index) => !checked.dropped.includes(index));
    refuseKnownSize(p, call, checked);
    const result = callLibraryFunction(p, checked.name, values, call);
    refuseDropped(p, call, result);
    return result;
  }
  return callLibraryFunction(p, call.name, call.arguments, call);
}

/** Functions that write at most as many bytes as an argument states. */
const COUNTED: ReadonlySet<string> = new Set([
  "memcpy",
  "memmove",
  "mempcpy",
  "memset",
  "strncpy",
  "stpncpy",
  "snprintf",
  "vsnprintf",
]);

/** Builtins that never evaluate their arguments. */
const UNEVALUATED: ReadonlySet<string> = new Set([
  "constant_p",
  "object_size",
  "dynamic_object_size",
]);

/** An operand that becomes no part of the tree must be a constant: it is never evaluated. */
export function refuseDropped(p: Parser, call: BuiltinCall, result: Expression): void {
  const kept = new Set<AstPart>();
  walkAst(result, (part) => {
    kept.add(part);
    return undefined;
  });
  for (const given of call.arguments) {
    let bare = given;
    while (bare.kind === "unary" && bare.operator === "address") bare = bare.operand;
    const isLiteral = bare.kind === "string" || bare.kind === "float";
    const isConstant = isLiteral || foldInteger(given, p.machine) !== undefined;
    // The last parameter, which `va_start` names, is ignored.
    const isParameter = /^(va|stdarg)_start$/.test(call.name) && given.kind === "variable";
    if (kept.has(bare) || isConstant || isParameter) continue;
    p.unsupported(given.range, `an argument of '__builtin_${call.name}' that is no constant is`);
  }
}

/**
 * A fortified function ends the program when it writes more than the object holds. Agon calls the plain function
 * instead, so that the size must be unknown, or the number of bytes a constant that fits.
 */
function refuseKnownSize(
  p: Parser,
  call: BuiltinCall,
  { name, dropped }: { readonly name: string; readonly dropped: readonly number[] },
): void {
  const isPrinting = name.endsWith("printf");
  const index = isPrinting ? dropped[1] : dropped[0];
  const size = index === undefined ? undefined : call.arguments[index];
  const unknown = (1n << BigInt(p.types.size.bits)) - 1n;
  const bound = size && foldInteger(convert(p, size, p.types.size), p.machine);
  if (size === undefined || bound === unknown) return;
  const length = call.arguments[isPrinting ? 1 : 2];
  if (bound !== undefined && length !== undefined && COUNTED.has(name)) {
    const count = foldInteger(convert(p, length, p.types.size), p.machine);
    if (count !== undefined && count <= bound) return;
  }
  p.unsupported(size.range, `'__builtin_${call.name}' with an object of known size is`);
}

/** Argument `index`, decayed; a missing one is reported. */
function argument(p: Parser, call: BuiltinCall, index: number): Expression {
  const value = call.arguments[index];
  if (value !== undefined) return decay(p, value);
  const message = `'__builtin_${call.name}' takes more than ${call.arguments.length} arguments`;
  throw p.fault(call.closeParenRange, "argument-count", message);
}

function arithmeticArgument(p: Parser, call: BuiltinCall, index: number): Expression {
  const value = argument(p, call, index);
  if (isArithmetic(value.type)) return value;
  throw typeFault(p, value.range, `argument of '__builtin_${call.name}' is not a number`);
}

function integerArgument(p: Parser, call: BuiltinCall, index: number): Expression {
  const value = argument(p, call, index);
  if (isInteger(value.type)) return value;
  throw typeFault(p, value.range, `argument of '__builtin_${call.name}' is not an integer`);
}

/** The list as an lvalue of its only element on x86-64, where `va_list` is an array or, as a parameter, a pointer. */
export function vaListLvalue(p: Parser, expression: Expression): Expression {
  const listType = vaListType(p.machine);
  const given = decay(p, expression).type;
  const expected = listType.kind === "array" ? pointerTo(listType.element, p.machine) : listType;
  if (!isCompatibleUnqualified(given, expected, p.types)) {
    throw typeFault(p, expression.range, "expected a value of type 'va_list'");
  }
  return listType.kind === "array" ? makeDereference(p, expression, expression.range) : expression;
}

function vaHandler(name: string, count: number): Handler {
  return (p, call) => {
    const lists = Array.from({ length: count }, (_, index) => {
      argument(p, call, index);
      return vaListLvalue(p, call.arguments[index] as Expression);
    });
    return builtin(name, p.types.void, lists, call.range);
  };
}

// ------------------------------------------------------------- floating point

/** One real number, of the type the suffix asks for. */
function classify(name: string, kind?: FloatKind): Handler {
  return (p, call) => {
    const given = arithmeticArgument(p, call, 0);
    const type =
      kind !== undefined ? p.types[kind] : isInteger(given.type) ? p.types.double : given.type;
    return builtin(name, p.types.int, [convert(p, given, type)], call.range);
  };
}

const compareReals: Handler = (p, call) => {
  const left = arithmeticArgument(p, call, 0);
  const right = arithmeticArgument(p, call, 1);
  const common = usualArithmeticConversions(
    left.type as ArithmeticType,
    right.type as ArithmeticType,
    p.types,
  );
  const type = common.kind === "integer" ? p.types.double : common;
  const values = [convert(p, left, type), convert(p, right, type)];
  return builtin(call.name, p.types.int, values, call.range);
};

const fpclassify: Handler = (p, call) => {
  const results = [0, 1, 2, 3, 4].map((index) =>
    convert(p, integerArgument(p, call, index), p.types.int),
  );
  const number = arithmeticArgument(p, call, 5);
  return builtin("fpclassify", p.types.int, [...results, number], call.range);
};

function floatConstant(name: string, kind: FloatKind): Handler {
  return (p, call) => builtin(name, p.types[kind], [], call.range);
}

// -------------------------------------------------------------------- integers

/** With `kind`, of the variants with fixed types (`__builtin_sadd_overflow`). */
function overflow(name: string, kind?: IntegerKind): Handler {
  return (p, call) => {
    const operand = (index: number): Expression => {
      const value = integerArgument(p, call, index);
      return kind === undefined ? value : convert(p, value, p.types[kind]);
    };
    const last = name.endsWith("_p") ? integerArgument(p, call, 2) : argument(p, call, 2);
    const isResult = last.type.kind === "pointer" && isInteger(last.type.target);
    if (!name.endsWith("_p") && !isResult) {
      const message = `last argument of '__builtin_${call.name}' does not point to an integer`;
      throw typeFault(p, last.range, message);
    }
    return builtin(name, p.types.bool, [operand(0), operand(1), last], call.range);
  };
}

function onInteger(name: string, kind: IntegerKind, resultKind: IntegerKind): Handler {
  return (p, call) => {
    const value = convert(p, integerArgument(p, call, 0), p.types[kind]);
    return builtin(name, p.types[resultKind], [value], call.range);
  };
}

// --------------------------------------------------------------- other builtins

/**
 * 1 when the argument is a constant for us; gcc at -O0 gives the same result for literals and
 * folds.
 */
const constantP: Handler = (p, call) => {
  const value = argument(p, call, 0);
  const isConstant =
    foldInteger(value, p.machine) !== undefined ||
    value.kind === "float" ||
    (value.kind === "decay" && value.operand.kind === "string");
  return integerLiteral(p.types.int, isConstant ? 1n : 0n, call.range);
};

const sizeOfObject: Handler = (p, call) => {
  const kind = foldInteger(argument(p, call, 1), p.machine) ?? 0n;
  const size = objectSize(argument(p, call, 0), (kind & 1n) !== 0n, p.machine);
  if (size === "unsupported")
    p.unsupported(call.range, `such an operand of '__builtin_${call.name}' is`);
  // Where the object is unknown: the largest size, or 0 for a lower bound.
  const unknown = (kind & 2n) !== 0n ? 0n : (1n << BigInt(p.types.size.bits)) - 1n;
  const value = typeof size === "number" ? BigInt(size) : unknown;
  return integerLiteral(p.types.size, value, call.range);
};

const alloca: Handler = (p, call) => {
  const size = convert(p, integerArgument(p, call, 0), p.types.size);
  return builtin("alloca", p.types.voidPointer, [size], call.range);
};

function address(name: string): Handler {
  return (p, call) =>
    builtin(
      name,
      p.types.voidPointer,
      [integerPromoted(p, integerArgument(p, call, 0))],
      call.range,
    );
}

const complexNumber: Handler = (p, call) => {
  const real = arithmeticArgument(p, call, 0);
  const imaginary = arithmeticArgument(p, call, 1);
  if (real.type.kind !== "float") throw typeFault(p, real.range, "expected a floating type");
  const type = p.types[real.type.name];
  const values = [convert(p, real, type), convert(p, imaginary, type)];
  return builtin("complex", complexOf(type), values, call.range);
};

/** Elements chosen by the elements of a mask. */
const shuffle: Handler = (p, call) => {
  const values = call.arguments.map((_, index) => argument(p, call, index));
  const mask = vectorOf(values.at(-1)?.type ?? p.types.int);
  const [first, second] = values;
  const shape = first && vectorOf(first.type);
  const isRight =
    (values.length === 2 || values.length === 3) &&
    first !== undefined &&
    mask !== undefined &&
    isInteger(mask.element) &&
    shape?.count === mask.count &&
    (values.length === 2 ||
      isCompatibleUnqualified(second?.type ?? p.types.int, first.type, p.types));
  if (!isRight) {
    throw typeFault(p, call.range, "'__builtin_shuffle' takes one or two vectors and a mask");
  }
  return builtin("shuffle", unqualified(first.type), values, call.range);
};

/** The first of `count` arguments; the others only state its probability. */
function expected(count: number): Handler {
  return (p, call) => {
    argument(p, call, count - 1);
    return convertAssigned(p, argument(p, call, 0), p.types.long, "passed");
  };
}

function withoutArguments(name: string): Handler {
  return (p, call) => builtin(name, p.types.void, [], call.range);
}

const HANDLERS: ReadonlyMap<string, Handler> = makeHandlers();

/** Names of the builtins that are no calls. */
export function handledBuiltins(): string[] {
  return [...HANDLERS.keys()].map((name) => `__builtin_${name}`);
}

function makeHandlers(): Map<string, Handler> {
  const handlers = new Map<string, Handler>([
    ["va_start", vaHandler("va_start", 1)],
    ["stdarg_start", vaHandler("va_start", 1)],
    ["va_end", vaHandler("va_end", 1)],
    ["va_copy", vaHandler("va_copy", 2)],
    ["fpclassify", fpclassify],
    ["constant_p", constantP],
    ["expect", expected(2)],
    ["expect_with_probability", expected(3)],
    ["assume_aligned", (p, call) => convert(p, argument(p, call, 0), p.types.voidPointer)],
    ["speculation_safe_value", (p, call) => argument(p, call, 0)],
    ["object_size", sizeOfObject],
    ["dynamic_object_size", sizeOfObject],
    ["alloca", alloca],
    ["alloca_with_align", alloca],
    ["return_address", address("return_address")],
    ["frame_address", address("frame_address")],
    ["complex", complexNumber],
    ["shuffle", shuffle],
    ["unreachable", withoutArguments("unreachable")],
    ["trap", withoutArguments("trap")],
    ["prefetch", (p, call) => convert(p, argument(p, call, 0), p.types.void)],
  ]);
  const floatSuffixes: readonly (readonly [string, FloatKind])[] = [
    ["", "double"],
    ["f", "float"],
    ["l", "ldouble"],
    ["q", "float128"],
    ["f32", "float"],
    ["f64", "double"],
    ["f32x", "double"],
    ["f64x", "ldouble"],
    ["f128", "float128"],
  ];
  for (const [suffix, kind] of floatSuffixes) {
    handlers.set(`inf${suffix}`, floatConstant("inf", kind));
    handlers.set(`huge_val${suffix}`, floatConstant("inf", kind));
    handlers.set(`nan${suffix}`, floatConstant("nan", kind));
    handlers.set(`nans${suffix}`, floatConstant("nans", kind));
  }
  for (const name of ["isnan", "isinf", "isinf_sign", "isfinite", "isnormal", "signbit"]) {
    handlers.set(name, classify(name));
    handlers.set(`${name}f`, classify(name, "float"));
    handlers.set(`${name}l`, classify(name, "ldouble"));
  }
  handlers.set("finite", classify("isfinite", "double"));
  handlers.set("finitef", classify("isfinite", "float"));
  handlers.set("finitel", classify("isfinite", "ldouble"));
  for (const relation of [
    "greater",
    "greaterequal",
    "less",
    "lessequal",
    "lessgreater",
    "unordered",
  ]) {
    handlers.set(`is${relation}`, compareReals);
  }
  const lengths: readonly (readonly [string, IntegerKind, IntegerKind])[] = [
    ["", "int", "uint"],
    ["l", "long", "ulong"],
    ["ll", "llong", "ullong"],
  ];
  for (const operation of ["add", "sub", "mul"]) {
    handlers.set(`${operation}_overflow`, overflow(`${operation}_overflow`));
    handlers.set(`${operation}_overflow_p`, overflow(`${operation}_overflow_p`));
    for (const [suffix, signed, unsigned] of lengths) {
      handlers.set(`s${operation}${suffix}_overflow`, overflow(`${operation}_overflow`, signed));
      handlers.set(`u${operation}${suffix}_overflow`, overflow(`${operation}_overflow`, unsigned));
    }
  }
  for (const [suffix, signed, unsigned] of lengths) {
    for (const name of ["clz", "ctz", "parity", "popcount"]) {
      handlers.set(`${name}${suffix}`, onInteger(name, unsigned, "int"));
    }
    for (const name of ["clrsb", "ffs"]) {
      handlers.set(`${name}${suffix}`, onInteger(name, signed, "int"));
    }
  }
  const swaps: readonly (readonly [string, IntegerKind])[] = [
    ["bswap16", "ushort"],
    ["bswap32", "uint"],
    ["bswap64", "ullong"],
    ["bswap128", "uint128"],
  ];
  for (const [name, kind] of swaps) handlers.set(name, onInteger("bswap", kind, kind));
  return handlers;
}

/** Fortified functions, with the plain ones and the positions of the arguments that only checks need. */
const CHECKED: ReadonlyMap<string, { readonly name: string; readonly dropped: readonly number[] }> =
  new Map(
    (
      [
        ["memcpy", [3]],
        ["memmove", [3]],
        ["mempcpy", [3]],
        ["memset", [3]],
        ["strcpy", [2]],
        ["stpcpy", [2]],
        ["strncpy", [3]],
        ["stpncpy", [3]],
        ["strcat", [2]],
        ["strncat", [3]],
        ["sprintf", [1, 2]],
        ["vsprintf", [1, 2]],
        ["snprintf", [2, 3]],
        ["vsnprintf", [2, 3]],
        ["printf", [0]],
        ["vprintf", [0]],
        ["fprintf", [1]],
        ["vfprintf", [1]],
      ] as const
    ).map(([name, dropped]) => [`__${name}_chk`, { name, dropped }]),
  );

/** Names of the fortified functions. */
export function checkedBuiltins(): string[] {
  return [...CHECKED.keys()].map((name) => `__builtin_${name}`);
}
