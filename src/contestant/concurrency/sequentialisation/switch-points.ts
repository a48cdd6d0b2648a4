/**
 * Where another thread may go on: before operations of synchronisation, atomic blocks, accesses that may race, and before
 * what ends the execution, since others see what was written before. Whatever else a thread does commutes with what
 * the others do, and happens together with what is before it (Lipton: "Reduction", CACM 1975).
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

/** A program of which it is known before which nodes others have to go on because of an access. */
export interface ProgramOfThreads {
  readonly program: CfaProgram;
  readonly visible: ReadonlySet<CfaNode>;
  /**
   * Whether nobody can tell when a mutex is unlocked, but those who wait for it: then that happens together with what is
   * before it (a left mover). Nobody tries locks, and none is made or ended while others use it.
   */
  readonly unlocksCommute: boolean;
  /** Automatic objects to which other threads may have pointers. */
  readonly escaped: ReadonlySet<MemoryObject>;
}

/** Models that begin with unlocking. Where they wait then, others go on. */
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

/** Before they end the execution, or keep it from going on, others go on. */
const ENDS: ReadonlySet<string> = new Set(["abort", "exit", "assume", "unreachable"]);

export class SwitchPoints {
  readonly #program: ProgramOfThreads;
  readonly #facts = new Map<FunctionCfa, FunctionFacts>();
  readonly #points = new Map<CfaNode, boolean>();

  constructor(program: ProgramOfThreads) {
    this.#program = program;
  }

  /** Which of the objects others may still access, by pointers, when their lifetime ends. */
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
