/**
 * The meaning of <pthread.h> calls in programs with known steps (visible-steps.ts): variables for
 * the holder of a mutex, and marks where threads begin. Joins do not wait, which allows more
 * executions than there are; other functions run their models, whose waits no analysis supports.
 */
import type { CallEdge, CfaNode, CfaProgram, Expression, MemoryObject } from "../model/cfa.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import { constantAddress, forEachSubexpression } from "../model/expression-properties.ts";
import { cast, compare, integer } from "../model/expressions.ts";
import { INT, integerType } from "../model/value-types.ts";
import type { GrowingFunction, NewObjects } from "./growing-function.ts";
import { inputCall } from "./input-call.ts";

/** A call between two nodes of a function that grows. */
export interface EmittedCall {
  readonly edge: CallEdge;
  readonly at: CfaNode;
  readonly end: CfaNode;
}

export type ThreadCallMeaning =
  | { readonly isVisible: boolean; readonly starts?: string; readonly ends?: CfaNode }
  | { readonly unsupported: string };

/** The variables of a mutex. */
interface Mutex {
  /** Whether some thread holds it. */
  readonly isLocked: MemoryObject;
  /** Whether this thread does. */
  readonly isHeld: MemoryObject;
}

const UNSUPPORTED_MUTEXES = "mutexes whose kind or place is not known";

export class ThreadCalls {
  readonly #program: CfaProgram;
  readonly #objects: NewObjects;
  readonly #mutexes = new Map<string, Mutex>();
  #plain: ReadonlySet<MemoryObject> | undefined;

  constructor(program: CfaProgram, objects: NewObjects) {
    this.#program = program;
    this.#objects = objects;
  }

