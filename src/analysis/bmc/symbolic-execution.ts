/**
 * Symbolic execution with merging at every join: the engine of bounded model
 * checking (Biere, Cimatti, Clarke, Zhu 1999; on programs: Clarke, Kroening,
 * Lerda, "A tool for checking ANSI-C programs", 2004). Functions are executed
 * in place; loops are unrolled in weak topological order (Bourdoncle 1993), so
 * that all executions of one iteration are merged before the next one starts.
 *
 * Nothing is decided here: violations, cuts, unsupported constructs and
 * undefined behaviour are recorded with their path conditions.
 */

import { callGraph } from "../../cfa/call-graph.ts";
import type {
  AssumeEdge,
  CallArgument,
  CallEdge,
  CfaEdge,
  CfaNode,
  CfaProgram,
  Expression,
  FunctionCfa,
  MemoryObject,
} from "../../cfa/cfa.ts";
import { expressionsOf } from "../../cfa/edge-expressions.ts";
import { forEachSubexpression } from "../../cfa/expression-properties.ts";
import { intrinsicOf } from "../../cfa/intrinsics.ts";
import { sizeInMemory } from "../../cfa/scalar-layout.ts";
import { type WtoElement, weakTopologicalOrder } from "../../cfa/weak-topological-order.ts";
import type { FunctionSymbol } from "../../cfront/ast.ts";
import { callSignature, fits, functionSignature } from "../../interpreter/index.ts";
import type { Term, TermManager } from "../../smt/term.ts";
import { invariant } from "../../util/errors.ts";
import { MemoryAccess } from "./access.ts";
import { Activation } from "./activation.ts";
import { type ArrayPredicate, arrayPredicates } from "./array-predicates.ts";
import { type Environment, Evaluator, type OverflowMode } from "./evaluator.ts";
import { SymbolicIntrinsics } from "./intrinsics.ts";
import type { InvariantText } from "./invariant-text.ts";
import { abstractLoop, type ProveAll } from "./loop-abstraction.ts";
import { type CandidateInvariant, factorsOf, type InvariantFate } from "./loop-invariants.ts";
import { SymbolicMemory } from "./memory.ts";
import { decidedBy, type PathCondition, rootPath } from "./path-condition.ts";
import { Recorder } from "./recorder.ts";
import { type Exit, RecursionAbstraction } from "./recursion-abstraction.ts";
import type { Region } from "./region.ts";
import { State } from "./state.ts";
import { UnsupportedFeature } from "./unsupported.ts";
import { Pointer, type Value } from "./value.ts";

/** A condition that is claimed to hold at a node. */
export interface Assertion {
  readonly condition: Expression;
  /** For messages. */
  readonly text: string;
}

export interface SymbolicExecutionOptions {
  /** Functions whose call violates the property. */
  readonly errorFunctions: ReadonlySet<string>;
  readonly overflow: OverflowMode;
  /** Loop iterations and nested activations of one function that are followed where a symbolic choice continues them. */
  readonly bound: number;
  /** The same where the program itself decides that it goes on (constant conditions). */
  readonly concreteBound: number;
  /** False only when no execution satisfies the condition. */
  readonly isFeasible: (path: Term) => boolean;
  /** Conditions to check whenever a node is reached. */
  readonly assertions?: ReadonlyMap<CfaNode, readonly Assertion[]>;
  /** Told, perhaps several times, what becomes of an assertion as an invariant of a loop. */
  readonly onFate?: (assertion: Assertion, fate: InvariantFate) => void;
  /** Loops are not unrolled but generalised, after so many iterations that no choice continues. */
  readonly loopAbstraction?: {
    readonly peel: number;
    /** Recursive functions have contracts instead of being unrolled. */
    readonly recursion: boolean;
    readonly proveAll: ProveAll;
    /** Whether invariants are guessed beside the assertions. */
    readonly guesses: boolean;
  };
  /** Called regularly; throws to give up. */
  readonly checkBudget: () => void;
}

/** In proofs, larger regions are arrays: their loops are not unrolled. */
const MAX_PROOF_CANDIDATES = 48;

type Loop = Extract<WtoElement, { kind: "component" }>;

