/**
 * gcc's `__sync_*` and `__atomic_*` builtins: the plain operation between marks of an atomic block,
 * which is their meaning for one thread. For several threads, the marks contain the memory order,
 * which determines the synchronisation; proofs handle separately that weaker orders allow more
 * values than interleavings show.
 */
import type { BuiltinExpression } from "../../cfront/index.ts";
import type { ArithmeticOperator, Expression, ValueType } from "../model/cfa.ts";
import { binary, cast, compare, complement, integer, truthOf } from "../model/expressions.ts";
import { type AtomicAccess, MEMORY_ORDERS } from "../model/memory-order.ts";
import { BYTE, INT, integerType, isBool, valueTypeOf } from "../model/value-types.ts";
import { beginAtomic, endAtomic, SEQUENTIALLY_CONSISTENT } from "./atomic-operation.ts";
import type { Lowering } from "./lowering.ts";

const OPERATORS: Readonly<Record<string, ArithmeticOperator>> = {
  add: "add",
  sub: "sub",
  or: "or",
  and: "and",
  xor: "xor",
  nand: "and",
};

/** They access one byte of an object of any type: that of an `atomic_flag`, for example. */
const BYTE_OPERATIONS: ReadonlySet<string> = new Set(["atomic_test_and_set", "atomic_clear"]);

/** The value; undefined for other builtins. Names are those of cfront's parser/atomic-builtins.ts. */
export function lowerAtomicBuiltin(
  lower: Lowering,
  { name, arguments: operands, type }: BuiltinExpression,
): Expression | undefined {
  if (name === "atomic_signal_fence") {
    for (const operand of operands) lower.discard(operand);
    return integer(INT, 0);
  }
  if (name === "sync_synchronize" || name === "atomic_thread_fence") return fence(lower, operands);
  const pointer = operands[0]?.type;
  if (pointer?.kind !== "pointer") return undefined;
  const cell = BYTE_OPERATIONS.has(name) ? BYTE : valueTypeOf(pointer.target);
  // bool would need its conversion, and other types are not atomic for gcc's generic builtins.
  if (cell === undefined || cell.kind === "float") return undefined;
  if (isBool(pointer.target) && cell !== BYTE) return undefined;
  const operation = operationOf(name, cell, lower);
  if (operation === undefined || operands.length < operation.operands) return undefined;
  const values = lower
    .sequence(operands, (operand) => lower.value(operand))
    .map((value) => (value.kind === "address" ? value : lower.save(value)));
  const result = run(lower, operation, values);
  return type.kind === "void" ? integer(INT, 0) : result;
}

/** An operation without an object. */
function fence(lower: Lowering, operands: BuiltinExpression["arguments"]): Expression {
  const [order] = operands;
  const value = order === undefined ? SEQUENTIALLY_CONSISTENT : lower.save(lower.value(order));
  if (!lower.names.hasThreads) return integer(INT, 0);
  const operation = { address: integer(lower.pointer, 0), access: "fence", order: value } as const;
  beginAtomic(lower, operation);
  endAtomic(lower, operation);
  return integer(INT, 0);
}

interface BuiltinOperation {
  readonly operands: number;
  readonly access: AtomicAccess;
  /** The order, where no argument gives it; otherwise it follows the operands. */
  readonly order?: keyof typeof MEMORY_ORDERS;
  /** The steps before the operation. */
  readonly prepare?: (values: readonly Expression[]) => readonly Expression[];
  /** Emits the atomic part, to the end of the operation. */
  readonly run: (values: readonly Expression[], end: (access?: AtomicAccess) => void) => Expression;
}

function run(
  lower: Lowering,
  operation: BuiltinOperation,
  values: readonly Expression[],
): Expression {
  const { access, order: fixed, operands } = operation;
  const order = fixed === undefined ? values[operands] : integer(INT, MEMORY_ORDERS[fixed]);
  const address = values[0] as Expression;
  const success = { address, access, order: order ?? SEQUENTIALLY_CONSISTENT };
  const prepared = operation.prepare?.(values) ?? values;
  beginAtomic(lower, success);
  return operation.run(prepared, (ended = access) => {
    // A compare-exchange that fails has an order of its own, which is the last argument.
    const isFailure = ended !== access && fixed === undefined;
    const last = isFailure ? (values[operands + 1] ?? success.order) : success.order;
    endAtomic(lower, { address, access: ended, order: last });
  });
}

