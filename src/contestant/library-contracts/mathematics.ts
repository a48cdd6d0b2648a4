/** <math.h>, <complex.h>, <fenv.h>: C11 7.12, 7.3, 7.6. */
import {
  type Clause,
  type Contract,
  contracts,
  failing,
  implemented,
  string,
  writes,
} from "./contract.ts";

const FORMATS = [
  ["double", ""],
  ["float", "f"],
  ["long double", "l"],
] as const;

/** With glibc, or elsewhere: `math_errhandling` is left to implementations (C11 7.12p9). */
const FAILING: ReadonlyMap<string, Clause> = new Map([
  ...["sqrt", "fmod", "remainder", "drem", "lrint", "llrint", "lround", "llround"].map(
    (name) => [name, failing("EDOM")] as const,
  ),
  ["fdim", failing("ERANGE")] as const,
]);

function failingOf(name: string): Clause[] {
  const clause = FAILING.get(name);
  return clause === undefined ? [] : [clause];
}

const UNARY = [..."sqrt fabs floor ceil trunc round roundeven rint nearbyint".split(" ")];
const BINARY = "fmin fmax fmod remainder drem copysign fdim".split(" ");
const TO_INTEGERS = [
  ["lrint", "long"],
  ["llrint", "long long"],
  ["lround", "long"],
  ["llround", "long long"],
  ...["isnan", "isinf", "finite", "signbit", "fpclassify", "isfinite", "isnormal"].map(
    (name) => [name, "int"] as const,
  ),
] as const;
const COMPLEX_PARTS = "creal cimag".split(" ");
const COMPLEX = "conj cproj".split(" ");

const FUNCTIONS = FORMATS.flatMap(([type, suffix]) => [
  ...contracts("math.h", [
    ...UNARY.map((name) => [`${type} ${name}${suffix}(${type} x)`, ...failingOf(name)] as const),
    ...BINARY.map(
      (name) => [`${type} ${name}${suffix}(${type} x, ${type} y)`, ...failingOf(name)] as const,
    ),
    ...TO_INTEGERS.map(
      ([name, result]) => [`${result} ${name}${suffix}(${type} x)`, ...failingOf(name)] as const,
    ),
    [`${type} fma${suffix}(${type} x, ${type} y, ${type} z)`, failing("EDOM", "ERANGE")],
    [`${type} nan${suffix}(const char *tag)`, implemented(string("tag"))],
    [
      `${type} modf${suffix}(${type} x, ${type} *whole)`,
      implemented(writes("whole", type === "float" ? "4" : "8")),
    ],
  ]),
  ...contracts("complex.h", [
    ...COMPLEX_PARTS.map((name) => [`${type} ${name}${suffix}(${type} complex z)`] as const),
    ...COMPLEX.map((name) => [`${type} complex ${name}${suffix}(${type} complex z)`] as const),
  ]),
]);

export const MATHEMATICS: readonly Contract[] = [
  ...FUNCTIONS,
  ...contracts("fenv.h", [["int fegetround(void)"], ["int fesetround(int mode)"]]),
];
