/** Blocks of malloc, calloc, realloc and alloca: how they are made, moved and ended (C11 7.22.3). */
import type { IntrinsicCall } from "../../semantics/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { MemoryAccess } from "../memory/access.ts";
import type { ExecutionRecord } from "../memory/execution-record.ts";
import type { SymbolicMemory } from "../memory/memory.ts";
import { decidedBy } from "../memory/path-condition.ts";
import type { State } from "../memory/state.ts";
import { type Pointer, type PointerTarget, pointerTo, selectPointer } from "../memory/value.ts";

/** The contents of a new block that the environment does not choose. */
interface BlockContents {
  readonly isZero: boolean;
  /** Bytes at the start that are overwritten at once. */
  readonly kept?: number;
}

export class HeapBlocks {
  readonly #manager: TermManager;
  readonly #memory: SymbolicMemory;
  readonly #access: MemoryAccess;
  readonly #record: ExecutionRecord;

  constructor(memory: SymbolicMemory, access: MemoryAccess, record: ExecutionRecord) {
    this.#manager = memory.manager;
    this.#memory = memory;
    this.#access = access;
    this.#record = record;
  }

  // ------------------------------------------------------------------- making

  allocate(
    call: IntrinsicCall,
    state: State,
    size: Term,
    { isZero, kept = 0 }: BlockContents,
  ): Pointer {
    const pointer = this.#newBlock(call, state, size, state.path.term);
    const { region } = only(pointer);
    if (isZero) {
      state.contents.set(region, this.#access.zeroContent(state));
      return pointer;
    }
    const { content, base } = this.#access.indeterminateContent(state, region.name);
    state.contents.set(region, content);
    if (kept === 0 || kept !== region.size) {
      this.#record.inputs.push({
        guard: state.path.term,
        edge: call.edge,
        value: base,
        from: kept,
      });
    }
    return pointer;
  }

  #newBlock(call: IntrinsicCall, state: State, size: Term, isMade: Term): Pointer {
    const kind = call.intrinsic.kind === "alloca" ? "automatic" : "heap";
    const name = `${call.symbol.name}@${call.edge.id}`;
    const align = this.#memory.pointerBits / 4;
    const region =
      size.op === "constant"
        ? this.#memory.newRegion(kind, name, { size: Number(size.value), align })
        : this.#memory.newRegion(kind, name, { symbolicSize: size, align });
    if (kind === "heap") region.allocated = isMade;
    state.contents.set(region, this.#access.indeterminateContent(state, name).content);
    return pointerTo(this.#manager, region, this.#memory.constantOffset(0));
  }

  /** Allocates zeroed memory; null where the product of the arguments is not a size. */
  allocateArray(call: IntrinsicCall, state: State, count: Term, size: Term): Pointer {
    const manager = this.#manager;
    const bytes = manager.mul(count, size);
    const isTooMuch = this.#wraps(count, size);
    if (isTooMuch === manager.true) return this.#memory.nullPointer();
    const block = this.allocate(call, state, bytes, { isZero: true });
    if (decidedBy(manager, state.path, isTooMuch) === false) return block;
    only(block).region.allocated = manager.and(state.path.term, manager.not(isTooMuch));
    return selectPointer(manager, isTooMuch, this.#memory.nullPointer(), block);
  }

  /** Whether the product of unsigned numbers wraps around. */
  #wraps(a: Term, b: Term): Term {
    const manager = this.#manager;
    const [factor, other] = a.op === "constant" ? [a, b] : [b, a];
    if (factor.op === "constant") {
      if (factor.value === 0n) return manager.false;
      const greatest = ((1n << BigInt(other.width)) - 1n) / factor.value;
      return manager.ult(this.#memory.constantOffset(greatest), other);
    }
    // The full product, with as many bits as it may have.
    const bits = significantBits(a) + significantBits(b);
    if (bits <= a.width) return manager.false;
    const product = manager.mul(manager.zeroExtend(a, bits), manager.zeroExtend(b, bits));
    const most = manager.constant(bits, (1n << BigInt(a.width)) - 1n);
    return manager.ult(most, product);
  }

  // ------------------------------------------------------------------- moving

  reallocate(call: IntrinsicCall, state: State, old: Pointer, size: Term): Pointer {
    const possible = old.targets.filter(
      ({ guard }) => decidedBy(this.#manager, state.path, guard) !== false,
    );
    const [target, ...others] = possible;
    if (target === undefined || others.length > 0 || size.op !== "constant") {
      return this.#move(call, state, old, possible, size);
    }
    const { region } = target;
    if (region.kind === "null") return this.allocate(call, state, size, { isZero: false });
    if (size.value === 0n) {
      this.end(old, state, "heap");
      return this.#memory.nullPointer();
    }
    if (region.size === undefined) return this.#move(call, state, old, possible, size);
    const kept = Math.min(region.size, Number(size.value));
    const fresh = this.allocate(call, state, size, { isZero: false, kept });
    this.#access.copy(state, fresh, old, kept);
    this.end(old, state, "heap");
    return fresh;
  }

  /** Moves one of several blocks, or none, to or from a size that is a term. */
  #move(
    call: IntrinsicCall,
    state: State,
    old: Pointer,
    possible: readonly PointerTarget[],
    size: Term,
  ): Pointer {
    const manager = this.#manager;
    const nothing = this.#memory.constantOffset(0);
    const isNone = manager.or(
      ...possible.filter(({ region }) => region.kind === "null").map(({ guard }) => guard),
    );
    // Moving a block to zero bytes makes no new block.
    const isFreed = manager.and(manager.eq(size, nothing), manager.not(isNone));
    const isMade = manager.and(state.path.term, manager.not(isFreed));
    const fresh = this.#newBlock(call, state, size, isMade);
    const { region } = only(fresh);
    const { content, base } = this.#access.indeterminateContent(state, region.name);
    state.contents.set(region, content);
    let kept = nothing;
    for (const { guard, region: from } of possible) {
      if (from.kind !== "heap") continue;
      const bytes = from.symbolicSize ?? this.#memory.constantOffset(from.size ?? 0);
      kept = manager.ite(guard, manager.ite(manager.ult(bytes, size), bytes, size), kept);
      const source = this.#access.contentOf(state, from).asArray();
      content.writeRange({
        condition: guard,
        offset: nothing,
        length: bytes,
        source: { kind: "array", array: source, offset: nothing },
      });
    }
    const isChosen = manager.or(isNone, manager.ult(kept, size));
    const guard = manager.and(isMade, isChosen);
    this.#record.inputs.push({ guard, edge: call.edge, value: base, from: kept });
    this.end(old, state, "heap");
    return isFreed === manager.false
      ? fresh
      : selectPointer(manager, isFreed, this.#memory.nullPointer(), fresh);
  }

  // ------------------------------------------------------------------- ending

  /** Ends the lifetime of blocks of a kind; any pointer but the start of a live block is undefined. */
  end(pointer: Pointer, state: State, kind: "heap" | "automatic"): void {
    const manager = this.#manager;
    for (const { guard, region, offset } of pointer.targets) {
      if (decidedBy(manager, state.path, guard) === false) continue;
      if (region.kind === "null") {
        const isOther = manager.not(manager.eq(offset, this.#memory.constantOffset(0)));
        const reason = "free of a null pointer that was moved";
        this.#access.undefinedWhen(state, manager.and(guard, isOther), reason, "free");
        continue;
      }
      const atStart = manager.eq(offset, this.#memory.constantOffset(0));
      if (region.kind !== kind) {
        const reason = `free of '${region.name}', which is no heap block`;
        if (region.kind === "wild") {
          this.#access.undefinedWhen(state, guard, reason, "undefined", "free");
        } else this.#access.undefinedWhen(state, guard, reason, "free");
        continue;
      }
      const content = state.writable(region, this.#access.contentOf(state, region));
      const valid = manager.and(atStart, content.live);
      this.#access.undefinedWhen(
        state,
        manager.and(guard, manager.not(valid)),
        `invalid free of '${region.name}'`,
        "free",
      );
      content.live = manager.and(content.live, manager.not(guard));
    }
  }
}

function only(block: Pointer): PointerTarget {
  const [target] = block.targets;
  if (target === undefined) throw new Error("a block without a place");
  return target;
}

/** Number of the lowest bits of an unsigned number above which all bits are zero. */
function significantBits(term: Term): number {
  if (term.op === "zeroExtend") return significantBits(term.args[0] as Term);
  const [factor, other] = term.args;
  if (term.op !== "mul" || factor === undefined || other === undefined) return term.width;
  const [constant, operand] = factor.op === "constant" ? [factor, other] : [other, factor];
  if (constant.op !== "constant") return term.width;
  return Math.min(term.width, significantBits(operand) + constant.value.toString(2).length);
}
