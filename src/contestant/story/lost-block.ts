/**
 * Finds where the last pointer to a block was lost: the execution is repeated up to various edges,
 * to bisect the loss.
 */

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
   * The first edge after which no pointer leads to the block from variables in scope; undefined:
   * the end of the program, which ends its variables.
   */
  readonly edge: CfaEdge | undefined;
  /** The path from a variable to the block just before: `list->next`. */
  readonly path?: string;
  /**
   * Whether a variable that is out of scope, or a temporary value, still leads there, and is lost
   * later.
   */
  readonly isHeldOutOfScope: boolean;
  /** The memory after that edge. */
  readonly picture?: MemoryPicture;
}

/** Number of edges between the return of a call and the variable that receives the result. */
const PATIENCE = 2;
/** Maximal number of edges of an execution that is repeated some twenty times. */
const MAX_EDGES = 200_000;

/**
 * Returns undefined when the execution is too long, or when the block is not lost.
 * @param address - the address of a block that is lost in the end
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
  // Before edge `held` a path leads to the block, before edge `lost` none does.
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
  /** Number of edges of the program's own functions so far. */
  readonly edges: number;
  readonly edge: CfaEdge | undefined;
  /** Number of edges before the block was allocated; undefined when it was not. */
  readonly age: number | undefined;
  readonly isHeld: boolean;
  /** Path from variables in scope. */
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
   * Executes the program up to its own edge number `most`, from 1. The result of a call is in no
   * variable for some edges: a path from variables counts if it exists soon.
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
              // Also blocks to which only variables out of scope lead, or numbers.
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
