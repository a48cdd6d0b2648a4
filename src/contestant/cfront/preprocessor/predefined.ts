/**
 * The macros that gcc 12 predefines (`gcc -dM -E`), for both data models. Those of instruction set
 * extensions and decimal floating types are left out, because Agon does not model these.
 */
import type { MachineModel } from "../machine-model.ts";

/** Definitions as the lines of a source text. */
export function predefinedMacros(machine: MachineModel): string {
  const is64 = machine.name === "LP64";
  const lines = [
    COMMON,
    is64 ? LP64_ONLY : ILP32_ONLY,
    integerMacros(machine),
    floatMacros("FLT", "F", "", FLOAT32_FACTS),
    floatMacros("DBL", "L", "(double)", FLOAT64_FACTS),
    floatMacros("LDBL", "L", "", FLOAT80_FACTS),
    floatMacros("FLT32", "F32", "", FLOAT32_FACTS),
    floatMacros("FLT64", "F64", "", FLOAT64_FACTS),
    floatMacros("FLT32X", "F32x", "", FLOAT64_FACTS),
    floatMacros("FLT64X", "F64x", "", FLOAT80_FACTS),
    floatMacros("FLT128", "F128", "", FLOAT128_FACTS),
  ];
  return lines
    .join("\n")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => `#define ${line.trim()}`)
    .join("\n");
}

const COMMON = `
  __STDC__ 1
  __STDC_VERSION__ 201710L
  __STDC_HOSTED__ 1
  __STDC_UTF_16__ 1
  __STDC_UTF_32__ 1
  __STDC_IEC_559__ 1
  __STDC_IEC_559_COMPLEX__ 1
  __STDC_IEC_60559_BFP__ 201404L
  __STDC_IEC_60559_COMPLEX__ 201404L
  __STDC_ISO_10646__ 201706L
  __GNUC__ 12
  __GNUC_MINOR__ 2
  __GNUC_PATCHLEVEL__ 0
  __GNUC_STDC_INLINE__ 1
  __VERSION__ "12.2.0"
  __GXX_ABI_VERSION 1017
  __NO_INLINE__ 1
  __CHAR_BIT__ 8
  __BIGGEST_ALIGNMENT__ 16
  __ORDER_LITTLE_ENDIAN__ 1234
  __ORDER_BIG_ENDIAN__ 4321
  __ORDER_PDP_ENDIAN__ 3412
  __BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__
  __FLOAT_WORD_ORDER__ __ORDER_LITTLE_ENDIAN__
  __FINITE_MATH_ONLY__ 0
  __GCC_IEC_559 2
  __GCC_IEC_559_COMPLEX 2
  __FLT_RADIX__ 2
  __DECIMAL_DIG__ 21
  __ELF__ 1
  __USER_LABEL_PREFIX__
  __REGISTER_PREFIX__
  __linux 1
  __linux__ 1
  linux 1
  __gnu_linux__ 1
  __unix 1
  __unix__ 1
  unix 1
  __ATOMIC_RELAXED 0
  __ATOMIC_CONSUME 1
  __ATOMIC_ACQUIRE 2
  __ATOMIC_RELEASE 3
  __ATOMIC_ACQ_REL 4
  __ATOMIC_SEQ_CST 5
  __GCC_ATOMIC_BOOL_LOCK_FREE 2
  __GCC_ATOMIC_CHAR_LOCK_FREE 2
  __GCC_ATOMIC_CHAR16_T_LOCK_FREE 2
  __GCC_ATOMIC_CHAR32_T_LOCK_FREE 2
  __GCC_ATOMIC_WCHAR_T_LOCK_FREE 2
  __GCC_ATOMIC_SHORT_LOCK_FREE 2
  __GCC_ATOMIC_INT_LOCK_FREE 2
  __GCC_ATOMIC_LONG_LOCK_FREE 2
  __GCC_ATOMIC_LLONG_LOCK_FREE 2
  __GCC_ATOMIC_POINTER_LOCK_FREE 2
  __GCC_ATOMIC_TEST_AND_SET_TRUEVAL 1
  __GCC_HAVE_SYNC_COMPARE_AND_SWAP_1 1
  __GCC_HAVE_SYNC_COMPARE_AND_SWAP_2 1
  __GCC_HAVE_SYNC_COMPARE_AND_SWAP_4 1
  __GCC_HAVE_SYNC_COMPARE_AND_SWAP_8 1
  __SIZEOF_SHORT__ 2
  __SIZEOF_INT__ 4
  __SIZEOF_LONG_LONG__ 8
  __SIZEOF_FLOAT__ 4
  __SIZEOF_DOUBLE__ 8
  __SIZEOF_FLOAT128__ 16
  __SIZEOF_WCHAR_T__ 4
  __SIZEOF_WINT_T__ 4
  __SCHAR_MAX__ 0x7f
  __SCHAR_WIDTH__ 8
  __SHRT_MAX__ 0x7fff
  __SHRT_WIDTH__ 16
  __INT_MAX__ 0x7fffffff
  __INT_WIDTH__ 32
  __LONG_LONG_MAX__ 0x7fffffffffffffffLL
  __LONG_LONG_WIDTH__ 64
  __CHAR16_TYPE__ short unsigned int
  __CHAR32_TYPE__ unsigned int
  __WINT_TYPE__ unsigned int
  __WINT_MAX__ 0xffffffffU
  __WINT_MIN__ 0U
  __WINT_WIDTH__ 32
  __WCHAR_WIDTH__ 32
  __WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
  __SIG_ATOMIC_TYPE__ int
  __SIG_ATOMIC_MAX__ 0x7fffffff
  __SIG_ATOMIC_MIN__ (-__SIG_ATOMIC_MAX__ - 1)
  __SIG_ATOMIC_WIDTH__ 32
  __INT8_C(c) c
  __INT16_C(c) c
  __INT32_C(c) c
  __UINT8_C(c) c
  __UINT16_C(c) c
  __UINT32_C(c) c ## U`;

