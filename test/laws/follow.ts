/**
 * Follows one concrete execution through abstract states: at every edge the abstract state must
 * allow the concrete one, and after it one of its successors must. Sometimes the abstract state is
 * joined with one that another execution reached at the same place, so that posts start from states
 * with many concrete states.
 */
import type { EdgeState } from "../../src/contestant/abstract-interpretation/framework/edge-analysis.ts";
import { CaseSplit } from "../../src/contestant/abstract-interpretation/framework/edge-analysis.ts";
import type { PartitionKey } from "../../src/contestant/abstract-interpretation/framework/reached-set.ts";
import type { AssumeEdge, CfaEdge, CfaProgram } from "../../src/contestant/cfa/model/cfa.ts";
import {
  type CompiledProgram,
  compileProgram,
  type View,
} from "../../src/contestant/interpreter/index.ts";
import type { AnalysisEntry } from "./analyses.ts";

/** A broken law, with all data to understand it. */
class BrokenLaw extends Error {}

/** Case splits of one step, after which an execution is no longer followed. */
const MAX_SPLITS = 400;
const MAX_STEPS = 2000;

export class Follower<S extends EdgeState> {
  readonly #program: CfaProgram;
  readonly #below: (limit: number) => number;
  readonly #analysis: ReturnType<AnalysisEntry<S>["create"]>;
  readonly #earlier = new Map<PartitionKey, S>();
  readonly #compiled: CompiledProgram;
  /** The abstract states that may represent the followed execution. */
  #states: readonly S[] = [];
  #steps = 0;
  #isIncomplete = false;
  /** Steps that were compared, over all executions. */
  compared = 0;
  /** Pairs of a state and a more abstract one whose successors were compared. */
  ordered = 0;

  constructor(entry: AnalysisEntry<S>, program: CfaProgram, below: (limit: number) => number) {
    this.#program = program;
    this.#below = below;
    this.#analysis = entry.create(program, () => {
      this.#isIncomplete = true;
    });
    this.#compiled = compileProgram(program, {
      errorFunctions: new Set(["reach_error"]),
      overflow: "wrap",
      maxSteps: 100_000,
      maxMemoryBytes: 4 * 2 ** 20,
      observer: { onEdge: (edge, view) => this.#compare(edge, view) },
    });
  }

  /** One execution with these inputs. @throws BrokenLaw */
  follow(inputs: readonly bigint[]): void {
    let next = 0;
    this.#isIncomplete = false;
    this.#steps = 0;
    this.#states = this.#settled([this.#analysis.edges.initial()]);
    this.#compiled.run({ nondet: () => inputs[next++ % inputs.length] ?? 0n });
  }

  #compare(edge: CfaEdge, view: View): "stop" | undefined {
    if (this.#isIncomplete || ++this.#steps > MAX_STEPS) return "stop";
    const state = this.#allowing(this.#states, edge, view);
    this.compared++;
    this.#states = this.#afterOf(this.#generalised(state, view), edge);
    return this.#isIncomplete ? "stop" : undefined;
  }

  /** The state among the abstract successors that allows the concrete state. */
  #allowing(states: readonly S[], edge: CfaEdge, view: View): S {
    const reasons: string[] = [];
    for (const state of states) {
      if (state.node !== edge.source) reasons.push(`stands at ${state.node.id}`);
      else if (state.frame.depth !== view.depth) reasons.push("has another call stack");
      else {
        const reason = this.#analysis.mismatch(state, view);
        if (reason === undefined) return state;
        reasons.push(reason);
      }
    }
    const where = `${edge.source.functionName}:${edge.source.id} before '${this.#text(edge)}'`;
    throw new BrokenLaw(`no successor holds the execution at ${where}: ${reasons.join(" | ")}`);
  }

  #text({ kind, range }: CfaEdge): string {
    return `${kind} ${this.#program.text.slice(range.start, range.end)}`.slice(0, 120);
  }

  /** Sometimes the state joined with an earlier one of its place, which must allow as much. */
  #generalised(state: S, view: View): S {
    const { edges, operators, mismatch } = this.#analysis;
    if (this.#below(3) === 0) operators.adjust(state);
    const key = operators.partition(state);
    const earlier = this.#earlier.get(key);
    this.#earlier.set(key, edges.fork(state));
    const choice = this.#below(4);
    if (earlier === undefined || choice > 1) return state;
    const joined = operators.join(earlier, edges.fork(state), choice === 0);
    if (!operators.covers(joined, state) || !operators.covers(joined, earlier)) {
      throw new BrokenLaw(
        `a join at ${state.node.functionName}:${state.node.id} covers too little`,
      );
    }
    const reason = mismatch(joined, view);
    if (reason !== undefined) throw new BrokenLaw(`a join does not hold the execution: ${reason}`);
    this.#earlier.set(key, edges.fork(joined));
    return edges.fork(joined);
  }

  /** The successors over an edge; those of a state that covers this one cover them. */
  #afterOf(state: S, edge: CfaEdge): readonly S[] {
    const { edges, operators } = this.#analysis;
    const earlier = this.#earlier.get(operators.partition(state));
    const above =
      earlier !== undefined && this.#below(4) === 0
        ? operators.join(edges.fork(state), earlier, false)
        : undefined;
    const after = this.#post(state, edge);
    const wasIncomplete = this.#isIncomplete;
    if (above === undefined || wasIncomplete) return after;
    const afterAbove = this.#post(edges.fork(above), edge);
    if (this.#isIncomplete) {
      // The more abstract state may have less information, and reports it.
      this.#isIncomplete = false;
      return after;
    }
    for (const fresh of after) {
      this.ordered++;
      const isCovered = afterAbove.some(
        (large) =>
          operators.partition(large) === operators.partition(fresh) &&
          operators.covers(large, fresh),
      );
      if (!isCovered) {
        throw new BrokenLaw(
          `post is not monotone at '${this.#text(edge)}':\n${operators.key(fresh)}\nis not below\n${afterAbove.map((large) => operators.key(large)).join("\n")}`,
        );
      }
    }
    return after;
  }

  #post(start: S, edge: CfaEdge): readonly S[] {
    const { edges } = this.#analysis;
    const work: S[] = [start];
    const after: S[] = [];
    let splits = 0;
    for (let state = work.pop(); state !== undefined; state = work.pop()) {
      const others: S[] = [];
      try {
        if (edge.kind === "assume") {
          const all = edge.source.leaving as readonly AssumeEdge[];
          const isTaken = edges.branches(state, all, others).includes(edge);
          after.push(...others.filter((other) => !edges.isTarget(other)));
          if (!isTaken) continue;
        }
        const next = edges.post(state, edge, others);
        after.push(...others.filter((other) => !edges.isTarget(other)));
        if (next !== undefined) after.push(next);
      } catch (split) {
        if (!(split instanceof CaseSplit)) throw split;
        if (++splits > MAX_SPLITS) {
          this.#isIncomplete = true;
          return [];
        }
        work.push(...edges.split(state, split));
      }
    }
    return this.#settled(after);
  }

  /** Functions that end at once are left: no edge shows that. */
  #settled(states: readonly S[]): readonly S[] {
    return states.flatMap((state): readonly S[] => {
      let at: S | undefined = state;
      while (at !== undefined && at.node === at.frame.fn.exit && at.frame.call !== undefined) {
        at = this.#analysis.edges.leave(at, []);
      }
      return at === undefined ? [] : [at];
    });
  }
}
