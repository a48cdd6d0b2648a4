/**
 * Symbolic execution with merging at every join: the engine of bounded model checking (Biere, Cimatti, Clarke, Zhu
 * 1999; on programs: Clarke, Kroening, Lerda, "A tool for checking ANSI-C programs", 2004). Functions are inlined;
 * loops are unrolled in weak topological order (Bourdoncle 1993), so that all executions of one iteration are
 * merged before the next one starts.
 * Nothing is decided here: each possible fault becomes a proof obligation with its path condition.
 */

import { defined } from "../../../ground/util/defined.ts";
import type { LoopInvariants } from "../../analysis-core/index.ts";
import type { CallEdge, CfaNode, CfaProgram, FunctionCfa, WtoElement } from "../../cfa/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { Check } from "../../specification/index.ts";
import type {
  Evaluator,
  ExecutionRecord,
  MemoryAccess,
  PathCondition,
  SymbolicMemory,
  SymbolicStackFrame,
} from "../../symbolic/index.ts";
import {
  EdgeExecution,
  type PassArgument,
  State,
  UnsupportedFeature,
} from "../../symbolic/index.ts";
import { arbitraryIndices } from "../invariants/arrays/arbitrary-index.ts";
import type { ArrayCandidate } from "../invariants/arrays/array-candidate.ts";
import { foldsRepeatedly } from "../invariants/arrays/fold-loops.ts";
import type { History } from "../invariants/arrays/fold-relations.ts";
import type { RankingFunction } from "../invariants/rankings/ranking-function.ts";
import { factorsOf } from "../invariants/scalars/loop-invariants.ts";
import { smallDivisorsOf } from "./function-constants.ts";
import { FunctionFacts } from "./function-facts.ts";
import { abstractLoop } from "./loop-abstraction.ts";
import type { Descent, KeptInvariants, LoopRun, LoopSummary, ProveAll } from "./loop-context.ts";
import { claimedRankingAt, hintsAt } from "./loop-hints.ts";
import {
  followedTurns,
  hasLeft,
  isEnteredElsewhere,
  type Loop,
  mayLeave,
  UNCHOSEN,
} from "./loop-turns.ts";
import type { MergedExecutionOptions } from "./merged-execution-options.ts";
import { nestedRanking } from "./nested-descent.ts";
import { polynomialDegree } from "./polynomial-degree.ts";
import { RecursiveCalls } from "./recursive-calls.ts";
import { UnreadArrays } from "./unread-arrays.ts";

/** In proofs, larger regions are arrays: their loops are not unrolled. */
const MAX_PROOF_CANDIDATES = 48;

/** The tracking of lost blocks is approximate: no execution may be assumed to lose none. */
const OF_BLOCKS: ReadonlySet<Check> = new Set(["leak", "unfreed"]);

interface FramedDescent extends Descent {
  readonly stackFrame: SymbolicStackFrame;
  /** The ranking function, preceded by those of the enclosing loops. */
  readonly order: RankingFunction;
}

export class MergedExecution {
  readonly record: ExecutionRecord;
  readonly memory: SymbolicMemory;
  readonly #manager: TermManager;
  readonly #program: CfaProgram;
  readonly #options: MergedExecutionOptions;
  readonly #edges: EdgeExecution;
  readonly #access: MemoryAccess;
  readonly #evaluator: Evaluator;
  readonly #facts: FunctionFacts;
  readonly #recursiveCalls: RecursiveCalls;
  readonly #unread = new UnreadArrays();
  /** Folds of loops, where other loops may fold the same. */
  readonly #histories: History[] | undefined;
  /** Array candidates that are assumed at the heads of the loops being executed. */
  readonly #assumed: ArrayCandidate[] = [];
  /**
   * For each enclosing loop, a number that changes when its iterations start from other assumptions, not only from
   * fewer.
   */
  readonly #around: number[] = [];
  /** Whether only the changes of the current iteration matter. */
  #isDraft = false;
  readonly #anyIndex: (width: number) => Term;
  #lastNumber = 0;
  /** The invariants that loops have kept, and the numbers of their enclosing loops. */
  readonly #kept = new WeakMap<
    SymbolicStackFrame,
    Map<CfaNode, { readonly around: string; readonly kept: KeptInvariants | undefined }>
  >();
  /** Degree of guessed polynomial equations. */
  readonly #degree: number;
  /** Ranking functions of loops, with the stack frame that reaches them. */
  readonly #descents = new WeakMap<LoopInvariants, FramedDescent>();
  #steps = 0;