  /** Static variables that the program gets. */
  get objects(): readonly MemoryObject[] {
    return [...this.#mutexes.values()].flatMap(({ isLocked, isHeld }) => [isLocked, isHeld]);
  }

  /** Undefined for other functions. */
  emit(name: string, call: EmittedCall, fn: GrowingFunction): ThreadCallMeaning | undefined {
    if (this.#program.functions.get(name)?.isLibrary !== true) return undefined;
    switch (name) {
      case "pthread_create":
        return this.#create(call, fn);
      case "pthread_exit":
        return this.#end(call, fn);
      case "pthread_join":
        return this.#join(call, fn);
      case "pthread_mutex_init":
        if (!isNull(argument(call, 1))) return { unsupported: UNSUPPORTED_MUTEXES };
        return this.#mutexCall(call, fn, "free");
      case "pthread_mutex_destroy":
        return this.#mutexCall(call, fn, "free");
      case "pthread_mutex_lock":
        return this.#mutexCall(call, fn, "lock");
      case "pthread_mutex_unlock":
        return this.#mutexCall(call, fn, "unlock");
      case "__agon_sync_cleanup_push":
      case "pthread_key_create":
      case "tss_create":
        return { unsupported: "functions that are called when a thread ends" };
      default:
        return undefined;
    }
  }

  /** The number of the new thread is arbitrary. */
  #create(call: EmittedCall, fn: GrowingFunction): ThreadCallMeaning {
    const [to, start] = [argument(call, 0), argument(call, 2)];
    const routine = start && functionAt(start);
    if (to === undefined || routine === undefined || !this.#program.functions.has(routine)) {
      return { unsupported: "a thread that begins with an unknown function" };
    }
    if (constantAddress(to) === undefined) return { unsupported: "a thread whose number is lost" };
    const scalar = integerType(this.#program.machine.pointerBits, false);
    const { range } = call.edge;
    const created = fn.connect(
      call.at,
      fn.node(),
      range,
      inputCall(this.#program, { address: to, scalar }),
    );
    this.#succeed(call, created, fn);
    return { isVisible: true, starts: routine };
  }

  #end({ at, edge }: EmittedCall, fn: GrowingFunction): ThreadCallMeaning {
    return { isVisible: false, ends: fn.connect(at, fn.node(), edge.range, { kind: "skip" }) };
  }

  #join(call: EmittedCall, fn: GrowingFunction): ThreadCallMeaning {
    if (!isNull(argument(call, 1))) return { unsupported: "the result of a thread" };
    this.#succeed(call, call.at, fn);
    return { isVisible: true };
  }

  #mutexCall(
    call: EmittedCall,
    fn: GrowingFunction,
    action: "lock" | "unlock" | "free",
  ): ThreadCallMeaning {
    const mutex = this.#mutexAt(argument(call, 0));
    if (mutex === undefined) return { unsupported: UNSUPPORTED_MUTEXES };
    const { range } = call.edge;
    const { isLocked, isHeld } = mutex;
    const condition = isZero(this.#objects.load(action === "unlock" ? isHeld : isLocked));
    const [whenZero, otherwise] = fn.branch(call.at, range, condition);
    // A thread that locks waits, also for itself; the others must not reach this point.
    const wrong = action === "unlock" ? whenZero : otherwise;
    if (action !== "lock") {
      const reason = "a mutex may be unlocked or destroyed by a thread that does not hold it";
      fn.connect(wrong, call.end, range, { kind: "unsupported", reason });
    }
    let at = action === "unlock" ? otherwise : whenZero;
    if (action !== "free") {
      const value = integer(INT, action === "lock" ? 1n : 0n);
      for (const object of [isLocked, isHeld]) {
        at = fn.connect(at, fn.node(), range, this.#objects.assign(object, value));
      }
    }
    this.#succeed(call, at, fn);
    return { isVisible: true };
  }

  /** Plain mutexes that are named, and that only these functions access. */
  #mutexAt(address: Expression | undefined): Mutex | undefined {
    const place = address && constantAddress(address);
    if (place?.object.kind !== "global") return undefined;
    this.#plain ??= plainMutexes(this.#program);
    if (!this.#plain.has(place.object)) return undefined;
    const key = `${place.object.id} ${place.offset}`;
    let mutex = this.#mutexes.get(key);
    if (mutex === undefined) {
      const name = `${place.object.name}+${place.offset}`;
      mutex = {
        isLocked: this.#objects.scalar("global", `locked ${name}`, INT),
        isHeld: this.#objects.scalar("thread-local", `held ${name}`, INT),
      };
      this.#mutexes.set(key, mutex);
    }
    return mutex;
  }

  /** The call returns 0. */
  #succeed({ edge, end }: EmittedCall, at: CfaNode, fn: GrowingFunction): void {
    const { result, range } = edge;
    if (result === undefined || !("scalar" in result)) {
      fn.connect(at, end, range, { kind: "skip" });
      return;
    }
    const value = cast(result.scalar, integer(INT, 0n));
    fn.connect(at, end, range, { kind: "assign", address: result.address, value });
  }
}

const MUTEX_FUNCTIONS: ReadonlySet<string> = new Set([
  "pthread_mutex_init",
  "pthread_mutex_destroy",
  "pthread_mutex_lock",
  "pthread_mutex_unlock",
]);

/** Static objects that start with zeros, whose address only these functions get. */
function plainMutexes(program: CfaProgram): ReadonlySet<MemoryObject> {
  const locked = new Set<MemoryObject>();
  const others = new Set<MemoryObject>();
  const use = (expression: Expression): void =>
    forEachSubexpression(expression, (part) => {
      if (part.kind === "address" && "size" in part.target) others.add(part.target);
    });
  for (const { initial } of program.globals) for (const { value } of initial) use(value);
  for (const { nodes } of program.functions.values()) {
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      const isCall = edge.kind === "call" && MUTEX_FUNCTIONS.has(functionAt(edge.callee) ?? "");
      const first = isCall ? edge.arguments[0] : undefined;
      const mutex = first?.kind === "scalar" ? first.value : undefined;
      const place = mutex && constantAddress(withoutCasts(mutex));
      if (place !== undefined) locked.add(place.object);
      for (const expression of expressionsOf(edge)) {
        if (place === undefined || expression !== mutex) use(expression);
      }
    }
  }
  const isZeroed = ({ initial }: MemoryObject): boolean =>
    initial.every(({ value }) => value.kind === "integer" && value.value === 0n);
  return new Set([...locked].filter((object) => !others.has(object) && isZeroed(object)));
}

function argument({ edge }: EmittedCall, index: number): Expression | undefined {
  const found = edge.arguments[index];
  return found?.kind === "scalar" ? withoutCasts(found.value) : undefined;
}

/** Removes casts between pointers only. */
function withoutCasts(value: Expression): Expression {
  const isKept = value.kind !== "cast" || value.operand.type.kind !== "pointer";
  return isKept ? value : withoutCasts(value.operand);
}

function isNull(value: Expression | undefined): boolean {
  return value?.kind === "integer" && value.value === 0n;
}

function isZero(value: Expression): Expression {
  return compare("eq", value, integer(INT, 0n));
}

function functionAt(value: Expression): string | undefined {
  return value.kind === "address" && !("size" in value.target) ? value.target.name : undefined;
}
