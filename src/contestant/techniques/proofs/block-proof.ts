/**
 * Block-abstraction memoization of a program: its blocks, the search, and the check of the result
 * by contracts, which visits every function once.
 */

import { defined } from "../../../ground/util/defined.ts";
import { blockFunctions, type ReachabilityPicture } from "../../analysis-core/index.ts";
import {
  type CfaNode,
  type CfaProgram,
  type EntryCopies,
  type FunctionCfa,
  type MemoryObject,
  pointerType,
  withEntryCopies,
} from "../../cfa/index.ts";
import { proveInductively } from "../../induction/index.ts";
import { TermManager, UnsupportedFloatOperator } from "../../smt/index.ts";
import type { EngineAnswer, InputChoice } from "../../symbolic/index.ts";
import {
  type BlockLoop,
  type BlockMemoStatistics,
  blockCandidates,
  blockLoops,
  blockStepsOf,
  checkByBlockMemo,
  NoTransitionSystem,
  rememberedObjects,
} from "../../transition-systems/index.ts";
import { Candidates, replaySteps } from "../candidates.ts";
import { claimOf } from "../claim.ts";
import type { AnalysisResult, TechniqueContext, TechniqueTask, TimeBudget } from "../technique.ts";
import { flat } from "./lazy-abstraction-run.ts";
import { pictureOf } from "./reachability-picture.ts";

type Found = ReturnType<typeof blockCandidates>;

/** Share of the time for the search; the rest is for the check of its result. */
const SEARCH_SHARE = 0.75;
/** Share of the time for the attempt in which nested loops are blocks. */
const SHARE_WITH_LOOPS = 0.6;
/** Share of the remaining time for each check but the last one. */
const CHECK_SHARE = 0.4;

export function proveByBlocks(task: TechniqueTask, context: TechniqueContext): AnalysisResult {
  return new BlockProof(task, context).run();
}

class BlockProof {
  readonly #task: TechniqueTask;
  readonly #context: TechniqueContext;
  readonly #candidates: Candidates;
  readonly #copied: EntryCopies;
  readonly #blocks: ReadonlySet<FunctionCfa>;
  #statistics: BlockMemoStatistics | undefined;
  #reached: ReachabilityPicture | undefined;

