/** The clauses of the paths between the places of a function that have predicates. */
import type { CallEdge, CfaEdge, CfaNode, MemoryObject } from "../../../cfa/model/cfa.ts";
import { intrinsicOf } from "../../../cfa/model/intrinsics.ts";
import type { FunctionPredicates, PlacePredicate } from "./function-predicates.ts";
import { objectAt } from "./global-use.ts";
import type { Application, Clause, SmtText } from "./horn-system.ts";
import {
  type Arithmetic,
  type EncodingScope,
  IntegerEncoder,
  inRange,
  isFollowed,
} from "./integer-encoder.ts";

export interface ClauseOptions {
  /** Functions whose call is an error. */
  readonly errorFunctions: ReadonlySet<string>;
  readonly overflowIsError: boolean;
  readonly arithmetic: Arithmetic;
}

/** Clauses know whether they close a cycle of the program: a loop, or a recursion. */
export interface ProgramClause extends Clause {
  readonly isBack: boolean;
}

/** What is known on a path from one cut to the next. */
interface Path {
  readonly values: ReadonlyMap<MemoryObject, SmtText>;
  readonly body: readonly Application[];
  readonly constraints: readonly SmtText[];
  readonly isBack: boolean;
}

/** The clauses of all paths from a cut of a function to the next ones: a tree. */
export class BlockWalk implements EncodingScope {
  readonly #options: ClauseOptions;
  readonly #frames: ReadonlyMap<string, FunctionPredicates>;
  readonly #frame: FunctionPredicates;
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
    frames: ReadonlyMap<string, FunctionPredicates>,
    frame: FunctionPredicates,
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

  #callFunction(edge: CallEdge, frame: FunctionPredicates, terms: readonly SmtText[]): void {
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
