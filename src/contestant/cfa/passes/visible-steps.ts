/**
 * Prepares programs with threads for analyses of interleavings: an edge makes at most one access
 * that another thread may observe, and the places before such accesses are known. All other
 * operations of a thread happen together with the access before them, which no other thread can
 * distinguish (Lipton: "Reduction", CACM 1975).
 *
 * Visible memory is static and not read-only, or reached through a pointer. Objects of an
 * activation and of one thread are private when they are named: other threads reach them only
 * through a pointer, whose target an analysis must treat as unknown.
 */
import type {
  AssumeEdge,
  CallEdge,
  CfaNode,
  CfaProgram,
  Expression,
  FunctionCfa,
} from "../model/cfa.ts";
import { numberProgram } from "../model/finish.ts";
import { INTRINSIC_FACTS } from "../model/intrinsic-facts.ts";
import { type Intrinsic, intrinsicOf, type ThreadOperation } from "../model/intrinsics.ts";
import { isAtomicFunction, nodesInAtomicBlocks } from "./atomic-depth.ts";
import { GrowingFunction } from "./growing-function.ts";
import { NoVisibleSteps } from "./shared-reads.ts";
import { StepSplitting } from "./step-splitting.ts";
import { type EmittedCall, ThreadCalls } from "./thread-calls.ts";

export interface ThreadedProgram {
  /** Functions that nothing calls are left out. */
  readonly program: CfaProgram;
  /** Places where another thread may run, unless an atomic block is open. */
  readonly visible: ReadonlySet<CfaNode>;
  /** Places within atomic blocks of their own function. */
  readonly atomic: ReadonlySet<CfaNode>;
  /** The entry functions of threads, by the places where they begin, which are visible. */
  readonly creations: ReadonlyMap<CfaNode, FunctionCfa>;
  /** Places where a thread has ended itself. */
  readonly ends: ReadonlySet<CfaNode>;
}

/** @throws NoVisibleSteps */
export function withVisibleSteps(program: CfaProgram): ThreadedProgram {
  return new Splitting(program).run();
}

/** Before they end the execution, or prevent its continuation, other threads see earlier writes. */
const SEEN_BEFORE: ReadonlySet<Intrinsic["kind"]> = new Set([
  "atomic-begin",
  "abort",
  "exit",
  "assume",
  "unreachable",
]);

/** Operations in models of threads that only concern the order of steps. */
const AMONG_STEPS: ReadonlySet<ThreadOperation> = new Set(["point", "wake", "acquire", "release"]);

class Splitting extends StepSplitting {
  readonly #threads: ThreadCalls;
  readonly #creations = new Map<CfaNode, string>();
  readonly #ends = new Set<CfaNode>();
  /** Functions that are called, or that threads begin with. */
  readonly #reached = new Set<string>();

  constructor(program: CfaProgram) {
    super(program);
    this.#threads = new ThreadCalls(program, this.objects);
  }

