import { describe, expect, it } from "vitest";
import type { ArithmeticOperator, Expression, FloatValueType, ValueType } from "./cfa.ts";
import { formatExpression } from "./expression-format.ts";
import { canFail } from "./expression-properties.ts";
import {
  addressOf,
  binary,
  cast,
  compare,
  conditional,
  integer,
  negate,
  notOf,
  offsetBy,
  truthOf,
} from "./expressions.ts";
import { floatLiteral } from "./float-values.ts";
import { BYTE, INT, integerType, pointerType } from "./value-types.ts";

const UINT = integerType(32, false);
const LONG = integerType(64, true);
const WORD = integerType(64, false);
const POINTER = pointerType(8);
const DOUBLE: FloatValueType = { kind: "float", format: "double" };
const FLOAT: FloatValueType = { kind: "float", format: "float" };

function variable(name: string, type: ValueType, size = 8): Expression {
  const object = {
    id: 0,
    kind: "local",
    name,
    size,
    align: 8,
    type: { kind: "void" },
    scalar: type,
    variable: undefined,
    isAddressTaken: false,
    isReadOnly: false,
    initial: [],
  } as const;
  return { kind: "load", type, address: addressOf({ ...object }, POINTER) };
}
const x = variable("x", INT);
const u = variable("u", UINT);
const p = variable("p", POINTER);
const d = variable("d", DOUBLE);
const double = (text: string): Expression => floatLiteral(text, DOUBLE) as Expression;

describe("constant folding", () => {
  const min = -(2n ** 31n);
  it.each<[ArithmeticOperator, typeof INT, bigint, bigint, string]>([
    ["add", INT, 1n, 2n, "3"],
    ["add", INT, 2n ** 31n - 1n, 1n, "2147483647 + 1"],
    ["add", UINT, 2n ** 32n - 1n, 1n, "0u32"],
    ["sub", INT, min, 1n, "-2147483648 - 1"],
    ["mul", INT, 65536n, 65536n, "65536 * 65536"],
    ["mul", UINT, 65536n, 65536n, "0u32"],
    ["div", INT, -7n, 2n, "-3"],
    ["div", INT, 7n, 0n, "7 / 0"],
    ["div", INT, min, -1n, "-2147483648 / -1"],
    ["rem", INT, -7n, 2n, "-1"],
    ["rem", INT, min, -1n, "-2147483648 % -1"],
    ["rem", INT, 7n, 0n, "7 % 0"],
    ["shl", INT, 1n, 30n, "1073741824"],
    ["shl", INT, 1n, 31n, "1 << 31"],
    ["shl", UINT, 3n, 31n, "2147483648u32"],
    ["shl", INT, 1n, 32n, "1 << 32"],
    ["shl", INT, -1n, 1n, "-1 << 1"],
    ["shr", INT, -5n, 1n, "-3"],
    ["shr", INT, 5n, -1n, "5 >> -1"],
    ["and", INT, -2n, 7n, "6"],
    ["or", INT, -8n, 1n, "-7"],
    ["xor", INT, -1n, 5n, "-6"],
  ])("%s %o: %s, %s gives %s", (operator, type, a, b, expected) => {
    const result = binary(operator, type, integer(type, a), integer(type, b));
    expect(formatExpression(result)).toBe(expected);
  });

  it.each<[string, Expression, string]>([
    ["negation", negate(integer(INT, 5)), "-5"],
    ["negation that overflows", negate(integer(INT, min)), "--2147483648"],
    ["truncation", cast(BYTE, integer(INT, 300)), "44u8"],
    ["sign change", cast(UINT, integer(INT, -1)), "4294967295u32"],
    ["cast of cast, narrowing", cast(BYTE, cast(LONG, x)), "(u8)x"],
    ["cast of cast, widening", cast(WORD, cast(LONG, x)), "(u64)x"],
    ["cast that loses the sign is kept", cast(LONG, cast(UINT, x)), "(i64)(u32)x"],
    ["integer to float", cast(DOUBLE, integer(INT, 3)), "3.0"],
    ["float to integer", cast(INT, double("3.9")), "3"],
    ["float to integer, out of range", cast(BYTE, double("300")), "(u8)300.0"],
    ["exact float arithmetic", binary("mul", DOUBLE, double("3"), double("0.5")), "1.5"],
    [
      "inexact float arithmetic",
      binary("div", DOUBLE, double("1"), double("3")),
      "1.0 /double 3.0",
    ],
    ["zero whose sign depends", binary("sub", DOUBLE, double("1"), double("1")), "1.0 -double 1.0"],
    ["double to float", cast(FLOAT, double("0.1")), "0.1f"],
    ["sum of offsets", offsetBy(offsetBy(p, 4), 8), "p + 12u64"],
    ["zero offset", offsetBy(p, 0), "p"],
    ["comparison of constants", compare("lt", integer(UINT, 1), integer(UINT, -1)), "1"],
    ["object against null", compare("eq", addressOfX(), integer(POINTER, 0)), "0"],
    ["double negation", notOf(notOf(compare("lt", x, integer(INT, 3)))), "x < 3"],
    ["negation of a float order", notOf(compare("lt", d, double("3"))), "(d <double 3.0) == 0"],
    ["truth of a truth value", truthOf(cast(LONG, cast(BYTE, compare("ne", x, x)))), "x != x"],
    ["conditional of 1 and 0", conditional(x, integer(INT, 1), integer(INT, 0)), "x != 0"],
    ["conditional of a constant", conditional(integer(INT, 0), x, integer(INT, 7)), "7"],
  ])("%s", (_, expression, expected) => {
    expect(formatExpression(expression)).toBe(expected);
  });

  function addressOfX(): Expression {
    return (x as Expression & { readonly kind: "load" }).address;
  }
});

describe("canFail", () => {
  const byte = cast(INT, variable("c", BYTE));
  const load = (address: Expression): Expression => ({ kind: "load", type: INT, address });
  const object = (x as Expression & { readonly kind: "load" }).address;
  it.each<[Expression, boolean]>([
    [binary("add", INT, x, integer(INT, 1)), true],
    [binary("add", UINT, u, u), false],
    [binary("add", INT, byte, byte), false],
    [binary("mul", INT, byte, integer(INT, 1000)), false],
    [binary("mul", INT, byte, integer(INT, 100000000)), true],
    [binary("div", UINT, u, u), true],
    [binary("div", INT, x, integer(INT, 2)), false],
    [binary("div", INT, x, integer(INT, -1)), true],
    [binary("rem", UINT, u, integer(UINT, 0)), true],
    [binary("shl", INT, byte, integer(INT, 8)), false],
    [binary("shl", INT, x, integer(INT, 1)), true],
    [binary("shr", INT, x, integer(INT, 31)), false],
    [binary("shr", INT, x, integer(INT, 32)), true],
    [binary("shr", INT, x, u), true],
    [binary("and", INT, x, x), false],
    [binary("add", DOUBLE, d, d), false],
    [cast(INT, d), true],
    [cast(DOUBLE, x), false],
    [negate(x), true],
    [load(p), true],
    [load(offsetBy(object, 4)), false],
    [load(offsetBy(object, 5)), true],
    [binary("sub", LONG, p, p), true],
    [compare("lt", p, p), false],
  ])("%#: %o", (expression, expected) => {
    expect([formatExpression(expression), canFail(expression)]).toEqual([
      formatExpression(expression),
      expected,
    ]);
  });
});
