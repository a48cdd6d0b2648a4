/**
 * Threads by the path of creations that leads to them, from `main` on (Vojdani, Apinis, Rõtov, Seidl,
 * Vene, Vogler: "Static race detection for device drivers: the Goblint approach", ASE 2016; Schwarz,
 * Saan, Seidl, Erhard, Vojdani: "Clustered relational thread-modular abstract interpretation with local
 * traces", ESOP 2023, section on thread ids).
 */
import type { CallEdge, CfaEdge, FunctionCfa } from "../../cfa/index.ts";
import type { Target, Value } from "../../pointers/index.ts";
import type { HeldLock } from "./thread-state.ts";

/** One creation, or several that are not distinguished. */
export interface Thread {
  readonly key: string;
  readonly parent: Thread | undefined;
  /** The call that creates it; undefined for the thread of `main`. */
  readonly creation: CallEdge | undefined;
}

export const MAIN_THREAD: Thread = { key: "main", parent: undefined, creation: undefined };

/** From the thread of `main` to the thread itself. */
export function ancestry(thread: Thread): Thread[] {
  const path: Thread[] = [];
  for (let each: Thread | undefined = thread; each !== undefined; each = each.parent)
    path.push(each);
  return path.reverse();
}

/** A function in execution, with the calls that led to it. Calls are distinguished, so there is no recursion. */
export interface Context {
  readonly key: string;
  readonly thread: Thread;
  readonly fn: FunctionCfa;
  /** Undefined for the start function of the thread. */
  readonly caller: { readonly context: Context; readonly edge: CallEdge } | undefined;
  /** A call by `pthread_once`, with the address of its flag. */
  readonly once?: Value;
}

/** The effect of an edge on bytes that other threads may access. */
export interface Access {
  readonly thread: Thread;
  readonly edge: CfaEdge;
  /** The accessed bytes; the size may be infinite. */
  readonly target: Target;
  readonly size: number;
  readonly isWrite: boolean;
  readonly isAtomic: boolean;
  /** A bit-field of which it is not known what is one memory location with it (C11 3.14). */
  readonly isBitField: boolean;
  /**
   * `plain`: by the program; `lock`: by an operation on a lock; `setup`: by its initialisation or destruction;
   * `library`: internal data of a library model; `end`: the lifetime of the object ends, which counts as a write.
   */
  readonly role: "plain" | "lock" | "setup" | "library" | "end";
  /** The address as a symbolic value of the thread. */
  readonly address: Value | undefined;
  readonly locks: readonly HeldLock[];
  readonly created: ReadonlySet<string>;
  readonly joined: ReadonlySet<string>;
}
