/**
 * Symbolic execution, path by path (King: "Symbolic execution and program testing", CACM 1976): at every branch the
 * solver decides which sides are feasible. Small branches without calls are merged (branch-joins.ts), and a path
 * that comes back to a loop in a state equal to an earlier one is not followed again (state-key.ts).
 * TRUE when all paths have been followed to their ends and no behaviour on them was undefined or unmodelled. A
 * violation is a candidate: the caller replays it.
 */

import { defined } from "../../../ground/util/defined.ts";
import { INCOMPLETENESS, type Obligation } from "../../analysis-core/index.ts";
import {
  type AssumeEdge,
  type CallEdge,
  type CfaNode,
  type CfaProgram,
  type FunctionCfa,
  isTracked,
  Liveness,
  type MemoryObject,
} from "../../cfa/index.ts";
import { SmtSolver, type Term, TermManager, UnsupportedFloatOperator } from "../../smt/index.ts";
import { isUndefinedBehaviour } from "../../specification/index.ts";
import type { Claim, EngineAnswer } from "../claim.ts";
import { EdgeExecution, type PassArgument } from "../evaluation/edge-execution.ts";
import { choicesIn } from "../evaluation/input-choices.ts";
import type { SymbolicStackFrame } from "../evaluation/symbolic-stack-frame.ts";
import type { Region } from "../memory/region.ts";
import { State } from "../memory/state.ts";
import { StateKeys } from "../memory/state-key.ts";
import { Pointer, type Value } from "../memory/value.ts";
import { type BranchJoin, BranchJoins } from "./branch-joins.ts";
import { Path } from "./path.ts";
import { PathQueue, type SearchOrder } from "./path-queue.ts";

export interface PathOptions
  extends Pick<Claim, "specification" | "createSatSolver" | "remainingSeconds" | "confirm"> {
  readonly order: SearchOrder;
  /** Called now and then with the number of paths that have ended and that wait. */
  readonly onProgress?: (ended: number, waiting: number) => void;
}

/** Conflicts after which a branch is taken to be feasible. */
const FEASIBILITY_CONFLICTS = 3000;
/** Conflicts after which the check of an obligation on a path gives up. */
const EVENT_CONFLICTS = 100_000;
/** A solver that has translated more gates than this is replaced: every call costs time for all of them. */
const MAX_GATES = 200_000;
/** Steps between checks of the clock. */
const CLOCK_STEPS = 64;
const PROGRESS_PATHS = 256;
/** Total length of all keys, in characters; a safeguard for memory. */
const MAX_KEY_CHARACTERS = 300_000_000;

class OutOfBudget extends Error {}
class Confirmed extends Error {}

export function explorePaths(program: CfaProgram, options: PathOptions): EngineAnswer {
  const exploration = new PathExploration(program, options);
  try {
    return exploration.run();
  } catch (error) {
    if (!(error instanceof UnsupportedFloatOperator)) throw error;
    return { kind: "unknown", reason: error.message };
  } finally {
    exploration.dispose();
  }
}

class PathExploration {
  readonly #program: CfaProgram;
  readonly #options: PathOptions;
  readonly #manager = new TermManager();
  readonly #edges: EdgeExecution;
  readonly #queue: PathQueue<Path>;
  readonly #joins = new BranchJoins();
  readonly #keys = new StateKeys();
  readonly #seen = new Set<string>();
  readonly #liveness = new Map<FunctionCfa, Liveness>();
  #keyCharacters = 0;
  #solver: SmtSolver;
  /** Number of axioms that the solver has been given. */
  #asserted = 0;
  /** The reason why the end of the search will not be a proof. */
  #incompleteness: string | undefined;
  /** Executions that were found to be undefined: counterexamples avoid them. */
  readonly #undefined: Term[] = [];
  #steps = 0;
  #ended = 0;

  constructor(program: CfaProgram, options: PathOptions) {
    this.#program = program;
    this.#options = options;
    this.#queue = new PathQueue(options.order);
    const { execution, classify } = options.specification;
    this.#edges = new EdgeExecution(program, this.#manager, { ...execution, classify });
    this.#solver = new SmtSolver(this.#manager, options.createSatSolver());
  }

  dispose(): void {
    this.#solver.dispose();
  }