function operationOf(name: string, cell: ValueType, lower: Lowering): BuiltinOperation | undefined {
  const load = (address: Expression): Expression => ({ kind: "load", type: cell, address });
  const store = (address: Expression, value: Expression): void =>
    lower.graph.emit({ kind: "assign", address, value: cast(cell, value) });
  const at = (values: readonly Expression[], index: number): Expression =>
    values[index] as Expression;

  const isSync = name.startsWith("sync_");
  const update = /^(?:sync|atomic)_(fetch_and_|fetch_)?([a-z]+?)(_and_fetch|_fetch)?$/.exec(name);
  const operator = OPERATORS[update?.[2] ?? ""];
  if (operator !== undefined && (update?.[1] === undefined) !== (update?.[3] === undefined)) {
    return {
      operands: 2,
      access: "update",
      ...(isSync && FULL_BARRIER),
      run: (values, end) => {
        const old = lower.save(load(at(values, 0)));
        const next = lower.save(
          updated(operator, update?.[2] === "nand", cell, old, at(values, 1)),
        );
        store(at(values, 0), next);
        end();
        return update?.[1] === undefined ? next : old;
      },
    };
  }
  switch (name) {
    case "atomic_load_n":
      return {
        operands: 1,
        access: "load",
        run: (values, end) => {
          const value = lower.save(load(at(values, 0)));
          end();
          return value;
        },
      };
    case "atomic_store_n":
      return { operands: 2, access: "store", run: storing((values) => at(values, 1)) };
    case "atomic_exchange_n":
    case "sync_lock_test_and_set":
      return {
        operands: 2,
        access: "update",
        ...(isSync && { order: "acquire" }),
        run: (values, end) => {
          const old = lower.save(load(at(values, 0)));
          store(at(values, 0), at(values, 1));
          end();
          return old;
        },
      };
    case "atomic_test_and_set":
      return {
        operands: 1,
        access: "update",
        run: (values, end) => {
          const old = lower.save(load(at(values, 0)));
          store(at(values, 0), integer(INT, 1));
          end();
          return cast(BYTE, compare("ne", old, integer(BYTE, 0)));
        },
      };
    case "atomic_clear":
    case "sync_lock_release":
      return {
        operands: 1,
        access: "store",
        ...(isSync && { order: "release" }),
        run: storing(() => integer(INT, 0)),
      };
    case "sync_bool_compare_and_swap":
    case "sync_val_compare_and_swap":
      return {
        operands: 3,
        access: "update",
        ...FULL_BARRIER,
        run: (values, end) => {
          const old = lower.save(load(at(values, 0)));
          const isEqual = compare("eq", old, cast(cell, at(values, 1)));
          when(
            lower,
            isEqual,
            () => {
              store(at(values, 0), at(values, 2));
              end();
            },
            () => end("load"),
          );
          return name === "sync_val_compare_and_swap" ? old : cast(BYTE, isEqual);
        },
      };
    case "atomic_compare_exchange_n":
      return {
        // The flag that allows spurious failure, which is not used.
        operands: 4,
        access: "update",
        // The expected value is in an ordinary object (C11 7.17.7.4).
        prepare: (values) => [...values, lower.save(load(at(values, 1)))],
        run: (values, end) => {
          const old = lower.save(load(at(values, 0)));
          const isEqual = lower.save(compare("eq", old, values.at(-1) as Expression));
          when(
            lower,
            isEqual,
            () => {
              store(at(values, 0), at(values, 2));
              end();
            },
            () => {
              end("load");
              store(at(values, 1), old);
            },
          );
          return cast(BYTE, truthOf(isEqual));
        },
      };
    default:
      return undefined;
  }

  function storing(value: (values: readonly Expression[]) => Expression): BuiltinOperation["run"] {
    return (values, end) => {
      store(at(values, 0), value(values));
      end();
      return integer(INT, 0);
    };
  }
}

/** For `__sync_` functions, unless the manual of GCC says otherwise. */
const FULL_BARRIER = { order: "sequentiallyConsistent" } as const;

/** Wraps: gcc computes atomic updates of signed integers modulo two to the width. */
function updated(
  operator: ArithmeticOperator,
  isNand: boolean,
  cell: ValueType,
  old: Expression,
  operand: Expression,
): Expression {
  const bits = cell.kind === "float" ? 0 : cell.bits;
  const word = integerType(bits, false);
  const result = binary(operator, word, cast(word, old), cast(word, operand));
  return cast(cell, isNand ? complement(result) : result);
}

function when(
  lower: Lowering,
  condition: Expression,
  whenTrue: () => void,
  whenFalse: () => void = () => undefined,
): void {
  const [yes, no, join] = [lower.graph.newNode(), lower.graph.newNode(), lower.graph.newNode()];
  lower.graph.assume(condition, true, undefined, yes);
  lower.graph.assume(condition, false, undefined, no);
  for (const [node, action] of [
    [yes, whenTrue],
    [no, whenFalse],
  ] as const) {
    lower.graph.moveTo(node);
    action();
    lower.graph.skipTo(join);
  }
}
