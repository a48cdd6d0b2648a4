/**
 * C models of library functions that a program calls but does not define. They are ordinary
 * functions, linked into the program's CFA with `isLibrary`.
 */
import {
  type CType,
  type Expression,
  type FunctionDefinition,
  type FunctionSymbol,
  type MachineModel,
  parseC,
  type StringLiteral,
  walkAst,
} from "../../cfront/index.ts";
import { contractOf } from "../../library-contracts/index.ts";
import { sameValueType, valueTypeOf } from "../model/value-types.ts";
import { ANNOTATION_MODELS } from "./annotation-models.ts";
import { CHARACTER_MODELS } from "./character-models.ts";
import { CLAIM_MODELS } from "./claim-models.ts";
import { COMPLEX_MODELS } from "./complex-models.ts";
import { CONVERSION_MODELS } from "./conversion-models.ts";
import { DESCRIPTOR_MODELS } from "./descriptor-models.ts";
import { ERROR_MODELS } from "./error-models.ts";
import { FORMAT_MODELS } from "./format-models.ts";
import { GENERAL_MODELS } from "./general-models.ts";
import { MATH_MODELS } from "./math-models.ts";
import { ACCESS_DECLARATIONS, withAccesses } from "./model-accesses.ts";
import { ModelText, withFunctions } from "./model-text.ts";
import { PROCESS_MODELS } from "./process-models.ts";
import { RANDOM_MODELS } from "./random-models.ts";
import { SCAN_MODELS } from "./scan-models.ts";
import { SORTING_MODELS } from "./sorting-models.ts";
import { STREAM_MODELS } from "./stream-models.ts";
import { STRING_MODELS } from "./string-models.ts";
import { THREAD_MODELS } from "./thread-models.ts";
import { WIDE_MODELS } from "./wide-models.ts";

