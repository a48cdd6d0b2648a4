/** Where the last pointer to a block was lost: the execution is repeated up to places between which that happened. */

import { defined } from "../../ground/util/defined.ts";
import type { MemoryPicture } from "../analysis-core/index.ts";
import type { CfaEdge } from "../cfa/index.ts";
import { compileProgram } from "../interpreter/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import type { Specification } from "../specification/index.ts";
import { BlockHistory } from "./block-history.ts";
import { type RecordedExecution, replayOf } from "./recorded-execution.ts";
import { StateMemory } from "./state-memory.ts";
import { VariableScopes } from "./variable-scopes.ts";

export interface Loss {
  /**
   * After which no pointer leads to the block from variables in scope; undefined: the end of the program, which
   * ends its variables.
   */
  readonly edge: CfaEdge | undefined;
  /** How the program got to the block just before: `list->next`. */
  readonly path?: string;
  /** Whether a variable that is out of scope, or a temporary value, still leads there, and is lost later. */
  readonly isHeldOutOfScope: boolean;
  /** The memory after it. */
  readonly picture?: MemoryPicture;
}

/** Edges between the return of a call and the variable that takes what it returned. */
const PATIENCE = 2;
/** Edges of an execution that is repeated some twenty times. */
const MAX_EDGES = 200_000;

/**
 * Undefined when the execution is too long, or when the block is not lost.
 * @param address - of a block that is lost in the end
 */
export function whereLost(
  loaded: LoadedProgram,
  specification: Specification,
  execution: RecordedExecution,
  address: bigint,
): Loss | undefined {
  const replay = new Replay(loaded, specification, execution);
  const { edges, age, isHeld } = replay.until(Number.POSITIVE_INFINITY, address);
  if (age === undefined || edges > MAX_EDGES || isHeld) return undefined;
  // Before edge `held` something leads to the block, before edge `lost` nothing does.
  const search = (until: number, isHeldAt: (stop: Stop) => boolean): number => {
    let [held, lost] = [age, until];
    while (lost - held > 1) {
      const middle = (held + lost) >> 1;
      if (isHeldAt(replay.until(middle, address))) held = middle;
      else lost = middle;
    }
    return lost;
  };
  const end = edges + 1;
  const lost = search(end, (stop) => stop.isHeld);
  const hasName = lost > age + 1 && replay.until(age + 1, address).path !== undefined;
  const named = hasName ? search(lost, ({ path, isHeld }) => isHeld && path !== undefined) : lost;
  const before = replay.until(named - 1, address);
  const after = named > edges ? undefined : replay.until(named, address);
  return {
    edge: named > edges ? undefined : before.edge,
    isHeldOutOfScope: named < lost,
    ...defined({ path: before.path, picture: after?.picture }),
  };
}

interface Stop {
  /** Of the program's own functions, so far. */
  readonly edges: number;
  readonly edge: CfaEdge | undefined;
  /** Edges before the block was allocated; undefined when it was not. */
  readonly age: number | undefined;
  readonly isHeld: boolean;
  /** From variables in scope. */
  readonly path?: string;
  readonly picture?: MemoryPicture;
}

class Replay {
  readonly #loaded: LoadedProgram;
  readonly #specification: Specification;
  readonly #execution: RecordedExecution;
  readonly #scopes: VariableScopes;

  constructor(loaded: LoadedProgram, specification: Specification, execution: RecordedExecution) {
    this.#loaded = loaded;
    this.#specification = specification;
    this.#execution = execution;
    this.#scopes = new VariableScopes(loaded.program);
  }

  /**
   * The execution before its edge number `most`, of the program's own functions, from 1. What a call returned is
   * nowhere for some edges: a way from variables counts that is there soon.
   */
  until(most: number, address: bigint): Stop {
    const { program } = this.#loaded;
    const isOwn = (name: string): boolean => program.functions.get(name)?.isLibrary === false;
    const history = new BlockHistory(isOwn);
    let seen: Pick<Stop, "edge" | "path" | "picture" | "isHeld"> | undefined;
    const run = compileProgram(program, {
      ...this.#specification.execution,
      tracksBlocks: true,
      observer: {
        onEdge: (edge, view) => {
          const number = history.ownEdges + 1;
          if (isOwn(view.functionName) && number >= most) {
            const where = { scopes: this.#scopes, at: edge.range.start };
            const memory = new StateMemory(program, view, history.blocks, where);
            const path = memory.pathTo(address);
            const lost = lostNow();
            if (seen === undefined) {
              const isHeld = isLive() && !lost.has(address);
              // Also what only variables out of scope lead to, or numbers.
              if (path === undefined) lost.add(address);
              seen = { edge, isHeld, picture: memory.picture(lost), ...defined({ path }) };
            } else if (path !== undefined) seen = { ...seen, path };
            if (path !== undefined || !seen.isHeld || number >= most + PATIENCE) return "stop";
          }
          history.onEdge(edge, view);
          return undefined;
        },
        onCallReturn: (edge, result, view) => history.onCallReturn(edge, result, view),
      },
    });
    const lostNow = (): Set<bigint> =>
      new Set(run.untracked().map((block) => BigInt(block.address)));
    const isLive = (): boolean => run.unfreed().some((block) => BigInt(block.address) === address);
    run.run(...replayOf(this.#execution));
    seen ??= { edge: undefined, isHeld: isLive() && !lostNow().has(address) };
    return { ...seen, edges: history.ownEdges, age: history.startingAt(address)?.age };
  }
}
