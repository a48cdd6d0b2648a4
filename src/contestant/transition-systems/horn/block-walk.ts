/** The clauses of the paths between the nodes of a function that have predicates. */
import type { CallEdge, CfaEdge, CfaNode, FunctionCfa, MemoryObject } from "../../cfa/index.ts";
import type { EdgeSemantics, Passed } from "../../semantics/index.ts";
import type { FunctionPredicates, PlacePredicate } from "./function-predicates.ts";
import { type HornCarriers, type HornPath, LazyTerm } from "./horn-algebra.ts";
import type { Application, Clause, SmtText } from "./horn-system.ts";
import { type Arithmetic, type IntegerEncoder, inRange, isFollowed } from "./integer-encoder.ts";

/** The context that the walks of a program share. */
export interface WalkContext {
  readonly arithmetic: Arithmetic;
  readonly encoder: IntegerEncoder;
  readonly semantics: EdgeSemantics<HornCarriers>;
  readonly frames: ReadonlyMap<string, FunctionPredicates>;
  readonly isRecursive: (a: string, b: string) => boolean;
  readonly clauses: ProgramClause[];
}

/** A clause that knows whether it closes a cycle of the program: a loop, or a recursion. */
export interface ProgramClause extends Clause {
  readonly isBack: boolean;
}

/** The state on a path from one cut to the next. */
interface Path {
  readonly values: ReadonlyMap<MemoryObject, SmtText>;
  readonly body: readonly Application[];
  readonly constraints: readonly SmtText[];
  readonly isBack: boolean;
}

/** The clauses of all paths from a cut of a function to the next ones: a tree. */
export class BlockWalk implements HornPath {
  readonly #context: WalkContext;
  readonly #frame: FunctionPredicates;
  readonly #cut: CfaNode;
  readonly #initial = new Map<MemoryObject, SmtText>();
  #variables = 0;
  #values = new Map<MemoryObject, SmtText>();
  #body: readonly Application[] = [];
  #constraints: SmtText[] = [];
  #isBack = false;
  /** Whether the call that is followed returns. */
  #goesOn = false;
  returned: SmtText | undefined;

  constructor(context: WalkContext, frame: FunctionPredicates, cut: CfaNode) {
    this.#context = context;
    this.#frame = frame;
    this.#cut = cut;
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
        if (this.#context.arithmetic === "wrapping") this.assume(inRange(name, type));
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

  // ------------------------------------------------------------------ HornPath

  valueOf(object: MemoryObject): SmtText | undefined {
    if (!isFollowed(object)) return undefined;
    let value = this.#values.get(object);
    if (value === undefined) {
      value = this.#context.encoder.arbitrary(
        this,
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

  write(object: MemoryObject, value: SmtText | undefined): void {
    if (value === undefined) this.#values.delete(object);
    else this.#values.set(object, value);
  }

  violation(): void {
    this.#conclude([], undefined);
  }

  // ------------------------------------------------------------------ clauses

  #conclude(further: readonly SmtText[], head: Application | undefined, isBack?: boolean): void {
    this.#context.clauses.push({
      variables: Array.from({ length: this.#variables }, (_, index) => `v${index}`),
      body: this.#body,
      constraints: [...this.#constraints, ...further],
      head,
      isBack: isBack ?? this.#isBack,
    });
  }

  #derive(target: PlacePredicate, last: CfaEdge | undefined): void {
    const returned = last?.kind === "return" ? this.returned : undefined;
    const terms = target.variables.map((variable): SmtText => {
      if (variable.kind === "result") {
        return returned ?? this.fresh();
      }
      const { kind, object } = variable;
      const initial = kind === "initial" ? this.#initial.get(object) : undefined;
      return initial ?? this.valueOf(object) ?? this.fresh();
    });
    // At the entry, first and current values are the same.
    this.#conclude([], { predicate: target, arguments: terms });
  }

  /** Applies an edge; false when no execution continues. */
  #take(edge: CfaEdge): boolean {
    const { semantics } = this.#context;
    if (edge.kind !== "call") return semantics.step(edge, this, undefined);
    this.#goesOn = false;
    semantics.call(edge, this, undefined, this);
    return this.#goesOn;
  }

  enter(
    edge: CallEdge,
    fn: FunctionCfa,
    _path: HornPath,
    _frame: undefined,
    values: readonly Passed<HornCarriers>[],
  ): void {
    const { frames, encoder, isRecursive, semantics } = this.#context;
    const frame = frames.get(fn.name);
    if (frame === undefined) {
      this.goOnAnyhow(edge);
      return;
    }
    const passed = new Map<MemoryObject, SmtText>();
    for (const [index, parameter] of fn.parameters.entries()) {
      const argument = values[index];
      if (argument?.kind !== "scalar" || argument.type.kind !== "int") continue;
      const text = argument.value?.text ?? encoder.arbitrary(this, argument.type);
      passed.set(parameter, encoder.named(this, text));
    }
    for (const object of frame.globals) passed.set(object, this.valueOf(object) as SmtText);
    const entry = frame.placeOf(fn.entry) as PlacePredicate;
    const isBack = isRecursive(fn.name, this.#frame.fn.name);
    const value = (object: MemoryObject): SmtText => passed.get(object) ?? this.fresh();
    const entered = entry.variables.map((variable) =>
      variable.kind === "result" ? this.fresh() : value(variable.object),
    );
    this.#conclude([], { predicate: entry, arguments: entered }, isBack || this.#isBack);
    const { result } = fn;
    let returned: SmtText | undefined;
    const summary = frame.summary.variables.map((variable) => {
      if (variable.kind === "initial") return value(variable.object);
      if (variable.kind === "result") {
        returned = this.fresh();
        if (result?.kind === "int") this.assume(inRange(returned, result));
        return returned;
      }
      const after = encoder.arbitrary(
        this,
        variable.object.scalar as Extract<typeof variable.object.scalar, { kind: "int" }>,
      );
      this.#values.set(variable.object, after);
      return after;
    });
    this.#body = [...this.#body, { predicate: frame.summary, arguments: summary }];
    if (isBack) this.#isBack = true;
    const text = returned;
    const term = text === undefined ? undefined : new LazyTerm(() => text);
    semantics.resultStore(edge)?.(this, undefined, term);
    this.#goesOn = true;
  }

  goOn(): void {
    this.#goesOn = true;
  }

  goOnAnyhow(edge: CallEdge): void {
    this.#context.semantics.resultStore(edge)?.(this, undefined, undefined);
    this.#goesOn = true;
  }
}
