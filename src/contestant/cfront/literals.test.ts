import { describe, expect, test } from "vitest";
import {
  parseCharacterLiteral,
  parseFloatLiteral,
  parseIntegerLiteral,
  parseStringLiterals,
} from "./literals.ts";
import { ILP32, LP64 } from "./machine-model.ts";

function faultsOf<T>(parse: (report: (message: string) => void) => T): T | string {
  const faults: string[] = [];
  const value = parse((message) => faults.push(message));
  return faults.length > 0 ? faults.join("; ") : value;
}

/** C11 6.4.4.1p5: the first of the list that holds the value. */
describe("integer constants", () => {
  test.each([
    ["0", "int", "int"],
    ["017", "int", "int"],
    ["2147483647", "int", "int"],
    ["2147483648", "llong", "long"],
    ["0x7fffffff", "int", "int"],
    ["0x80000000", "uint", "uint"],
    ["0xffffffff", "uint", "uint"],
    ["0x100000000", "llong", "long"],
    ["0x8000000000000000", "ullong", "ulong"],
    ["4294967295", "llong", "long"],
    ["4294967296u", "ullong", "ulong"],
    ["1u", "uint", "uint"],
    ["1L", "long", "long"],
    ["1UL", "ulong", "ulong"],
    ["1lu", "ulong", "ulong"],
    ["1LL", "llong", "llong"],
    ["1ull", "ullong", "ullong"],
    ["1LLU", "ullong", "ullong"],
    ["2147483648L", "llong", "long"],
    ["0xffffffffL", "ulong", "long"],
    ["9223372036854775807", "llong", "long"],
    ["9223372036854775808", "ullong", "int128"],
    ["0b11", "int", "int"],
  ])("%s is %s or %s", (text, on32, on64) => {
    expect(faultsOf((report) => parseIntegerLiteral(text, ILP32, report))).toMatchObject({
      type: on32,
    });
    expect(faultsOf((report) => parseIntegerLiteral(text, LP64, report))).toMatchObject({
      type: on64,
    });
  });

  test.each([
    ["017", 15n],
    ["0x1F", 31n],
    ["0b101", 5n],
    ["00", 0n],
    ["18446744073709551615u", (1n << 64n) - 1n],
  ])("%s = %s", (text, value) => {
    expect(faultsOf((report) => parseIntegerLiteral(text, LP64, report))).toMatchObject({ value });
  });

  test.each(["1lL", "1uu", "1lul", "0xg", "12ab", "0b12", "1f", "18446744073709551616"])(
    "%s is a fault",
    (text) => {
      expect(faultsOf((report) => parseIntegerLiteral(text, LP64, report))).toBeTypeOf("string");
    },
  );

  test("imaginary", () => {
    expect(faultsOf((report) => parseIntegerLiteral("3i", LP64, report))).toMatchObject({
      imaginary: true,
    });
  });
});

describe("floating constants", () => {
  test.each([
    ["1.5", "1.5", "double"],
    ["1.f", "1.", "float"],
    [".5L", ".5", "ldouble"],
    ["1e-3F", "1e-3", "float"],
    ["0x1.8p3", "0x1.8p3", "double"],
    ["0x1p-149f", "0x1p-149", "float"],
    ["0x.fp0f", "0x.fp0", "float"],
    ["1.0q", "1.0", "float128"],
    ["1.0F128", "1.0", "float128"],
    ["1.0f32x", "1.0", "double"],
    ["1e5w", "1e5", "ldouble"],
  ])("%s", (text, digits, type) => {
    expect(faultsOf((report) => parseFloatLiteral(text, report))).toEqual({
      text: digits,
      type,
      imaginary: false,
    });
  });

  test("imaginary", () => {
    expect(faultsOf((report) => parseFloatLiteral("2.0if", report))).toMatchObject({
      imaginary: true,
      type: "float",
    });
  });

  test.each(["1e", "0x1.8", "1.2.3", "1.0df", "1.0f16", "0x1p", "1.0fl"])(
    "%s is a fault",
    (text) => {
      expect(faultsOf((report) => parseFloatLiteral(text, report))).toBeTypeOf("string");
    },
  );
});

describe("character constants", () => {
  test.each([
    ["'a'", 97n, "int"],
    ["'\\n'", 10n, "int"],
    ["'\\0'", 0n, "int"],
    ["'\\377'", -1n, "int"],
    ["'\\x80'", -128n, "int"],
    ["'\\e'", 27n, "int"],
    ["'\\''", 39n, "int"],
    ["'ab'", 0x6162n, "int"],
    ["'abcd'", 0x61626364n, "int"],
    ["'é'", BigInt.asIntN(32, 0xc3a9n), "int"],
    ["L'é'", 0xe9n, "int"],
    ["L'\\xffffffff'", -1n, "int"],
    ["u'é'", 0xe9n, "ushort"],
    ["U'\\U0001F600'", 0x1f600n, "uint"],
  ])("%s", (text, value, type) => {
    expect(faultsOf((report) => parseCharacterLiteral(text, LP64, report))).toEqual({
      value,
      type,
    });
  });

  test("wide characters are long on i386", () => {
    expect(faultsOf((report) => parseCharacterLiteral("L'x'", ILP32, report))).toEqual({
      value: 120n,
      type: "long",
    });
  });

  test.each(["''", "'abcde'", "'\\x'", "'\\400'", "u'ab'"])("%s is a fault", (text) => {
    expect(faultsOf((report) => parseCharacterLiteral(text, LP64, report))).toBeTypeOf("string");
  });
});

describe("string literals", () => {
  test.each([
    [['"ab"'], "char", [97, 98, 0]],
    [['""'], "char", [0]],
    [['"\\1234"'], "char", [0o123, 52, 0]],
    [['"\\xab" "c"'], "char", [0xab, 99, 0]],
    [['"é"'], "char", [0xc3, 0xa9, 0]],
    [['u8"\\u00e9"'], "char", [0xc3, 0xa9, 0]],
    [['u"😀"'], "ushort", [0x3d, 0xd8, 0, 0xde, 0, 0]],
    [['"a"', 'L"b"'], "int", [97, 0, 0, 0, 98, 0, 0, 0, 0, 0, 0, 0]],
    [['"\\q\\?\\""'], "char", [113, 63, 34, 0]],
  ])("%j", (texts, element, bytes) => {
    const parts = texts.flatMap((text) => text.split(/(?<=") (?=")/));
    const result = faultsOf((report) => parseStringLiterals(parts, LP64, report));
    expect(result).toMatchObject({ element });
    expect([...(result as { bytes: Uint8Array }).bytes]).toEqual(bytes);
  });

  test.each([[['u"a"', 'U"b"']], [['"\\x"']], [['"\\x100"']]])("%j is a fault", (texts) => {
    expect(faultsOf((report) => parseStringLiterals(texts, LP64, report))).toBeTypeOf("string");
  });
});
