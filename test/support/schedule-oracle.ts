/**
 * The truth about a random program with threads: all interleavings of single operations, without
 * reduction, by code that shares nothing with Agon. For tests of all reductions.
 */
import type { Operation, ThreadedProgram } from "./random-threaded-program.ts";

export interface Truth {
  readonly reachesError: boolean;
  readonly overflows: boolean;
  readonly races: boolean;
  readonly states: number;
}

interface ThreadState {
  at: number;
  registers: number[];
  status: "absent" | "live" | "ended";
}

interface State {
  threads: ThreadState[];
  variables: number[];
  /** By mutex: the thread that holds it, or -1. */
  owners: number[];
  /** The thread inside an atomic block, or -1. */
  inside: number;
}

/** Undefined when there are more states. */
export function truthOf(program: ThreadedProgram, maxStates: number): Truth | undefined {
  const first: State = {
    threads: program.threads.map((_, i) => ({
      at: 0,
      registers: Array<number>(program.registers).fill(0),
      status: i === 0 ? "live" : "absent",
    })),
    variables: Array<number>(program.variables).fill(0),
    owners: Array<number>(program.mutexes).fill(-1),
    inside: -1,
  };
  const seen = new Set([JSON.stringify(first)]);
  const work = [first];
  const truth = { reachesError: false, overflows: false, races: false };
  for (let state = work.pop(); state !== undefined; state = work.pop()) {
    truth.races ||= hasRace(program, state);
    for (let thread = 0; thread < program.threads.length; thread++) {
      for (const next of stepsOf(program, state, thread, truth)) {
        const key = JSON.stringify(next);
        if (seen.has(key)) continue;
        if (seen.size === maxStates) return undefined;
        seen.add(key);
        work.push(next);
      }
    }
  }
  return { ...truth, states: seen.size };
}

function operationOf(
  program: ThreadedProgram,
  state: State,
  thread: number,
): Operation | undefined {
  const { status, at } = state.threads[thread] as ThreadState;
  return status === "live" ? program.threads[thread]?.[at] : undefined;
}

/** Whether two threads are before accesses to one variable: one writes, and not both are atomic. */
function hasRace(program: ThreadedProgram, state: State): boolean {
  const accesses = state.threads.flatMap((_, thread) => {
    const operation = operationOf(program, state, thread);
    if (operation?.kind !== "read" && operation?.kind !== "write") return [];
    return [{ ...operation, isAtomic: state.inside === thread }];
  });
  return accesses.some((a, i) =>
    accesses
      .slice(i + 1)
      .some(
        (b) =>
          a.variable === b.variable &&
          (a.kind === "write" || b.kind === "write") &&
          !(a.isAtomic && b.isAtomic),
      ),
  );
}

function stepsOf(
  program: ThreadedProgram,
  state: State,
  thread: number,
  found: { reachesError: boolean; overflows: boolean },
): State[] {
  if (state.inside >= 0 && state.inside !== thread) return [];
  const own = state.threads[thread] as ThreadState;
  if (own.status !== "live") return [];
  const operation = program.threads[thread]?.[own.at];
  const next = (change: (state: State, own: ThreadState) => void): State[] => {
    const copy = structuredClone(state);
    const mine = copy.threads[thread] as ThreadState;
    mine.at++;
    change(copy, mine);
    return [copy];
  };
  if (operation === undefined) {
    return next((_, mine) => {
      mine.status = "ended";
    });
  }
  switch (operation.kind) {
    case "read":
      return next(({ variables }, { registers }) => {
        registers[operation.register] = variables[operation.variable] as number;
      });
    case "write":
      return next(({ variables }, { registers }) => {
        variables[operation.variable] = registers[operation.register] as number;
      });
    case "constant":
      return next((_, { registers }) => {
        registers[operation.register] = operation.value;
      });
    case "add": {
      const sum = (own.registers[operation.register] as number) + operation.value;
      if (sum > 2147483647) found.overflows = true;
      return next((_, { registers }) => {
        registers[operation.register] = sum | 0;
      });
    }
    case "move":
      return next((_, { registers }) => {
        registers[operation.to] = registers[operation.from] as number;
      });
    case "unless": {
      const isTaken = own.registers[operation.register] !== operation.value;
      return next((_, mine) => {
        if (isTaken) mine.at = operation.target;
      });
    }
    case "jump":
      return next((_, mine) => {
        mine.at = operation.target;
      });
    case "input":
      return [0, 1].flatMap((value) =>
        next((_, { registers }) => {
          registers[operation.register] = value;
        }),
      );
    case "lock":
      if (state.owners[operation.mutex] !== -1) return [];
      return next(({ owners }) => {
        owners[operation.mutex] = thread;
      });
    case "unlock":
      return next(({ owners }) => {
        owners[operation.mutex] = -1;
      });
    case "trylock":
      return next(({ owners }, { registers }) => {
        const isFree = owners[operation.mutex] === -1;
        registers[operation.register] = isFree ? 1 : 0;
        if (isFree) owners[operation.mutex] = thread;
      });
    case "atomic-begin":
    case "atomic-end":
      return next((copy) => {
        copy.inside = operation.kind === "atomic-begin" ? thread : -1;
      });
    case "create":
      return next(({ threads }) => {
        (threads[operation.thread] as ThreadState).status = "live";
      });
    case "join":
      if (state.threads[operation.thread]?.status !== "ended") return [];
      return next(() => undefined);
    case "error":
      found.reachesError = true;
      return [];
    case "exit":
      return [];
  }
}