const ILP32_ONLY = `
  _ILP32 1
  __ILP32__ 1
  __i386 1
  __i386__ 1
  i386 1
  __i686 1
  __i686__ 1
  __code_model_32__ 1
  __SIZEOF_LONG__ 4
  __SIZEOF_POINTER__ 4
  __SIZEOF_SIZE_T__ 4
  __SIZEOF_PTRDIFF_T__ 4
  __SIZEOF_LONG_DOUBLE__ 12
  __SIZEOF_FLOAT80__ 12
  __FLT_EVAL_METHOD__ 2
  __LONG_MAX__ 0x7fffffffL
  __LONG_WIDTH__ 32
  __WCHAR_TYPE__ long int
  __WCHAR_MAX__ 0x7fffffffL
  __INT64_C(c) c ## LL
  __UINT64_C(c) c ## ULL
  __INTMAX_C(c) c ## LL
  __UINTMAX_C(c) c ## ULL`;

const LP64_ONLY = `
  _LP64 1
  __LP64__ 1
  __amd64 1
  __amd64__ 1
  __x86_64 1
  __x86_64__ 1
  __code_model_small__ 1
  __SIZEOF_LONG__ 8
  __SIZEOF_POINTER__ 8
  __SIZEOF_SIZE_T__ 8
  __SIZEOF_PTRDIFF_T__ 8
  __SIZEOF_LONG_DOUBLE__ 16
  __SIZEOF_FLOAT80__ 16
  __SIZEOF_INT128__ 16
  __FLT_EVAL_METHOD__ 0
  __LONG_MAX__ 0x7fffffffffffffffL
  __LONG_WIDTH__ 64
  __WCHAR_TYPE__ int
  __WCHAR_MAX__ 0x7fffffff
  __INT64_C(c) c ## L
  __UINT64_C(c) c ## UL
  __INTMAX_C(c) c ## L
  __UINTMAX_C(c) c ## UL`;