/** Whether states wait inside of the loop but not at its head: it was entered by a jump. */
function isEnteredElsewhere(loop: Loop, activation: Activation): boolean {
  const stack: WtoElement[] = [...loop.body];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (element.kind === "component") stack.push(...element.body);
    if (activation.pending.has(element.kind === "node" ? element.node : element.head)) return true;
  }
  return false;
}

export class SymbolicExecution {
  readonly recorder: Recorder = new Recorder();
  readonly memory: SymbolicMemory;
  readonly #manager: TermManager;
  readonly #program: CfaProgram;
  readonly #options: SymbolicExecutionOptions;
  readonly #access: MemoryAccess;
  readonly #evaluator: Evaluator;
  readonly #intrinsics: SymbolicIntrinsics;
  readonly #statics = new Map<MemoryObject, Region>();
  readonly #orders = new Map<FunctionCfa, readonly WtoElement[]>();
  readonly #constants = new Map<FunctionCfa, readonly bigint[]>();
  /** Functions that call each other in turn, by each of them. */
  readonly #families: ReadonlyMap<FunctionCfa, readonly FunctionCfa[]>;
  /** Functions whose contracts are being looked for. */
  readonly #recursions = new Map<FunctionCfa, RecursionAbstraction>();
  readonly #predicates = new Map<FunctionCfa, readonly ArrayPredicate[]>();
  #steps = 0;

