import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { ILP32, LP64 } from "./machine-model.ts";
import {
  alignOf,
  arrayOf,
  basicTypes,
  complexOf,
  compositeType,
  enumUnderlying,
  functionType,
  integerPromote,
  intMax,
  intMin,
  isCompatible,
  isComplete,
  pointerTo,
  preferredAlignOf,
  qualified,
  qualifiersOf,
  sizeOf,
  typeToString,
  unqualified,
  usualArithmeticConversions,
  wrapInteger,
} from "./type-operations.ts";
import type { CType, EnumType, FloatType, IntegerType, RecordType } from "./types.ts";

const types = basicTypes(LP64);
const { int, uint, char, long, double } = types;
const pointer = (target: CType): CType => pointerTo(target, LP64);
const record: RecordType = {
  kind: "struct",
  tag: "s",
  definition: { fields: [{ name: "x", type: int, offset: 0 }], size: 4, align: 4 },
};
const incomplete: RecordType = {
  kind: "union",
  tag: "u",
  definition: { fields: undefined, size: 0, align: 1 },
};
const enumeration: EnumType = { kind: "enum", tag: "e", definition: { underlying: uint } };

describe("printing", () => {
  test.each<[string, CType]>([
    ["int x", int],
    ["const volatile unsigned int x", qualified(uint, { const: true, volatile: true })],
    ["int *x", pointer(int)],
    ["int *const x", qualified(pointer(int), { const: true })],
    ["const int *x", pointer(qualified(int, { const: true }))],
    ["int x[3][4]", arrayOf(arrayOf(int, 4), 3)],
    ["int (*x)[3]", pointer(arrayOf(int, 3))],
    ["int *x[3]", arrayOf(pointer(int), 3)],
    ["void (*x)(int, ...)", pointer(functionType(types.void, [{ type: int }], { variadic: true }))],
    ["int x(void)", functionType(int, [])],
    ["int x()", functionType(int, [], { oldStyle: true })],
    ["int (*x(char))[2]", functionType(pointer(arrayOf(int, 2)), [{ type: char }])],
    ["struct s *x", pointer(record)],
    ["enum e x[]", arrayOf(enumeration, undefined)],
    ["_Complex double x", complexOf(double)],
  ])("%s", (text, type) => {
    expect(typeToString(type, "x")).toBe(text);
  });

  test("without a declarator", () => {
    expect(typeToString(pointer(functionType(int, [])))).toBe("int (*)(void)");
    expect(typeToString(qualified(pointer(int), { const: true }))).toBe("int *const");
  });
});

describe("qualifiers", () => {
  test("are added once, taken away, and belong to an array's elements", () => {
    const constInt = qualified(int, { const: true });
    expect(qualified(constInt, { const: true })).toBe(constInt);
    expect(unqualified(constInt)).toEqual(int);
    expect(unqualified(int)).toBe(int);
    const array = qualified(arrayOf(int, 2), { const: true });
    expect(array).toEqual(arrayOf(constInt, 2));
    expect(qualifiersOf(array)).toEqual({ const: true });
    expect(unqualified(array)).toEqual(arrayOf(int, 2));
  });
});

