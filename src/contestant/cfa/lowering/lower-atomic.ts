/**
 * gcc's `__sync_*` and `__atomic_*` builtins: the plain operation between marks
 * of an atomic block, which is their meaning for one thread and, sequentially
 * consistent, for several. Weaker memory orders allow more for several threads:
 * these executions are not followed.
 */
import type { BuiltinExpression } from "../../cfront/index.ts";
import type { ArithmeticOperator, Expression, ValueType } from "../model/cfa.ts";
import { binary, cast, compare, complement, integer, truthOf } from "../model/expressions.ts";
import { BYTE, INT, integerType, isBool, valueTypeOf } from "../model/value-types.ts";
import { atomically } from "./atomic-operation.ts";
import type { Lowering } from "./lowering.ts";

const OPERATORS: Readonly<Record<string, ArithmeticOperator>> = {
  add: "add",
  sub: "sub",
  or: "or",
  and: "and",
  xor: "xor",
  nand: "and",
};

/** They look at one byte, of whichever type the object is: that of an `atomic_flag`, for example. */
const BYTE_OPERATIONS: ReadonlySet<string> = new Set(["atomic_test_and_set", "atomic_clear"]);

/** The value; undefined for other builtins. Names are those of cfront's parser/atomic-builtins.ts. */
export function lowerAtomicBuiltin(
  lower: Lowering,
  { name, arguments: operands, type }: BuiltinExpression,
): Expression | undefined {
  if (/^(sync_synchronize|atomic_(thread|signal)_fence)$/.test(name)) {
    for (const operand of operands) lower.discard(operand);
    return integer(INT, 0);
  }
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
  const result = atomically(lower, values[0] as Expression, () => operation.run(values));
  return type.kind === "void" ? integer(INT, 0) : result;
}

interface AtomicOperation {
  readonly operands: number;
  readonly run: (values: readonly Expression[]) => Expression;
}

function operationOf(name: string, cell: ValueType, lower: Lowering): AtomicOperation | undefined {
  const load = (address: Expression): Expression => ({ kind: "load", type: cell, address });
  const store = (address: Expression, value: Expression): void =>
    lower.graph.emit({ kind: "assign", address, value: cast(cell, value) });
  const at = (values: readonly Expression[], index: number): Expression =>
    values[index] as Expression;

  const update = /^(?:sync|atomic)_(fetch_and_|fetch_)?([a-z]+?)(_and_fetch|_fetch)?$/.exec(name);
  const operator = OPERATORS[update?.[2] ?? ""];
  if (operator !== undefined && (update?.[1] === undefined) !== (update?.[3] === undefined)) {
    return {
      operands: 2,
      run: (values) => {
        const old = lower.save(load(at(values, 0)));
        const next = lower.save(
          updated(operator, update?.[2] === "nand", cell, old, at(values, 1)),
        );
        store(at(values, 0), next);
        return update?.[1] === undefined ? next : old;
      },
    };
  }
  switch (name) {
    case "atomic_load_n":
      return { operands: 1, run: (values) => lower.save(load(at(values, 0))) };
    case "atomic_store_n":
      return {
        operands: 2,
        run: (values) => {
          store(at(values, 0), at(values, 1));
          return integer(INT, 0);
        },
      };
    case "atomic_exchange_n":
    case "sync_lock_test_and_set":
      return {
        operands: 2,
        run: (values) => {
          const old = lower.save(load(at(values, 0)));
          store(at(values, 0), at(values, 1));
          return old;
        },
      };
    case "atomic_test_and_set":
      return {
        operands: 1,
        run: (values) => {
          const old = lower.save(load(at(values, 0)));
          store(at(values, 0), integer(INT, 1));
          return cast(BYTE, compare("ne", old, integer(BYTE, 0)));
        },
      };
    case "atomic_clear":
    case "sync_lock_release":
      return {
        operands: 1,
        run: (values) => {
          store(at(values, 0), integer(INT, 0));
          return integer(INT, 0);
        },
      };
    case "sync_bool_compare_and_swap":
    case "sync_val_compare_and_swap":
      return {
        operands: 3,
        run: (values) => {
          const old = lower.save(load(at(values, 0)));
          const isEqual = compare("eq", old, cast(cell, at(values, 1)));
          when(lower, isEqual, () => store(at(values, 0), at(values, 2)));
          return name === "sync_val_compare_and_swap" ? old : cast(BYTE, isEqual);
        },
      };
    case "atomic_compare_exchange_n":
      return {
        operands: 3,
        run: (values) => {
          const old = lower.save(load(at(values, 0)));
          const isEqual = lower.save(compare("eq", old, load(at(values, 1))));
          when(
            lower,
            isEqual,
            () => store(at(values, 0), at(values, 2)),
            () => store(at(values, 1), old),
          );
          return cast(BYTE, truthOf(isEqual));
        },
      };
    default:
      return undefined;
  }
}

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
