/**
 * Blocks that a loop frees or replaces by others, such as an array that grows by `realloc`. The block whose address
 * a variable holds at the head of a loop differs from visit to visit, so it gets its own name there: one stand-in,
 * of any size and contents, represents it at every visit. (Like the newest block of an allocation site in
 * Balakrishnan, Reps: "Recency-abstraction for heap-allocated storage", SAS 2006; here the newest one in a
 * variable.)
 * The condition is checked at the entry, and after every iteration that starts so: of the blocks that the variable
 * may point to, exactly the one that it points to is alive, and where it is null, none of them. Then facts that
 * other pointers have about the live block are kept, and pointers to a dead one point anywhere. Its numeric address
 * differs from visit to visit, too: an iteration may use it; where a condition on visits does, there is no
 * stand-in.
 */
import type { Term, TermManager } from "../../smt/index.ts";
import type {
  MemoryAccess,
  MemoryCell,
  Region,
  State,
  SymbolicMemory,
} from "../../symbolic/index.ts";
import {
  Content,
  Pointer,
  type PointerTarget,
  pointerTo,
  selectPointer,
  UnsupportedFeature,
} from "../../symbolic/index.ts";
import type { Questions } from "../invariants/rankings/ranking-function.ts";

interface StandIn {
  /** Holds the address of the block, or null. */
  readonly cell: MemoryCell;
  readonly region: Region;
  /** Whether there is a block, at the head. */
  readonly exists: Term;
}

interface ReplacedBlocksContext extends Pick<Questions, "proveAll"> {
  readonly manager: TermManager;
  readonly memory: SymbolicMemory;
  readonly access: MemoryAccess;
}

/** Number of variables that are tried for one loop. */
const MAX_ATTEMPTS = 6;

export class ReplacedBlocks {
  readonly #context: ReplacedBlocksContext;
  /** Regions that have a name at every visit; grows. */
  readonly #known: Set<Region>;
  #standIns: readonly StandIn[] = [];
  /** Variables that were tried, and whether without the case that there is no block. */
  readonly #tried = new Set<string>();
  /** Stand-ins for which the last iteration was not proved to leave one block: perhaps for lack of invariants. */
  #assumed: StandIn[] = [];
  /** The addresses that the last iteration used. */
  readonly #addresses = new Map<Region, Term>();

  constructor(context: ReplacedBlocksContext, known: Set<Region>) {
    this.#context = context;
    this.#known = known;
  }

  has(region: Region): boolean {
    return this.#standIns.some((standIn) => standIn.region === region);
  }

  // ------------------------------------------------------------------- finding

