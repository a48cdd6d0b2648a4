/**
 * Symbolic execution with merging at every join: the engine of bounded model checking (Biere, Cimatti, Clarke, Zhu
 * 1999; on programs: Clarke, Kroening, Lerda, "A tool for checking ANSI-C programs", 2004). Functions are inlined;
 * loops are unrolled in weak topological order (Bourdoncle 1993), so that all executions of one iteration are
 * merged before the next one starts.
 * Nothing is decided here: each possible fault becomes a proof obligation with its path condition.
 */

import { defined } from "../../../ground/util/defined.ts";
import { invariant } from "../../../ground/util/errors.ts";
import type { LoopInvariants } from "../../analysis-core/index.ts";
import {
  allocatesBlocks,
  type CallEdge,
  type CfaNode,
  type CfaProgram,
  type Expression,
  type FunctionCfa,
  forEachSubexpression,
  isTracked,
  Liveness,
  type MemoryObject,
  sizeInMemory,
  type WtoElement,
  weakTopologicalOrder,
} from "../../cfa/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { Check } from "../../specification/index.ts";
import type {
  Evaluator,
  ExecutionRecord,
  MemoryAccess,
  PathCondition,
  Region,
  SymbolicMemory,
  SymbolicStackFrame,
} from "../../symbolic/index.ts";
import {
  type Assertion,
  EdgeExecution,
  type EdgeExecutionOptions,
  type LocationLemmas,
  type PassArgument,
  Pointer,
  placedLemmas,
  State,
  UnsupportedFeature,
} from "../../symbolic/index.ts";
import { arbitraryIndices } from "../invariants/arrays/arbitrary-index.ts";
import type { ArrayCandidate, ArrayUse } from "../invariants/arrays/array-candidate.ts";
import { arrayUseOf } from "../invariants/arrays/array-use.ts";
import { foldsRepeatedly } from "../invariants/arrays/fold-loops.ts";
import type { History } from "../invariants/arrays/fold-relations.ts";
import type { ContractHints } from "../invariants/contracts/contract-hints.ts";
import { type ClaimedPart, claimedRanking } from "../invariants/rankings/loop-rankings.ts";
import type {
  Questions,
  RankingFunction,
  RankingKind,
} from "../invariants/rankings/ranking-function.ts";
import {
  type CandidateInvariant,
  factorsOf,
  type InvariantFate,
  type Templates,
} from "../invariants/scalars/loop-invariants.ts";
import { integerConstantsOf, smallDivisorsOf } from "./function-constants.ts";
import {
  abstractLoop,
  type Descent,
  type KeptInvariants,
  type LoopRun,
  type LoopSummary,
  type ProveAll,
} from "./loop-abstraction.ts";
import {
  followedTurns,
  hasLeft,
  isEnteredElsewhere,
  type Loop,
  mayLeave,
  UNCHOSEN,
} from "./loop-turns.ts";
import { nestedRanking } from "./nested-descent.ts";
import { polynomialDegree } from "./polynomial-degree.ts";
import { type Exit, RecursionAbstraction } from "./recursion-abstraction.ts";
import { recursionFamilies } from "./recursion-families.ts";
import { TabulatedCalls } from "./tabulated-calls.ts";
import { UnreadArrays } from "./unread-arrays.ts";

