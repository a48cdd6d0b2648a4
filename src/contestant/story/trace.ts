/**
 * The trace of a counterexample: the steps of its execution with the values that change, in terms
 * of the source. The interpreter replays the execution, so that everything in the trace has
 * happened.
 */

import { defined } from "../../ground/util/defined.ts";
import type { TextRange } from "../../ground/util/text-position.ts";
import { unreachableKind } from "../../ground/util/unreachable-kind.ts";
import {
  asksForInput,
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  calledName,
  type Expression,
  ProgramPlaces,
} from "../cfa/index.ts";
import {
  compileProgram,
  type HeapBlock,
  type Observer,
  UndefinedEvaluation,
  type View,
} from "../interpreter/index.ts";
import type { Specification } from "../specification/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import { ReplayInputs } from "../techniques/index.ts";
import { BlockHistory } from "./block-history.ts";
import { isValued, KeptSteps } from "./kept-steps.ts";
import { memoryName } from "./memory-name.ts";
import { observationOf } from "./observation.ts";
import { argumentsOf, inputReadBy } from "./read-input.ts";
import { StateMemory } from "./state-memory.ts";
import { StepValues } from "./step-values.ts";
import type { Trace, TraceInput, TracePlace, TraceStep } from "./trace-model.ts";
import { valueForPeople } from "./value-text.ts";
import { VariableScopes } from "./variable-scopes.ts";
import { sourceLine } from "./violating-source.ts";

export const MAX_INPUTS = 10_000;

/** Steps with more blocks have no pictures, which would be too confusing. */
const MAX_PICTURED_BLOCKS = 200;

/**
 * Returns undefined when the inputs lead to no violation.
 * @param options.withValues - whether the first and last steps contain the values of all variables
 */
export function createTrace(
  program: CfaProgram,
  specification: Specification,
  choices: readonly InputChoice[],
  { withValues = false }: { readonly withValues?: boolean } = {},
): Trace | undefined {
  const trace = record(program, specification, choices, undefined);
  if (!withValues || trace === undefined) return trace;
  // Only a complete run shows which steps are the last ones.
  return record(program, specification, choices, trace.steps.length + trace.omittedSteps);
}

/** @param valued - the number of steps when values are recorded; undefined: they are not */
function record(
  program: CfaProgram,
  specification: Specification,
  choices: readonly InputChoice[],
  valued: number | undefined,
): Trace | undefined {
  const { execution } = specification;
  const observation = observationOf(program, specification, { choices });
  const recorder = new TraceRecorder(program, specification, valued);
  if (observation === "most edges") recorder.mayMissIterations = true;
  const isObserved = observation === "every edge" || observation === "most edges";
  const compiled = compileProgram(program, {
    ...execution,
    ...(isObserved ? { observer: recorder } : {}),
  });
  const inputs = new ReplayInputs(choices);
  recorder.lostBlocks = () => compiled.untracked();
  const outcome = compiled.run({
    nondet: (edge, type) => inputs.nondet(edge, type),
    fill: (edge, size) => {
      const bytes = inputs.fill(edge, size);
      recorder.onFill(edge, bytes);
      return bytes;
    },
  });
  const violation = specification.observe(compiled, outcome);
  return violation === undefined ? undefined : recorder.finish(violation.edge);
}

interface OpenStep {
  readonly place: TracePlace;
  readonly range: TextRange;
  readonly depth: number;
  readonly changes: { name: string; value: string }[];
  readonly inputs: { from: string; value: string }[];
}

class TraceRecorder implements Observer {
  mayMissIterations?: true;
  readonly #program: CfaProgram;
  readonly #specification: Specification;
  readonly #places: ProgramPlaces;
  readonly #kept = new KeptSteps<TraceStep>();
  readonly #inputs: TraceInput[] = [];
  #inputCount = 0;
  #open: OpenStep | undefined;
  /** The edge of the last recorded change. */
  #lastChange: CfaEdge | undefined;
  #lastOwn: CfaEdge | undefined;
  #typed: string | undefined;
  #hasStarted = false;
  #looksAtArguments = false;
  #depth = 1;
  readonly #valued: number | undefined;
  readonly #values: StepValues | undefined;
  /** Queries the observed run. */
  lostBlocks: () => readonly HeapBlock[] = () => [];
  readonly #scopes: VariableScopes;
  readonly #blocks = new BlockHistory((name) => this.#isOwn(name));
  #view: View | undefined;
  /** The step that receives the values of the next observed state. */
  #unvalued: TraceStep | undefined;

