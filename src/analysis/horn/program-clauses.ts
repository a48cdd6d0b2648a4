/**
 * The Horn clauses of a program: a predicate for every place where paths meet,
 * over the integer variables that matter there, and one for what each function
 * makes of its parameters and of the globals. Memory behind pointers holds
 * arbitrary values.
 */
import { callGraph, functionsReachedFrom } from "../../cfa/call-graph.ts";
import type {
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
import { componentHeads, weakTopologicalOrder } from "../../cfa/weak-topological-order.ts";
import { Liveness } from "../liveness.ts";
import type { Application, Clause, HornSystem, Predicate, SmtText } from "./horn-system.ts";
import {
  type Arithmetic,
  type EncodingScope,
  IntegerEncoder,
  inRange,
  isFollowed,
  numeral,
} from "./integer-encoder.ts";

export interface ClauseOptions {
  /** Functions whose call is an error. */
  readonly errorFunctions: ReadonlySet<string>;
  readonly overflowIsError: boolean;
  readonly arithmetic: Arithmetic;
}

/** What an argument of a predicate stands for. */
export type PredicateVariable =
  /** The variable as it is at the place. */
  | { readonly kind: "current"; readonly object: MemoryObject }
  /** The variable as it was when the function was called. */
  | { readonly kind: "initial"; readonly object: MemoryObject }
  /** What the function returns. */
  | { readonly kind: "result" };

/** A predicate of a place in the program. */
export interface PlacePredicate extends Predicate {
  readonly variables: readonly PredicateVariable[];
  readonly function: FunctionCfa;
  /** Undefined: of the function's calls as a whole, from its entry to its return. */
  readonly node: CfaNode | undefined;
  readonly isLoopHead: boolean;
}

/** Clauses know whether they close a cycle of the program: a loop, or a recursion. */
export interface ProgramClause extends Clause {
  readonly isBack: boolean;
}

export interface ProgramClauses extends HornSystem {
  readonly predicates: readonly PlacePredicate[];
  readonly clauses: readonly ProgramClause[];
}

/** Programs beyond this many edges are not worth the attempt. */
const MAX_EDGES = 20_000;

/** Undefined when the program is too large. */
export function programClauses(
  program: CfaProgram,
  options: ClauseOptions,
): ProgramClauses | undefined {
  const graph = callGraph(program, "direct");
  const reached = functionsReachedFrom(graph, program.main.name);
  const functions = [...program.functions.values()].filter(({ name }) => reached.has(name));
  const edges = functions.flatMap(({ nodes }) => nodes.flatMap(({ leaving }) => leaving));
  if (edges.length > MAX_EDGES) return undefined;
  const component = new Map<string, number>();
  for (const [index, names] of graph.components.entries()) {
    for (const name of names) component.set(name, index);
  }
  const isRecursive = (a: string, b: string): boolean => component.get(a) === component.get(b);
  const frames = new Map<string, Frame>();
  const uses = globalUses(program, functions, graph.callees);
  for (const fn of functions) {
    frames.set(fn.name, new Frame(fn, fn === program.main, uses.get(fn.name) as GlobalUse));
  }
  const clauses: ProgramClause[] = [];
  for (const frame of frames.values()) {
    for (const cut of frame.cuts) {
      new BlockWalk(options, frames, frame, cut, isRecursive, clauses).run();
    }
  }
  const main = frames.get(program.main.name) as Frame;
  clauses.push(startClause(program, main));
  const predicates = [...frames.values()].flatMap((frame) => frame.predicates());
  return { predicates, clauses };
}

/**
 * By function, the variables whose first values its predicates speak of:
 * parameters that it changes, and globals that it or others that it calls change.
 */
export function rememberedObjects(program: CfaProgram): Map<string, readonly MemoryObject[]> {
  const functions = [...program.functions.values()];
  const uses = globalUses(program, functions, callGraph(program, "direct").callees);
  return new Map(
    functions
      .filter((fn) => fn !== program.main)
      .map((fn) => [fn.name, remembered(fn, uses.get(fn.name) as GlobalUse)]),
  );
}

function remembered(fn: FunctionCfa, { written }: GlobalUse): MemoryObject[] {
  const assigned = new Set(
    fn.nodes.flatMap(({ leaving }) => leaving.flatMap((edge) => writtenObject(edge) ?? [])),
  );
  const changed = fn.parameters.filter((object) => isFollowed(object) && assigned.has(object));
  return [...changed, ...written];
}

/** Globals that a function and those that it calls touch. */
interface GlobalUse {
  readonly used: Set<MemoryObject>;
  readonly written: Set<MemoryObject>;
}

function globalUses(
  program: CfaProgram,
  functions: readonly FunctionCfa[],
  callees: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, GlobalUse> {
  const globals = new Set(program.globals.filter(isFollowed));
  const uses = new Map<string, GlobalUse>();
  for (const fn of functions) {
    const use = { used: new Set<MemoryObject>(), written: new Set<MemoryObject>() };
    for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
      for (const expression of expressionsOf(edge)) {
        forEachSubexpression(expression, (part) => {
          const object = objectAt(part);
          if (object !== undefined && globals.has(object)) use.used.add(object);
        });
      }
      const written = writtenObject(edge);
      if (written !== undefined && globals.has(written)) use.written.add(written);
    }
    uses.set(fn.name, use);
  }
  for (let changes = true; changes; ) {
    changes = false;
    for (const [name, use] of uses) {
      const before = use.used.size + use.written.size;
      for (const callee of callees.get(name) ?? []) {
        const inner = uses.get(callee);
        for (const object of inner?.used ?? []) use.used.add(object);
        for (const object of inner?.written ?? []) use.written.add(object);
      }
      if (use.used.size + use.written.size > before) changes = true;
    }
  }
  return uses;
}

function objectAt(address: Expression): MemoryObject | undefined {
  return address.kind === "address" && address.target.kind !== "function"
    ? address.target
    : undefined;
}

function writtenObject(edge: CfaEdge): MemoryObject | undefined {
  if (edge.kind === "declare") return edge.object;
  if (edge.kind === "assign") return objectAt(edge.address);
  if (edge.kind === "call" && edge.result !== undefined) return objectAt(edge.result.address);
  return undefined;
}

/** The predicates of a function. */
class Frame {
  readonly fn: FunctionCfa;
  readonly cuts: readonly CfaNode[];
  readonly globals: readonly MemoryObject[];
  readonly written: readonly MemoryObject[];
  /** Parameters that the predicates know. */
  readonly parameters: readonly MemoryObject[];
  /** Whose first values are kept beside the current ones. */
  readonly remembered: ReadonlySet<MemoryObject>;
  readonly summary: PlacePredicate;
  readonly #liveness: Liveness;
  readonly #order: ReadonlyMap<CfaNode, number>;
  readonly #places = new Map<CfaNode, PlacePredicate>();

  constructor(fn: FunctionCfa, isMain: boolean, use: GlobalUse) {
    const { used, written } = use;
    this.fn = fn;
    this.globals = [...used];
    this.written = [...written];
    this.#liveness = new Liveness(fn);
    this.#order = depthFirstNumbers(fn);
    this.parameters = isMain ? [] : fn.parameters.filter(isFollowed);
    this.remembered = new Set(isMain ? [] : remembered(fn, use));
    const heads = componentHeads(weakTopologicalOrder(fn));
    this.cuts = fn.nodes.filter(
      (node) =>
        node !== fn.exit &&
        (node === fn.entry ||
          heads.has(node) ||
          (node.entering.length > 1 && this.#order.has(node))),
    );
    for (const node of this.cuts) {
      const variables = this.#variablesAt(node);
      const place = { name: `p${node.id}`, arity: variables.length, variables, function: fn, node };
      this.#places.set(node, { ...place, isLoopHead: heads.has(node) });
    }
    const initial = [...this.parameters, ...this.globals].map(
      (object) => ({ kind: "initial", object }) as const,
    );
    const final = this.written.map((object) => ({ kind: "current", object }) as const);
    const result = fn.result?.kind === "int" ? [{ kind: "result" } as const] : [];
    const variables = [...initial, ...final, ...result];
    this.summary = {
      name: `s${fn.entry.id}`,
      arity: variables.length,
      variables,
      function: fn,
      node: undefined,
      isLoopHead: false,
    };
  }

  predicates(): PlacePredicate[] {
    return [...this.#places.values(), this.summary];
  }

  placeOf(node: CfaNode): PlacePredicate | undefined {
    return this.#places.get(node);
  }

  /** Whether an edge leads back in the depth-first order. */
  isBack({ source, target }: CfaEdge): boolean {
    return (this.#order.get(target) ?? 0) <= (this.#order.get(source) ?? 0);
  }

  #variablesAt(node: CfaNode): PredicateVariable[] {
    const live = this.#liveness.liveAt(node);
    const isKept = (object: MemoryObject): boolean =>
      isFollowed(object) &&
      (live.has(object) || (this.parameters.includes(object) && !this.remembered.has(object)));
    return [
      ...[...this.remembered].map((object) => ({ kind: "initial", object }) as const),
      ...this.globals.map((object) => ({ kind: "current", object }) as const),
      ...this.fn.locals.filter(isKept).map((object) => ({ kind: "current", object }) as const),
    ];
  }
}

/** Reverse postorder: an edge to a smaller or equal number closes a cycle. */
function depthFirstNumbers(fn: FunctionCfa): Map<CfaNode, number> {
  const finished: CfaNode[] = [];
  const seen = new Set([fn.entry]);
  const stack = [{ node: fn.entry, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = top.node.leaving[top.next++];
    if (edge === undefined) {
      finished.push(top.node);
      stack.pop();
    } else if (!seen.has(edge.target)) {
      seen.add(edge.target);
      stack.push({ node: edge.target, next: 0 });
    }
  }
  return new Map(finished.reverse().map((node, index) => [node, index]));
}

function startClause(program: CfaProgram, main: Frame): ProgramClause {
  const place = main.placeOf(program.main.entry) as PlacePredicate;
  const variables: string[] = [];
  const constraints: SmtText[] = [];
  const terms = place.variables.map((variable) => {
    if (variable.kind === "current" && main.globals.includes(variable.object)) {
      const [item] = variable.object.initial;
      if (item === undefined) return "0";
      if (item.value.kind === "integer" && item.offset === 0) return numeral(item.value.value);
    }
    const name = `v${variables.length}`;
    variables.push(name);
    if (variable.kind !== "result" && variable.object.scalar?.kind === "int") {
      constraints.push(inRange(name, variable.object.scalar));
    }
    return name;
  });
  return {
    variables,
    body: [],
    constraints,
    head: { predicate: place, arguments: terms },
    isBack: false,
  };
}

/** What is known on a path from one cut to the next. */
interface Path {
  readonly values: ReadonlyMap<MemoryObject, SmtText>;
  readonly body: readonly Application[];
  readonly constraints: readonly SmtText[];
  readonly isBack: boolean;
}

/** The clauses of all paths from a cut of a function to the next ones: a tree. */
class BlockWalk implements EncodingScope {
  readonly #options: ClauseOptions;
  readonly #frames: ReadonlyMap<string, Frame>;
  readonly #frame: Frame;
  readonly #cut: CfaNode;
  readonly #isRecursive: (a: string, b: string) => boolean;
  readonly #clauses: ProgramClause[];
  readonly #encoder: IntegerEncoder;
  readonly #initial = new Map<MemoryObject, SmtText>();
  #variables = 0;
  #values = new Map<MemoryObject, SmtText>();
  #body: readonly Application[] = [];
  #constraints: SmtText[] = [];
  #isBack = false;

  constructor(
    options: ClauseOptions,
    frames: ReadonlyMap<string, Frame>,
    frame: Frame,
    cut: CfaNode,
    isRecursive: (a: string, b: string) => boolean,
    clauses: ProgramClause[],
  ) {
    this.#options = options;
    this.#frames = frames;
    this.#frame = frame;
    this.#cut = cut;
    this.#isRecursive = isRecursive;
    this.#clauses = clauses;
    this.#encoder = new IntegerEncoder(this, options.arithmetic, options.overflowIsError);
  }

  run(): void {
    const place = this.#frame.placeOf(this.#cut) as PlacePredicate;
    const terms = place.variables.map((variable) => {
      const name = this.fresh();
      if (variable.kind === "result") return name;
      const { object } = variable;
      (variable.kind === "initial" ? this.#initial : this.#values).set(object, name);
      const type = object.scalar;
      if (type?.kind === "int") {
        if (this.#options.arithmetic === "wrapping") this.assume(inRange(name, type));
        else if (!type.signed) this.assume(`(<= 0 ${name})`);
      }
      return name;
    });
    this.#body = [{ predicate: place, arguments: terms }];
    const work: { node: CfaNode; path: Path }[] = [{ node: this.#cut, path: this.#path() }];
    for (let item = work.pop(); item !== undefined; item = work.pop()) {
      for (const edge of item.node.leaving) {
        this.#resume(item.path);
        if (!this.#take(edge)) continue;
        if (this.#frame.isBack(edge)) this.#isBack = true;
        const target = this.#frame.placeOf(edge.target);
        if (target !== undefined) this.#derive(target, undefined);
        else if (edge.target === this.#frame.fn.exit) this.#derive(this.#frame.summary, edge);
        else work.push({ node: edge.target, path: this.#path() });
      }
    }
  }

  #path(): Path {
    return {
      values: this.#values,
      body: this.#body,
      constraints: this.#constraints,
      isBack: this.#isBack,
    };
  }

  #resume({ values, body, constraints, isBack }: Path): void {
    this.#values = new Map(values);
    this.#body = body;
    this.#constraints = [...constraints];
    this.#isBack = isBack;
  }

  // ------------------------------------------------------------ EncodingScope

  valueOf(object: MemoryObject): SmtText | undefined {
    if (!isFollowed(object)) return undefined;
    let value = this.#values.get(object);
    if (value === undefined) {
      value = this.#encoder.arbitrary(
        object.scalar as Extract<typeof object.scalar, { kind: "int" }>,
      );
      this.#values.set(object, value);
    }
    return value;
  }

  fresh(): SmtText {
    return `v${this.#variables++}`;
  }

  assume(condition: SmtText): void {
    this.#constraints.push(condition);
  }

  overflow(condition: SmtText): void {
    this.#conclude([condition], undefined);
  }

  // ------------------------------------------------------------------ clauses

  #conclude(further: readonly SmtText[], head: Application | undefined, isBack?: boolean): void {
    this.#clauses.push({
      variables: Array.from({ length: this.#variables }, (_, index) => `v${index}`),
      body: this.#body,
      constraints: [...this.#constraints, ...further],
      head,
      isBack: isBack ?? this.#isBack,
    });
  }

  #derive(target: PlacePredicate, last: CfaEdge | undefined): void {
    const returned = last?.kind === "return" ? last.value : undefined;
    const terms = target.variables.map((variable): SmtText => {
      if (variable.kind === "result") {
        return returned?.kind === "scalar" ? this.#encoder.term(returned.value) : this.fresh();
      }
      const { kind, object } = variable;
      const initial = kind === "initial" ? this.#initial.get(object) : undefined;
      return initial ?? this.valueOf(object) ?? this.fresh();
    });
    // At the entry, first and current values are the same.
    this.#conclude([], { predicate: target, arguments: terms });
  }

  /** What an edge does; false when no execution goes on. */
  #take(edge: CfaEdge): boolean {
    switch (edge.kind) {
      case "assume": {
        const condition = this.#encoder.condition(edge.condition);
        this.assume(edge.truth ? condition : `(not ${condition})`);
        return true;
      }
      case "assign": {
        const value =
          edge.value.type.kind === "int"
            ? this.#encoder.named(this.#encoder.term(edge.value))
            : undefined;
        const object = objectAt(edge.address);
        if (object !== undefined && value !== undefined && isFollowed(object)) {
          this.#values.set(object, value);
        }
        return true;
      }
      case "declare":
        this.#values.delete(edge.object);
        return true;
      case "call":
        return this.#call(edge);
      default:
        return true;
    }
  }

  #call(edge: CallEdge): boolean {
    const { callee } = edge;
    const terms = edge.arguments.map((argument) =>
      argument.kind === "scalar" ? this.#encoder.named(this.#encoder.term(argument.value)) : "0",
    );
    if (callee.kind !== "address" || callee.target.kind !== "function") {
      this.#store(edge, undefined);
      return true;
    }
    const { name } = callee.target;
    if (this.#options.errorFunctions.has(name)) {
      this.#conclude([], undefined);
      return false;
    }
    const frame = this.#frames.get(name);
    if (frame !== undefined) {
      this.#callFunction(edge, frame, terms);
      return true;
    }
    const kind = intrinsicOf(name)?.kind;
    switch (kind) {
      case "abort":
      case "exit":
      case "unreachable":
      case "longjmp":
        return false;
      case "assume":
        if (terms[0] !== undefined) this.assume(`(not (= ${terms[0]} 0))`);
        return true;
      default:
        this.#store(edge, undefined);
        return true;
    }
  }

  #callFunction(edge: CallEdge, frame: Frame, terms: readonly SmtText[]): void {
    const passed = new Map<MemoryObject, SmtText>();
    for (const [index, parameter] of frame.fn.parameters.entries()) {
      const term = terms[index];
      if (term !== undefined) passed.set(parameter, term);
    }
    for (const object of frame.globals) passed.set(object, this.valueOf(object) as SmtText);
    const entry = frame.placeOf(frame.fn.entry) as PlacePredicate;
    const isBack = this.#isRecursive(frame.fn.name, this.#frame.fn.name);
    const value = (object: MemoryObject): SmtText => passed.get(object) ?? this.fresh();
    const entered = entry.variables.map((variable) =>
      variable.kind === "result" ? this.fresh() : value(variable.object),
    );
    this.#conclude([], { predicate: entry, arguments: entered }, isBack || this.#isBack);
    const { result } = frame.fn;
    let returned: SmtText | undefined;
    const summary = frame.summary.variables.map((variable) => {
      if (variable.kind === "initial") return value(variable.object);
      if (variable.kind === "result") {
        returned = this.fresh();
        if (result?.kind === "int") this.assume(inRange(returned, result));
        return returned;
      }
      const after = this.#encoder.arbitrary(
        variable.object.scalar as Extract<typeof variable.object.scalar, { kind: "int" }>,
      );
      this.#values.set(variable.object, after);
      return after;
    });
    this.#body = [...this.#body, { predicate: frame.summary, arguments: summary }];
    if (isBack) this.#isBack = true;
    this.#store(edge, returned);
  }

  /** Stores the result of a call; undefined: an arbitrary one. */
  #store({ result, callee }: CallEdge, returned: SmtText | undefined): void {
    if (result === undefined || !("scalar" in result)) return;
    const object = objectAt(result.address);
    if (object === undefined || !isFollowed(object)) return;
    if (returned !== undefined) {
      this.#values.set(object, returned);
      return;
    }
    this.#values.delete(object);
    const value = this.valueOf(object) as SmtText;
    const isBool =
      callee.kind === "address" &&
      callee.target.kind === "function" &&
      callee.target.type.result.kind === "integer" &&
      callee.target.type.result.name === "bool";
    if (isBool) this.assume(`(<= 0 ${value} 1)`);
  }
}