describe("sizes", () => {
  test.each<[CType, number | undefined, number | undefined]>([
    [types.void, 1, 1],
    [arrayOf(types.llong, 3), 24, 8],
    [arrayOf(int, undefined), undefined, 4],
    [record, 4, 4],
    [incomplete, undefined, undefined],
    [enumeration, 4, 4],
    [complexOf(types.float), 8, 4],
    [qualified(int, { alignedTo: 16 }), 4, 16],
    [qualified(record, { atomic: true }), 4, 4],
    [types.ldouble, 16, 16],
  ])("%j", (type, size, align) => {
    expect([sizeOf(type), alignOf(type)]).toEqual([size, align]);
  });

  test("i386", () => {
    const { llong, ldouble, double: double32 } = basicTypes(ILP32);
    expect([sizeOf(llong), alignOf(llong), preferredAlignOf(llong)]).toEqual([8, 4, 8]);
    expect([sizeOf(ldouble), alignOf(ldouble), preferredAlignOf(ldouble)]).toEqual([12, 4, 4]);
    expect(preferredAlignOf(arrayOf(double32, 2))).toBe(8);
  });

  test("completeness", () => {
    expect([int, record, arrayOf(int, 0), arrayOf(int, undefined, "n")].map(isComplete)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(
      [types.void, incomplete, arrayOf(int, undefined), arrayOf(incomplete, 2)].map(isComplete),
    ).toEqual([false, false, false, false]);
  });
});

describe("integers", () => {
  test("ranges and wrapping", () => {
    expect([intMin(char), intMax(char)]).toEqual([-128n, 127n]);
    expect([intMin(types.bool), intMax(types.bool)]).toEqual([0n, 1n]);
    expect([intMin(uint, 3), intMax(uint, 3), intMin(int, 3), intMax(int, 3)]).toEqual([
      0n,
      7n,
      -4n,
      3n,
    ]);
    expect(wrapInteger(200n, char)).toBe(-56n);
    expect(wrapInteger(-1n, uint)).toBe(0xffffffffn);
    expect(wrapInteger(2n, types.bool)).toBe(1n);
  });

  test.each<[IntegerType | EnumType, number | undefined, IntegerType]>([
    [char, undefined, int],
    [types.ushort, undefined, int],
    [types.bool, undefined, int],
    [uint, undefined, uint],
    [enumeration, undefined, uint],
    [uint, 31, int],
    [uint, 32, uint],
    [types.ulong, 20, int],
    [types.ulong, 40, types.ulong],
    [types.bool, 1, int],
  ])("promotion of %j, width %j", (type, width, expected) => {
    expect(integerPromote(type, types, width)).toBe(expected);
  });

  test("enumerations", () => {
    expect(enumUnderlying([], types)).toBe(uint);
    expect(enumUnderlying([0n, 0xffffffffn], types)).toBe(uint);
    expect(enumUnderlying([-1n, 5n], types)).toBe(int);
    expect(enumUnderlying([-1n, 0x80000000n], types)).toBe(long);
    expect(enumUnderlying([1n << 32n], basicTypes(ILP32))?.name).toBe("ullong");
    expect(enumUnderlying([1n, 255n], types, { packed: true })).toBe(types.uchar);
    expect(enumUnderlying([-1n, 1n << 63n], types)).toBeUndefined();
  });
});

describe.each([
  ["-m32", ILP32],
  ["-m64", LP64],
] as const)("usual arithmetic conversions against gcc %s", (flag, machine) => {
  const table = basicTypes(machine);
  const arithmetic: (IntegerType | FloatType)[] = [
    table.bool,
    table.char,
    table.schar,
    table.uchar,
    table.short,
    table.ushort,
    table.int,
    table.uint,
    table.long,
    table.ulong,
    table.llong,
    table.ullong,
    table.float,
    table.double,
    table.ldouble,
  ];
  const program = arithmetic
    .flatMap((left) =>
      arithmetic.map((right) => {
        const common = typeToString(usualArithmeticConversions(left, right, table));
        const [l, r] = [typeToString(left), typeToString(right)];
        return `_Static_assert(_Generic((${l})1 + (${r})1, ${common}: 1, default: 0), "${l} + ${r}");`;
      }),
    )
    .join("\n");
  const gcc = (input: string) =>
    spawnSync("gcc", [flag, "-fsyntax-only", "-x", "c", "-"], { input, encoding: "utf8" });

  test.skipIf(gcc("int x;").status !== 0)("all pairs (needs gcc)", () => {
    expect(gcc(program).stderr).toBe("");
  });
});

describe("compatibility (C11 6.2.7)", () => {
  const proto = functionType(int, [{ type: int }, { type: pointer(char) }]);
  test.each<[boolean, CType, CType]>([
    [true, int, { ...int }],
    [false, int, uint],
    [false, char, types.schar],
    [false, long, types.llong],
    [false, int, qualified(int, { const: true })],
    [true, qualified(int, { alignedTo: 8 }), int],
    [true, pointer(int), pointer(int)],
    [false, pointer(int), pointer(qualified(int, { const: true }))],
    [true, arrayOf(int, 3), arrayOf(int, undefined)],
    [false, arrayOf(int, 3), arrayOf(int, 4)],
    [true, enumeration, uint],
    [false, enumeration, int],
    [false, enumeration, { ...enumeration, definition: { underlying: uint } }],
    [true, record, { ...record }],
    [false, record, { ...record, definition: { ...record.definition } }],
    [
      true,
      proto,
      functionType(int, [{ type: qualified(int, { const: true }) }, { type: pointer(char) }]),
    ],
    [false, proto, functionType(int, [{ type: int }])],
    [true, proto, functionType(int, [], { oldStyle: true })],
    [false, functionType(int, [{ type: char }]), functionType(int, [], { oldStyle: true })],
    [false, functionType(int, [{ type: types.float }]), functionType(int, [], { oldStyle: true })],
    [
      false,
      functionType(int, [{ type: int }], { variadic: true }),
      functionType(int, [{ type: int }]),
    ],
    [false, types.void, int],
    [true, complexOf(double), complexOf(double)],
  ])("%j: %j and %j", (expected, left, right) => {
    expect(isCompatible(left, right, types)).toBe(expected);
    expect(isCompatible(right, left, types)).toBe(expected);
  });

  test("composite types take the lengths and the prototypes", () => {
    const sized = arrayOf(int, 3);
    const unsized = arrayOf(int, undefined);
    expect(compositeType(pointer(unsized), pointer(sized))).toEqual(pointer(sized));
    expect(compositeType(functionType(int, [], { oldStyle: true }), proto)).toEqual(proto);
    const named = functionType(int, [{ name: "a", type: pointer(sized) }]);
    const other = functionType(int, [{ type: pointer(unsized) }]);
    expect(compositeType(other, named)).toEqual(named);
  });
});