  /** @param valued - see {@link record} */
  constructor(program: CfaProgram, specification: Specification, valued: number | undefined) {
    this.#program = program;
    this.#specification = specification;
    this.#places = new ProgramPlaces(program);
    this.#scopes = new VariableScopes(program);
    this.#valued = valued;
    if (valued !== undefined) this.#values = new StepValues(program);
  }

  /**
   * @param violating - undefined for a violation without a place; one in the library is reported at
   * its call
   */
  finish(violating: CfaEdge | undefined): Trace {
    // The violating edge did not store its value.
    if (violating !== undefined && violating === this.#lastChange) this.#open?.changes.pop();
    const isEmpty = this.#open?.changes.length === 0 && this.#open.inputs.length === 0;
    if (isEmpty) this.#open = undefined;
    this.#close();
    const isOwn = violating !== undefined && !this.#isLibrary(violating.source.functionName);
    const edge = isOwn ? violating : (this.#lastOwn ?? violating);
    if (edge !== undefined) this.#add("violation", edge, this.#depth, {});
    if (this.#view !== undefined) this.#tellValues(this.#view);
    return {
      inputs: this.#inputs,
      inputCount: this.#inputCount,
      ...defined({ stdin: this.#typed }),
      ...this.#kept.finish(),
    };
  }

  onFill(edge: CfaEdge, bytes: Uint8Array | undefined): void {
    if (edge.kind !== "declare" || this.#isLibrary(edge.source.functionName)) return;
    const { scalar, name } = edge.object;
    // Most declarations are followed by a store: zeros, the interpreter's own choice, are not
    // shown.
    if (scalar === undefined || !bytes?.some((byte) => byte !== 0)) return;
    const bits = bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
    const value = valueForPeople(bits, scalar);
    const step = this.#step(edge, edge.source.functionName, this.#depth);
    step.inputs.push({ from: name, value });
    step.changes.push({ name, value });
    this.#input(step.place, name, value);
  }

  // ---------------------------------------------------------------- observing

  onEdge(edge: CfaEdge, view: View): undefined {
    const isLibrary = this.#isLibrary(view.functionName);
    if (!isLibrary) this.#tellValues(view, edge.range.start);
    if (this.#values !== undefined) this.#blocks.onEdge(edge, view);
    if (isLibrary) return;
    this.#view = view;
    this.#lastOwn = edge;
    this.#depth = view.depth;
    if (!this.#hasStarted) {
      if (this.#givesArguments(edge)) {
        // They are reported as a whole when they are complete.
        this.#looksAtArguments = true;
        return undefined;
      }
      if (this.#isInBody(edge)) this.#arguments(view);
    }
    switch (edge.kind) {
      case "assign":
        this.#change(edge, edge.address, edge.value, view);
        break;
      case "clear":
      case "copy": {
        const address = edge.kind === "clear" ? edge.address : edge.to;
        const name = attempt(() => memoryName(address, view, edge.size));
        if (name === undefined) break;
        const value = edge.kind === "clear" ? "{0}" : "{…}";
        this.#step(edge, view.functionName, view.depth).changes.push({ name, value });
        break;
      }
      case "assume":
        this.#branch(edge, view);
        break;
      case "call":
        this.#call(edge, view);
        break;
      case "skip":
      case "return":
      case "declare":
      case "end-scope":
      case "unsupported":
        break;
      default:
        unreachableKind(edge);
    }
  }

  onCallReturn(edge: CallEdge, result: bigint | undefined, view: View): void {
    if (this.#values !== undefined) this.#blocks.onCallReturn(edge, result, view);
    if (this.#isLibrary(view.functionName) || this.#givesArguments(edge)) return;
    // A declaration in a header, such as `stdin`, belongs to the system.
    if (!this.#isInBody(edge) && this.#source(edge.range).startsWith("#")) return;
    this.#depth = view.depth;
    const callee = calledName(edge);
    const scalar =
      edge.result !== undefined && "scalar" in edge.result ? edge.result.scalar : undefined;
    const value =
      result === undefined || scalar === undefined ? undefined : valueForPeople(result, scalar);
    const name =
      edge.result === undefined
        ? undefined
        : attempt(() => memoryName((edge.result as { address: Expression }).address, view));
    const read =
      callee === undefined
        ? undefined
        : inputReadBy(callee, edge, result, view, this.#program.machine.pointerBits);
    if (read !== undefined) {
      const step = this.#step(edge, view.functionName, view.depth);
      for (const { name: taker, value: text, typed } of read) {
        step.inputs.push({ from: taker, value: text });
        step.changes.push({ name: taker, value: text });
        this.#input(step.place, taker, text);
        this.#typed = (this.#typed ?? "") + typed;
      }
    } else if (callee !== undefined && asksForInput(this.#program, edge)) {
      // The memory of the arguments is reported as a whole.
      const isOwnInput = name !== undefined || !isInternalInput(callee);
      if (!isOwnInput) return;
      const step = this.#step(edge, view.functionName, view.depth);
      // Values that come without a call (parameters of main) are inputs of their variable.
      const isCall = this.#program.text[edge.closeParen.start] === ")";
      const from = isCall ? callee : (name ?? callee);
      if (value !== undefined) {
        step.inputs.push({ from, value });
        this.#input(step.place, from, value);
      }
      if (name !== undefined && value !== undefined) step.changes.push({ name, value });
    } else if (callee !== undefined && this.#isOwn(callee)) {
      this.#close();
      const changes = value === undefined ? [] : [{ name: name ?? "result", value }];
      this.#add("return", edge, view.depth, { callee, changes });
    } else if (name !== undefined && value !== undefined) {
      this.#step(edge, view.functionName, view.depth).changes.push({ name, value });
    }
  }

  /** Whether the edge assigns the parameters of `main`. */
  #givesArguments({ source, range }: CfaEdge): boolean {
    const { main } = this.#program;
    const { body } = main.symbol.definition ?? {};
    return (
      source.functionName === main.name &&
      body !== undefined &&
      range.start < body.range.start &&
      range.start >= main.symbol.range.start
    );
  }

  /** Whether the edge belongs to a statement; others initialise objects. */
  #isInBody({ source, range }: CfaEdge): boolean {
    const body = this.#program.functions.get(source.functionName)?.symbol.definition?.body.range;
    return body !== undefined && range.start >= body.start && range.start < body.end;
  }

  /** Records the arguments of the program, when it reads them. */
  #arguments(view: View): void {
    this.#hasStarted = true;
    const { main, machine } = this.#program;
    const { definition } = main.symbol;
    if (view.functionName !== main.name || !this.#looksAtArguments || definition === undefined) {
      return;
    }
    const [count, vector] = main.parameters;
    const texts = argumentsOf(count, vector, view, machine.pointerBits);
    if (texts.length === 0) return;
    const range = { start: definition.range.start, end: definition.body.range.start };
    const step = this.#step({ range }, view.functionName, view.depth);
    for (const { name, value } of texts) {
      step.inputs.push({ from: name, value });
      step.changes.push({ name, value });
      this.#input(step.place, name, value);
    }
    this.#close();
  }

  #change(edge: CfaEdge, address: Expression, value: Expression, view: View): void {
    const name = attempt(() => memoryName(address, view));
    if (name === undefined) return;
    const text =
      value.kind === "address"
        ? `&${value.target.name}`
        : (attempt(() => valueForPeople(view.evaluate(value), value.type)) ?? "?");
    this.#step(edge, view.functionName, view.depth).changes.push({ name, value: text });
    this.#lastChange = edge;
  }

  #branch(edge: Extract<CfaEdge, { kind: "assume" }>, view: View): void {
    const { branch } = edge;
    if (branch === undefined) return;
    // A statement such as `x = c ? a : b` continues after its branch.
    this.#close();
    this.#add("branch", edge, view.depth, { outcome: String(branch.outcome) });
  }

  #call(edge: CallEdge, view: View): void {
    const callee = calledName(edge);
    // It changes no variable, but readers of memory errors look for it.
    if (callee === "free") this.#step(edge, view.functionName, view.depth);
    if (callee === undefined || !this.#isOwn(callee)) {
      // The result of the call belongs to the next step: the state of the previous step is that
      // before the call.
      const { result } = edge;
      const taker = result && attempt(() => memoryName(result.address, view));
      if (taker !== undefined && this.#open?.range.start !== edge.range.start) this.#close();
      return;
    }
    // The violation itself is the last step.
    if (this.#specification.execution.errorFunctions.has(callee)) return;
    this.#close();
    const parameters = this.#program.functions.get(callee)?.parameters ?? [];
    const changes = edge.arguments.flatMap((argument, index) => {
      const name = parameters[index]?.name;
      if (name === undefined || argument.kind !== "scalar") return [];
      const { value } = argument;
      const text = attempt(() => valueForPeople(view.evaluate(value), value.type));
      return text === undefined ? [] : [{ name, value: text }];
    });
    this.#add("call", edge, view.depth, { callee, changes });
  }

  // -------------------------------------------------------------------- steps

  /** Returns the step of the edge: edges of one statement form one step. */
  #step({ range }: Pick<CfaEdge, "range">, functionName: string, depth: number): OpenStep {
    const open = this.#open;
    if (open?.range.start === range.start && open.depth === depth) return open;
    this.#close();
    const step: OpenStep = {
      place: this.#place(range.start, functionName),
      range,
      depth,
      changes: [],
      inputs: [],
    };
    this.#open = step;
    return step;
  }

  #close(): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    const { place, range, depth, inputs } = open;
    // A value may pass through a temporary: a repeated change counts once.
    const changes = open.changes.filter(({ name, value }, index) => {
      const before = open.changes[index - 1];
      return before?.name !== name || before.value !== value;
    });
    const source = this.#source(range);
    this.#keep({ ...place, kind: "statement", depth, source, changes, inputs });
  }

  #add(
    kind: TraceStep["kind"],
    edge: CfaEdge,
    depth: number,
    more: Partial<Pick<TraceStep, "outcome" | "callee" | "changes">>,
  ): void {
    const place = this.#place(edge.range.start, edge.source.functionName);
    const source = this.#source(edge.range);
    this.#keep({ ...place, kind, depth, source, changes: [], inputs: [], ...more });
  }

  #keep(step: TraceStep): void {
    if (this.#isValued()) {
      this.#unvalued = step;
      // A statement is kept when the next one begins, so the state is the one after it.
      const isSeen = step.kind === "statement" && this.#view?.functionName === step.function;
      if (isSeen) this.#tellValues(this.#view as View);
    }
    this.#kept.add(step);
  }

  #isValued(): boolean {
    return isValued(this.#kept.count, this.#valued);
  }

  /** The state is that after the last kept step. */
  #tellValues(view: View, at?: number): void {
    const step = this.#unvalued;
    if (step === undefined || this.#values === undefined) return;
    this.#unvalued = undefined;
    Object.assign(step, { values: this.#values.at(view), ...this.#pictured(view, at) });
  }

  #pictured(view: View, at: number | undefined): Pick<TraceStep, "memory"> {
    const { blocks } = this.#blocks;
    if (blocks.length === 0 || blocks.length > MAX_PICTURED_BLOCKS) return {};
    const { tracksBlocks } = this.#specification.execution;
    const lost = tracksBlocks === true ? this.lostBlocks() : [];
    const addresses = new Set(lost.map(({ address }) => BigInt(address)));
    const where = { scopes: this.#scopes, at };
    return { memory: new StateMemory(this.#program, view, blocks, where).picture(addresses) };
  }

  #input(place: TracePlace, from: string, value: string): void {
    this.#inputCount++;
    if (this.#inputs.length < MAX_INPUTS) this.#inputs.push({ ...place, from, value });
  }

  #place(offset: number, functionName: string): TracePlace {
    return { ...this.#places.placeOf(offset), function: functionName };
  }

  #source({ start, end }: TextRange): string {
    return sourceLine(this.#program.text, { start, end });
  }

  #isLibrary(name: string): boolean {
    return this.#program.functions.get(name)?.isLibrary ?? false;
  }

  /** Whether a function's body is in the user's file. */
  #isOwn(name: string): boolean {
    return this.#program.functions.get(name)?.isLibrary === false;
  }
}

/**
 * Whether the name is that of an internal input of the environment, without a call in the program.
 */
function isInternalInput(name: string): boolean {
  return name.startsWith("__VERIFIER_nondet_agon_");
}

/** Returns the result of a computation; undefined when it has no defined value in this state. */
export function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof UndefinedEvaluation) return undefined;
    throw error;
  }
}
