/**
 * `__sync_…` and `__atomic_…` (GCC manual, "Legacy __sync Built-in Functions",
 * "Built-in Functions for Memory Model Aware Atomic Operations"). They become
 * BuiltinExpressions named without the leading underscores: `sync_fetch_and_add`,
 * `atomic_load_n`. Values are converted to the type that the first argument
 * points to; added to pointers they are integers and count bytes, as in gcc.
 * Memory orders are kept as arguments.
 */
import type { Expression } from "../ast.ts";
import { unqualified } from "../type-factory.ts";
import type { CType } from "../types.ts";
import { type BuiltinCall, builtin } from "./builtins.ts";
import type { Parser } from "./context.ts";
import { convertAssigned, decay, integerLiteral, typeFault } from "./implicit-conversions.ts";

/** Roles of the arguments, in their order. */
type ArgumentRole = "object" | "value" | "pointer" | "flag";
interface Signature {
  readonly roles: readonly ArgumentRole[];
  readonly result: "object" | "bool" | "void";
}

const SIGNATURES: ReadonlyMap<string, Signature> = makeSignatures();

function makeSignatures(): Map<string, Signature> {
  const signatures = new Map<string, Signature>();
  const add = (name: string, roles: string, result: Signature["result"]): Map<string, Signature> =>
    signatures.set(name, { roles: roles.split(" ").filter(Boolean) as ArgumentRole[], result });
  for (const operation of ["add", "sub", "or", "and", "xor", "nand"]) {
    add(`__sync_fetch_and_${operation}`, "object value", "object");
    add(`__sync_${operation}_and_fetch`, "object value", "object");
    add(`__atomic_fetch_${operation}`, "object value flag", "object");
    add(`__atomic_${operation}_fetch`, "object value flag", "object");
  }
  add("__sync_bool_compare_and_swap", "object value value", "bool");
  add("__sync_val_compare_and_swap", "object value value", "object");
  add("__sync_lock_test_and_set", "object value", "object");
  add("__sync_lock_release", "object", "void");
  add("__sync_synchronize", "", "void");
  add("__atomic_load_n", "object flag", "object");
  add("__atomic_load", "object pointer flag", "void");
  add("__atomic_store_n", "object value flag", "void");
  add("__atomic_store", "object pointer flag", "void");
  add("__atomic_exchange_n", "object value flag", "object");
  add("__atomic_exchange", "object pointer pointer flag", "void");
  add("__atomic_compare_exchange_n", "object pointer value flag flag flag", "bool");
  add("__atomic_compare_exchange", "object pointer pointer flag flag flag", "bool");
  add("__atomic_test_and_set", "object flag", "bool");
  add("__atomic_clear", "object flag", "void");
  add("__atomic_thread_fence", "flag", "void");
  add("__atomic_signal_fence", "flag", "void");
  return signatures;
}

/** Whether a name is one of these functions, perhaps with a size: `__sync_fetch_and_add_4`. */
export function isAtomicBuiltin(name: string): boolean {
  return /^__(sync|atomic)_/.test(name) && (SIGNATURES.has(plainName(name)) || isLockQuery(name));
}

function plainName(name: string): string {
  return SIGNATURES.has(name) ? name : name.replace(/_(1|2|4|8|16)$/, "");
}

const LOCK_QUERIES: ReadonlySet<string> = new Set([
  "__atomic_always_lock_free",
  "__atomic_is_lock_free",
]);

function isLockQuery(name: string): boolean {
  return LOCK_QUERIES.has(name);
}

/** Names of these functions, without sizes. */
export function atomicBuiltins(): string[] {
  return [...SIGNATURES.keys(), ...LOCK_QUERIES];
}

export function makeAtomicBuiltin(p: Parser, call: BuiltinCall): Expression {
  if (isLockQuery(call.name)) return integerLiteral(p.types.bool, 1n, call.range);
  const name = plainName(call.name);
  const signature = SIGNATURES.get(name) as Signature;
  const object = objectType(p, call, signature);
  const values = signature.roles.map((role, index) => {
    const given = call.arguments[index];
    if (given === undefined) {
      const message = `'${call.name}' takes ${signature.roles.length} arguments`;
      throw p.fault(call.closeParenRange, "argument-count", message);
    }
    const value = decay(p, given);
    if (role === "object" || role === "pointer") return value;
    if (role === "flag") return convertAssigned(p, value, p.types.int, "passed");
    const isSum = object.kind === "pointer" && /(add|sub)/.test(name);
    return convertAssigned(p, value, isSum ? p.types.ptrdiff : object, "passed");
  });
  const type =
    signature.result === "object"
      ? object
      : signature.result === "bool"
        ? p.types.bool
        : p.types.void;
  return builtin(name.slice(2), type, values, call.range);
}

/** The type of the operand object: the target type of the first argument. */
function objectType(p: Parser, call: BuiltinCall, { roles }: Signature): CType {
  const [first] = call.arguments;
  if (roles[0] !== "object" || first === undefined) return p.types.void;
  const { type } = decay(p, first);
  if (type.kind !== "pointer") {
    throw typeFault(p, first.range, `first argument of '${call.name}' is not a pointer`);
  }
  return unqualified(type.target);
}