  constructor(program: CfaProgram, manager: TermManager, options: MergedExecutionOptions) {
    this.#program = program;
    this.#degree = polynomialDegree(program);
    this.#manager = manager;
    this.#anyIndex = arbitraryIndices(manager);
    this.#options = options;
    const isProof = options.loopAbstraction?.templates === "all";
    this.#histories = isProof && foldsRepeatedly(program) ? [] : undefined;
    this.#facts = new FunctionFacts([...(options.assertions?.values() ?? [])].flat());
    this.#edges = new EdgeExecution(program, manager, options);
    this.record = this.#edges.record;
    this.memory = this.#edges.memory;
    this.#access = this.#edges.access;
    if (options.loopAbstraction !== undefined) this.#access.maxCandidates = MAX_PROOF_CANDIDATES;
    this.#access.endsAtOverflow = options.classify({ check: "overflow" }) === "ends-execution";
    this.#evaluator = this.#edges.evaluator;
    this.#recursiveCalls = new RecursiveCalls(
      program,
      manager,
      this.#edges,
      options,
      this.#facts,
      this.#histories,
      {
        call: (fn, passes, caller, state) => this.#call(fn, passes, caller, state),
        run: (fn, stackFrame) => this.#runElements(this.#facts.orderOf(fn), stackFrame),
        deliver: (node, stackFrame, state) => this.#deliver(node, stackFrame, state),
      },
    );
  }

  /** Executes the program from `main`. */
  run(): ExecutionRecord {
    const state = this.#edges.initialState();
    const returned = this.#call(this.#program.main, [], undefined, state);
    if (returned !== undefined) {
      this.#edges.blocks.programEnds(returned.state, this.#access.edge, true);
    }
    return this.record;
  }

  // ---------------------------------------------------------------- functions

  /** Executes a function; undefined when no execution returns. The result is left in `stack frame.result`. */
  #call(
    fn: FunctionCfa,
    passArguments: readonly PassArgument[],
    caller: SymbolicStackFrame | undefined,
    state: State,
  ): { state: State; stackFrame: SymbolicStackFrame } | undefined {
    if (caller !== undefined && !this.#mayEnter(fn, caller, state)) return undefined;
    const stackFrame = this.#edges.newFrame(fn, caller, state);
    stackFrame.begin(state, this.#access);
    for (const pass of passArguments) pass(stackFrame, state);
    stackFrame.pending.set(fn.entry, state);
    this.#runElements(this.#facts.orderOf(fn), stackFrame);
    const final = stackFrame.pending.get(fn.exit);
    stackFrame.pending.clear();
    if (final === undefined || final.isEmpty) {
      stackFrame.end(undefined);
      return undefined;
    }
    return { state: final, stackFrame };
  }

  /** Bounds recursion; a call that is not entered is recorded as cut unless it is infeasible. */
  #mayEnter(fn: FunctionCfa, caller: SymbolicStackFrame, state: State): boolean {
    let depth = 0;
    let symbolic = 0;
    let last: PathCondition | undefined;
    for (let a: SymbolicStackFrame | undefined = caller; a !== undefined; a = a.caller) {
      if (a.function !== fn) continue;
      depth++;
      if (last !== undefined && last !== a.path) symbolic++;
      last = a.path;
    }
    if (depth === 0) return true;
    if (!this.#options.isFeasible(state.path.term)) return false;
    if (symbolic < this.#options.bound && depth < this.#options.concreteBound) return true;
    this.#cut(state, `recursion of ${fn.name}`);
    return false;
  }

  #cut(state: State, reason: string): void {
    const { edge } = this.#access;
    this.record.obligations.add({ check: "unwinding", guard: state.path.term, reason, edge });
    this.#edges.blocks.mayStay(state, edge);
  }

  /** Handles executions that come back to the same state again and again. */
  #repeat(state: State): void {
    const reason = "a state that is repeated for ever";
    const guard = state.path.term;
    this.record.obligations.add({ check: "cycle", guard, reason, edge: this.#access.edge });
  }

  // -------------------------------------------------------------------- loops

  #runElements(elements: readonly WtoElement[], stackFrame: SymbolicStackFrame): void {
    for (const element of elements) {
      if (element.kind === "node") this.#runNode(element.node, stackFrame);
      else this.#runLoop(element, stackFrame);
    }
  }

  #runLoop(loop: Loop, stackFrame: SymbolicStackFrame): void {
    const { head, body } = loop;
    const abstraction = this.#options.loopAbstraction;
    let symbolic = 0;
    let previous: PathCondition | undefined;
    let snapshot: State | undefined;
    const isBounded = mayLeave(loop);
    let exits: ReadonlyMap<CfaNode, State> = new Map();
    const earlier: State[] = [];
    for (let iteration = 0; ; iteration++) {
      const state = stackFrame.pending.get(head);
      if (state !== undefined && snapshot?.equals(state)) {
        // The iteration has changed nothing, so no later one will: no execution leaves the loop.
        this.#edges.blocks.mayStay(state, this.#access.edge);
        this.#repeat(state);
        stackFrame.pending.delete(head);
        return;
      }
      snapshot = state !== undefined && isPowerOfTwo(iteration) ? state.fork() : undefined;
      const isChosen = iteration > 0 && state?.path !== previous;
      if (iteration > 0) {
        if (state === undefined) return;
        if (isChosen) symbolic += isBounded && !hasLeft(exits, head, stackFrame) ? UNCHOSEN : 1;
        if (isChosen && !this.#options.isFeasible(state.path.term)) {
          stackFrame.pending.delete(head);
          return;
        }
        if (
          symbolic > followedTurns(stackFrame.function, this.#options.bound) ||
          iteration > this.#options.concreteBound
        ) {
          this.#cut(state, `loop in ${stackFrame.function.name}`);
          stackFrame.pending.delete(head);
          return;
        }
      }
      if (abstraction !== undefined && state !== undefined) {
        const isDue = isChosen || iteration >= abstraction.peel;
        if (isDue && !isEnteredElsewhere(loop, stackFrame)) {
          this.#abstractLoop(loop, stackFrame, state, abstraction, earlier);
          return;
        }
        earlier.push(state.fork());
      }
      previous = state?.path;
      exits = new Map(stackFrame.pending);
      this.#around.push(++this.#lastNumber);
      this.#runNode(head, stackFrame);
      this.#runElements(body, stackFrame);
      this.#around.pop();
    }
  }

  /**
   * Explores all iterations at once; see loop-abstraction.ts.
   * @param earlier - states at earlier visits of the head
   */
  #abstractLoop(
    loop: Loop,
    stackFrame: SymbolicStackFrame,
    entry: State,
    abstraction: NonNullable<MergedExecutionOptions["loopAbstraction"]>,
    earlier: readonly State[],
  ): void {
    const { head, body } = loop;
    const { templates, window, rankings, ...questions } = abstraction;
    const claimed = claimedRankingAt(head, stackFrame, this.#options, this.#evaluator);
    const outside = stackFrame.pending;
    outside.delete(head);
    stackFrame.pending = new Map();
    const hints = hintsAt(head, stackFrame, this.#options, {
      manager: this.#manager,
      access: this.#access,
      evaluator: this.#evaluator,
    });
    const before = entry.path.term;
    const known = new Set(entry.contents.keys());
    const depth = this.#around.length;
    const around = this.#around.join();
    const memory = this.#kept.get(stackFrame) ?? new Map();
    this.#kept.set(stackFrame, memory);
    const last = memory.get(head);
    let number = ++this.#lastNumber;
    const isDraft = this.#isDraft;
    const iterate: LoopRun["iterate"] = (state, settle, isDraftWithin = isDraft) => {
      stackFrame.pending.set(head, state);
      this.#around.push(number);
      this.#isDraft = isDraftWithin;
      this.#runNode(head, stackFrame);
      this.#runElements(body, stackFrame);
      this.#isDraft = isDraft;
      this.#around.pop();
      const raw = stackFrame.pending.get(head);
      stackFrame.pending.delete(head);
      if (raw === undefined || raw.isEmpty) return raw;
      const { edge } = this.#access;
      this.#edges.blocks.mayStay(raw, edge);
      const back = settle === undefined ? raw : settle(raw);
      this.#edges.blocks.forgets(back, (region) => known.has(region), edge);
      return back;
    };
    const first = this.record.invariants.length;
    const abstract = (): LoopSummary =>
      abstractLoop(
        {
          manager: this.#manager,
          memory: this.memory,
          access: this.#access,
          record: this.record,
          ...questions,
          constants: this.#facts.constantsOf(stackFrame.function),
          divisors: smallDivisorsOf(stackFrame.function),
          degree: this.#degree,
          arrays: {
            manager: this.#manager,
            access: this.#access,
            record: this.record,
            ...this.#facts.arrayUseOf(stackFrame.function),
            assumed: this.#assumed,
            factors: factorsOf(this.#facts.constantsOf(stackFrame.function)),
            regionOf: (object) => stackFrame.regionOf(object),
            condition: (what, state) => this.#evaluator.condition(what, state, stackFrame),
            value: (what, state) => this.#evaluator.evaluate(what, state, stackFrame),
          },
          histories: this.#histories,
          anyIndex: this.#anyIndex,
          isDead: (region) => this.#facts.isDead(region, head, stackFrame),
          isUnread: (region) => this.#unread.isUnread(region, loop, stackFrame),
          isViolation: (obligation) =>
            this.#options.classify(obligation) === "violation" && !OF_BLOCKS.has(obligation.check),
          templates: isDraft ? "bounds" : templates,
          window: isDraft ? 1 : window,
          ...(isDraft ? {} : defined({ rankings, claimed })),
          checkBudget: this.#options.checkBudget,
        },
        hints,
        { entry, earlier, known },
        {
          iterate,
          iterateInside: (state) => {
            const exits = stackFrame.pending;
            stackFrame.pending = new Map();
            const back = iterate(state);
            stackFrame.pending = exits;
            return back;
          },
          discard: () => stackFrame.pending.clear(),
          strengthened: () => {
            number = ++this.#lastNumber;
          },
          isOutermost: depth === 0,
          isInnermost: body.every(({ kind }) => kind === "node"),
          kept: last?.around === around ? last.kept : undefined,
          keep: (kept) => isDraft || memory.set(head, { around, kept }),
        },
      );
    try {
      const { invariants, descent } = this.#restoredAfterFault(abstract);
      if (descent !== undefined)
        this.#orderNested(first, stackFrame, descent, abstraction.proveAll);
      const entry = {
        node: head,
        invariants,
        ...defined({ ranking: descent?.ranking }),
        ...(rankings === undefined ? {} : { descent: descent?.ranking ?? [] }),
      };
      this.record.invariants.push(entry);
      if (descent !== undefined) {
        this.#descents.set(entry, { ...descent, stackFrame, order: descent.ranking });
      }
    } catch (error) {
      if (!(error instanceof UnsupportedFeature)) throw error;
      const edge = this.#access.edge;
      const reason = error.message;
      this.record.obligations.add({ check: "unsupported", guard: before, reason, edge });
      stackFrame.pending.clear();
    }
    const exits = stackFrame.pending;
    stackFrame.pending = outside;
    for (const [node, state] of exits) this.#deliver(node, stackFrame, state);
  }

  /** Runs a part of the execution; when it throws, the assumptions of the enclosing loops are what they were before. */
  #restoredAfterFault<T>(run: () => T): T {
    const [isDraft, depth, assumed] = [this.#isDraft, this.#around.length, this.#assumed.length];
    try {
      return run();
    } catch (error) {
      this.#isDraft = isDraft;
      this.#around.length = depth;
      this.#assumed.length = assumed;
      throw error;
    }
  }

  /** Puts the ranking function of a loop before those of the loops within it. */
  #orderNested(
    first: number,
    stackFrame: SymbolicStackFrame,
    outer: Descent,
    proveAll: ProveAll,
  ): void {
    const { invariants } = this.record;
    const nested = invariants.slice(first);
    for (const [index, entry] of nested.entries()) {
      const inner = this.#descents.get(entry);
      if (inner?.stackFrame !== stackFrame) continue;
      const isVisitedOnce = nested.every(({ node }, at) => at === index || node !== entry.node);
      const order = isVisitedOnce
        ? nestedRanking(this.#manager, proveAll, outer, inner)
        : undefined;
      const { ranking: _, ...rest } = entry;
      const ordered = { ...rest, ...defined({ ranking: order }) };
      invariants[first + index] = ordered;
      if (order !== undefined) this.#descents.set(ordered, { ...inner, order });
      else if (this.#options.loopAbstraction?.claimedRankings !== undefined) {
        const reason =
          "a ranking function that may rise from one run of an inner loop to the next one";
        const guard = inner.head.path.term;
        const { edge } = this.#access;
        this.record.obligations.add({ check: "assertion", guard, reason, edge });
      }
    }
  }

  // -------------------------------------------------------------------- nodes

  #runNode(node: CfaNode, stackFrame: SymbolicStackFrame): void {
    const state = stackFrame.pending.get(node);
    if (state === undefined || node === stackFrame.function.exit) return;
    stackFrame.pending.delete(node);
    if (state.isEmpty) return;
    if ((++this.#steps & 0xff) === 0) this.#options.checkBudget();
    this.#edges.checkAssertions(node, stackFrame, state);
    for (const { condition } of this.#options.assumptions?.get(node) ?? []) {
      state.restrict(this.#evaluator.condition(condition, state, stackFrame));
    }
    this.#edges.leave(
      node,
      stackFrame,
      state,
      (edge, fn, taken, passes) => this.#callDefined(edge, fn, stackFrame, taken, passes),
      (target, taken) => this.#deliver(target, stackFrame, taken),
    );
  }

  #deliver(node: CfaNode, stackFrame: SymbolicStackFrame, state: State): void {
    if (state.isEmpty) return;
    if (node === stackFrame.function.exit) stackFrame.forget(state);
    const waiting = stackFrame.pending.get(node);
    stackFrame.pending.set(node, waiting === undefined ? state : State.merge(waiting, state));
  }

  // -------------------------------------------------------------------- calls

  #callDefined(
    edge: CallEdge,
    fn: FunctionCfa,
    caller: SymbolicStackFrame,
    state: State,
    passes: readonly PassArgument[],
  ): void {
    if (this.#recursiveCalls.take(edge, fn, caller, state, passes)) return;
    const returned = this.#call(fn, passes, caller, state);
    this.#access.edge = edge;
    if (returned === undefined) return;
    const { stackFrame, state: after } = returned;
    this.#edges.takeResult(edge, stackFrame, caller, after);
    stackFrame.end(after);
    this.#deliver(edge.target, caller, after);
  }
}

function isPowerOfTwo(n: number): boolean {
  return n > 0 && (n & (n - 1)) === 0;
}