  run(): ThreadedProgram {
    const functions = new Map<string, FunctionCfa>();
    const atomic = new Set<CfaNode>();
    this.#reached.add(this.program.main.name);
    // Sets may grow while they are iterated over.
    for (const name of this.#reached) {
      const fn = this.#split(this.program.functions.get(name) as FunctionCfa);
      functions.set(name, fn);
      const inside = nodesInAtomicBlocks(fn);
      if (inside === undefined) throw new NoVisibleSteps(`atomic blocks across ${name}`);
      for (const node of inside) atomic.add(node);
    }
    numberProgram(functions.values());
    const main = functions.get(this.program.main.name) as FunctionCfa;
    const globals = [...this.program.globals, ...this.#threads.objects];
    const creations = new Map(
      [...this.#creations].map(([node, name]) => [node, functions.get(name) as FunctionCfa]),
    );
    return {
      program: { ...this.program, functions, main, globals },
      visible: this.visible,
      atomic,
      creations,
      ends: this.#ends,
    };
  }

  #split(original: FunctionCfa): FunctionCfa {
    this.fn = new GrowingFunction(original);
    for (const node of original.nodes) {
      const [first] = node.leaving;
      const at = this.fn.copyOf(node);
      if (first === undefined) continue;
      if (first.kind === "assume") this.branch(node.leaving as readonly AssumeEdge[], at);
      else this.edge(first, at);
    }
    return this.fn.finish();
  }

  protected override isPrivate(address: Expression): boolean {
    return isUnnameable(address);
  }

  protected override isPrivateRecord(address: Expression): boolean {
    return isUnnameable(address);
  }

  protected override call(edge: CallEdge, start: CfaNode, target: CfaNode): void {
    const { callee, range } = edge;
    if (callee.kind !== "address" || "size" in callee.target) {
      throw new NoVisibleSteps("a call through a pointer");
    }
    const place = edge.result === undefined ? [] : [edge.result.address];
    const { at, passed, others } = this.readArguments(edge.arguments, place, start, edge);
    const [address] = others;
    const { name } = callee.target;
    const isShared = address !== undefined && !this.isPrivate(address);
    if (edge.result !== undefined && !("scalar" in edge.result) && isShared) {
      throw new NoVisibleSteps("a record as the result of a call");
    }
    // The result of a call is stored by a step of its own.
    let end = target;
    let result = edge.result && { ...edge.result, address: address as Expression };
    if (isShared && edge.result !== undefined && "scalar" in edge.result) {
      const kept = this.reads.temporary(edge.result.scalar, this.fn);
      end = this.fn.node();
      const value = this.objects.load(kept);
      this.store({ kind: "assign", address, value }, end, target, range);
      result = { address: this.objects.addressOf(kept), scalar: edge.result.scalar };
    }
    const call: EmittedCall = { edge: { ...edge, arguments: passed, result }, at, end };
    if (this.#threadCall(name, call)) return;
    const fn = this.program.functions.get(name);
    if (fn === undefined) {
      const kind = this.#checkIntrinsic(name);
      if (kind !== undefined && SEEN_BEFORE.has(kind)) this.visible.add(at);
    } else {
      this.#reached.add(name);
      if (isAtomicFunction(fn)) this.visible.add(at);
    }
    this.fn.connect(at, end, range, call.edge);
  }

  /** Whether the call is one that creates, ends or orders threads. */
  #threadCall(name: string, call: EmittedCall): boolean {
    const meaning = this.#threads.emit(name, call, this.fn);
    if (meaning === undefined) return false;
    if ("unsupported" in meaning) throw new NoVisibleSteps(meaning.unsupported);
    if (meaning.isVisible) this.visible.add(call.at);
    if (meaning.ends !== undefined) this.#ends.add(meaning.ends);
    if (meaning.starts !== undefined) {
      this.#creations.set(call.at, meaning.starts);
      this.#reached.add(meaning.starts);
    }
    return true;
  }

  /** A function without a body must not access visible memory, nor ask which thread runs. */
  #checkIntrinsic(name: string): Intrinsic["kind"] | undefined {
    const intrinsic = intrinsicOf(name);
    if (intrinsic === undefined) return undefined;
    if (!INTRINSIC_FACTS[intrinsic.kind].isOneStep) throw new NoVisibleSteps(`a call of ${name}`);
    if (intrinsic.kind === "thread" && !AMONG_STEPS.has(intrinsic.operation)) {
      throw new NoVisibleSteps(`threads (${name})`);
    }
    return intrinsic.kind;
  }
}

/** Whether no other thread can name the memory there. */
function isUnnameable(address: Expression): boolean {
  if (address.kind === "binary" && address.type.kind === "pointer")
    return isUnnameable(address.left);
  if (address.kind !== "address" || !("size" in address.target)) return false;
  const { kind, isReadOnly, isGhost } = address.target;
  return kind !== "global" || isReadOnly || isGhost === true;
}
