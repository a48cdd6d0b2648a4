/**
 * The trace of a counterexample of a program with threads. The recorded schedule is executed once
 * more. A step stands where its effect happened: an assignment where it stored, a library call
 * where it returned. A statement is marked as interrupted where other threads continue in the
 * middle of it, and it may have read the objects that they change.
 */
import {
  asksForInput,
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  calledName,
  type Expression,
  forEachSubexpression,
  ProgramPlaces,
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
import { isValued, KeptSteps } from "./kept-steps.ts";
import { memoryName } from "./memory-name.ts";
import { MAX_OBSERVED_EDGES } from "./observation.ts";
import { StepValues } from "./step-values.ts";
import { attempt, MAX_INPUTS } from "./trace.ts";
import type { Trace, TraceInput, TraceStep, TraceThread } from "./trace-model.ts";
import { valueForPeople } from "./value-text.ts";
import { sourceLine } from "./violating-source.ts";

/**
 * Library functions that appear in the trace: their effects on threads, locks, atomic objects and
 * blocks are not visible otherwise.
 */
const SYNCHRONISATION =
  /^(pthread_|sem_|thrd_|mtx_|cnd_|call_once$|__VERIFIER_atomic_|__atomic_|__sync_|atomic_|free$)/;

/**
 * The function with which library models create threads. It returns their number, counted from 1
 * for `main`.
 */
const CREATE = "__agon_thread_create";

/**
 * Returns undefined when the schedule shows no violation, or the execution is too long to be
 * observed.
 */
export function createThreadTrace(
  program: CfaProgram,
  specification: Specification,
  found: Pick<ConcurrentViolation, "choices" | "turns">,
  withValues = false,
): Trace | undefined {
  const plain = compileProgram(program, specification.execution);
  plain.run(new ReplayInputs(found.choices), new ReplayScheduler(found.turns));
  if (plain.steps > MAX_OBSERVED_EDGES) return undefined;
  const trace = record(program, specification, found, undefined);
  if (!withValues || trace === undefined) return trace;
  // Only a complete run shows which steps are the last ones.
  return record(program, specification, found, trace.steps.length + trace.omittedSteps);
}

function record(
  program: CfaProgram,
  specification: Specification,
  { choices, turns }: Pick<ConcurrentViolation, "choices" | "turns">,
  valued: number | undefined,
): Trace | undefined {
  const recorder = new ThreadTraceRecorder(program, specification, valued);
  const compiled = compileProgram(program, { ...specification.execution, observer: recorder });
  const outcome = compiled.run(new ReplayInputs(choices), new ReplayScheduler(turns));
  const violation = specification.observe(compiled, outcome);
  return violation === undefined ? undefined : recorder.finish(outcome, violation);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Value = TraceStep["changes"][number];

/** An edge of a thread that has begun and not stored yet. */
interface Begun {
  readonly edge: CfaEdge;
  readonly name: string | undefined;
  readonly address: bigint | undefined;
}

class ThreadTraceRecorder implements Observer {
  readonly #program: CfaProgram;
  readonly #specification: Specification;
  readonly #places: ProgramPlaces;
  readonly #valued: number | undefined;
  readonly #values: StepValues;
  readonly #kept = new KeptSteps<TraceStep>();
  readonly #inputs: TraceInput[] = [];
  #inputCount = 0;
  readonly #threads = new Map<number, TraceThread>();
  /** Position of each thread in its own functions. */
  readonly #last = new Map<number, { readonly edge: CfaEdge; readonly depth: number }>();
  /** Number of stack frames of each thread below its first library function. */
  readonly #below = new Map<number, number>();
  readonly #begun = new Map<number, Begun>();
  /** For each thread: the call of a program function whose first edge has not been executed. */
  readonly #entering = new Map<number, { readonly edge: CallEdge; readonly callee: string }>();
  /** Threads with a recorded call that creates a thread and has not returned. */
  readonly #creating = new Set<number>();
  #thread = 0;
  /** The last kept step, while its thread continues in the same statement. */
  #open: { readonly start: number; readonly step: Mutable<TraceStep> } | undefined;

  constructor(program: CfaProgram, specification: Specification, valued: number | undefined) {
    this.#program = program;
    this.#specification = specification;
    this.#places = new ProgramPlaces(program);
    this.#valued = valued;
    this.#values = new StepValues(program);
  }

  onEdge(edge: CfaEdge, view: View): undefined {
    this.#goesOn(view);
    const { thread } = view;
    this.#begun.delete(thread);
    if (!this.#isOwn(view.functionName)) return;
    if (!this.#threads.has(thread)) {
      this.#threads.set(thread, { number: thread, function: view.functionName });
      this.#below.set(thread, view.depth - 1);
    }
    this.#enter(view);
    this.#last.set(thread, { edge, depth: this.#depthOf(view) });
    if (edge.kind === "assume") {
      const { branch } = edge;
      if (branch !== undefined) this.#add("branch", edge, view, { outcome: `${branch.outcome}` });
    } else if (edge.kind === "assign") {
      this.#begin(edge, edge.address, undefined, view);
    } else if (edge.kind === "clear" || edge.kind === "copy") {
      this.#begin(edge, edge.kind === "clear" ? edge.address : edge.to, edge.size, view);
    } else if (edge.kind === "call") {
      const callee = calledName(edge);
      const isError = callee && this.#specification.execution.errorFunctions.has(callee);
      if (callee !== undefined && !isError && this.#isOwn(callee)) {
        this.#entering.set(thread, { edge, callee });
      }
    }
  }

  onStore(edge: CfaEdge, view: View): void {
    this.#goesOn(view);
    const begun = this.#begun.get(view.thread);
    this.#begun.delete(view.thread);
    if (begun?.edge !== edge || begun.name === undefined) return;
    const address = storedAt(edge);
    // Changes by other threads in between may have changed the address.
    if (address === undefined || attempt(() => view.evaluate(address)) !== begun.address) return;
    const value = storedValue(edge, view);
    if (value !== undefined) this.#change(edge, view, { name: begun.name, value });
  }

  onCallReturn(edge: CallEdge, result: bigint | undefined, view: View): void {
    this.#goesOn(view);
    const callee = calledName(edge);
    if (callee === CREATE) this.#create(Number(result), view.thread);
    if (!this.#isOwn(view.functionName)) return;
    const scalar =
      edge.result !== undefined && "scalar" in edge.result ? edge.result.scalar : undefined;
    const value =
      result === undefined || scalar === undefined ? undefined : valueForPeople(result, scalar);
    const taker = edge.result?.address;
    const name = taker && attempt(() => memoryName(taker, view));
    const change = name === undefined || value === undefined ? undefined : { name, value };
    if (callee !== undefined && asksForInput(this.#program, edge) && value !== undefined) {
      const input = { from: callee, value };
      const step = this.#step(edge, view);
      step.inputs = [...step.inputs, input];
      this.#inputCount++;
      const { file, line, column, function: inFunction } = step;
      const place = { file, line, column, function: inFunction };
      if (this.#inputs.length < MAX_INPUTS) this.#inputs.push({ ...place, ...input });
      if (change !== undefined) this.#change(edge, view, change);
    } else if (callee !== undefined && this.#isOwn(callee)) {
      const changes = value === undefined ? [] : [{ name: name ?? "result", value }];
      this.#add("return", edge, view, { callee, changes });
    } else if (change !== undefined) {
      this.#change(edge, view, change);
    } else if (this.#creating.delete(view.thread)) {
      // It was recorded when the thread was created, which may have run since.
    } else if (callee !== undefined && SYNCHRONISATION.test(callee)) {
      this.#step(edge, view);
    }
  }

  finish(outcome: Outcome, violation: Violation): Trace {
    this.#open = undefined;
    if (outcome.kind === "data-race") {
      for (const { thread, edge } of [outcome.first, outcome.second]) this.#violate(thread, edge);
    } else if (outcome.kind === "deadlock") {
      for (const { thread, edge } of outcome.threads) this.#violate(thread, edge);
    } else {
      this.#violate(violation.thread, violation.edge);
    }
    return {
      inputs: this.#inputs,
      inputCount: this.#inputCount,
      threads: [...this.#threads.values()].sort((a, b) => a.number - b.number),
      ...this.#kept.finish(),
    };
  }

  /** A library model has created a thread, which may run before the model returns. */
  #create(number: number, thread: number): void {
    const last = this.#last.get(thread);
    if (last === undefined) return;
    const step = this.#told("statement", last.edge, thread, last.depth);
    this.#kept.add({ ...step, creates: number - 1 });
    this.#creating.add(thread);
  }

  /** A violation in the library, or without a place, is reported at the thread's last edge. */
  #violate(thread: number, edge: CfaEdge | undefined): void {
    const last = this.#last.get(thread);
    const isOwn = edge !== undefined && this.#isOwn(edge.source.functionName);
    const place = isOwn ? edge : (last?.edge ?? edge);
    if (place === undefined) return;
    this.#kept.add(this.#told("violation", place, thread, last?.depth ?? 1));
  }

  /** Handles a switch to another thread: the last one may stand in the middle of a statement. */
  #goesOn({ thread }: View): void {
    if (thread === this.#thread) return;
    const begun = this.#begun.get(this.#thread);
    const { depth = 1 } = this.#last.get(this.#thread) ?? {};
    const mayHaveRead =
      begun !== undefined && begun.edge.kind === "assign" && readsShared(begun.edge.value);
    if (mayHaveRead) {
      const step = this.#told("statement", begun.edge, this.#thread, depth);
      this.#kept.add({ ...step, isInterrupted: true });
    }
    this.#open = undefined;
    this.#thread = thread;
  }

  #begin(edge: CfaEdge, address: Expression, size: number | undefined, view: View): void {
    const name = attempt(() => memoryName(address, view, size));
    const at = attempt(() => view.evaluate(address));
    this.#begun.set(view.thread, { edge, name, address: at });
  }

  /** The first edge of a called function: its parameters have their values. */
  #enter(view: View): void {
    const entered = this.#entering.get(view.thread);
    if (entered === undefined) return;
    this.#entering.delete(view.thread);
    const { edge, callee } = entered;
    if (view.functionName !== callee) return;
    const parameters = this.#program.functions.get(callee)?.parameters ?? [];
    const bits = this.#program.machine.pointerBits;
    const changes = parameters.flatMap((target) => {
      const { scalar } = target;
      if (scalar === undefined) return [];
      const address = { kind: "address", type: { kind: "pointer", bits }, target } as const;
      const value = attempt(() => view.evaluate({ kind: "load", type: scalar, address }));
      return value === undefined
        ? []
        : [{ name: target.name, value: valueForPeople(value, scalar) }];
    });
    this.#add("call", edge, view, { callee, changes, depth: this.#depthOf(view) - 1 });
  }

  #change(edge: CfaEdge, view: View, change: Value): void {
    const step = this.#step(edge, view);
    // A value may pass through a temporary: a repeated change counts once.
    const last = step.changes.at(-1);
    if (last?.name === change.name && last.value === change.value) return;
    step.changes = [...step.changes, change];
    this.#tellValues(step, view);
  }

  /**
   * Returns the step of the edge: edges of one statement form one step, unless other threads run in
   * between.
   */
  #step(edge: CfaEdge, view: View): Mutable<TraceStep> {
    if (this.#open?.start === edge.range.start && this.#open.step.depth === this.#depthOf(view)) {
      return this.#open.step;
    }
    return this.#add("statement", edge, view, {});
  }

  #add(
    kind: TraceStep["kind"],
    edge: CfaEdge,
    view: View,
    more: Partial<TraceStep>,
  ): Mutable<TraceStep> {
    const told = this.#told(kind, edge, view.thread, this.#depthOf(view));
    const step: Mutable<TraceStep> = { ...told, ...more };
    this.#open = kind === "statement" ? { start: edge.range.start, step } : undefined;
    this.#kept.add(step);
    this.#tellValues(step, view);
    return step;
  }

  /** Adds the values of variables to the last kept step. */
  #tellValues(step: Mutable<TraceStep>, view: View): void {
    if (isValued(this.#kept.count - 1, this.#valued)) step.values = this.#values.at(view);
  }

  #depthOf({ thread, depth }: View): number {
    return depth - (this.#below.get(thread) ?? 0);
  }

  #told(kind: TraceStep["kind"], edge: CfaEdge, thread: number, depth: number): TraceStep {
    const place = {
      ...this.#places.placeOf(edge.range.start),
      function: edge.source.functionName,
    };
    const source = sourceLine(this.#program.text, edge.range);
    return { ...place, kind, depth, thread, source, changes: [], inputs: [] };
  }

  #isOwn(name: string): boolean {
    return this.#program.functions.get(name)?.isLibrary === false;
  }
}

function storedAt(edge: CfaEdge): Expression | undefined {
  if (edge.kind === "assign" || edge.kind === "clear") return edge.address;
  return edge.kind === "copy" ? edge.to : undefined;
}

/** Returns the value that the edge has stored, as text. */
function storedValue(edge: CfaEdge, view: View): string | undefined {
  if (edge.kind === "clear") return "{0}";
  if (edge.kind === "copy") return "{…}";
  if (edge.kind !== "assign") return undefined;
  const { address, value, bitField } = edge;
  if (value.kind === "address") return `&${value.target.name}`;
  const field = bitField === undefined ? {} : { bitField };
  const bits = attempt(() => view.evaluate({ kind: "load", type: value.type, address, ...field }));
  return bits === undefined ? undefined : valueForPeople(bits, value.type);
}

/** Whether the expression may read memory that other threads change. */
function readsShared(value: Expression): boolean {
  let isShared = false;
  forEachSubexpression(value, (part) => {
    if (part.kind !== "load") return;
    const { address } = part;
    const target = address.kind === "address" ? address.target : undefined;
    const isLocal = target?.kind !== "global" && target?.kind !== undefined;
    if (!isLocal) isShared = true;
  });
  return isShared;
}
