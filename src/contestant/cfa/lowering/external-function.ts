/**
 * Functions that the program declares and calls, but that neither it nor a library model defines:
 * those of a kernel around a driver, for example. The competition's community assumes that they
 * return any value and have no side effect (sv-benchmarks, issues 230 and 376). So they get a body
 * with this behaviour, with two reservations:
 *
 * - a function that gets a pointer to objects or functions that are not `const` might use it:
 *   marked as open, so that no proof rests on it;
 * - a function that a standard defines is no external function, modelled or not: it stays
 *   refused.
 *
 * A pointer that is returned may have any bits, and points to no object that could be accessed.
 * Records as parameters or results, and declarations without a prototype beside arguments, are
 * refused.
 */
import {
  type CType,
  type Expression,
  type FunctionDefinition,
  type FunctionSymbol,
  isStandardFunction,
  type MachineModel,
  type ParsedUnit,
  parseC,
  walkAst,
} from "../../cfront/index.ts";

import type { CallEdge, CfaEdge, CfaProgram, ValueType } from "../model/cfa.ts";
import { INTERNAL_NAMES, intrinsicOf } from "../model/intrinsics.ts";
import { isBool, valueTypeOf } from "../model/value-types.ts";
import { calledFunction } from "./lower-call.ts";

type Unit = Pick<ParsedUnit, "functions" | "globals">;

/**
 * Returns the assumed body; undefined for functions with a meaning elsewhere, or types that are not
 * scalar.
 */
export function externalFunction(
  symbol: FunctionSymbol,
  unit: Unit,
  machine: MachineModel,
): FunctionDefinition | undefined {
  const { name, type, isNoReturn } = symbol;
  if (!unit.functions.has(name) || !isExternal(symbol)) return undefined;
  const result = type.result.kind === "void" ? "void" : typeText(type.result);
  const parameters = type.parameters.map((parameter) => typeText(parameter.type));
  if (result === undefined || parameters.includes(undefined)) return undefined;
  const declared = parameters.map((text, index) => `${text} p${index}`);
  if (type.variadic) declared.push("...");
  const input = `${INTERNAL_NAMES.external}${name}`;
  const mark = mayChangeObjects(symbol, unit)
    ? `__agon_open("'${name}' has no definition, and may use the pointers that it gets");`
    : "";
  const end = isNoReturn ? "abort();" : result === "void" ? "" : `return ${input}();`;
  const text = `void abort(void); void __agon_open(const char *); ${result} ${input}(void);
${result} ${name}(${declared.length === 0 ? "void" : declared.join(", ")}) { ${mark} ${end} }`;
  return parseC("external function", text, machine).functions.get(name)?.definition;
}

/**
 * Whether a function without a library model has no known definition, so that its behaviour is
 * assumed.
 */
export function isExternal({ name, definition, isWeak }: FunctionSymbol): boolean {
  const isForeign = definition === undefined && isWeak !== true && /^\w+$/.test(name);
  if (!isForeign || name.startsWith("__agon_")) return false;
  return intrinsicOf(name) === undefined && !isStandardFunction(name);
}

/** Whether a call asks the environment for a value: it calls an input, or an external function. */
export function asksForInput({ functions }: CfaProgram, { callee }: CallEdge): boolean {
  if (callee.kind !== "address" || callee.target.kind !== "function") return false;
  const { name } = callee.target;
  return intrinsicOf(name)?.kind === "nondet" || functions.get(name)?.isExternal === true;
}

/** Models of the library that return their only input. */
const READS_ONE: ReadonlySet<string> = new Set(["getchar", "getc", "fgetc"]);

/**
 * Returns the program's call to which an input belongs: external functions and `getchar` ask for
 * their result.
 */
export function callThatAsks(
  { functions }: CfaProgram,
  input: CallEdge,
  lastOwnEdge: CfaEdge | undefined,
): CallEdge {
  if (lastOwnEdge?.kind !== "call") return input;
  const isExternal = functions.get(input.source.functionName)?.isExternal === true;
  const { callee } = lastOwnEdge;
  const called = callee.kind === "address" ? functions.get(callee.target.name) : undefined;
  const isRead = called?.isLibrary === true && READS_ONE.has(called.name);
  return isExternal || isRead ? lastOwnEdge : input;
}

/** Returns the external function that a call of an input represents. */
export function externalOfInput(name: string): string | undefined {
  const { external } = INTERNAL_NAMES;
  return name.startsWith(external) ? name.slice(external.length) : undefined;
}

/** A type of the same values. */
function typeText(type: CType): string | undefined {
  if (isBool(type)) return "_Bool";
  const value = valueTypeOf(type);
  return value === undefined ? undefined : valueTypeText(value);
}

function valueTypeText(type: ValueType): string | undefined {
  switch (type.kind) {
    case "pointer":
      return "void *";
    case "float":
      return { float: "float", double: "double", ldouble: "long double", float128: "_Float128" }[
        type.format
      ];
    case "int": {
      const sizes: Readonly<Record<number, string>> = {
        8: "char",
        16: "short",
        32: "int",
        64: "long long",
        128: "__int128",
      };
      const name = sizes[type.bits];
      return name === undefined ? undefined : `${type.signed ? "signed" : "unsigned"} ${name}`;
    }
  }
}

/** Whether some call may give the function the address of something that can be changed or called. */
function mayChangeObjects({ name, type }: FunctionSymbol, { functions, globals }: Unit): boolean {
  if (type.parameters.some((parameter) => reachesObjects(parameter.type))) return true;
  if (!type.variadic && !type.oldStyle) return false;
  // Other arguments are known only where the function is called by its name.
  const fixed = type.parameters.length;
  let mentions = 0;
  let harmlessCalls = 0;
  const visit = (root: Parameters<typeof walkAst>[0]): void =>
    walkAst(root, (part) => {
      if (part.kind === "function" && part.symbol.name === name) mentions++;
      if (part.kind === "call" && calledFunction(part.callee)?.name === name) {
        const isHarmless = (argument: Expression): boolean => !reachesObjects(argument.type);
        if (part.arguments.slice(fixed).every(isHarmless)) harmlessCalls++;
      }
      return undefined;
    });
  for (const { definition } of functions.values()) {
    if (definition !== undefined) visit(definition.body);
  }
  for (const { initializer } of globals) {
    for (const { value } of initializer?.items ?? []) visit(value);
  }
  return mentions !== harmlessCalls;
}

function reachesObjects(type: CType): boolean {
  if (type.kind !== "pointer") return valueTypeOf(type) === undefined;
  return type.target.kind === "function" || type.target.const !== true;
}