export interface SymbolicExecutionOptions extends EdgeExecutionOptions {
  /**
   * Loop iterations and nested stack frames of one function that are executed where a symbolic choice continues
   * them.
   */
  readonly bound: number;
  /** The same bound where the program itself decides that it goes on (constant conditions). */
  readonly concreteBound: number;
  /** False only when no execution satisfies the condition. */
  readonly isFeasible: (path: Term) => boolean;
  /** Called, perhaps several times, with the fate of an assertion as an invariant of a loop. */
  readonly onFate?: (assertion: Assertion, fate: InvariantFate) => void;
  /** Further candidates for invariants of generalised loops, by loop head; their texts are valid there. */
  readonly lemmas?: ReadonlyMap<CfaNode, readonly Assertion[]>;
  /** Candidates from searches over transition systems. */
  readonly locationLemmas?: ReadonlyMap<CfaNode, readonly LocationLemmas[]>;
  /** Further candidates for contracts of recursive functions. */
  readonly contracts?: ContractHints;
  /** Invariants of loop heads that are already proved. */
  readonly assumptions?: ReadonlyMap<CfaNode, readonly Assertion[]>;
  /** Loops are not unrolled but generalised, after the given number of iterations that no choice continues. */
  readonly loopAbstraction?: Questions & {
    readonly proveAllApart: ProveAll;
    readonly refutedApart: ProveAll;
    readonly peel: number;
    /** Recursive functions have contracts instead of being unrolled. */
    readonly recursion: boolean;
    /** Further functions that have contracts like recursive ones. */
    readonly summedUp?: ReadonlySet<FunctionCfa>;
    /** The templates of guessed invariants, beside the assertions. */
    readonly templates: Templates;
    /** The k of k-induction; see loop-abstraction.ts. */
    readonly window: number;
    /** Whether every loop must have a ranking function; a loop without one is recorded as a cycle. */
    readonly rankings?: RankingKind;
    /** Claimed ranking functions of the program's own loops; then none is synthesised there. */
    readonly claimedRankings?: ReadonlyMap<CfaNode, readonly ClaimedPart[]>;
  };
  /** Called regularly; throws to give up. */
  readonly checkBudget: () => void;
}

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
  readonly #options: SymbolicExecutionOptions;
  readonly #edges: EdgeExecution;
  readonly #access: MemoryAccess;
  readonly #evaluator: Evaluator;
  readonly #orders = new Map<FunctionCfa, readonly WtoElement[]>();
  readonly #constants = new Map<FunctionCfa, readonly bigint[]>();
  /**
   * To each function, the functions that call each other in turn with it, or that are summarised together with it.
   */
  readonly #families: ReadonlyMap<FunctionCfa, readonly FunctionCfa[]>;
  /** Functions whose contracts are being inferred. */
  readonly #recursions = new Map<FunctionCfa, RecursionAbstraction>();
  readonly #arrayUses = new Map<FunctionCfa, ArrayUse>();
  readonly #unread = new UnreadArrays();
  /** Folds of loops, where other loops may fold the same. */
  readonly #histories: History[] | undefined;
  readonly #liveness = new Map<FunctionCfa, Liveness>();
  /** Objects that assertions mention. */
  readonly #claimed: ReadonlySet<MemoryObject>;
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
  readonly #allocates: boolean;
  /** Degree of guessed polynomial equations. */
  readonly #degree: number;
  /** Ranking functions of loops, with the stack frame that reaches them. */
  readonly #descents = new WeakMap<LoopInvariants, FramedDescent>();
  readonly #tables: TabulatedCalls;
  #steps = 0;

  constructor(program: CfaProgram, manager: TermManager, options: SymbolicExecutionOptions) {
    this.#program = program;
    this.#families = recursionFamilies(program, options.loopAbstraction);
    this.#allocates = allocatesBlocks(program);
    this.#degree = polynomialDegree(program);
    this.#manager = manager;
    this.#anyIndex = arbitraryIndices(manager);
    this.#options = options;
    this.#tables = new TabulatedCalls(program, manager, options);
    const isProof = options.loopAbstraction?.templates === "all";
    this.#histories = isProof && foldsRepeatedly(program) ? [] : undefined;
    this.#claimed = mentionedIn([...(options.assertions?.values() ?? [])].flat());
    this.#edges = new EdgeExecution(program, manager, options);
    this.record = this.#edges.record;
    this.memory = this.#edges.memory;
    this.#access = this.#edges.access;
    if (options.loopAbstraction !== undefined) this.#access.maxCandidates = MAX_PROOF_CANDIDATES;
    this.#access.endsAtOverflow = options.classify({ check: "overflow" }) === "ends-execution";
    this.#evaluator = this.#edges.evaluator;
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

  #order(fn: FunctionCfa): readonly WtoElement[] {
    let order = this.#orders.get(fn);
    if (order === undefined) {
      order = weakTopologicalOrder(fn);
      this.#orders.set(fn, order);
    }
    return order;
  }

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
    this.#runElements(this.#order(fn), stackFrame);
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
    abstraction: NonNullable<SymbolicExecutionOptions["loopAbstraction"]>,
    earlier: readonly State[],
  ): void {
    const { head, body } = loop;
    const { templates, window, rankings, ...questions } = abstraction;
    const claimed = this.#claimedRanking(head, stackFrame);
    const outside = stackFrame.pending;
    outside.delete(head);
    stackFrame.pending = new Map();
    const hints = this.#hints(head, stackFrame);
    const before = entry.path.term;
    const known = new Set(entry.contents.keys());
    const [depth, assumed] = [this.#around.length, this.#assumed.length];
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
          constants: this.#constantsOf(stackFrame.function),
          divisors: smallDivisorsOf(stackFrame.function),
          degree: this.#degree,
          arrays: {
            manager: this.#manager,
            access: this.#access,
            record: this.record,
            ...this.#arrayUseOf(stackFrame.function),
            assumed: this.#assumed,
            factors: factorsOf(this.#constantsOf(stackFrame.function)),
            regionOf: (object) => stackFrame.regionOf(object),
            condition: (what, state) => this.#evaluator.condition(what, state, stackFrame),
            value: (what, state) => this.#evaluator.evaluate(what, state, stackFrame),
          },
          histories: this.#histories,
          anyIndex: this.#anyIndex,
          isDead: (region) => this.#isDead(region, head, stackFrame),
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
      const { invariants, descent } = abstract();
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
      this.#around.length = depth;
      this.#isDraft = isDraft;
      this.#assumed.length = assumed;
    }
    const exits = stackFrame.pending;
    stackFrame.pending = outside;
    for (const [node, state] of exits) this.#deliver(node, stackFrame, state);
  }

  /** Undefined where ranking functions are synthesised. */
  #claimedRanking(head: CfaNode, stackFrame: SymbolicStackFrame): RankingFunction | undefined {
    const claims = this.#options.loopAbstraction?.claimedRankings;
    if (claims === undefined || stackFrame.function.isLibrary) return undefined;
    const evaluate = (expression: Expression, state: State) =>
      this.#evaluator.evaluate(expression, state, stackFrame);
    // Without components nothing decreases.
    return claimedRanking(claims.get(head) ?? [], evaluate) ?? [];
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

  /** Candidate invariants from other techniques. */
  #hints(head: CfaNode, stackFrame: SymbolicStackFrame): CandidateInvariant[] {
    const { assertions, lemmas, locationLemmas, onFate } = this.#options;
    const at = (condition: Expression) => (state: State) =>
      this.#evaluator.condition(condition, state, stackFrame);
    const claims = (assertions?.get(head) ?? []).map(
      (assertion): CandidateInvariant => ({
        text: undefined,
        at: at(assertion.condition),
        onFate: (fate) => onFate?.(assertion, fate),
      }),
    );
    const guesses = (lemmas?.get(head) ?? []).map(
      (lemma): CandidateInvariant => ({
        text: "inC" in lemma ? lemma.inC : { text: lemma.text, objects: [] },
        at: at(lemma.condition),
      }),
    );
    const found = (locationLemmas?.get(head) ?? []).flatMap((some): CandidateInvariant[] => {
      const placed = placedLemmas(this.#manager, this.#access, some, stackFrame);
      if (placed === undefined) return [];
      return some.conditions.map((one) => ({
        text: one.inC,
        at: (state) => placed.at(one, state),
      }));
    });
    return [...claims, ...guesses, ...found];
  }

  /** Whether a local variable is dead behind a node: it is not read before it is written. */
  #isDead(region: Region, node: CfaNode, stackFrame: SymbolicStackFrame): boolean {
    const { object } = region;
    const fn = stackFrame.function;
    if (object === undefined || !isTracked(object) || !fn.locals.includes(object)) return false;
    if (this.#claimed.has(object)) return false;
    if (stackFrame.regionOf(object) !== region) return false;
    let liveness = this.#liveness.get(fn);
    if (liveness === undefined) {
      liveness = new Liveness(fn);
      this.#liveness.set(fn, liveness);
    }
    return !liveness.liveAt(node).has(object);
  }

  #arrayUseOf(fn: FunctionCfa): ArrayUse {
    let use = this.#arrayUses.get(fn);
    if (use === undefined) {
      use = arrayUseOf(fn);
      this.#arrayUses.set(fn, use);
    }
    return use;
  }

  /** The integer constants on the edges of a function. */
  #constantsOf(fn: FunctionCfa): readonly bigint[] {
    let constants = this.#constants.get(fn);
    if (constants === undefined) {
      constants = integerConstantsOf(fn);
      this.#constants.set(fn, constants);
    }
    return constants;
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
    const recursion = this.#recursions.get(fn);
    if (recursion !== undefined) {
      const called = this.#enterParameters(fn, recursion, passes, caller, state);
      this.record.calls.push({ fn, state: called });
      this.#returnByContract(fn, edge, recursion, called, caller, state);
      return;
    }
    const family = this.#families.get(fn);
    if (family !== undefined) {
      this.#abstractRecursion(fn, family, edge, passes, caller, state);
      return;
    }
    const returned = this.#call(fn, passes, caller, state);
    this.#access.edge = edge;
    if (returned === undefined) return;
    const { stackFrame, state: after } = returned;
    this.#edges.takeResult(edge, stackFrame, caller, after);
    stackFrame.end(after);
    this.#deliver(edge.target, caller, after);
  }

  // ---------------------------------------------------------------- recursion

  /** Explores all stack frames of a recursive function at once; see recursion-abstraction.ts. */
  #abstractRecursion(
    fn: FunctionCfa,
    family: readonly FunctionCfa[],
    edge: CallEdge,
    passes: readonly PassArgument[],
    caller: SymbolicStackFrame,
    state: State,
  ): void {
    const abstraction = this.#options.loopAbstraction;
    invariant(abstraction !== undefined, "recursion is generalised in proofs only");
    if (this.#edges.blocks.areAsked && this.#allocates) {
      throw new UnsupportedFeature(
        "recursion in a program with blocks, of which all are asked for",
      );
    }
    const { proveAll, counterexample } = abstraction;
    const recursion = new RecursionAbstraction(
      {
        manager: this.#manager,
        memory: this.memory,
        access: this.#access,
        record: this.record,
        proveAll,
        counterexample,
        constants: [this.#program.main, ...family].flatMap((f) => [...this.#constantsOf(f)]),
        contracts: this.#options.contracts ?? new Map(),
        histories: this.#histories ?? [],
        templates: abstraction.templates,
        ...defined({ rankings: abstraction.rankings }),
        checkBudget: this.#options.checkBudget,
      },
      {
        parametersOf: (f) =>
          f.parameters.map((object) => {
            const { name, size, align } = object;
            return this.memory.newRegion("automatic", name, { size, align, object });
          }),
        execute: (f, start) => this.#executeBody(f, recursion, caller, start),
      },
      family,
      state,
    );
    const called = this.#enterParameters(fn, recursion, passes, caller, state);
    const tabulated = this.#tables.resultOf(fn, recursion.argumentsOf(fn, called), called.path);
    if (tabulated !== undefined) {
      this.#edges.storeResult(edge, tabulated, caller, state);
      this.#deliver(edge.target, caller, state);
      return;
    }
    for (const member of family) this.#recursions.set(member, recursion);
    if (recursion.explore(fn, called)) {
      this.#callOnce(fn, edge, passes, recursion, called, caller, state);
    }
    for (const member of family) this.#recursions.delete(member);
  }

  /**
   * Executes the body for the call that led into a recursion: more is known about its arguments than about those of
   * the nested calls, which the contract covers. Its steps are among those of an arbitrary stack frame, whose
   * obligations are recorded.
   */
  #callOnce(
    fn: FunctionCfa,
    edge: CallEdge,
    passes: readonly PassArgument[],
    recursion: RecursionAbstraction,
    called: State,
    caller: SymbolicStackFrame,
    state: State,
  ): void {
    const mark = this.record.mark();
    const returned = this.#call(fn, passes, caller, state);
    this.record.reset(mark);
    this.#access.edge = edge;
    if (returned === undefined) return;
    const { stackFrame, state: after } = returned;
    recursion.ensure(fn, called, after, this.#resultOf(fn, stackFrame, after));
    this.#edges.takeResult(edge, stackFrame, caller, after);
    stackFrame.end(after);
    this.#deliver(edge.target, caller, after);
  }

  /** A state with the arguments of a call in the regions that represent the parameters of all stack frames. */
  #enterParameters(
    fn: FunctionCfa,
    recursion: RecursionAbstraction,
    passes: readonly PassArgument[],
    caller: SymbolicStackFrame,
    state: State,
  ): State {
    const called = state.fork();
    const stackFrame = this.#frameOf(fn, recursion, caller, called);
    recursion.clearParameters(fn, called);
    for (const pass of passes) pass(stackFrame, called);
    return called;
  }

  #frameOf(
    fn: FunctionCfa,
    recursion: RecursionAbstraction,
    caller: SymbolicStackFrame,
    state: State,
  ): SymbolicStackFrame {
    const parameters = recursion.parametersOf(fn);
    return this.#edges.newFrame(fn, caller, state, { parameters });
  }

  #executeBody(
    fn: FunctionCfa,
    recursion: RecursionAbstraction,
    caller: SymbolicStackFrame,
    start: State,
  ): Exit | undefined {
    const stackFrame = this.#frameOf(fn, recursion, caller, start);
    stackFrame.begin(start, this.#access);
    stackFrame.pending.set(fn.entry, start);
    this.#runElements(this.#order(fn), stackFrame);
    const state = stackFrame.pending.get(fn.exit);
    stackFrame.pending.clear();
    if (state === undefined || state.isEmpty) return undefined;
    if (fn.result === undefined) return { state, result: undefined };
    // The function may end without a value (C11 6.9.1p12); whether a caller uses it is not known here.
    const { live } = this.#access.contentOf(state, stackFrame.result);
    const missing = this.#manager.not(live);
    this.#access.undefinedWhen(state, missing, `use of the missing result of ${fn.name}`);
    const value = this.#resultOf(fn, stackFrame, state);
    state.contents.delete(stackFrame.result);
    return { state, result: value };
  }

  /** The result left in a stack frame, if it is a number. */
  #resultOf(
    { result }: FunctionCfa,
    stackFrame: SymbolicStackFrame,
    state: State,
  ): Term | undefined {
    if (result === undefined) return undefined;
    if (result.kind === "record") throw new UnsupportedFeature("recursion that returns a record");
    const size = sizeInMemory(result, this.memory.pointerBits);
    const value = this.#access.readAt(state, stackFrame.result, 0, size);
    return value instanceof Pointer ? undefined : value;
  }

  #returnByContract(
    fn: FunctionCfa,
    edge: CallEdge,
    recursion: RecursionAbstraction,
    called: State,
    caller: SymbolicStackFrame,
    state: State,
  ): void {
    const type = fn.result;
    if (type?.kind === "record" || (edge.result !== undefined && !("scalar" in edge.result))) {
      throw new UnsupportedFeature("recursion that returns a record");
    }
    const width = type === undefined ? 8 : sizeInMemory(type, this.memory.pointerBits) * 8;
    const result = recursion.return(fn, edge, called, state, width);
    if (type !== undefined) this.#edges.storeResult(edge, result, caller, state);
    this.#deliver(edge.target, caller, state);
  }
}

function isPowerOfTwo(n: number): boolean {
  return n > 0 && (n & (n - 1)) === 0;
}

function mentionedIn(assertions: readonly Assertion[]): ReadonlySet<MemoryObject> {
  const objects = new Set<MemoryObject>();
  for (const { condition } of assertions) {
    forEachSubexpression(condition, (part) => {
      if (part.kind !== "address" || part.target.kind === "function") return;
      objects.add(part.target);
    });
  }
  return objects;
}
