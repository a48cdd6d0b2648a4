/**
 * The violation witness of a concurrent execution (format 2.2). Threads are introduced by the calls
 * that create them, in order. Where an execution switches from one thread to another, the first
 * thread has reached a statement: these waypoints, in their order, describe the schedule as far as
 * statements can. A violation at an edge of the library, or only at the end of the program, has the
 * last statement of the program's own as its target. A data race ends in two unordered targets;
 * other steps of the threads in between do not matter to it and are left out.
 */

import { LineIndex } from "../../ground/util/text-position.ts";
import type { Location, Segment, ViolationWitness, Waypoint } from "../../ground/witness/index.ts";
import {
  asksForInput,
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  calledName,
} from "../cfa/index.ts";
import {
  compileProgram,
  type Observer,
  type Outcome,
  ReplayScheduler,
  type View,
} from "../interpreter/index.ts";
import type { Specification, Violation } from "../specification/index.ts";
import { type ConcurrentViolation, ReplayInputs } from "../techniques/index.ts";
import { constantText } from "./violation-witness.ts";

/** Returns undefined when the execution does not violate the property, or cannot be expressed. */
export function createConcurrentWitness(
  program: CfaProgram,
  specification: Specification,
  { choices, turns }: Pick<ConcurrentViolation, "choices" | "turns">,
): ViolationWitness | undefined {
  const recorder = new Recorder(program);
  const compiled = compileProgram(program, { ...specification.execution, observer: recorder });
  const outcome = compiled.run(new ReplayInputs(choices), new ReplayScheduler(turns));
  const violation = specification.observe(compiled, outcome);
  return violation === undefined ? undefined : recorder.finish(outcome, violation);
}

interface Entry {
  readonly waypoint: Waypoint & { readonly thread: number };
  /** Whether the waypoint is needed: the place of a thread is, where another thread continues. */
  isKept: boolean;
  readonly isPlace: boolean;
}

class Recorder implements Observer {
  readonly #program: CfaProgram;
  readonly #lines: LineIndex;
  readonly #entries: Entry[] = [];
  /** For each thread: its current statement, and the number of entries when it reached an edge. */
  readonly #statements = new Map<number, { readonly edge: CfaEdge; readonly entry: Entry }>();
  readonly #reached = new Map<string, number>();
  /** For each thread: its last edge outside of the library. */
  readonly #lastOwn = new Map<number, CfaEdge>();
  #thread = 0;

  constructor(program: CfaProgram) {
    this.#program = program;
    this.#lines = new LineIndex(program.text);
  }

  onEdge(edge: CfaEdge, view: View): undefined {
    const { thread } = view;
    if (thread !== this.#thread) {
      const last = this.#statements.get(this.#thread);
      if (last !== undefined) last.entry.isKept = true;
      // Places that a thread reached in an earlier turn lie before the entries of others.
      this.#statements.delete(thread);
      this.#thread = thread;
    }
    if (this.#isLibrary(edge)) return;
    this.#lastOwn.set(thread, edge);
    this.#reached.set(`${thread} ${edge.id}`, this.#entries.length);
    if (isThreadCreation(edge)) {
      const location = this.#locate(edge.closeParen.start, view.functionName);
      this.#add({ type: "function_enter", location, thread }, true);
      this.#statements.delete(thread);
      return;
    }
    const before = this.#statements.get(thread);
    const isNew =
      before === undefined ||
      before.edge.range.start !== edge.range.start ||
      before.edge.id === edge.id;
    if (!isNew || !isStatement(this.#program.text, edge)) return;
    const location = this.#locate(edge.range.start, view.functionName);
    const entry = this.#add({ type: "assumption", location, expression: "1", thread }, false);
    this.#statements.set(thread, { edge, entry });
  }

  onCallReturn(edge: CallEdge, result: bigint | undefined, view: View): void {
    if (result === undefined || this.#isLibrary(edge)) return;
    if (!asksForInput(this.#program, edge)) return;
    if (this.#program.text[edge.closeParen.start] !== ")") return;
    const type =
      edge.result !== undefined && "scalar" in edge.result ? edge.result.scalar : undefined;
    const text = type === undefined ? undefined : constantText(result, type);
    if (text === undefined) return;
    const location = this.#locate(edge.closeParen.start, view.functionName);
    const constraint = `\\result == ${text}`;
    this.#add({ type: "function_return", location, constraint, thread: view.thread }, true);
  }

  finish(outcome: Outcome, violation: Violation): ViolationWitness | undefined {
    if (outcome.kind === "data-race") {
      const { first, second } = outcome;
      // The thread of the first access stops there.
      const end = this.#reached.get(`${first.thread} ${first.edge.id}`) ?? this.#entries.length;
      const told = this.#entries.filter(
        (entry, index) => !entry.isPlace && (index < end || entry.waypoint.thread !== first.thread),
      );
      const [a, b] = [first, second].map(({ edge, thread: owner }) => this.#target(edge, owner));
      if (a === undefined || b === undefined) return undefined;
      return {
        kind: "violation",
        segments: [...told.map(segmentOf), { avoid: [], concurrent: [a], follow: b }],
      };
    }
    const { edge } = violation;
    const stuck = outcome.kind === "deadlock" ? outcome.threads[0]?.thread : undefined;
    const thread = stuck ?? violation.thread;
    const isOwn = edge !== undefined && !this.#isLibrary(edge);
    const place = isOwn ? edge : this.#lastOwn.get(thread);
    if (place === undefined) return undefined;
    const target = this.#target(place, thread);
    const told = this.#entries.filter(({ isKept }) => isKept);
    return {
      kind: "violation",
      segments: [...told.map(segmentOf), { avoid: [], follow: target }],
    };
  }

  #add(waypoint: Entry["waypoint"], isKept: boolean): Entry {
    const entry = { waypoint, isKept, isPlace: !isKept };
    this.#entries.push(entry);
    return entry;
  }

  #target(edge: CfaEdge, thread: number): Waypoint & { readonly thread: number } {
    const location = this.#locate(edge.range.start, edge.source.functionName);
    return { type: "target", location, thread };
  }

  #isLibrary(edge: CfaEdge): boolean {
    return this.#program.functions.get(edge.source.functionName)?.isLibrary ?? false;
  }

  #locate(offset: number, functionName: string): Location {
    return {
      file: this.#program.fileName,
      ...this.#lines.positionOf(offset),
      function: functionName,
    };
  }
}

function segmentOf({ waypoint }: Entry): Segment {
  return { avoid: [], follow: waypoint };
}

/** Whether the edge calls a library function that creates a thread. */
export function isThreadCreation(edge: CfaEdge): edge is CallEdge {
  return ["pthread_create", "thrd_create"].includes(calledName(edge) ?? "");
}

/** Whether an assumption may stand here: at the start of a statement, not within one. */
function isStatement(text: string, edge: CfaEdge): boolean {
  const { start, end } = edge.range;
  if (edge.kind === "assume" || !/^\s*;/.test(text.slice(end - 1, end + 80))) return false;
  for (let at = start - 1, depth = 0; at >= 0; at--) {
    const character = text[at];
    if (character === "{" || character === "}") break;
    if (character === ")") depth++;
    if (character === "(" && --depth < 0) return false;
  }
  return /(^|[;{}):]|\belse|\bdo)\s*$/.test(text.slice(Math.max(0, start - 80), start));
}
