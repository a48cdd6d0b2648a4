/**
 * Models of <math.h> for programs that look at `errno`: the values are those of the intrinsics, here is what they do to
 * `errno` (C11 7.12.1). With glibc, `math_errhandling` contains MATH_ERRNO; other libraries leave `errno` alone. So
 * executions store it where glibc does, and proofs do not rely on it. Where C speaks of errors that glibc does not tell,
 * executions that have to agree follow both ways.
 */
import type { ErrorName } from "../../library-contracts/index.ts";
import { fails } from "./failures.ts";

const FORMATS = [
  { suffix: "", type: "double" },
  { suffix: "f", type: "float" },
  { suffix: "l", type: "long double" },
] as const;

/** C text of a model of `name`, of which `__name` is the intrinsic. */
function model(
  name: string,
  operands: number,
  body: (call: string, type: string) => string,
  resultType?: string,
): string {
  return FORMATS.map(({ suffix, type }) => {
    const names = ["x", "y", "z"].slice(0, operands);
    const parameters = names.map((one) => `${type} ${one}`).join(", ");
    const result = resultType ?? type;
    const call = `__${name}${suffix}(${names.join(", ")})`;
    return `${result} __${name}${suffix}(${parameters});
${result} __agon_errno_${name}${suffix}(${parameters}) { ${body(call, type)} }
`;
  }).join("");
}

/** An error that glibc tells. */
const told = (name: string): string =>
  `{ if (__agon_library_choice() != 2 || __agon_fails()) ${fails(name)} }`;
/** One that C has and glibc does not tell. */
const untold = (name: string, ...only: readonly ErrorName[]): string =>
  `{ if (__agon_library_choice() == 1 || (__agon_library_choice() == 2 && __agon_fails())) ${fails(name, ...only)} }`;

const square = (call: string): string => `if (x < 0) ${told("sqrt")} return ${call};`;
const divide = (call: string): string => `
  if ((y == 0 && !__builtin_isnan(x)) || (__builtin_isinf(x) && !__builtin_isnan(y))) ${told("fmod")}
  return ${call};`;
const subtract = (call: string, type: string): string => `
  ${type} result = ${call};
  if (__builtin_isinf(result) && !__builtin_isinf(x) && !__builtin_isinf(y)) ${told("fdim")}
  return result;`;
const multiplyAndAdd = (call: string, type: string): string => `
  ${type} result = ${call};
  int isFinite = __builtin_isfinite(x) && __builtin_isfinite(y) && __builtin_isfinite(z);
  if (isFinite && result != 0 && !__builtin_isnormal(result)) ${untold("fma", "ERANGE")}
  else if (isFinite && result == 0 && x != 0 && y != 0) ${untold("fma", "ERANGE")}
  else if (!isFinite && __builtin_isnan(result) && !__builtin_isnan(x) && !__builtin_isnan(y) && !__builtin_isnan(z)) ${untold("fma", "EDOM")}
  return result;`;
const round = (most: string) => (call: string, type: string) =>
  `
  if (!(x > -(${type})(${most}) && x < (${type})(${most}))) ${untold("lrint")}
  return ${call};`;

/** Functions with a model, without suffix. */
export const MATH_WITH_ERRNO: ReadonlySet<string> = new Set([
  ...["sqrt", "fmod", "remainder", "drem", "fdim", "fma"],
  ...["lrint", "llrint", "lround", "llround"],
]);

export const MATH_MODELS: string = [
  model("sqrt", 1, square),
  model("fmod", 2, divide),
  model("remainder", 2, divide),
  model("drem", 2, divide),
  model("fdim", 2, subtract),
  model("fma", 3, multiplyAndAdd),
  model("lrint", 1, round("~0UL >> 1"), "long"),
  model("lround", 1, round("~0UL >> 1"), "long"),
  model("llrint", 1, round("~0ULL >> 1"), "long long"),
  model("llround", 1, round("~0ULL >> 1"), "long long"),
].join("");