  constructor(program: CfaProgram, manager: TermManager, options: SymbolicExecutionOptions) {
    this.#program = program;
    this.#families = options.loopAbstraction?.recursion ? familiesOf(program) : new Map();
    this.#manager = manager;
    this.#options = options;
    this.memory = new SymbolicMemory(manager, program.machine.pointerBits);
    this.#access = new MemoryAccess(this.memory, this.recorder);
    if (options.loopAbstraction !== undefined) this.#access.maxCandidates = MAX_PROOF_CANDIDATES;
    this.#evaluator = new Evaluator(this.memory, this.#access, options.overflow);
    this.#intrinsics = new SymbolicIntrinsics(
      this.memory,
      this.#access,
      this.#evaluator,
      this.recorder,
    );
  }

  /** Executes the program from `main`. */
  run(): Recorder {
    const manager = this.#manager;
    const state = new State(manager, rootPath(manager), new Map(), manager.constant(32, 0n));
    this.#initialiseStatics(state);
    this.#call(this.#program.main, [], undefined, state);
    return this.recorder;
  }

  #initialiseStatics(state: State): void {
    for (const object of this.#program.globals) {
      const { name, size, align, isReadOnly } = object;
      const options = { size, align, isReadOnly, isLiteral: object.kind === "string", object };
      const region = this.memory.newRegion("static", name, options);
      this.#statics.set(object, region);
      state.contents.set(region, this.#access.zeroContent(state));
    }
    const environment: Environment = {
      regionOf: (object) => this.#statics.get(object) as Region,
    };
    for (const object of this.#program.globals) {
      const region = this.#statics.get(object) as Region;
      for (const { offset, bitField, value } of object.initial) {
        const evaluated = this.#evaluator.evaluate(value, state, environment);
        if (bitField === undefined) {
          const size = sizeInMemory(value.type, this.memory.pointerBits);
          this.#access.writeAt(state, region, offset, size, evaluated);
        } else {
          this.#evaluator.initialiseBitField(state, region, offset, bitField, evaluated);
        }
      }
    }
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

  /** Executes a function; undefined when no execution returns. The result waits in `activation.result`. */
  #call(
    fn: FunctionCfa,
    passArguments: readonly ((activation: Activation, state: State) => void)[],
    caller: Activation | undefined,
    state: State,
  ): { state: State; activation: Activation } | undefined {
    if (caller !== undefined && !this.#mayEnter(fn, caller, state)) return undefined;
    const activation = new Activation(fn, caller, state.path, this.#statics, this.memory);
    activation.begin(state, this.#access);
    for (const pass of passArguments) pass(activation, state);
    activation.pending.set(fn.entry, state);
    this.#runElements(this.#order(fn), activation);
    const final = activation.pending.get(fn.exit);
    activation.pending.clear();
    if (final === undefined || final.isEmpty) {
      activation.end(undefined);
      return undefined;
    }
    return { state: final, activation };
  }

  /** Bounds recursion; what is not entered is recorded as cut unless it is infeasible. */
  #mayEnter(fn: FunctionCfa, caller: Activation, state: State): boolean {
    let depth = 0;
    let symbolic = 0;
    let last: PathCondition | undefined;
    for (let a: Activation | undefined = caller; a !== undefined; a = a.caller) {
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
    this.recorder.cuts.push({ guard: state.path.term, reason, edge: this.#access.edge });
  }

  // -------------------------------------------------------------------- loops

  #runElements(elements: readonly WtoElement[], activation: Activation): void {
    for (const element of elements) {
      if (element.kind === "node") this.#runNode(element.node, activation);
      else this.#runLoop(element, activation);
    }
  }

  #runLoop(loop: Loop, activation: Activation): void {
    const { head, body } = loop;
    const abstraction = this.#options.loopAbstraction;
    let symbolic = 0;
    let previous: PathCondition | undefined;
    let snapshot: State | undefined;
    for (let iteration = 0; ; iteration++) {
      const state = activation.pending.get(head);
      if (state !== undefined && snapshot?.equals(state)) {
        // The iteration has changed nothing, so neither will any other: no execution leaves.
        activation.pending.delete(head);
        return;
      }
      snapshot = state !== undefined && isPowerOfTwo(iteration) ? state.fork() : undefined;
      const isChosen = iteration > 0 && state?.path !== previous;
      if (iteration > 0) {
        if (state === undefined) return;
        if (isChosen) symbolic++;
        if (isChosen && !this.#options.isFeasible(state.path.term)) {
          activation.pending.delete(head);
          return;
        }
        if (symbolic > this.#options.bound || iteration > this.#options.concreteBound) {
          this.#cut(state, `loop in ${activation.function.name}`);
          activation.pending.delete(head);
          return;
        }
      }
      if (abstraction !== undefined && state !== undefined) {
        const isDue = isChosen || iteration >= abstraction.peel;
        if (isDue && !isEnteredElsewhere(loop, activation)) {
          this.#abstractLoop(loop, activation, state, abstraction.proveAll);
          return;
        }
      }
      previous = state?.path;
      this.#runNode(head, activation);
      this.#runElements(body, activation);
    }
  }

  /** Explores all iterations at once; see loop-abstraction.ts. */
  #abstractLoop(loop: Loop, activation: Activation, entry: State, proveAll: ProveAll): void {
    const { head, body } = loop;
    const outside = activation.pending;
    outside.delete(head);
    const hints = (this.#options.assertions?.get(head) ?? []).map(
      (assertion): CandidateInvariant => ({
        text: undefined,
        at: (state) => this.#evaluator.condition(assertion.condition, state, activation),
        onFate: (fate) => this.#options.onFate?.(assertion, fate),
      }),
    );
    const before = entry.path.term;
    const abstract = (): readonly InvariantText[] =>
      abstractLoop(
        {
          manager: this.#manager,
          memory: this.memory,
          access: this.#access,
          recorder: this.recorder,
          proveAll,
          constants: this.#constantsOf(activation.function),
          arrays: {
            manager: this.#manager,
            access: this.#access,
            recorder: this.recorder,
            predicates: this.#predicatesOf(activation.function),
            factors: factorsOf(this.#constantsOf(activation.function)),
            regionOf: (object) => activation.regionOf(object),
            condition: (expression, state) =>
              this.#evaluator.condition(expression, state, activation),
          },
          guesses: this.#options.loopAbstraction?.guesses !== false,
          checkBudget: this.#options.checkBudget,
        },
        hints,
        entry,
        {
          iterate: (state) => {
            activation.pending = new Map([[head, state]]);
            this.#runNode(head, activation);
            this.#runElements(body, activation);
            const back = activation.pending.get(head);
            activation.pending.delete(head);
            return back;
          },
          discard: () => activation.pending.clear(),
        },
      );
    try {
      this.recorder.invariants.push({ node: head, invariants: abstract() });
    } catch (error) {
      if (!(error instanceof UnsupportedFeature)) throw error;
      const edge = this.#access.edge;
      this.recorder.unsupported.push({ guard: before, reason: error.message, edge });
      activation.pending.clear();
    }
    const exits = activation.pending;
    activation.pending = outside;
    for (const [node, state] of exits) this.#deliver(node, activation, state);
  }

  #predicatesOf(fn: FunctionCfa): readonly ArrayPredicate[] {
    let predicates = this.#predicates.get(fn);
    if (predicates === undefined) {
      predicates = arrayPredicates(fn);
      this.#predicates.set(fn, predicates);
    }
    return predicates;
  }

  /** The integer constants on the edges of a function. */
  #constantsOf(fn: FunctionCfa): readonly bigint[] {
    let constants = this.#constants.get(fn);
    if (constants === undefined) {
      const found = new Set<bigint>();
      for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
        for (const expression of expressionsOf(edge)) {
          forEachSubexpression(expression, (part) => {
            if (part.kind === "integer" && part.type.kind === "int") found.add(part.value);
          });
        }
      }
      constants = [...found];
      this.#constants.set(fn, constants);
    }
    return constants;
  }

  // -------------------------------------------------------------------- nodes

  #runNode(node: CfaNode, activation: Activation): void {
    const state = activation.pending.get(node);
    if (state === undefined || node === activation.function.exit) return;
    activation.pending.delete(node);
    if (state.isEmpty) return;
    if ((++this.#steps & 0xff) === 0) this.#options.checkBudget();
    this.#checkAssertions(node, activation, state);
    const { leaving } = node;
    const first = leaving[0];
    if (first === undefined) return;
    if (first.kind === "assume") {
      this.#branch(leaving as readonly AssumeEdge[], activation, state);
      return;
    }
    invariant(leaving.length === 1, "a node with several edges has assumptions only");
    this.#guarded(first, state, () => this.#step(first, activation, state));
  }

  #checkAssertions(node: CfaNode, activation: Activation, state: State): void {
    for (const assertion of this.#options.assertions?.get(node) ?? []) {
      const { condition, text } = assertion;
      const holds = this.#evaluator.condition(condition, state, activation);
      const guard = this.#manager.and(state.path.term, this.#manager.not(holds));
      if (guard === this.#manager.false) continue;
      const reason = `'${text}' does not hold`;
      this.recorder.failedAssertions.push({ guard, reason, edge: node.leaving[0], assertion });
    }
  }

  /** Runs one step; what it does not support ends the state with a record. */
  #guarded(edge: CfaEdge, state: State, step: () => void): void {
    this.#access.edge = edge;
    const { path } = state;
    try {
      step();
    } catch (error) {
      if (!(error instanceof UnsupportedFeature)) throw error;
      this.recorder.unsupported.push({ guard: path.term, reason: error.message, edge });
    }
  }

  #deliver(node: CfaNode, activation: Activation, state: State): void {
    if (state.isEmpty) return;
    if (node === activation.function.exit) activation.forget(state);
    const waiting = activation.pending.get(node);
    activation.pending.set(node, waiting === undefined ? state : State.merge(waiting, state));
  }

  #branch(edges: readonly AssumeEdge[], activation: Activation, state: State): void {
    let last: { readonly expression: Expression; readonly condition: Term } | undefined;
    for (const [index, edge] of edges.entries()) {
      this.#guarded(edge, state, () => {
        // The edges of a pair share their condition.
        if (last?.expression !== edge.condition) {
          const condition = this.#evaluator.condition(edge.condition, state, activation);
          last = { expression: edge.condition, condition };
        }
        const { condition } = last;
        const literal = edge.truth ? condition : this.#manager.not(condition);
        const decided = decidedBy(this.#manager, state.path, literal);
        if (decided === false) return;
        const taken = index === edges.length - 1 ? state : state.fork();
        if (decided === undefined) taken.restrict(literal);
        this.#deliver(edge.target, activation, taken);
      });
    }
  }

  // -------------------------------------------------------------------- edges

  #step(edge: CfaEdge, activation: Activation, state: State): void {
    const evaluator = this.#evaluator;
    switch (edge.kind) {
      case "skip":
        if (edge.open !== undefined) {
          this.recorder.unsupported.push({ guard: state.path.term, reason: edge.open, edge });
        }
        break;
      case "end-scope":
        for (const object of edge.objects) activation.endObject(object, state);
        break;
      case "assume":
        throw new UnsupportedFeature("an assumption among other edges");
      case "assign": {
        const value = evaluator.evaluate(edge.value, state, activation);
        evaluator.store(edge.address, edge.value.type, edge.bitField, value, state, activation);
        break;
      }
      case "copy": {
        const from = evaluator.pointer(edge.from, state, activation);
        const to = evaluator.pointer(edge.to, state, activation);
        this.#access.checkOverlap(state, to, from, edge.size);
        this.#access.copy(state, to, from, edge.size);
        break;
      }
      case "clear":
        this.#access.clear(state, evaluator.pointer(edge.address, state, activation), edge.size);
        break;
      case "declare":
        this.#declare(edge, edge.object, activation, state);
        break;
      case "call":
        this.#callEdge(edge, activation, state);
        return;
      case "return":
        this.#return(edge.value, activation, state);
        break;
      case "unsupported":
        throw new UnsupportedFeature(edge.reason);
    }
    this.#deliver(edge.target, activation, state);
  }

  #declare(edge: CfaEdge, object: MemoryObject, activation: Activation, state: State): void {
    const region = activation.declare(object, state, this.#access);
    const { content, base } = this.#access.indeterminateContent(state, object.name);
    state.contents.set(region, content);
    this.recorder.inputs.push({ guard: state.path.term, edge, value: base });
  }

  #return(value: CallArgument | undefined, activation: Activation, state: State): void {
    if (value === undefined) return;
    if (value.kind === "scalar") {
      const evaluated = this.#evaluator.evaluate(value.value, state, activation);
      const size = sizeInMemory(value.value.type, this.memory.pointerBits);
      this.#access.writeAt(state, activation.result, 0, size, evaluated);
    } else {
      this.#copyRecord(state, activation.result, value, activation);
    }
    this.#access.revive(state, activation.result);
  }

  #copyRecord(
    state: State,
    to: Region,
    record: Extract<CallArgument, { kind: "record" }>,
    environment: Environment,
  ): void {
    const from = this.#evaluator.pointer(record.address, state, environment);
    this.#access.copyToRegion(state, to, from, record.size);
  }

  // -------------------------------------------------------------------- calls

  #callEdge(edge: CallEdge, activation: Activation, state: State): void {
    const { callee } = edge;
    if (callee.kind === "address" && callee.target.kind === "function") {
      this.#callSymbol(edge, callee.target, activation, state);
      return;
    }
    const pointer = this.#evaluator.pointer(callee, state, activation);
    const targets = pointer.targets.filter(
      ({ guard }) => decidedBy(this.#manager, state.path, guard) !== false,
    );
    for (const { guard, region, offset } of targets) {
      if (region.function === undefined) {
        this.#access.undefinedWhen(state, guard, "call through an invalid function pointer");
        continue;
      }
      const moved = this.#manager.not(this.#manager.eq(offset, this.memory.constantOffset(0)));
      this.#access.undefinedWhen(
        state,
        this.#manager.and(guard, moved),
        "call through an invalid function pointer",
      );
      const taken = targets.length === 1 ? state : state.fork();
      const symbol = region.function;
      if (decidedBy(this.#manager, taken.path, guard) !== true) taken.restrict(guard);
      if (taken.isEmpty) continue;
      this.#guarded(edge, taken, () => this.#callSymbol(edge, symbol, activation, taken));
    }
  }

  #callSymbol(edge: CallEdge, symbol: FunctionSymbol, activation: Activation, state: State): void {
    const { name } = symbol;
    if (this.#options.errorFunctions.has(name)) {
      this.recorder.violations.push({ guard: state.path.term, edge });
      return;
    }
    const fn = this.#program.functions.get(name);
    if (fn === undefined) this.#callIntrinsic(edge, symbol, activation, state);
    else this.#callDefined(edge, fn, activation, state);
  }

  #callIntrinsic(
    edge: CallEdge,
    symbol: FunctionSymbol,
    activation: Activation,
    state: State,
  ): void {
    const intrinsic = intrinsicOf(symbol.name);
    if (intrinsic === undefined)
      throw new UnsupportedFeature(`call of '${symbol.name}', which has no body`);
    const scalars = edge.arguments.map((argument) => {
      if (argument.kind === "record") {
        throw new UnsupportedFeature(`call of '${symbol.name}' with a record argument`);
      }
      return argument.value;
    });
    const { result } = edge;
    if (result !== undefined && !("scalar" in result)) {
      throw new UnsupportedFeature(`call of '${symbol.name}' with a record result`);
    }
    const returned = symbol.type.result;
    const value = this.#intrinsics.execute(
      {
        edge,
        name: symbol.name,
        intrinsic,
        arguments: scalars.map((scalar) => this.#evaluator.evaluate(scalar, state, activation)),
        argumentTypes: scalars.map((scalar) => scalar.type),
        resultType: result?.scalar,
        returnsBool: returned.kind === "integer" && returned.name === "bool",
        allocas: activation.allocas,
      },
      state,
    );
    if (state.isEmpty) return;
    if (result !== undefined) {
      if (value === undefined) throw new UnsupportedFeature(`'${symbol.name}' has no result`);
      this.#storeResult(edge, value, activation, state);
    }
    this.#deliver(edge.target, activation, state);
  }

  #storeResult(edge: CallEdge, value: Value, activation: Activation, state: State): void {
    const { result } = edge;
    if (result === undefined || !("scalar" in result)) return;
    const typed = this.#evaluator.fromMemory(value, result.scalar);
    this.#evaluator.store(result.address, result.scalar, undefined, typed, state, activation);
  }

  #callDefined(edge: CallEdge, fn: FunctionCfa, caller: Activation, state: State): void {
    if (!fits(callSignature(edge), functionSignature(fn))) {
      const reason = `call of ${fn.name} with arguments or a result of other types`;
      this.#access.undefinedWhen(state, this.#manager.true, reason);
      return;
    }
    const passes = edge.arguments.map((argument, index) => {
      const parameter = fn.parameters[index];
      if (parameter === undefined) {
        // More arguments than parameters: only va_arg could see them, and that is not modelled.
        return () => {};
      }
      return this.#passArgument(argument, parameter, caller, state);
    });
    const recursion = this.#recursions.get(fn);
    if (recursion !== undefined) {
      const called = this.#enterParameters(fn, recursion, passes, caller, state);
      this.recorder.calls.push({ fn, state: called });
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
    const { activation, state: after } = returned;
    const { result } = edge;
    if (result !== undefined) {
      // The function may end without a value although the caller asks for one (C11 6.9.1p12).
      const { live } = this.#access.contentOf(after, activation.result);
      const missing = this.#manager.not(live);
      this.#access.undefinedWhen(after, missing, `use of the missing result of ${fn.name}`);
      if ("scalar" in result) {
        const size = sizeInMemory(result.scalar, this.memory.pointerBits);
        const value = this.#access.readAt(after, activation.result, 0, size);
        this.#storeResult(edge, value, caller, after);
      } else {
        const to = this.#evaluator.pointer(result.address, after, caller);
        this.#access.copyFromRegion(after, to, activation.result, result.recordSize);
      }
    }
    activation.end(after);
    this.#deliver(edge.target, caller, after);
  }

  // ---------------------------------------------------------------- recursion

  /** Explores all activations of a recursive function at once; see recursion-abstraction.ts. */
  #abstractRecursion(
    fn: FunctionCfa,
    family: readonly FunctionCfa[],
    edge: CallEdge,
    passes: readonly ((activation: Activation, state: State) => void)[],
    caller: Activation,
    state: State,
  ): void {
    const abstraction = this.#options.loopAbstraction;
    invariant(abstraction !== undefined, "recursion is generalised in proofs only");
    const { proveAll } = abstraction;
    const recursion = new RecursionAbstraction(
      {
        manager: this.#manager,
        memory: this.memory,
        access: this.#access,
        recorder: this.recorder,
        proveAll,
        constants: [this.#program.main, ...family].flatMap((f) => [...this.#constantsOf(f)]),
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
    for (const member of family) this.#recursions.set(member, recursion);
    const found = recursion.explore(fn, called);
    for (const member of family) this.#recursions.delete(member);
    this.#access.edge = edge;
    if (found) this.#returnByContract(fn, edge, recursion, called, caller, state);
  }

  /** A state with the arguments of a call in the parameters that stand for those of all activations. */
  #enterParameters(
    fn: FunctionCfa,
    recursion: RecursionAbstraction,
    passes: readonly ((activation: Activation, state: State) => void)[],
    caller: Activation,
    state: State,
  ): State {
    const called = state.fork();
    const activation = this.#activationOf(fn, recursion, caller, called);
    recursion.clearParameters(fn, called);
    for (const pass of passes) pass(activation, called);
    return called;
  }

  #activationOf(
    fn: FunctionCfa,
    recursion: RecursionAbstraction,
    caller: Activation,
    state: State,
  ): Activation {
    const parameters = recursion.parametersOf(fn);
    return new Activation(fn, caller, state.path, this.#statics, this.memory, parameters);
  }

  #executeBody(
    fn: FunctionCfa,
    recursion: RecursionAbstraction,
    caller: Activation,
    start: State,
  ): Exit | undefined {
    const activation = this.#activationOf(fn, recursion, caller, start);
    activation.begin(start, this.#access);
    activation.pending.set(fn.entry, start);
    this.#runElements(this.#order(fn), activation);
    const state = activation.pending.get(fn.exit);
    activation.pending.clear();
    if (state === undefined || state.isEmpty) return undefined;
    const { result } = fn;
    if (result === undefined) return { state, result: undefined };
    if (result.kind === "record") throw new UnsupportedFeature("recursion that returns a record");
    // The function may end without a value (C11 6.9.1p12); whether a caller asks for it is not known here.
    const { live } = this.#access.contentOf(state, activation.result);
    const missing = this.#manager.not(live);
    this.#access.undefinedWhen(state, missing, `use of the missing result of ${fn.name}`);
    const size = sizeInMemory(result, this.memory.pointerBits);
    const value = this.#access.readAt(state, activation.result, 0, size);
    state.contents.delete(activation.result);
    return { state, result: value instanceof Pointer ? undefined : value };
  }

  #returnByContract(
    fn: FunctionCfa,
    edge: CallEdge,
    recursion: RecursionAbstraction,
    called: State,
    caller: Activation,
    state: State,
  ): void {
    const type = fn.result;
    if (type?.kind === "record" || (edge.result !== undefined && !("scalar" in edge.result))) {
      throw new UnsupportedFeature("recursion that returns a record");
    }
    const width = type === undefined ? 8 : sizeInMemory(type, this.memory.pointerBits) * 8;
    const result = recursion.return(fn, edge, called, state, width);
    if (type !== undefined) this.#storeResult(edge, result, caller, state);
    this.#deliver(edge.target, caller, state);
  }

  /** Evaluates an argument now, in the caller, and stores it when the activation exists. */
  #passArgument(
    argument: CallArgument,
    parameter: MemoryObject,
    caller: Activation,
    state: State,
  ): (activation: Activation, state: State) => void {
    if (argument.kind === "record") {
      const from = this.#evaluator.pointer(argument.address, state, caller);
      return (activation, inner) =>
        this.#access.copyToRegion(inner, activation.regionOf(parameter), from, argument.size);
    }
    const value = this.#evaluator.evaluate(argument.value, state, caller);
    const size = sizeInMemory(argument.value.type, this.memory.pointerBits);
    if (size !== parameter.size) {
      throw new UnsupportedFeature(`argument for '${parameter.name}' of another size`);
    }
    const { scalar } = parameter;
    return (activation, inner) => {
      const typed = scalar === undefined ? value : this.#evaluator.fromMemory(value, scalar);
      this.#access.writeAt(inner, activation.regionOf(parameter), 0, size, typed);
    };
  }
}

function familiesOf(program: CfaProgram): Map<FunctionCfa, readonly FunctionCfa[]> {
  const { components, recursive } = callGraph(program, "direct");
  const families = new Map<FunctionCfa, readonly FunctionCfa[]>();
  for (const component of components) {
    if (!component.some((name) => recursive.has(name))) continue;
    const family = component.flatMap((name) => program.functions.get(name) ?? []);
    for (const member of family) families.set(member, family);
  }
  return families;
}

function isPowerOfTwo(n: number): boolean {
  return n > 0 && (n & (n - 1)) === 0;
}