  run(): EngineAnswer {
    try {
      this.#queue.push(this.#start());
      for (let path = this.#queue.pop(); path !== undefined; path = this.#queue.pop()) {
        this.#follow(path);
        if (++this.#ended % PROGRESS_PATHS === 0) {
          this.#options.onProgress?.(this.#ended, this.#queue.size);
        }
      }
    } catch (error) {
      if (error instanceof Confirmed) return { kind: "false" };
      if (!(error instanceof OutOfBudget)) throw error;
      const reason = `time limit after ${this.#ended} paths, with ${this.#queue.size + 1} open`;
      return { kind: "unknown", reason: this.#incompleteness ?? reason };
    }
    if (this.#incompleteness !== undefined)
      return { kind: "unknown", reason: this.#incompleteness };
    return { kind: "true", invariants: [] };
  }

  #start(): Path {
    const state = this.#edges.initialState();
    const { main } = this.#program;
    const stackFrame = this.#edges.newFrame(main, undefined, state, { sharesRegions: true });
    stackFrame.begin(state, this.#edges.access);
    return new Path(main.entry, state, stackFrame, undefined, undefined);
  }

  // ---------------------------------------------------------------- following

  /** Follows a path until it ends or splits; its parts are queued. */
  #follow(path: Path): void {
    for (;;) {
      if (++this.#steps % CLOCK_STEPS === 0) this.#checkBudget();
      if (path.state.isEmpty) return;
      if (path.node === path.stackFrame.function.exit) {
        if (!this.#return(path)) return;
        continue;
      }
      if (this.#isLoopHead(path) && this.#isKnown(path)) {
        this.#edges.blocks.mayStay(path.state, this.#edges.access.edge);
        this.#takeRecords([path], path);
        return;
      }
      this.#queue.visited(path.node);
      const parts = this.#step(path);
      const [only, ...others] = parts;
      if (only === undefined) return;
      if (others.length > 0) {
        // With depth first, the first part is followed first.
        for (const part of parts.reverse()) this.#queue.push(part);
        return;
      }
      path = only;
    }
  }

  #checkBudget(): void {
    if (this.#options.remainingSeconds() <= 0) throw new OutOfBudget();
    if (this.#solver.gateCount <= MAX_GATES) return;
    this.#solver.dispose();
    this.#solver = new SmtSolver(this.#manager, this.#options.createSatSolver());
    this.#asserted = 0;
  }

  /** Returns to the caller; false at the end of the program. */
  #return(path: Path): boolean {
    const { stackFrame, state, returns } = path;
    const { caller } = stackFrame;
    if (caller === undefined || returns === undefined) {
      this.#edges.blocks.programEnds(state, this.#edges.access.edge, true);
      this.#takeRecords([path], path);
      return false;
    }
    const { edge } = returns;
    this.#edges.guarded(edge, state, () => this.#edges.takeResult(edge, stackFrame, caller, state));
    const goesOn = !this.#edges.record.obligations.has("unsupported");
    stackFrame.endFor(state, this.#edges.access);
    path.stackFrame = caller;
    path.returns = returns.next;
    path.node = edge.target;
    this.#takeRecords([path], path);
    return goesOn;
  }

  /** Executes one step; returns the paths that go on. */
  #step(path: Path): Path[] {
    const first = path.node.leaving[0];
    if (first === undefined) return [];
    if (first.kind === "assume") return this.#branch(path);
    const parts: Path[] = [];
    const { stackFrame, state } = path;
    this.#edges.guarded(first, state, () => {
      if (first.kind === "call") {
        this.#call(path, first, parts);
        return;
      }
      this.#edges.step(first, stackFrame, state);
      path.node = first.target;
      parts.push(path);
    });
    this.#takeRecords(parts, path);
    return parts;
  }

  #call(path: Path, edge: CallEdge, parts: Path[]): void {
    const { stackFrame, state } = path;
    // When several functions may be called, each has its own state and needs its own stack.
    const partOf = (taken: State, node: CfaNode): Path => {
      if (taken !== state) return path.part(node, taken);
      path.node = node;
      return path;
    };
    this.#edges.call(
      edge,
      stackFrame,
      state,
      (fn, taken, passes) => {
        parts.push(this.#enter(partOf(taken, fn.entry), edge, fn, passes));
      },
      (taken) => parts.push(partOf(taken, edge.target)),
    );
  }

  #enter(path: Path, edge: CallEdge, fn: FunctionCfa, passes: readonly PassArgument[]): Path {
    const { state } = path;
    const stackFrame = this.#edges.newFrame(fn, path.stackFrame, state, {
      sharesRegions: true,
    });
    stackFrame.begin(state, this.#edges.access);
    for (const pass of passes) pass(stackFrame, state);
    path.stackFrame = stackFrame;
    path.returns = { edge, next: path.returns };
    path.node = fn.entry;
    return path;
  }

  // ----------------------------------------------------------------- branches

  #branch(path: Path): Path[] {
    const { node, stackFrame, state } = path;
    const sides: { readonly target: CfaNode; readonly state: State }[] = [];
    this.#edges.branch(node.leaving as readonly AssumeEdge[], stackFrame, state, (edge, taken) => {
      if (!taken.isEmpty) sides.push({ target: edge.target, state: taken });
    });
    this.#takeRecords([path], path);
    const isOpen = ({ state: side }: (typeof sides)[number]): boolean =>
      this.#check(side.path.term, FEASIBILITY_CONFLICTS) !== "unsat";
    const feasible = sides.length < 2 ? sides : sides.filter(isOpen);
    const [first, ...others] = feasible;
    if (first === undefined) return [];
    if (others.length === 1) {
      const join = this.#joins.joinOf(stackFrame.function, node);
      const merged = join === undefined ? undefined : this.#merged(path, join, feasible);
      if (merged !== undefined) return merged;
      if (join !== undefined) this.#joins.keepApart(node);
    }
    const parts = others.map((side) => path.part(side.target, side.state));
    path.node = first.target;
    path.state = first.state;
    return [path, ...parts];
  }

  /**
   * Follows both arms of a branch to their join at once; undefined, without any effect, where that would make a
   * known value unknown.
   */
  #merged(
    path: Path,
    { inner, join }: BranchJoin,
    sides: readonly { readonly target: CfaNode; readonly state: State }[],
  ): Path[] | undefined {
    const { stackFrame } = path;
    const live = this.#livenessOf(stackFrame.function).liveAt(join);
    const waiting = new Map<CfaNode, State>();
    let isMerged = true;
    const deliver = (node: CfaNode, state: State): void => {
      if (state.isEmpty) return;
      const other = waiting.get(node);
      if (other !== undefined && !agreeOnConstants(other, state, live)) isMerged = false;
      waiting.set(node, other === undefined ? state : State.merge(other, state));
    };
    for (const { target, state } of sides) deliver(target, state.fork());
    for (const node of inner) {
      const state = waiting.get(node);
      const first = node.leaving[0];
      if (state === undefined || first === undefined || !isMerged) continue;
      this.#queue.visited(node);
      if (first.kind === "assume") {
        const edges = node.leaving as readonly AssumeEdge[];
        this.#edges.branch(edges, stackFrame, state, ({ target }, taken) => deliver(target, taken));
        continue;
      }
      this.#edges.guarded(first, state, () => {
        this.#edges.step(first, stackFrame, state);
        deliver(first.target, state);
      });
    }
    if (!isMerged) {
      this.#edges.record.clear();
      return undefined;
    }
    const state = waiting.get(join);
    const parts = state === undefined ? [] : [path];
    if (state !== undefined) path.state = state;
    path.node = join;
    this.#takeRecords(parts, path);
    return parts;
  }

  // -------------------------------------------------------------------- loops

  #isLoopHead({ node, stackFrame }: Path): boolean {
    return this.#joins.isLoopHead(stackFrame.function, node);
  }

  /** Whether all continuations have been, or will be, followed from an equivalent state. */
  #isKnown(path: Path): boolean {
    const { anchor, node, state } = path;
    if (anchor?.node === node && anchor.state.equals(state)) return true;
    const visits = path.visits++;
    const isDue = (visits & (visits - 1)) === 0;
    if (isDue) path.anchor = { node, state: state.fork() };
    if (path.compared === state.path && !isDue) return false;
    path.compared = state.path;
    if (this.#keyCharacters > MAX_KEY_CHARACTERS) return false;
    const key = this.#keyOf(path);
    if (key === undefined) return false;
    if (this.#seen.has(key)) return true;
    // An infeasible path covers no other one.
    if (this.#check(state.path.term, EVENT_CONFLICTS) !== "sat") return false;
    this.#seen.add(key);
    this.#keyCharacters += key.length;
    return false;
  }

  #keyOf(path: Path): string | undefined {
    const stack: string[] = [`${path.node.id}`];
    const forgotten = new Set<Region>();
    // Pointers in dead variables still point to blocks.
    const forgets = !this.#edges.blocks.areTracked;
    let node: CfaNode = path.node;
    let returns = path.returns;
    for (let a: SymbolicStackFrame | undefined = path.stackFrame; a !== undefined; a = a.caller) {
      const live = this.#livenessOf(a.function).liveAt(node);
      for (const [object, region] of a.objects) {
        if (forgets && isTracked(object) && !live.has(object)) forgotten.add(region);
      }
      const regions = a.objects.map(([, region]) => region.id).join(",");
      const allocas = a.allocas.map(({ id }) => id).join(",");
      stack.push(`${returns?.edge.id}:${regions}:${allocas}:${a.result.id}`);
      node = returns?.edge.target ?? node;
      returns = returns?.next;
    }
    const key = this.#keys.keyOf(path.state, forgotten);
    return key === undefined ? undefined : `${stack.join("/")} ${key}`;
  }

  #livenessOf(fn: FunctionCfa): Liveness {
    let known = this.#liveness.get(fn);
    if (known === undefined) {
      known = new Liveness(fn);
      this.#liveness.set(fn, known);
    }
    return known;
  }

  // ------------------------------------------------------------------ records

  /** Processes the records of the last step, and clears them; inputs become those of the paths that go on. */
  #takeRecords(parts: readonly Path[], path: Path): void {
    const { record } = this.#edges;
    for (const event of record.inputs) {
      if ("op" in event.value) this.#keys.addInput(event.value);
      const inputs = { event, before: path.inputs };
      for (const part of parts) part.inputs = inputs;
      path.inputs = inputs;
    }
    for (const variable of record.arbitrary) this.#keys.addInput(variable);
    const { obligations } = record;
    const meaningOf = this.#options.specification.classify;
    for (const { guard } of obligations.of("unspecified")) this.#undefined.push(guard);
    for (const obligation of obligations) {
      if (meaningOf(obligation) === "violation") this.#violation(obligation.guard, path);
    }
    for (const obligation of obligations) {
      const meaning = meaningOf(obligation);
      if (meaning === "violation") continue;
      if (isUndefinedBehaviour(obligation)) this.#undefined.push(obligation.guard);
      if (meaning === "incomplete") this.#examine(obligation);
    }
    record.clear();
  }

  /** Withholds TRUE when the obligation may fail. */
  #examine(obligation: Obligation<Term>): void {
    // One reason is enough.
    if (this.#incompleteness !== undefined) return;
    const answer = this.#check(obligation.guard, EVENT_CONFLICTS);
    if (answer === "unsat") return;
    if (answer === "unknown") this.#checkBudget();
    this.#incompleteness = `${INCOMPLETENESS[obligation.check]}: ${describe(obligation)}`;
  }

  #violation(guard: Term, path: Path): void {
    const answer = this.#check(guard);
    if (answer === "unsat") return;
    if (answer === "unknown") this.#checkBudget();
    if (answer === "sat" && this.#isConfirmed(path)) throw new Confirmed();
    // The model may contain undefined behaviour: ask for one that does not.
    const defined = this.#manager.not(this.#manager.or(...this.#undefined));
    if (answer === "sat" && this.#check(this.#manager.and(guard, defined)) === "sat") {
      if (this.#isConfirmed(path)) throw new Confirmed();
    }
    this.#incompleteness ??= "a possible violation could not be replayed";
  }

  #isConfirmed(path: Path): boolean {
    const valueIn = (term: Term): bigint => this.#solver.value(term);
    return this.#options.confirm(choicesIn(path.inputsInOrder(), valueIn));
  }

  /** "unknown" after that many conflicts, or when the time limit is reached. */
  #check(condition: Term, conflicts?: number): "sat" | "unsat" | "unknown" {
    if (condition === this.#manager.false) return "unsat";
    const { axioms } = this.#edges.memory;
    while (this.#asserted < axioms.length) this.#solver.assert(axioms[this.#asserted++] as Term);
    return this.#solver.check([condition], {
      deadline: () => this.#options.remainingSeconds() <= 0,
      ...defined({ conflicts }),
    });
  }
}

/**
 * Whether states differ only in values that are unknown in both, as far as these may be read later: known values
 * decide branches without a solver (the "hot" variables of Kuznetsov et al.).
 */
function agreeOnConstants(a: State, b: State, live: ReadonlySet<MemoryObject>): boolean {
  for (const [region, content] of a.contents) {
    const other = b.contents.get(region);
    const { object } = region;
    if (other === undefined || other === content || object?.kind === "temporary") continue;
    if (object !== undefined && region.kind === "automatic" && isTracked(object)) {
      if (!live.has(object)) continue;
    }
    for (const [offset, { size }] of [...content.chunks, ...other.chunks]) {
      const value = content.read(offset, size);
      const twin = other.read(offset, size);
      if (value === twin) continue;
      if (isKnown(value) || isKnown(twin)) return false;
    }
  }
  return true;
}

function isKnown(value: Value): boolean {
  return value instanceof Pointer || value.op === "constant";
}

function describe({ edge, reason }: Obligation<Term>): string {
  return edge === undefined ? reason : `${reason} (offset ${edge.range.start})`;
}
