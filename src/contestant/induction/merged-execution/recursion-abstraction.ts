/**
 * Recursion without unrolling: a recursive function is executed once, with arbitrary parameters and memory, and its
 * recursive calls (also mutual ones) are replaced by properties of every call: conditions that hold at the start of
 * each stack frame, and conditions on parameters and result that hold when it returns (contracts, Hoare:
 * "Procedures and parameters", 1971). Candidates come from templates and are filtered by Houdini. As with loops,
 * the absence of violations is a proof, their presence has no meaning.
 */

import { invariant } from "../../../ground/util/errors.ts";
import type { CallEdge, FunctionCfa, MemoryObject } from "../../cfa/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type {
  Content,
  ExecutionRecord,
  MemoryAccess,
  MemoryCell,
  RecursiveCall,
  Region,
  State,
  SymbolicMemory,
} from "../../symbolic/index.ts";
import { ModifiedMemory, Pointer } from "../../symbolic/index.ts";
import { FoldedResults, type History } from "../invariants/arrays/fold-relations.ts";
import {
  contractCandidates,
  type ReturnCandidate,
} from "../invariants/contracts/contract-candidates.ts";
import {
  type ContractHint,
  type ContractHints,
  hintTerm,
} from "../invariants/contracts/contract-hints.ts";
import { descendingRanking } from "../invariants/rankings/loop-rankings.ts";
import type { Questions, RankingKind } from "../invariants/rankings/ranking-function.ts";
import { synthesisedRanking } from "../invariants/rankings/ranking-synthesis.ts";
import {
  recursionCandidates,
  recursionNumbers,
  recursionScalars,
} from "../invariants/rankings/ranking-templates.ts";
import { type CallStep, endsBySizeChange } from "../invariants/rankings/size-change.ts";
import {
  type CandidateInvariant,
  candidateInvariants,
  type Templates,
} from "../invariants/scalars/loop-invariants.ts";

export interface RecursionContext extends Questions {
  readonly manager: TermManager;
  readonly memory: SymbolicMemory;
  readonly access: MemoryAccess;
  readonly record: ExecutionRecord;
  /** Constants of the program. */
  readonly constants: readonly bigint[];
  /** Candidates beside the templates. */
  readonly contracts: ContractHints;
  /** Folds of earlier loops, where they may be compared. */
  readonly histories: readonly History[];
  /** The templates that are instantiated beside the hints. */
  readonly templates: Templates;
  /** Whether calls must have a ranking function, and of which kind. */
  readonly rankings?: RankingKind;
  readonly checkBudget: () => void;
}

/** Memory that represents the parameters of every stack frame of a function. */
export type ParameterRegions = readonly Region[];

export interface RecursionRun {
  parametersOf(fn: FunctionCfa): ParameterRegions;
  /** Executes a body; returns the state at its end, and the result there (undefined: none). */
  execute(fn: FunctionCfa, state: State): Exit | undefined;
}
export interface Exit {
  readonly state: State;
  readonly result: Term | undefined;
}

/** A function of the recursion. */
interface Contract {
  /** Parameters of the first call that was met, to which every stack frame is compared. */
  readonly first: State;
  requires: CandidateInvariant[];
  ensures: ReturnCandidate[];
  head: State;
  exit: Exit | undefined;
}

const MAX_PASSES = 60;

export class RecursionAbstraction {
  readonly #context: RecursionContext;
  readonly #run: RecursionRun;
  readonly #family: readonly FunctionCfa[];
  readonly #entry: State;
  readonly #known: ReadonlySet<Region>;
  readonly #modified: ModifiedMemory;
  readonly #contracts = new Map<FunctionCfa, Contract>();
  readonly #parameters = new Map<FunctionCfa, ParameterRegions>();
  /** Contents of parameters before they are passed: the same in every call. */
  readonly #empty = new Map<Region, Content>();
  readonly #results = new Map<string, Term>();
  #occurrences = new Map<string, number>();
  /** The function in whose body a call was met. */
  readonly #callers = new Map<RecursiveCall, FunctionCfa>();

  /**
   * @param family - the functions that call each other in turn
   * @param entry - the state of the caller before the call
   */
  constructor(
    context: RecursionContext,
    run: RecursionRun,
    family: readonly FunctionCfa[],
    entry: State,
  ) {
    this.#family = family;
    this.#context = context;
    this.#run = run;
    this.#entry = entry.fork();
    this.#known = new Set(entry.contents.keys());
    this.#modified = new ModifiedMemory(context.memory, context.access);
  }