/** The declarations that the models use: intrinsics (intrinsics.ts) and each other. */
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
void __agon_open(const char *); void __agon_unsupported(const char *); void __agon_undefined(void);
int __agon_mentions(const char *);
int __agon_open_sign(int); int __agon_open_value(int); int __agon_library_choice(void);
char __VERIFIER_nondet_agon_char(void);
int __VERIFIER_nondet_agon_int(void); long __VERIFIER_nondet_agon_long(void);
int __VERIFIER_nondet_agon_determined_int(void); long __VERIFIER_nondet_agon_determined_long(void);
void __agon_assume(int);
float __agon_parse_float(const char *, int); double __agon_parse_double(const char *, int);
long double __agon_parse_ldouble(const char *, int);
int __agon_print_double(char *, double, int, int, int);
int __agon_print_ldouble(char *, long double, int, int, int);
`;
/** All models, by topic. */
const MODELS: readonly (readonly [topic: string, text: string])[] = [
  ["errors", ERROR_MODELS],
  ["strings and memory", STRING_MODELS],
  ["wide strings", WIDE_MODELS],
  ["characters", CHARACTER_MODELS],
  ["general", GENERAL_MODELS],
  ["errors of mathematical functions", MATH_MODELS],
  ["complex numbers", COMPLEX_MODELS],
  ["conversions of text to numbers", CONVERSION_MODELS],
  ["sorting and searching", SORTING_MODELS],
  ["pseudo-random numbers", RANDOM_MODELS],
  ["clocks, signals and the process", PROCESS_MODELS],
  ["files by number and by name", DESCRIPTOR_MODELS],
  ["streams", STREAM_MODELS],
  ["reading of formatted text", SCAN_MODELS],
  ["formatted text", FORMAT_MODELS],
  ["threads", THREAD_MODELS],
  ["annotations", ANNOTATION_MODELS],
  ["assertions of other verifiers", CLAIM_MODELS],
];
export const LIBRARY_TEXT: string = withFunctions(
  DECLARATIONS + ACCESS_DECLARATIONS + MODELS.map(([, text]) => text).join(""),
  withAccesses,
);

/**
 * State of models for which the order of two calls does not matter: the numbers of a pseudo-random
 * sequence are any numbers, and that of the process never changes.
 */
export const ORDERLESS_STATE: ReadonlySet<string> = new Set([
  ...["__agon_sequences", "__agon_seed", "__agon_sequence", "__agon_asked", "__agon_unkept"],
  ...["__agon_unkept_again", "__agon_process", "__agon_has_r", "__agon_before_r"],
  ...["__agon_after_r", "__agon_result_r"],
]);

/** The definitions that were read so far, for one machine. */
interface ReadModels {
  readonly text: ModelText;
  readonly functions: Map<string, FunctionSymbol>;
}

const read = new Map<MachineModel, ReadModels>();

/** Parses the models that the function needs, unless that is done. */
function modelNamed(name: string, machine: MachineModel): FunctionSymbol | undefined {
  let models = read.get(machine);
  if (models === undefined) {
    models = { text: new ModelText(LIBRARY_TEXT), functions: new Map() };
    read.set(machine, models);
  }
  const { text, functions } = models;
  const definitions = text.definitionsFor(name);
  if (definitions === undefined) return functions.get(name);
  for (const symbol of parseC("library models", definitions, machine).functions.values()) {
    const known = functions.get(symbol.name);
    // Declared for its callers in this text; the definition is that of an earlier one.
    if (known !== undefined) symbol.definition = known.definition;
    else if (symbol.definition !== undefined) functions.set(symbol.name, symbol);
  }
  return functions.get(name);
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
  if (isOfStandard(name) && contractOf(name) === undefined) return undefined;
  const model = modelNamed(name, machine);
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

/** Whether a C library defines the function, not a verifier or Agon. */
function isOfStandard(name: string): boolean {
  return !/^__(agon|goblint|ESBMC|CPROVER|VERIFIER)_/.test(name);
}

/** A library function with a model, and the properties of the model's text. */
export interface LibraryModel {
  readonly name: string;
  readonly topic: string;
  /** Whether some value or way to proceed is left open. */
  readonly isOpen: boolean;
  /** The reasons for which it is refused. */
  readonly refuses: readonly string[];
}

/**
 * Calls in a model that leave a value or the continuation open; the order of threads is open in C
 * itself.
 */
const OPENS = /^(?:__VERIFIER_nondet_|__agon_open|__agon_library_choice$)/;

export function libraryModels(machine: MachineModel): LibraryModel[] {
  const { functions } = parseC("library models", LIBRARY_TEXT, machine);
  const calls = new Map<string, { readonly names: Set<string>; readonly refuses: Set<string> }>();
  for (const [name, { definition }] of functions) {
    const found = { names: new Set<string>(), refuses: new Set<string>() };
    calls.set(name, found);
    if (definition === undefined) continue;
    walkAst(definition.body, (part) => {
      if (part.kind === "function") found.names.add(part.symbol.name);
      if (part.kind === "call") {
        const [callee, reason] = [withoutDecay(part.callee), part.arguments[0]];
        const text = reason && withoutDecay(reason);
        const isRefusal = callee.kind === "function" && callee.symbol.name === "__agon_unsupported";
        if (isRefusal && text?.kind === "string") found.refuses.add(textOf(text));
      }
      return undefined;
    });
  }
  /** Returns the text of a function and of all that it calls. */
  const reached = (name: string): Set<string> => {
    const seen = new Set([name]);
    for (const at of seen) for (const next of calls.get(at)?.names ?? []) seen.add(next);
    return seen;
  };
  return MODELS.flatMap(([topic, text]) =>
    [...functions.values()].flatMap(({ name, definition }) => {
      const isHere =
        definition !== undefined && new RegExp(`\\b${name}\\([^;{]*\\)\\s*\\{`).test(text);
      if (!isHere || name.startsWith("__agon_")) return [];
      const all = [...reached(name)];
      const refuses = new Set(all.flatMap((at) => [...(calls.get(at)?.refuses ?? [])]));
      return [{ name, topic, isOpen: all.some((at) => OPENS.test(at)), refuses: [...refuses] }];
    }),
  );
}

function withoutDecay(expression: Expression): Expression {
  let bare = expression;
  while (bare.kind === "decay" || bare.kind === "cast") bare = bare.operand;
  return bare;
}

const textOf = ({ bytes }: StringLiteral): string => String.fromCharCode(...bytes.subarray(0, -1));

/** glibc's headers rename functions whose meaning a C standard changed. */
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