/** The types behind stdint.h and stddef.h, with their limits. */
function integerMacros(machine: MachineModel): string {
  const is64 = machine.name === "LP64";
  /** [macro stem, signed C type, bits, suffix of the maximum] */
  const word: [string, number, string] = is64 ? ["long", 64, "L"] : ["", 32, ""];
  const wide: [string, number, string] = [is64 ? "long" : "long long", 64, is64 ? "L" : "LL"];
  const rows: [string, [string, number, string]][] = [
    ["INT8", ["signed char", 8, ""]],
    ["INT16", ["short", 16, ""]],
    ["INT32", ["", 32, ""]],
    ["INT64", wide],
    ["INT_LEAST8", ["signed char", 8, ""]],
    ["INT_LEAST16", ["short", 16, ""]],
    ["INT_LEAST32", ["", 32, ""]],
    ["INT_LEAST64", wide],
    ["INT_FAST8", ["signed char", 8, ""]],
    ["INT_FAST16", word],
    ["INT_FAST32", word],
    ["INT_FAST64", wide],
    ["INTPTR", word],
    ["INTMAX", wide],
  ];
  const typeName = (modifier: string, signed: boolean): string => {
    if (modifier === "signed char") return signed ? modifier : "unsigned char";
    return [modifier, signed ? "" : "unsigned", "int"].filter((part) => part !== "").join(" ");
  };
  const maximum = (bits: number, signed: boolean, suffix: string): string => {
    const value = (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
    return `0x${value.toString(16)}${signed || bits < 32 ? "" : "U"}${suffix}`;
  };
  const lines = rows.flatMap(([stem, [modifier, bits, suffix]]) => [
    `__${stem}_TYPE__ ${typeName(modifier, true)}`,
    `__${stem}_MAX__ ${maximum(bits, true, suffix)}`,
    `__U${stem}_TYPE__ ${typeName(modifier, false)}`,
    `__U${stem}_MAX__ ${maximum(bits, false, suffix)}`,
    ...(/FAST|LEAST|PTR|MAX/.test(stem) ? [`__${stem}_WIDTH__ ${bits}`] : []),
  ]);
  const [modifier, bits, suffix] = word;
  lines.push(
    `__SIZE_TYPE__ ${typeName(modifier, false)}`,
    `__SIZE_MAX__ ${maximum(bits, false, suffix)}`,
    `__SIZE_WIDTH__ ${bits}`,
    `__PTRDIFF_TYPE__ ${typeName(modifier, true)}`,
    `__PTRDIFF_MAX__ ${maximum(bits, true, suffix)}`,
    `__PTRDIFF_WIDTH__ ${bits}`,
  );
  return lines.join("\n");
}

interface FloatFacts {
  readonly mantissaDigits: number;
  readonly digits: number;
  readonly decimalDigits: number;
  readonly exponent: readonly [least: number, most: number];
  readonly exponent10: readonly [least: number, most: number];
  readonly max: string;
  readonly min: string;
  readonly epsilon: string;
  readonly denormMin: string;
}
const FLOAT32_FACTS: FloatFacts = {
  mantissaDigits: 24,
  digits: 6,
  decimalDigits: 9,
  exponent: [-125, 128],
  exponent10: [-37, 38],
  max: "3.40282346638528859811704183484516925e+38",
  min: "1.17549435082228750796873653722224568e-38",
  epsilon: "1.19209289550781250000000000000000000e-7",
  denormMin: "1.40129846432481707092372958328991613e-45",
};
const FLOAT64_FACTS: FloatFacts = {
  mantissaDigits: 53,
  digits: 15,
  decimalDigits: 17,
  exponent: [-1021, 1024],
  exponent10: [-307, 308],
  max: "1.79769313486231570814527423731704357e+308",
  min: "2.22507385850720138309023271733240406e-308",
  epsilon: "2.22044604925031308084726333618164062e-16",
  denormMin: "4.94065645841246544176568792868221372e-324",
};
const FLOAT80_FACTS: FloatFacts = {
  mantissaDigits: 64,
  digits: 18,
  decimalDigits: 21,
  exponent: [-16381, 16384],
  exponent10: [-4931, 4932],
  max: "1.18973149535723176502126385303097021e+4932",
  min: "3.36210314311209350626267781732175260e-4932",
  epsilon: "1.08420217248550443400745280086994171e-19",
  denormMin: "3.64519953188247460252840593361941982e-4951",
};
const FLOAT128_FACTS: FloatFacts = {
  mantissaDigits: 113,
  digits: 33,
  decimalDigits: 36,
  exponent: [-16381, 16384],
  exponent10: [-4931, 4932],
  max: "1.18973149535723176508575932662800702e+4932",
  min: "3.36210314311209350626267781732175260e-4932",
  epsilon: "1.92592994438723585305597794258492732e-34",
  denormMin: "6.47517511943802511092443895822764655e-4966",
};

function floatMacros(stem: string, suffix: string, cast: string, facts: FloatFacts): string {
  const literal = (digits: string): string =>
    cast === "" ? `${digits}${suffix}` : `(${cast}${digits}${suffix})`;
  return [
    ["MANT_DIG", facts.mantissaDigits],
    ["DIG", facts.digits],
    ["DECIMAL_DIG", facts.decimalDigits],
    ["MIN_EXP", `(${facts.exponent[0]})`],
    ["MAX_EXP", facts.exponent[1]],
    ["MIN_10_EXP", `(${facts.exponent10[0]})`],
    ["MAX_10_EXP", facts.exponent10[1]],
    ["MAX", literal(facts.max)],
    ["NORM_MAX", literal(facts.max)],
    ["MIN", literal(facts.min)],
    ["EPSILON", literal(facts.epsilon)],
    ["DENORM_MIN", literal(facts.denormMin)],
    ["HAS_DENORM", 1],
    ["HAS_INFINITY", 1],
    ["HAS_QUIET_NAN", 1],
  ]
    .map(([name, value]) => `__${stem}_${name}__ ${value}`)
    .join("\n");
}