  /** Removes the parameters of an earlier call from a state. */
  clearParameters(fn: FunctionCfa, state: State): void {
    for (const region of this.parametersOf(fn)) {
      const content =
        this.#empty.get(region) ?? this.#context.access.unbornContents(region.name).initial;
      this.#empty.set(region, content);
      state.contents.set(region, content);
    }
  }

  parametersOf(fn: FunctionCfa): ParameterRegions {
    let regions = this.#parameters.get(fn);
    if (regions === undefined) {
      regions = this.#run.parametersOf(fn);
      this.#parameters.set(fn, regions);
    }
    return regions;
  }

  /**
   * The arguments of a call; undefined where one is not a number.
   * @param called - with the arguments in the parameters of the function
   */
  argumentsOf(fn: FunctionCfa, called: State): Term[] | undefined {
    const cells = parameterCells(this.parametersOf(fn));
    if (cells.length < fn.parameters.length) return undefined;
    const values = cells.map(({ region, offset, size }) =>
      this.#context.access.readAt(called, region, offset, size),
    );
    const numbers = values.flatMap((value) => (value instanceof Pointer ? [] : [value]));
    return numbers.length < values.length ? undefined : numbers;
  }

  /**
   * Infers contracts for a function and those of its recursion.
   * @param called - the entry, with the arguments in the parameters of the function
   * @returns whether they were found; otherwise this is recorded as unsupported
   */
  explore(fn: FunctionCfa, called: State): boolean {
    const { record, access } = this.#context;
    this.#add(fn, called);
    let covered = -1;
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      this.#context.checkBudget();
      const mark = record.mark();
      const start = record.calls.length;
      this.#occurrences = new Map();
      const isComplete = this.#executeAll(start);
      const calls = record.calls.slice(start);
      if (!isComplete || this.#grow(calls)) {
        record.reset(mark);
        continue;
      }
      const size = this.#contracts.size + this.#modified.cells.length;
      if (size > covered) {
        covered = size;
        this.#propose(fn, called, calls);
        record.reset(mark);
        continue;
      }
      if (!this.#thinOut(calls)) {
        this.#findRanking(calls);
        record.calls.length = start;
        return true;
      }
      record.reset(mark);
    }
    record.obligations.add({
      check: "unsupported",
      guard: this.#entry.path.term,
      reason: `recursion of ${fn.name} whose contract was not found in time`,
      edge: access.edge,
    });
    return false;
  }

  #add(fn: FunctionCfa, called: State): void {
    const first = this.#entry.fork();
    for (const region of this.parametersOf(fn)) {
      first.contents.set(region, this.#context.access.contentOf(called, region));
    }
    this.#contracts.set(fn, { first, requires: [], ensures: [], head: first, exit: undefined });
  }

  /** Executes the body of every function; false when a call led to a new one. */
  #executeAll(start: number): boolean {
    const { record } = this.#context;
    this.#callers.clear();
    for (const [fn, contract] of this.#contracts) {
      const head = contract.first.fork();
      const parameters = new Set(this.parametersOf(fn));
      this.#modified.havoc(head, {
        tag: fn.name,
        includes: (region) => this.#known.has(region) || parameters.has(region),
      });
      for (const condition of contract.requires) head.restrict(condition.at(head));
      this.#foldedResults(fn).read(head);
      contract.head = head.fork();
      const before = record.calls.length;
      contract.exit = this.#run.execute(fn, head);
      for (const call of record.calls.slice(before)) this.#callers.set(call, fn);
    }
    const fresh = record.calls.slice(start).filter(({ fn }) => !this.#contracts.has(fn));
    // Another recursion within this one has ended before its caller goes on.
    invariant(
      fresh.every(({ fn }) => this.#family.includes(fn)),
      "a call belongs to another recursion",
    );
    for (const { fn, state } of fresh) if (!this.#contracts.has(fn)) this.#add(fn, state);
    return fresh.length === 0;
  }

  #grow(calls: readonly RecursiveCall[]): boolean {
    let grown = false;
    const compare = (contract: Contract, after: State, fn: FunctionCfa | undefined): void => {
      const isVisible = new Set([
        ...this.#known,
        ...(fn === undefined ? [] : this.parametersOf(fn)),
      ]);
      const before = only(contract.head, isVisible);
      if (this.#modified.grow(before, only(after, isVisible), this.#known)) grown = true;
    };
    for (const { fn, state } of calls) {
      const contract = this.#contracts.get(fn);
      if (contract !== undefined) compare(contract, state, fn);
    }
    for (const contract of this.#contracts.values()) {
      if (contract.exit !== undefined) compare(contract, contract.exit.state, undefined);
    }
    return grown;
  }

  #propose(entered: FunctionCfa, called: State, calls: readonly RecursiveCall[]): void {
    const { manager, access, proveAll, constants, templates } = this.#context;
    for (const [fn, contract] of this.#contracts) {
      const parameters = new Set(this.parametersOf(fn));
      const cells = this.#modified.cells.filter(
        ({ region }) => this.#known.has(region) || parameters.has(region),
      );
      const context = { manager, access, constants, others: [], templates };
      const back = calls.find((call) => call.fn === fn)?.state ?? contract.head;
      const hints = this.#hints(fn);
      const all = [
        ...(templates !== "none"
          ? candidateInvariants(context, cells, contract.first, contract.head, back)
          : []),
        ...hints.requires,
      ];
      // The parameters of functions that are called only from within depend on those calls alone.
      const hold =
        fn === entered
          ? proveAll(
              called.path.term,
              all.map((candidate) => candidate.at(called)),
            )
          : all.map(() => true);
      contract.requires = all.filter((_, index) => hold[index]);
      contract.ensures = [
        ...(templates !== "none"
          ? contractCandidates(
              context,
              parameterCells(this.parametersOf(fn)),
              contract.head,
              contract.exit?.result,
            )
          : []),
        ...this.#foldedResults(fn).candidates,
        ...hints.ensures,
      ];
    }
  }

  #foldedResults(fn: FunctionCfa): FoldedResults {
    const { histories } = this.#context;
    const known = histories.filter(({ region }) => this.#known.has(region));
    return new FoldedResults(this.#context, known, parameterCells(this.parametersOf(fn)));
  }

  /** Candidates from other sources. */
  #hints(fn: FunctionCfa): { requires: CandidateInvariant[]; ensures: ReturnCandidate[] } {
    const { manager, contracts } = this.#context;
    const parameters = this.parametersOf(fn);
    const at = (
      { condition, result, afterwards }: ContractHint,
      state: State,
      returned?: Term,
      after?: State,
    ): Term =>
      hintTerm(manager, condition, (object) => {
        if (object === result) return returned;
        const left = afterwards?.get(object);
        if (left === undefined) return this.#scalar(object, parameters, state);
        return after && this.#scalar(left, [], after);
      }) ?? manager.false;
    const all = contracts.get(fn.name) ?? [];
    const requires = all.filter(({ kind }) => kind === "requires");
    const ensures = all.filter(({ kind }) => kind === "ensures");
    return {
      requires: requires.map((hint) => ({ text: undefined, at: (state) => at(hint, state) })),
      ensures: ensures.map((hint) => ({
        at: (called, returned, after) => at(hint, called, returned, after),
      })),
    };
  }

  /** The value of a parameter or a global. */
  #scalar(object: MemoryObject, parameters: ParameterRegions, state: State): Term | undefined {
    const isIts = (region: Region): boolean => region.object === object;
    const region = parameters.find(isIts) ?? [...this.#known].find(isIts);
    if (region === undefined) return undefined;
    const value = this.#context.access.readAt(state, region, 0, object.size);
    return value instanceof Pointer ? undefined : value;
  }

  /** Drops candidates that do not hold; false when all do. */
  #thinOut(calls: readonly RecursiveCall[]): boolean {
    const { proveAll } = this.#context;
    let dropped = false;
    for (const { fn, state } of calls) {
      const contract = this.#contracts.get(fn) as Contract;
      const holds = proveAll(
        state.path.term,
        contract.requires.map((candidate) => candidate.at(state)),
      );
      if (holds.every(Boolean)) continue;
      dropped = true;
      contract.requires = contract.requires.filter((_, index) => holds[index]);
    }
    for (const contract of this.#contracts.values()) {
      const { exit, head } = contract;
      if (exit === undefined || exit.state.isEmpty) continue;
      const holds = proveAll(
        exit.state.path.term,
        contract.ensures.map((candidate) => candidate.at(head, exit.result, exit.state)),
      );
      if (holds.every(Boolean)) continue;
      dropped = true;
      contract.ensures = contract.ensures.filter((_, index) => holds[index]);
    }
    return dropped;
  }

  /**
   * A chain of nested calls ends when a ranking function over the parameters decreases from the entry of a function
   * to each of its calls; a missing one is recorded.
   */
  #findRanking(calls: readonly RecursiveCall[]): void {
    const { manager, rankings, record, access } = this.#context;
    if (rankings === undefined) return;
    const context = { ...this.#context, kind: rankings };
    const functions = [...this.#contracts.keys()];
    const indices = new Map<State, number>();
    for (const [index, { head }] of [...this.#contracts.values()].entries()) {
      indices.set(head, index);
    }
    for (const { fn, state } of calls) indices.set(state, functions.indexOf(fn));
    const steps = calls.map((call): CallStep => {
      const caller = this.#callers.get(call);
      const before = caller === undefined ? undefined : this.#contracts.get(caller)?.head;
      invariant(caller !== undefined && before !== undefined, "a call without a caller");
      return {
        path: call.state.path.term,
        before,
        after: call.state,
        caller: functions.indexOf(caller),
        callee: functions.indexOf(call.fn),
      };
    });
    if (steps.length === 0) return;
    const cells = {
      parameters: functions.map((fn) => parameterCells(this.parametersOf(fn))),
      shared: this.#modified.cells.filter(({ region }) => this.#known.has(region)),
      functionOf: (state: State): number => indices.get(state) ?? 0,
      functions: functions.map(({ name }) => name),
    };
    const heads = functions.map((fn) => (this.#contracts.get(fn) as Contract).head);
    const scalars = recursionScalars(context, cells, heads);
    const candidates = scalars === undefined ? [] : recursionCandidates(context, scalars, cells);
    const descent =
      descendingRanking(context, candidates, steps) ??
      (scalars && synthesisedRanking(context, [...scalars.parameters, ...scalars.shared], steps));
    if (descent !== undefined) {
      for (const { entry } of functions)
        record.invariants.push({ node: entry, invariants: [], descent });
      return;
    }
    const numbers = recursionNumbers(context, cells, heads);
    if (endsBySizeChange(context, numbers, steps)) {
      for (const [index, { entry }] of functions.entries()) {
        const sizes = (numbers[index] ?? []).flatMap(({ text }) => text ?? []);
        record.invariants.push({ node: entry, invariants: [], sizes });
      }
      return;
    }
    record.obligations.add({
      check: "cycle",
      guard: manager.or(...steps.map(({ path }) => path)),
      reason: "a recursion without a ranking function",
      edge: access.edge,
    });
  }

  /**
   * The state after a call: memory that the recursion changes is arbitrary, and the contract restricts the result.
   * @param called - with the arguments in the parameters of the function
   * @returns the result, with the given number of bits
   */
  return(fn: FunctionCfa, edge: CallEdge, called: State, state: State, width: number): Term {
    const place = `${edge.id} ${called.path.term.id} ${width}`;
    const occurrence = this.#occurrences.get(place) ?? 0;
    this.#occurrences.set(place, occurrence + 1);
    const tag = `${place} ${occurrence}`;
    this.#modified.havoc(state, { tag, includes: (region) => this.#known.has(region) });
    const { manager } = this.#context;
    let result = this.#results.get(tag);
    if (result === undefined) {
      result = manager.freshVariable(`${fn.name}()`, width);
      this.#results.set(tag, result);
    }
    this.ensure(fn, called, state, result);
    return result;
  }

  /**
   * Assumes the contract for a call that has returned.
   * @param called - with the arguments in the parameters of the function
   */
  ensure(fn: FunctionCfa, called: State, after: State, result: Term | undefined): void {
    for (const candidate of this.#contracts.get(fn)?.ensures ?? []) {
      after.restrict(candidate.at(called, result, after));
    }
  }
}

function only(state: State, regions: ReadonlySet<Region>): State {
  const copy = state.fork();
  for (const region of state.contents.keys()) {
    if (!regions.has(region)) copy.contents.delete(region);
  }
  return copy;
}

function parameterCells(regions: ParameterRegions): MemoryCell[] {
  return regions.flatMap((region) =>
    region.size !== undefined && region.size <= 8 ? [{ region, offset: 0, size: region.size }] : [],
  );
}
