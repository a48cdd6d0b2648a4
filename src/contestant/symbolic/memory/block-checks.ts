/**
 * Lost heap blocks. A block is tracked while a pointer into it, or directly behind it, lies in a variable or in a
 * tracked block (SV-COMP, valid-memtrack: the least set with that property). Whether a block is tracked is a term:
 * `reach(b)` is the disjunction, over all pointers to `b`, of `reach` of the block that holds the pointer and the
 * guard of the pointer.
 * Pointers that are not recognised (parts of integers, bytes of arrays) point nowhere: more blocks seem lost than
 * are, so proofs hold, and counterexamples are replayed.
 */

import type { Classify } from "../../analysis-core/index.ts";
import type { CfaEdge } from "../../cfa/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { Check } from "../../specification/index.ts";
import type { ExecutionRecord } from "./execution-record.ts";
import type { SymbolicMemory } from "./memory.ts";
import type { Region } from "./region.ts";
import type { State } from "./state.ts";
import { Pointer, type Value } from "./value.ts";

/** Number of rounds after which a block not known to be reached counts as lost. */
const MAX_ROUNDS = 64;

/** A pointer in memory that points to a block under a condition. */
interface Link {
  /** Undefined: a variable. */
  readonly from: Region | undefined;
  readonly to: Region;
  readonly condition: Term;
}

export class BlockChecks {
  readonly #manager: TermManager;
  readonly #memory: SymbolicMemory;
  readonly #record: ExecutionRecord;
  /** Whether lost blocks, and blocks left at the end, are checked. */
  readonly #lost: boolean;
  readonly #left: boolean;
  /** Whether strings that library functions read have to be valid; by default they are assumed to be. */
  readonly checksStrings: boolean;

  constructor(memory: SymbolicMemory, record: ExecutionRecord, classify: Classify) {
    this.#manager = memory.manager;
    this.#memory = memory;
    this.#record = record;
    this.#lost = classify({ check: "leak" }) === "violation";
    this.#left = classify({ check: "unfreed" }) === "violation";
    this.checksStrings = classify({ check: "dereference" }) === "violation";
  }

  /** Whether any property of blocks is checked. */
  get areAsked(): boolean {
    return this.#lost || this.#left;
  }

  get areTracked(): boolean {
    return this.#lost;
  }

  /** @param hasReturned - whether `main` has returned: its variables no longer exist */
  programEnds(state: State, edge: CfaEdge | undefined, hasReturned: boolean): void {
    if (this.#left) {
      for (const [region, exists] of this.#liveBlocks(state)) {
        this.#add("unfreed", exists, `'${region.name}' is left at the end`, edge);
      }
    }
    if (this.#lost) this.#checkLost(state, edge, hasReturned);
  }

  /** Executions may stay here for ever, or wait: blocks lost so far stay lost. */
  mayStay(state: State, edge: CfaEdge | undefined): void {
    if (this.#lost && !state.isEmpty) this.#checkLost(state, edge, false);
  }

  /**
   * An abstraction of all iterations, or of all stack frames, has no names for the blocks that earlier ones have
   * made: they may be lost later, or never freed.
   * @param known - regions that have names
   */
  forgets(state: State, known: (region: Region) => boolean, edge: CfaEdge | undefined): void {
    if (!this.areAsked) return;
    const check: Check = this.#lost ? "leak" : "unfreed";
    for (const [region, exists] of this.#liveBlocks(state)) {
      if (!known(region)) this.#add(check, exists, `'${region.name}' is made in a loop`, edge);
    }
  }

  #add(check: Check, guard: Term, reason: string, edge: CfaEdge | undefined): void {
    if (guard !== this.#manager.false) {
      this.#record.obligations.add({ check, guard, reason, edge });
    }
  }

  /** Blocks with the executions of the state on which they are alive. */
  #liveBlocks(state: State): [Region, Term][] {
    const manager = this.#manager;
    const blocks: [Region, Term][] = [];
    for (const [region, { live }] of state.contents) {
      if (region.kind !== "heap") continue;
      const exists = manager.and(state.path.term, region.allocated ?? manager.true, live);
      if (exists !== manager.false) blocks.push([region, exists]);
    }
    return blocks;
  }

  #checkLost(state: State, edge: CfaEdge | undefined, hasReturned: boolean): void {
    const blocks = this.#liveBlocks(state);
    if (blocks.length === 0) return;
    const reached = this.#reached(state, hasReturned);
    for (const [region, exists] of blocks) {
      const isReached = reached.get(region) ?? this.#manager.false;
      const guard = this.#manager.and(exists, this.#manager.not(isReached));
      this.#add("leak", guard, `no pointer leads to '${region.name}' any more`, edge);
    }
  }

  #reached(state: State, hasReturned: boolean): ReadonlyMap<Region, Term> {
    const manager = this.#manager;
    const links = this.#links(state, hasReturned);
    const reached = new Map<Region, Term>();
    for (let round = 0; round < MAX_ROUNDS; round++) {
      let grown = false;
      const ways = new Map<Region, Term[]>();
      for (const { from, to, condition } of links) {
        const start = from === undefined ? manager.true : (reached.get(from) ?? manager.false);
        const way = manager.and(start, condition);
        if (way === manager.false) continue;
        const known = ways.get(to);
        if (known === undefined) ways.set(to, [way]);
        else known.push(way);
      }
      for (const [region, terms] of ways) {
        const term = manager.or(...terms);
        if (reached.get(region) === term) continue;
        reached.set(region, term);
        grown = true;
      }
      if (!grown) break;
    }
    return reached;
  }

  #links(state: State, hasReturned: boolean): Link[] {
    const manager = this.#manager;
    const links: Link[] = [];
    for (const [region, content] of state.contents) {
      if (!isHolder(region, hasReturned) || content.live === manager.false) continue;
      const from = region.kind === "heap" ? region : undefined;
      for (const { value } of content.chunks.values()) {
        for (const { guard, region: to, offset } of this.#pointer(value)?.targets ?? []) {
          if (to.kind !== "heap") continue;
          const condition = manager.and(content.live, guard, this.#isWithin(to, offset));
          if (condition !== manager.false) links.push({ from, to, condition });
        }
      }
    }
    return links;
  }

  #pointer(value: Value): Pointer | undefined {
    if (value instanceof Pointer) return value;
    if (value.op === "constant" || value.width !== this.#memory.pointerBits) return undefined;
    return this.#memory.pointerOf(value);
  }

  /** The pointer points into the block, or directly behind it. */
  #isWithin(region: Region, offset: Term): Term {
    const size = region.symbolicSize ?? this.#memory.constantOffset(region.size ?? 0);
    return this.#manager.ule(offset, size);
  }
}

/** Whether pointers in the region count: temporaries are not variables of the program. */
function isHolder({ kind, object }: Region, hasReturned: boolean): boolean {
  if (kind === "static" || kind === "heap") return true;
  return kind === "automatic" && !hasReturned && object?.kind !== "temporary";
}
