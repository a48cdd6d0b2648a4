/**
 * Switch points, where another thread may continue: before operations of synchronisation, atomic blocks, accesses
 * that may race, and before the end of the execution, since other threads may see earlier writes. All other steps
 * of a thread commute with those of other threads, and are executed together with the steps before them (Lipton:
 * "Reduction", CACM 1975).
 */
import {
  type CfaNode,
  type CfaProgram,
  calledName,
  type FunctionCfa,
  intrinsicOf,
  isAtomicFunction,
  type MemoryObject,
  nodesInAtomicBlocks,
} from "../../cfa/index.ts";
import { UnsupportedFeature } from "../../symbolic/index.ts";
import { type LoopPosition, loopPositions } from "./loop-positions.ts";

/** A program with known switch points for its accesses. */
export interface ProgramOfThreads {
  readonly program: CfaProgram;
  readonly visible: ReadonlySet<CfaNode>;
  /**
   * Whether only threads that wait for a mutex can observe when it is unlocked: then unlocking is executed together
   * with the steps before it (a left mover). No thread tries locks, and no mutex is initialised or destroyed while
   * others use it.
   */
  readonly unlocksCommute: boolean;
  /** Automatic objects to which other threads may have pointers. */
  readonly escaped: ReadonlySet<MemoryObject>;
}

/** Models that begin with unlocking. If they wait afterwards, other threads continue. */
const UNLOCKS: ReadonlySet<string> = new Set([
  ...["pthread_mutex_unlock", "mtx_unlock"],
  ...["pthread_cond_wait", "pthread_cond_timedwait", "cnd_wait", "cnd_timedwait"],
]);

export interface FunctionFacts {
  /** Greater than 0, and different for every function. */
  readonly number: number;
  readonly positions: ReadonlyMap<CfaNode, LoopPosition>;
  /** Nodes within atomic blocks of the function itself. */
  readonly atomic: ReadonlySet<CfaNode>;
}

/** Calls that end or block the execution: other threads continue before them. */
const ENDS: ReadonlySet<string> = new Set(["abort", "exit", "assume", "unreachable"]);

export class SwitchPoints {
  readonly #program: ProgramOfThreads;
  readonly #facts = new Map<FunctionCfa, FunctionFacts>();
  readonly #points = new Map<CfaNode, boolean>();

  constructor(program: ProgramOfThreads) {
    this.#program = program;
  }

  /** One of the objects that other threads may still access by pointers when its lifetime ends. */
  escapedAmong(objects: readonly MemoryObject[]): MemoryObject | undefined {
    return objects.find((object) => this.#program.escaped.has(object));
  }

  factsOf(fn: FunctionCfa): FunctionFacts {
    let facts = this.#facts.get(fn);
    if (facts === undefined) {
      const atomic = nodesInAtomicBlocks(fn);
      if (atomic === undefined) throw new UnsupportedFeature(`atomic blocks across ${fn.name}`);
      facts = { number: this.#facts.size + 1, positions: loopPositions(fn), atomic };
      this.#facts.set(fn, facts);
    }
    return facts;
  }

  /** Unless an atomic block is open. */
  isBefore(node: CfaNode): boolean {
    let isPoint = this.#points.get(node);
    if (isPoint === undefined) {
      isPoint = this.#program.visible.has(node) || this.#isBeforeCall(node);
      this.#points.set(node, isPoint);
    }
    return isPoint;
  }

  #isBeforeCall({ leaving: [edge] }: CfaNode): boolean {
    if (edge?.kind !== "call") return false;
    const name = calledName(edge);
    if (name === undefined) return false;
    const fn = this.#program.program.functions.get(name);
    if (fn !== undefined) return isAtomicFunction(fn);
    const intrinsic = intrinsicOf(name);
    if (intrinsic === undefined) return false;
    if (intrinsic.kind === "thread") {
      const isMover = this.#program.unlocksCommute && UNLOCKS.has(edge.source.functionName);
      return intrinsic.operation === "point" && !isMover;
    }
    return intrinsic.kind === "atomic-begin" || ENDS.has(intrinsic.kind);
  }
}
