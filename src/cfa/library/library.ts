/**
 * C models of library functions that a program calls but does not define.
 * They are ordinary functions, linked into the program's CFA with `isLibrary`.
 */
import {
  type CType,
  type FunctionDefinition,
  type FunctionSymbol,
  type MachineModel,
  type ParsedUnit,
  parseC,
} from "../../cfront/index.ts";

import { sameValueType, valueTypeOf } from "../model/value-types.ts";
import { ANNOTATION_MODELS } from "./annotation-models.ts";
import { CHARACTER_MODELS } from "./character-models.ts";
import { COMPLEX_MODELS } from "./complex-models.ts";
import { CONVERSION_MODELS } from "./conversion-models.ts";
import { FORMAT_MODELS } from "./format-models.ts";
import { GENERAL_MODELS } from "./general-models.ts";
import { SORTING_MODELS } from "./sorting-models.ts";
import { STREAM_MODELS } from "./stream-models.ts";
import { STRING_MODELS } from "./string-models.ts";
import { THREAD_MODELS } from "./thread-models.ts";
import { WIDE_MODELS } from "./wide-models.ts";

/** What the models build on: intrinsics (intrinsics.ts) and each other. */
const DECLARATIONS = `
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t); void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t); void *memset(void *, int, size_t);
double trunc(double); float truncf(float); long double truncl(long double);
double copysign(double, double); float copysignf(float, float);
long double copysignl(long double, long double);
void *__builtin_alloca(size_t); int *__errno_location(void); void _exit(int); typedef __builtin_va_list va_list;
unsigned long __VERIFIER_nondet_agon_ulong(void);
unsigned long long __VERIFIER_nondet_agon_ulonglong(void);
float __VERIFIER_nondet_agon_float(void); double __VERIFIER_nondet_agon_double(void);
long double __VERIFIER_nondet_agon_ldouble(void);
void __agon_disjoint(const void *, const void *, size_t);
void __agon_open(const char *); void __agon_unsupported(const char *);
int __agon_open_sign(int); int __agon_open_value(int); int __agon_library_choice(void);
int __VERIFIER_nondet_agon_int(void); long __VERIFIER_nondet_agon_long(void);
void __agon_assume(int);
float __agon_parse_float(const char *, int); double __agon_parse_double(const char *, int);
long double __agon_parse_ldouble(const char *, int);
int __agon_print_double(char *, double, int, int, int);
int __agon_print_ldouble(char *, long double, int, int, int);
`;
/** All models. */
export const LIBRARY_TEXT: string = [
  DECLARATIONS,
  STRING_MODELS,
  WIDE_MODELS,
  CHARACTER_MODELS,
  GENERAL_MODELS,
  COMPLEX_MODELS,
  CONVERSION_MODELS,
  SORTING_MODELS,
  STREAM_MODELS,
  FORMAT_MODELS,
  THREAD_MODELS,
  ANNOTATION_MODELS,
].join("");

/** Before the first use of a model the text need not be parsed: names are looked up here. */
const NAMES: ReadonlySet<string> = new Set(LIBRARY_TEXT.match(/\w+(?=\()/g));

const units = new Map<MachineModel, ParsedUnit>();

function libraryUnit(machine: MachineModel): ParsedUnit {
  let unit = units.get(machine);
  if (unit === undefined) {
    unit = parseC("library models", LIBRARY_TEXT, machine);
    units.set(machine, unit);
  }
  return unit;
}

/**
 * The model of a function that the program declares but does not define, if
 * there is one and the program's declaration agrees with it on the machine types.
 */
export function libraryFunction(
  symbol: FunctionSymbol,
  machine: MachineModel,
): FunctionDefinition | undefined {
  const name = plainName(symbol.name);
  if (!NAMES.has(name)) return undefined;
  const model = libraryUnit(machine).functions.get(name);
  if (model?.definition === undefined) return undefined;
  const [declared, defined] = [symbol.type, model.type];
  const agrees =
    !declared.oldStyle &&
    declared.variadic === defined.variadic &&
    declared.parameters.length === defined.parameters.length &&
    isSame(declared.result, defined.result) &&
    declared.parameters.every(({ type }, index) => isSame(type, defined.parameters[index]?.type));
  return agrees ? model.definition : undefined;
}

/** glibc's headers give functions whose meaning a C standard changed other names. */
function plainName(name: string): string {
  return name.replace(/^__isoc(99|23)_/, "");
}

function isSame(a: CType, b: CType | undefined): boolean {
  if (b === undefined) return false;
  const [x, y] = [valueTypeOf(a), valueTypeOf(b)];
  if (x !== undefined && y !== undefined) return sameValueType(x, y);
  if (a.kind === "complex" && b.kind === "complex") return isSame(a.element, b.element);
  return a.kind === b.kind;
}
