/** The blocks of the heap of an execution that is watched, told by statements of the program's own text. */
import { type CallEdge, type CfaEdge, intrinsicOf } from "../cfa/index.ts";
import type { View } from "../interpreter/index.ts";

/** A block of the heap, from its allocation on. */
export interface Block {
  readonly address: bigint;
  readonly size: bigint;
  /** Of what the library allocates or frees, its call. */
  readonly allocatedBy: CfaEdge;
  readonly freedBy: CfaEdge | undefined;
  /** How many edges of the program's own functions had been entered when it was allocated. */
  readonly age: number;
}

export class BlockHistory {
  readonly #isOwn: (functionName: string) => boolean;
  readonly #blocks = new Map<bigint, Block>();
  #sizes: bigint[] = [];
  #lastOwn: CfaEdge | undefined;
  #ownEdges = 0;

  constructor(isOwn: (functionName: string) => boolean) {
    this.#isOwn = isOwn;
  }

  /** In the order of their allocation; where addresses are used again, the last one. */
  get blocks(): readonly Block[] {
    return [...this.#blocks.values()];
  }

  /** Edges of the program's own functions so far. */
  get ownEdges(): number {
    return this.#ownEdges;
  }

  get lastOwn(): CfaEdge | undefined {
    return this.#lastOwn;
  }

  startingAt(address: bigint): Block | undefined {
    return this.#blocks.get(address);
  }

  onEdge(edge: CfaEdge, view: View): void {
    if (this.#isOwn(view.functionName)) {
      this.#lastOwn = edge;
      this.#ownEdges++;
    }
    if (edge.kind !== "call") return;
    const kind = allocationKind(edge);
    if (kind === undefined) return;
    const [first, second] = edge.arguments.map((argument) =>
      argument.kind === "scalar" ? attempt(() => view.evaluate(argument.value)) : undefined,
    );
    if (kind === "malloc") this.#sizes.push(first ?? 0n);
    if (kind === "calloc") this.#sizes.push((first ?? 0n) * (second ?? 0n));
    if (kind === "realloc") this.#sizes.push(second ?? 0n);
    const isFreed = kind === "free" || kind === "realloc";
    const block = first === undefined ? undefined : this.#blocks.get(first);
    if (isFreed && block !== undefined && block.freedBy === undefined) {
      this.#blocks.set(block.address, { ...block, freedBy: this.#lastOwn ?? edge });
    }
  }

  onCallReturn(edge: CallEdge, result: bigint | undefined): void {
    const kind = allocationKind(edge);
    if (kind === undefined || kind === "free") return;
    const size = this.#sizes.pop() ?? 0n;
    if (result === undefined || result === 0n) return;
    const allocatedBy = this.#lastOwn ?? edge;
    const age = this.#ownEdges;
    this.#blocks.delete(result);
    this.#blocks.set(result, { address: result, size, allocatedBy, freedBy: undefined, age });
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

/** Undefined where the state gives no value. */
function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}
