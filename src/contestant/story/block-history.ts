/**
 * The heap blocks of an observed execution, with the statements of the program's own text that
 * allocate and free them.
 */
import { type CallEdge, type CfaEdge, intrinsicOf } from "../cfa/index.ts";
import type { View } from "../interpreter/index.ts";

/** A block of the heap, from its allocation on. */
export interface Block {
  readonly address: bigint;
  readonly size: bigint;
  /** The statement that allocates it: the call, if the library does it. */
  readonly allocatedBy: CfaEdge;
  readonly freedBy: CfaEdge | undefined;
  /** Number of edges of the program's own functions that had been entered when it was allocated. */
  readonly age: number;
}

export class BlockHistory {
  readonly #isOwn: (functionName: string) => boolean;
  readonly #blocks = new Map<bigint, Block>();
  /** Sizes in the current allocation calls, by thread. */
  readonly #sizes = new Map<number, bigint[]>();
  readonly #lastOwn = new Map<number, CfaEdge>();
  #ownEdges = 0;

  constructor(isOwn: (functionName: string) => boolean) {
    this.#isOwn = isOwn;
  }

  /** In the order of their allocation; where addresses are reused, the last one. */
  get blocks(): readonly Block[] {
    return [...this.#blocks.values()];
  }

  /** Number of edges of the program's own functions so far. */
  get ownEdges(): number {
    return this.#ownEdges;
  }

  /** Returns the last edge of a thread in the program's own functions. */
  lastOwn(thread = 0): CfaEdge | undefined {
    return this.#lastOwn.get(thread);
  }

  startingAt(address: bigint): Block | undefined {
    return this.#blocks.get(address);
  }

  onEdge(edge: CfaEdge, view: View): void {
    const { thread } = view;
    if (this.#isOwn(view.functionName)) {
      this.#lastOwn.set(thread, edge);
      this.#ownEdges++;
    }
    if (edge.kind !== "call") return;
    const kind = allocationKind(edge);
    if (kind === undefined) return;
    const [first, second] = edge.arguments.map((argument) =>
      argument.kind === "scalar" ? attempt(() => view.evaluate(argument.value)) : undefined,
    );
    if (kind === "malloc") this.#sizesOf(thread).push(first ?? 0n);
    if (kind === "calloc") this.#sizesOf(thread).push((first ?? 0n) * (second ?? 0n));
    if (kind === "realloc") this.#sizesOf(thread).push(second ?? 0n);
    const isFreed = kind === "free" || kind === "realloc";
    const block = first === undefined ? undefined : this.#blocks.get(first);
    if (isFreed && block !== undefined && block.freedBy === undefined) {
      this.#blocks.set(block.address, { ...block, freedBy: this.lastOwn(thread) ?? edge });
    }
  }

  onCallReturn(edge: CallEdge, result: bigint | undefined, { thread }: Pick<View, "thread">): void {
    const kind = allocationKind(edge);
    if (kind === undefined || kind === "free") return;
    const size = this.#sizesOf(thread).pop() ?? 0n;
    if (result === undefined || result === 0n) return;
    const allocatedBy = this.lastOwn(thread) ?? edge;
    const age = this.#ownEdges;
    this.#blocks.delete(result);
    this.#blocks.set(result, { address: result, size, allocatedBy, freedBy: undefined, age });
  }

  #sizesOf(thread: number): bigint[] {
    const sizes = this.#sizes.get(thread) ?? [];
    this.#sizes.set(thread, sizes);
    return sizes;
  }
}

function allocationKind({
  callee,
}: CallEdge): "malloc" | "calloc" | "realloc" | "free" | undefined {
  if (callee.kind !== "address" || callee.target.kind !== "function") return undefined;
  const kind = intrinsicOf(callee.target.name)?.kind;
  return kind === "malloc" || kind === "calloc" || kind === "realloc" || kind === "free"
    ? kind
    : undefined;
}

/** Returns undefined where the state has no value. */
function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}