  /** Whether there is one more block that needs a stand-in, after an iteration. */
  find(entry: State, head: State, back: State): boolean {
    for (const [region, { chunks, isArray }] of back.contents) {
      if (isArray || region.hasEnded || !this.#known.has(region)) continue;
      for (const [offset, { size, value }] of chunks) {
        if (8 * size !== this.#context.memory.pointerBits || !(value instanceof Pointer)) continue;
        const cell = { region, offset, size };
        const before = this.#blockIn(entry, cell);
        if (before === undefined || !this.#isReplaced(head, back, before.target, value)) continue;
        if (this.#add(cell, before.target !== undefined && before.isAlways)) return true;
      }
    }
    return false;
  }

  #isReplaced(
    head: State,
    back: State,
    old: PointerTarget | undefined,
    { targets }: Pointer,
  ): boolean {
    const { manager } = this.#context;
    if (old !== undefined) {
      const [before, after] = [head, back].map(({ contents }) => contents.get(old.region)?.live);
      if (before !== undefined && after !== undefined && before !== after) return true;
    }
    return targets.some(
      ({ region }) =>
        region.kind === "heap" &&
        !this.#known.has(region) &&
        back.contents.get(region)?.live !== manager.false,
    );
  }

  #add(cell: MemoryCell, isAlways: boolean): boolean {
    const { manager, memory } = this.#context;
    const key = `${cell.region.id} ${cell.offset} ${isAlways}`;
    if (this.#tried.size >= MAX_ATTEMPTS || this.#tried.has(key)) return false;
    this.#tried.add(key);
    const name = `block of ${cell.region.name}`;
    const region = memory.newRegion("heap", name, {
      symbolicSize: manager.freshVariable(`size of ${name}`, memory.pointerBits),
      align: memory.pointerBits / 4,
    });
    const exists = isAlways ? manager.true : manager.freshVariable(`is ${name}`, 0);
    this.#standIns = [...this.#standIns, { cell, region, exists }];
    this.#known.add(region);
    return true;
  }

  #giveUp(standIn: StandIn): void {
    this.#standIns = this.#standIns.filter((other) => other !== standIn);
    if (standIn.exists === this.#context.manager.true) this.#add(standIn.cell, false);
  }

  /** The block to whose start a variable points; undefined where it may point elsewhere, except null. */
  #blockIn(
    state: State,
    cell: MemoryCell,
  ): { readonly target: PointerTarget | undefined; readonly isAlways: boolean } | undefined {
    const targets = this.#pointerIn(state, cell)?.targets;
    if (targets === undefined) return undefined;
    const isStart = targets.every(({ offset }) => offset.op === "constant" && offset.value === 0n);
    const blocks = targets.filter(({ region: { kind } }) => kind !== "null");
    const isBlock = blocks.length <= 1 && blocks.every(({ region: { kind } }) => kind === "heap");
    if (!isStart || !isBlock) return undefined;
    return { target: blocks[0], isAlways: targets.length === 1 };
  }

  #pointerIn(state: State, { region, offset, size }: MemoryCell): Pointer | undefined {
    const content = state.contents.get(region);
    if (content === undefined || content.isArray) return undefined;
    const value = content.read(offset, size);
    return value instanceof Pointer ? value : this.#context.memory.pointerOf(value);
  }

  // ------------------------------------------------------------------ visiting

  /** The state at the entry, with names for the stand-ins. */
  enter(start: State): State {
    for (;;) {
      const state = start.fork();
      const wrong = this.#standIns.find((standIn) => !this.#rename(state, standIn, "entry"));
      if (wrong === undefined) return state;
      this.#giveUp(wrong);
    }
  }

  /**
   * The state after an iteration, with the names that blocks have at the next visit; undefined where the condition
   * of a stand-in does not hold.
   */
  settle(back: State): State | undefined {
    const { memory } = this.#context;
    this.#assumed = [];
    if (this.#standIns.length === 0) return back;
    const state = back.fork();
    for (const standIn of this.#standIns) {
      if (this.#rename(state, standIn, "iteration")) continue;
      this.#giveUp(standIn);
      return undefined;
    }
    // The block of the next visit has another address, and numbers that were the address of this one do not point
    // to it.
    this.#addresses.clear();
    for (const { region } of this.#standIns) {
      const address = memory.takeAddress(region);
      if (address !== undefined) this.#addresses.set(region, address);
    }
    return state;
  }

  /** After the loop, blocks have the addresses that they had within it. */
  finish(): void {
    for (const [region, address] of this.#addresses) {
      this.#context.memory.giveAddress(region, address);
    }
  }

  /** Whether another choice can be tried, when there are no more invariants. */
  reconsider(): boolean {
    const wrong = this.#standIns.filter(
      (standIn) => this.#assumed.includes(standIn) || standIn.region.base !== undefined,
    );
    this.#assumed = [];
    for (const standIn of wrong) this.#giveUp(standIn);
    return wrong.length > 0;
  }

  /** At the head the stand-in may be any block, at any address. */
  generalise(head: State): void {
    for (const { cell, region, exists } of this.#standIns) {
      this.#context.memory.takeAddress(region);
      const content = head.writable(region, this.#context.access.contentOf(head, region));
      content.live = exists;
      content.size = undefined;
      this.#point(head, cell, region, exists);
    }
  }

  #point(state: State, { region, offset, size }: MemoryCell, to: Region, exists: Term): void {
    const { manager, memory, access } = this.#context;
    const block = pointerTo(manager, to, memory.constantOffset(0));
    const value = selectPointer(manager, exists, block, memory.nullPointer());
    access.writeAt(state, region, offset, size, value);
  }

  /**
   * Gives the block that the variable of a stand-in points to its name.
   * @returns false, and an unusable state, where it is not the only live one among the possible blocks
   */
  #rename(state: State, standIn: StandIn, when: "entry" | "iteration"): boolean {
    const { manager, proveAll, access } = this.#context;
    const { cell, region, exists } = standIn;
    const value = this.#pointerIn(state, cell);
    if (value === undefined) return false;
    const blocks = new Map<Region, Term>(when === "entry" ? [] : [[region, manager.false]]);
    for (const target of value.targets) {
      const isUnnamed =
        when === "entry" ? !this.has(target.region) : !this.#known.has(target.region);
      const isBlock = target.region === region || (target.region.kind === "heap" && isUnnamed);
      const isStart = target.offset.op === "constant" && target.offset.value === 0n;
      if (!isStart || (!isBlock && target.region.kind !== "null")) return false;
      if (isBlock) blocks.set(target.region, target.guard);
    }
    const anyBlock = manager.or(...blocks.values());
    const goals = [...blocks].map(([block, guard]) => manager.eq(livesIn(state, block), guard));
    const mustExist = exists === manager.true ? anyBlock : manager.true;
    const [isThere, ...areAlone] = proveAll(state.path.term, [mustExist, ...goals]);
    if (!areAlone.every((holds) => holds)) return false;
    if (isThere !== true) {
      if (when === "entry") return false;
      this.#assumed.push(standIn);
      state.restrict(anyBlock);
    }
    this.#renamePointers(state, blocks, region);
    const now = this.#contentsOf(state, blocks, region);
    for (const block of blocks.keys()) {
      state.writable(block, access.contentOf(state, block)).live = manager.false;
    }
    now.live = exists === manager.true ? exists : anyBlock;
    if (when === "entry") region.allocated = state.path.term;
    state.contents.set(region, now);
    this.#point(state, cell, region, now.live);
    return true;
  }

  /** Pointers to the live block become pointers to its stand-in; pointers to the others are not needed. */
  #renamePointers(state: State, blocks: ReadonlyMap<Region, Term>, to: Region): void {
    const { manager, memory, proveAll } = this.#context;
    const places = [...state.contents].flatMap(([region, { chunks }]) =>
      [...chunks].flatMap(([offset, { size, value }]) =>
        value instanceof Pointer && value.targets.some((target) => blocks.has(target.region))
          ? [{ region, offset, size, targets: value.targets }]
          : [],
      ),
    );
    const goals = places.flatMap(({ targets }) =>
      targets.map((target) =>
        blocks.has(target.region)
          ? manager.implies(target.guard, livesIn(state, target.region))
          : manager.true,
      ),
    );
    const lives = proveAll(state.path.term, goals);
    let index = 0;
    for (const { region, offset, size, targets } of places) {
      let renamed: Pointer | undefined;
      for (const target of targets) {
        const isAlive = lives[index++] === true;
        const isBlock = blocks.has(target.region);
        const one = !isBlock
          ? pointerTo(manager, target.region, target.offset)
          : isAlive
            ? pointerTo(manager, to, target.offset)
            : pointerTo(
                manager,
                memory.wildRegion,
                manager.freshVariable("ended block", memory.pointerBits),
              );
        // Guards cover all executions: the last target needs none.
        renamed = renamed === undefined ? one : selectPointer(manager, target.guard, one, renamed);
      }
      if (renamed !== undefined) this.#context.access.writeAt(state, region, offset, size, renamed);
    }
  }

  /** The contents and the size of the live block. */
  #contentsOf(state: State, blocks: ReadonlyMap<Region, Term>, to: Region): Content {
    const { manager, memory, access } = this.#context;
    let content: Content | undefined;
    let size: Term | undefined;
    for (const [block, guard] of blocks) {
      const one = access.contentOf(state, block);
      const bytes = one.size ?? block.symbolicSize ?? memory.constantOffset(block.size ?? 0);
      size = size === undefined ? bytes : manager.ite(guard, bytes, size);
      content = content === undefined ? one : this.#select(state, guard, one, content);
    }
    const now =
      content?.copyFor(state.token) ?? access.indeterminateContent(state, to.name).content;
    now.size = size;
    return now;
  }

  #select(state: State, condition: Term, a: Content, b: Content): Content {
    try {
      return Content.select(state.token, condition, a, b);
    } catch (error) {
      if (!(error instanceof UnsupportedFeature)) throw error;
      return this.#context.access.indeterminateContent(state, "block").content;
    }
  }
}

/** The executions on which a block is alive. */
function livesIn({ manager, contents }: State, block: Region): Term {
  const live = contents.get(block)?.live ?? manager.false;
  return manager.and(block.allocated ?? manager.true, live);
}