  constructor(task: TechniqueTask, context: TechniqueContext) {
    this.#task = task;
    this.#context = context;
    this.#candidates = new Candidates(task, replaySteps(context.budget, task));
    const names = new Set([...blockFunctions(task.program)].map(({ name }) => name));
    const remembered = rememberedObjects(task.program);
    this.#copied = withEntryCopies(task.program, ({ name }) =>
      names.has(name) ? (remembered.get(name) ?? []) : [],
    );
    const { functions } = this.#copied.program;
    this.#blocks = new Set([...names].flatMap((name) => functions.get(name) ?? []));
  }

  run(): AnalysisResult {
    const loops = blockLoops(this.#copied.program);
    let answer: EngineAnswer = { kind: "unknown", reason: "time limit" };
    // A loop explored separately is less precise; when that does not suffice, its function is
    // explored with it.
    if (loops.size > 0) answer = this.#attempt(loops, SHARE_WITH_LOOPS);
    if (answer.kind === "unknown") answer = this.#attempt(new Map(), 1);
    const statistics = this.#told();
    if (answer.kind !== "true") return { ...this.#candidates.answer(answer), ...statistics };
    const reason = "loops have inductive invariants, and functions contracts, that suffice";
    const { program } = this.#copied;
    return { kind: "true", reason, invariants: answer.invariants, program, ...statistics };
  }

  #attempt(loops: ReadonlyMap<CfaNode, BlockLoop>, share: number): EngineAnswer {
    const { budget } = this.#context;
    const part = budget.part(budget.remainingSeconds() * share);
    const found = this.#search(loops, part.part(part.remainingSeconds() * SEARCH_SHARE));
    return "lemmas" in found ? this.#check(found, part) : found;
  }

  #told(): Pick<AnalysisResult, "statistics" | "reached"> {
    if (this.#statistics === undefined) return {};
    const { blocks, hits, misses } = this.#statistics;
    const own = { blocks, "cache hits": hits, "cache misses": misses };
    const statistics = { ...flat(this.#statistics), ...own };
    return { statistics, ...defined({ reached: this.#reached }) };
  }

  #search(loops: ReadonlyMap<CfaNode, BlockLoop>, budget: TimeBudget): EngineAnswer | Found {
    const { specification } = this.#task;
    const { onProgress, createSatSolver } = this.#context;
    const { program, originals } = this.#copied;
    const manager = new TermManager();
    const remainingSeconds = (): number => budget.remainingSeconds();
    const kept = new Map<FunctionCfa, ReadonlyMap<MemoryObject, MemoryObject>>();
    const keptOf = (fn: FunctionCfa): ReadonlyMap<MemoryObject, MemoryObject> => {
      const known = kept.get(fn) ?? this.#keptOf(fn);
      kept.set(fn, known);
      return known;
    };
    try {
      const system = blockStepsOf(
        program,
        manager,
        {
          ...specification.execution,
          classify: specification.classify,
          checkBudget: () => {
            if (remainingSeconds() <= 0) throw new NoTransitionSystem("time limit");
          },
          blockEnds: "loop-heads",
        },
        { isBlock: (fn) => this.#blocks.has(fn), loopAt: (node) => loops.get(node), keptOf },
      );
      const inProgram = (choices: readonly InputChoice[]): readonly InputChoice[] =>
        choices.map(({ edge, value }) => ({ edge: originals.get(edge) ?? edge, value }));
      const answer = checkByBlockMemo(manager, system, {
        createSatSolver,
        remainingSeconds,
        confirm: (choices) => this.#candidates.confirm(inProgram(choices)),
        onRefinement: ({ refinements, predicates }) =>
          onProgress(`block memo, ${refinements} refinements, ${predicates} predicates`),
      });
      this.#statistics = answer.statistics;
      this.#reached = pictureOf(program, system, answer.graph);
      if (answer.kind === "violation") return { kind: "false" };
      if (answer.kind === "unknown") return answer;
      if (answer.found === undefined) return { kind: "unknown", reason: "nothing was explored" };
      const pointer = pointerType(program.machine.pointerBits / 8);
      return blockCandidates(manager, answer.found, { system, keptOf, pointer });
    } catch (error) {
      const isExpected =
        error instanceof NoTransitionSystem || error instanceof UnsupportedFloatOperator;
      if (!isExpected) throw error;
      return { kind: "unknown", reason: error.message };
    }
  }

  /**
   * Returns the copies of the objects that a function changes, and the parameters that it never
   * changes.
   */
  #keptOf(fn: FunctionCfa): Map<MemoryObject, MemoryObject> {
    const copies = this.#copied.copies.get(fn.name) ?? new Map<MemoryObject, MemoryObject>();
    const kept = new Map([...copies].map(([object, copy]) => [copy, object]));
    for (const object of fn.parameters) {
      if (object.scalar?.kind === "int" && !object.isAddressTaken && !copies.has(object)) {
        kept.set(object, object);
      }
    }
    return kept;
  }

  /**
   * Checks the contracts first, then with further candidates beside them, and at last with
   * functions inlined at their calls.
   */
  #check({ lemmas, contracts }: Found, budget: TimeBudget): EngineAnswer {
    const { onProgress } = this.#context;
    const program: CfaProgram = this.#copied.program;
    const { remainingSeconds: _, lemmas: __, ...claim } = claimOf(this.#task, this.#context);
    const summedUp = this.#blocks;
    let answer: EngineAnswer = { kind: "unknown", reason: "time limit" };
    for (const how of [
      { guessesNothing: true, contracts, summedUp },
      { guessesNothing: true },
      { guessesNothing: false, contracts, summedUp },
    ]) {
      if (budget.isExhausted) break;
      onProgress(`checking ${how.guessesNothing ? "" : "and completing "}the contracts`);
      const part = budget.part(budget.remainingSeconds() * CHECK_SHARE);
      answer = proveInductively(program, {
        ...claim,
        ...how,
        remainingSeconds: () => part.remainingSeconds(),
        confirm: () => false,
        lemmas: () => lemmas,
      });
      if (answer.kind === "true") return answer;
    }
    const reason = answer.kind === "unknown" ? answer.reason : "no proof";
    return { kind: "unknown", reason: `contracts were found, but: ${reason}` };
  }
}
