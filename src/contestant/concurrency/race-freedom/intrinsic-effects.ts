/** The effects of functions without a body on memory, for one thread. */
import { type CallEdge, callAccesses, intrinsicOf } from "../../cfa/index.ts";
import { constantOf, target, type Value } from "../../pointers/index.ts";
import type { Evaluation, Located } from "./thread-evaluation.ts";

/** A call whose arguments have been evaluated. */
export interface CallStep {
  readonly edge: CallEdge;
  readonly evaluation: Evaluation;
  /** Values of scalar arguments. */
  readonly values: readonly (Value | undefined)[];
  /** Returns from the call; without a value, with any result. */
  readonly go: (value?: Value) => void;
  /** Excludes the call from proofs. */
  readonly fail: (reason: string) => void;
  /** Returns a new block from the call. */
  readonly allocate: () => void;
  readonly enterAtomic: () => void;
}

/** The targets of an argument. */
export function argumentPlace(
  { edge, evaluation }: Pick<CallStep, "edge" | "evaluation">,
  index: number,
): Located | undefined {
  const expression = evaluation.argument(edge.arguments[index]);
  return expression && evaluation.locate(expression);
}

export function applyIntrinsic(call: CallStep, name: string): void {
  const { edge, evaluation, values, go, fail } = call;
  const intrinsic = intrinsicOf(name);
  const argument = (index: number): Located | undefined => argumentPlace(call, index);
  const known = (index: number): number => {
    const value = values[index];
    const size = value === undefined ? undefined : constantOf(value);
    return size === undefined ? Number.POSITIVE_INFINITY : Number(size);
  };
  const write = (located: Located | undefined, size: number): void => {
    if (located !== undefined) evaluation.store(located, size, undefined);
  };
  const read = (located: Located | undefined, size: number): void => {
    if (located !== undefined) evaluation.access(located, size, { isWrite: false });
  };
  const everything = (located: Located | undefined): Located | undefined =>
    located && {
      ...located,
      targets: located.targets.map(({ place }) => target(place, 0, 0)),
      isExact: located.isExact,
    };
  switch (intrinsic?.kind) {
    case undefined:
      fail(`'${name}' has no model`);
      return;
    case "abort":
    case "exit":
    case "unreachable":
      return;
    case "assume": {
      const [condition] = edge.arguments;
      const [value] = values;
      if (condition?.kind !== "scalar" || value === undefined) break;
      const truth = evaluation.truth(value, condition.value.type);
      if (truth === false) return;
      evaluation.learn(value, condition.value.type, true);
      go();
      return;
    }
    case "malloc":
    case "calloc":
    case "alloca":
    case "realloc": {
      if (intrinsic.kind === "realloc") {
        const old = everything(argument(0));
        write(old, Number.POSITIVE_INFINITY);
      }
      call.allocate();
      return;
    }
    case "free":
      write(everything(argument(0)), Number.POSITIVE_INFINITY);
      go();
      return;
    case "end-alloca":
    case "disjoint":
      go();
      return;
    case "memory": {
      const size = known(2);
      if (intrinsic.operation !== "set") read(argument(1), size);
      write(argument(0), size);
      go(values[0]);
      return;
    }
    case "nondet-memory":
      write(argument(0), known(1));
      go();
      return;
    case "no-effect":
    case "access": {
      const { accesses, unseen } = callAccesses(name, edge.arguments);
      if (unseen !== undefined) {
        fail(unseen);
        return;
      }
      for (const access of accesses) {
        const at = argument(access.argument);
        if (access.kind === "string") read(everything(at), Number.POSITIVE_INFINITY);
        else if (access.mode !== "use") {
          const size = typeof access.size === "number" ? access.size : known(access.size.argument);
          (access.mode === "read" ? read : write)(at, size);
        }
      }
      go();
      return;
    }
    case "parse-float":
      read(argument(0), known(1));
      go();
      return;
    case "print-float":
      write(argument(0), Number.POSITIVE_INFINITY);
      go();
      return;
    case "atomic-begin":
      call.enterAtomic();
      go();
      return;
    case "atomic-end":
      evaluation.state = {
        ...evaluation.state,
        atomic: Math.max(0, evaluation.state.atomic - 1),
      };
      go();
      return;
    case "nondet":
    case "float":
    case "bits":
    case "open-result":
    case "library-choice":
    case "fegetround":
    case "fesetround":
      go();
      return;
    case "thread":
    case "setjmp":
    case "longjmp":
      fail(`'${name}' in a program with threads`);
      return;
  }
  fail(`a call of '${name}' with arguments that do not fit`);
}
