/**
 * Lowers statements. Each statement is a generator that yields the statements
 * it consists of, run on an explicit stack: else-if chains thousands deep are
 * common in generated programs.
 */

import { invariant } from "../../../ground/util/errors.ts";
import type { TextRange } from "../../../ground/util/text-position.ts";
import {
  type Expression as Ast,
  type CompoundStatement,
  type ComputedGotoStatement,
  type DeclarationStatement,
  type DoStatement,
  type ForStatement,
  type FunctionSymbol,
  type IfStatement,
  type LabelStatement,
  type ReturnStatement,
  type Statement,
  type SwitchStatement,
  sizeOf,
  type Variable,
  type WhileStatement,
} from "../../cfront/index.ts";
import type { BranchKind, CallArgument, CfaNode, Expression } from "../model/cfa.ts";
import { addressOf, compare, conditional, integer } from "../model/expressions.ts";
import type { GraphBuilder } from "../model/graph.ts";
import { INTERNAL_NAMES, labelFunction } from "../model/intrinsics.ts";
import { INT, isInMemory, isVariableLengthArray } from "../model/value-types.ts";
import type { FunctionNames } from "./function-names.ts";
import { emitInternalCall } from "./internal-call.ts";
import { lowerAsm } from "./lower-asm.ts";
import type { ExpressionLowering } from "./lower-expression.ts";
import { initializeLocal } from "./lower-initializer.ts";
import { branchTargets } from "./lower-logical.ts";
import { namesAskedFor } from "./mentioned-functions.ts";
import {
  chainOf,
  type EndedObjects,
  type Ending,
  endedByJump,
  type JumpTarget,
  type PendingJump,
  type Scope,
} from "./scopes.ts";
import { assumeLengthFits } from "./variable-array.ts";

type Task = Generator<Task, void, undefined>;

interface SwitchContext {
  readonly cases: { readonly low: bigint; readonly high: bigint; readonly node: CfaNode }[];
  defaultNode: CfaNode | undefined;
}

interface Label extends JumpTarget {
  /** Range of the labelled statement; set when the label has been reached in the text. */
  range: TextRange | undefined;
}

export class StatementLowering {
  readonly #lower: ExpressionLowering;
  readonly #graph: GraphBuilder;
  readonly #names: FunctionNames;
  readonly #addressedLabels: ReadonlySet<string>;
  readonly #labels = new Map<string, Label>();
  readonly #jumps: PendingJump[] = [];
  #atEnd: readonly FunctionSymbol[] = [];
  #breakTarget: JumpTarget | undefined;
  #continueTarget: JumpTarget | undefined;
  #switch: SwitchContext | undefined;

  constructor(
    lower: ExpressionLowering,
    names: FunctionNames,
    addressedLabels: ReadonlySet<string>,
  ) {
    this.#lower = lower;
    this.#graph = lower.graph;
    this.#names = names;
    this.#addressedLabels = addressedLabels;
  }

  /**
   * Lowers a whole function body, then the jumps in it. Objects of its outermost block end with the
   * activation.
   */
  body({ items, range }: CompoundStatement, atEnd: readonly FunctionSymbol[]): void {
    this.#atEnd = atEnd;
    for (const item of items) run(this.#statement(item));
    this.#graph.within({ start: range.end - 1, end: range.end }, () => this.#endFunction());
    const end = this.#graph.current;
    for (const jump of this.#jumps) this.#resolve(jump);
    this.#graph.moveTo(end);
  }

  /** Lowers the body of a statement expression; `result` receives its last expression. */
  expressionBlock(
    items: readonly Statement[],
    range: TextRange,
    result: (value: Ast) => void,
  ): void {
    run(this.#block(items, range, result));
  }

  get #scope(): Scope {
    return this.#names.scope;
  }

  *#statement(statement: Statement): Task {
    const { range } = statement;
    this.#graph.range = range;
    switch (statement.kind) {
      case "compound":
        yield this.#block(statement.items, range);
        return;
      case "declaration":
        this.#declaration(statement);
        return;
      case "expression":
        if (statement.expression !== undefined) this.#lower.discard(statement.expression);
        return;
      case "if":
        yield this.#if(statement);
        return;
      case "while":
        yield this.#while(statement);
        return;
      case "do":
        yield this.#do(statement);
        return;
      case "for":
        yield this.#for(statement);
        return;
      case "switch":
        yield this.#switchStatement(statement);
        return;
      case "case":
      case "default": {
        const node = this.#graph.newNode();
        this.#graph.skipTo(node);
        invariant(this.#switch !== undefined, "case labels stand in a switch");
        if (statement.kind === "default") this.#switch.defaultNode = node;
        else this.#switch.cases.push({ low: statement.low, high: statement.high, node });
        yield this.#statement(statement.body);
        return;
      }
      case "label":
        yield this.#label(statement);
        return;
      case "goto":
        this.#goto(statement.label, range);
        return;
      case "computed-goto":
        this.#computedGoto(statement);
        return;
      case "break":
        invariant(this.#breakTarget !== undefined, "break stands in a loop or switch");
        this.#jump(this.#breakTarget);
        return;
      case "continue":
        invariant(this.#continueTarget !== undefined, "continue stands in a loop");
        this.#jump(this.#continueTarget);
        return;
      case "return":
        this.#return(statement);
        return;
      case "asm":
        lowerAsm(this.#lower, statement);
        return;
    }
  }

  // ------------------------------------------------------------------- blocks

  *#block(items: readonly Statement[], range: TextRange, result?: (value: Ast) => void): Task {
    const outer = this.#names.enterScope();
    for (const [index, item] of items.entries()) {
      const isResult = result !== undefined && index === items.length - 1;
      const last = isResult ? lastExpression(item) : undefined;
      if (last === undefined || result === undefined) {
        yield this.#statement(item);
        continue;
      }
      for (const label of last.labels) this.#placeLabel(label);
      this.#graph.within(item.range, () => result(last.value));
    }
    this.#leaveScope({ start: range.end - 1, end: range.end }, outer);
  }

  #leaveScope(range: TextRange, outer: Scope): void {
    const { objects, endings } = this.#scope;
    this.#end({ objects, endings: [...endings].reverse() }, range);
    this.#names.leaveScope(outer);
  }

  #end({ objects, endings }: EndedObjects, range: TextRange): void {
    this.#graph.within(range, () => {
      for (const ending of endings) {
        if (ending.kind === "cleanup") {
          this.#cleanUp(ending);
          continue;
        }
        const { pointer } = ending;
        const symbol = this.#names.internalFunction(
          INTERNAL_NAMES.endAlloca,
          this.#lower.types.void,
          [this.#lower.types.voidPointer],
        );
        const address = addressOf(pointer, this.#lower.pointer);
        const value: Expression = { kind: "load", type: this.#lower.pointer, address };
        emitInternalCall(this.#lower, symbol, [value]);
      }
      if (objects.length > 0) this.#graph.emit({ kind: "end-scope", objects: [...objects] });
    });
  }

  #cleanUp({ variable, symbol }: Ending & { readonly kind: "cleanup" }): void {
    const address = addressOf(this.#names.objectOf(variable), this.#lower.pointer);
    emitInternalCall(this.#lower, this.#names.functionSymbol(symbol), [address]);
  }

  /**
   * The steps before an activation ends: cleanups from the innermost block on, and destructors
   * after `main`.
   */
  #endFunction(): void {
    for (const { scope } of chainOf(this.#scope)) {
      for (const ending of [...scope.endings].reverse()) {
        if (ending.kind === "cleanup") this.#cleanUp(ending);
      }
    }
    for (const symbol of this.#atEnd) emitInternalCall(this.#lower, symbol, []);
  }

  #declaration({ variables }: DeclarationStatement): void {
    for (const variable of variables) {
      if (variable.storage !== "local") continue;
      if (isVariableLengthArray(variable.type)) this.#declareVariableArray(variable);
      else {
        this.#names.declareInBlock(variable);
        initializeLocal(this.#lower, variable);
        const { cleanup } = variable;
        if (cleanup !== undefined) {
          this.#scope.endings.push({ kind: "cleanup", variable, symbol: cleanup });
        }
      }
    }
  }

  /** A variable-length array is a pointer to memory that ends with the block. */
  #declareVariableArray(variable: Variable): void {
    const { pointer, types } = this.#lower;
    const object = this.#names.objectOf(variable);
    if (variable.cleanup !== undefined) {
      this.#lower.unsupported("a variable-length array with a cleanup", variable.type);
    }
    this.#scope.endings.push({ kind: "variable-array", pointer: object });
    assumeLengthFits(this.#lower, variable.type);
    const size = this.#lower.sizeOf(variable.type);
    const alloca = this.#names.internalFunction("__builtin_alloca", types.voidPointer, [
      types.size,
    ]);
    const result = { address: addressOf(object, pointer), scalar: pointer };
    emitInternalCall(this.#lower, alloca, [size], result);
  }

  // ----------------------------------------------------------------- branches

  #test(condition: Ast, kind: BranchKind, statement: TextRange): readonly [CfaNode, CfaNode] {
    const keyword = { start: statement.start, end: statement.start + kind.length };
    const [yes, no] = branchTargets(this.#lower, kind, keyword);
    this.#graph.within(condition.range, () => this.#lower.condition(condition, yes, no));
    return [yes.node, no.node];
  }

  *#if(statement: IfStatement): Task {
    const asked = namesAskedFor(statement.condition);
    if (asked !== undefined) {
      const branch = this.#names.mentions(asked) ? statement.then : statement.else;
      if (branch !== undefined) yield this.#statement(branch);
      return;
    }
    const [yes, no] = this.#test(statement.condition, "if", statement.range);
    const join = this.#graph.newNode();
    this.#graph.moveTo(yes);
    yield this.#statement(statement.then);
    this.#graph.skipTo(join);
    this.#graph.moveTo(no);
    if (statement.else !== undefined) yield this.#statement(statement.else);
    this.#graph.skipTo(join);
  }

  *#switchStatement({ condition, body, range }: SwitchStatement): Task {
    const graph = this.#graph;
    const value = graph.within(condition.range, () => this.#stable(condition));
    graph.within(condition.range, () => this.#lower.evaluate(value));
    const dispatch = graph.current;
    const end: JumpTarget = { node: graph.newNode(), position: chainOf(this.#scope) };
    const context: SwitchContext = { cases: [], defaultNode: undefined };
    const outer = [this.#switch, this.#breakTarget] as const;
    this.#switch = context;
    this.#breakTarget = end;
    graph.moveToUnreachable();
    yield this.#statement(body);
    graph.skipTo(end.node);
    [this.#switch, this.#breakTarget] = outer;
    graph.moveTo(dispatch);
    graph.within(condition.range, () => this.#dispatch(value, context, end.node, range));
    graph.moveTo(end.node);
  }

  /** A chain of tests; a waypoint on a GNU case range has no outcome to name. */
  #dispatch(value: Expression, context: SwitchContext, end: CfaNode, range: TextRange): void {
    const graph = this.#graph;
    const keyword = { start: range.start, end: range.start + "switch".length };
    const { cases } = context;
    const otherwise = context.defaultNode ?? end;
    if (cases.length === 0) graph.skipTo(otherwise);
    for (const [index, { low, high, node }] of cases.entries()) {
      invariant(value.type.kind === "int", "switches are on integers");
      const constant = (bound: bigint): Expression => integer(value.type as typeof INT, bound);
      const isIn =
        low === high
          ? compare("eq", value, constant(low))
          : conditional(
              compare("le", constant(low), value),
              compare("le", value, constant(high)),
              integer(INT, 0),
            );
      const matched =
        low === high ? ({ kind: "switch", keyword, outcome: low } as const) : undefined;
      const isLast = index === cases.length - 1;
      const next = isLast ? otherwise : graph.newNode();
      graph.assume(isIn, true, matched, node);
      const unmatched = isLast
        ? ({ kind: "switch", keyword, outcome: "default" } as const)
        : undefined;
      graph.assume(isIn, false, unmatched, next);
      graph.moveTo(next);
    }
  }

  /** A value that several tests may use. */
  #stable(expression: Ast): Expression {
    const value = this.#lower.value(expression);
    const isCheap =
      value.kind === "integer" || (value.kind === "load" && value.address.kind === "address");
    return isCheap ? value : this.#lower.save(value);
  }

  // -------------------------------------------------------------------- loops

  /** The node before the condition. */
  #loopHead(kind: "while" | "do" | "for", { start }: TextRange): CfaNode {
    const head = this.#graph.newNode();
    head.loop = { kind, keyword: { start, end: start + kind.length } };
    return head;
  }

  *#loopBody(body: Statement, breakTo: CfaNode, continueTo: CfaNode): Task {
    const outer = [this.#breakTarget, this.#continueTarget] as const;
    const position = chainOf(this.#scope);
    this.#breakTarget = { node: breakTo, position };
    this.#continueTarget = { node: continueTo, position };
    yield this.#statement(body);
    [this.#breakTarget, this.#continueTarget] = outer;
  }

  *#while({ condition, body, range }: WhileStatement): Task {
    const graph = this.#graph;
    const head = this.#loopHead("while", range);
    graph.skipTo(head);
    const [yes, no] = this.#test(condition, "while", range);
    graph.moveTo(yes);
    yield this.#loopBody(body, no, head);
    graph.skipTo(head);
    graph.moveTo(no);
  }

  *#do({ condition, body, range }: DoStatement): Task {
    const graph = this.#graph;
    const head = this.#loopHead("do", range);
    const [start, end] = [graph.newNode(), graph.newNode()];
    graph.skipTo(start);
    yield this.#loopBody(body, end, head);
    graph.skipTo(head);
    const [yes, no] = this.#test(condition, "do", range);
    graph.moveTo(yes);
    graph.skipTo(start);
    graph.moveTo(no);
    graph.skipTo(end);
  }

  *#for({ initializer, condition, step, body, range }: ForStatement): Task {
    const graph = this.#graph;
    const outer = this.#names.enterScope();
    if (initializer !== undefined) yield this.#statement(initializer);
    graph.range = range;
    const head = this.#loopHead("for", range);
    graph.skipTo(head);
    let end = graph.newNode();
    if (condition !== undefined) {
      const [yes, no] = this.#test(condition, "for", range);
      end = no;
      graph.moveTo(yes);
    }
    const next = graph.newNode();
    yield this.#loopBody(body, end, next);
    graph.skipTo(next);
    if (step !== undefined) graph.within(step.range, () => this.#lower.discard(step));
    graph.skipTo(head);
    graph.moveTo(end);
    this.#leaveScope(range, outer);
  }

  // -------------------------------------------------------------------- jumps

  #labelNamed(name: string): Label {
    let label = this.#labels.get(name);
    if (label === undefined) {
      label = { node: this.#graph.newNode(), position: undefined, range: undefined };
      this.#labels.set(name, label);
    }
    return label;
  }

  *#label(statement: LabelStatement): Task {
    this.#placeLabel(statement);
    yield this.#statement(statement.body);
  }

  #placeLabel(statement: LabelStatement): void {
    const label = this.#labelNamed(statement.label);
    label.position = chainOf(this.#scope);
    label.range = statement.range;
    this.#graph.skipTo(label.node);
    if (this.#names.errorLabels.has(statement.label)) this.#callLabelFunction(statement);
  }

  #callLabelFunction({ label, range }: LabelStatement): void {
    const symbol = this.#names.internalFunction(labelFunction(label), this.#lower.types.void, []);
    this.#graph.within(range, () => emitInternalCall(this.#lower, symbol, []));
  }

  #goto(name: string, range: TextRange): void {
    const label = this.#labelNamed(name);
    if (label.range !== undefined && label.range.start <= range.start) {
      label.node.loop ??= { kind: "goto", keyword: label.range };
    }
    this.#jump(label);
  }

  /** GNU: tests against every label whose address is taken. */
  #computedGoto({ target, range }: ComputedGotoStatement): void {
    const value = this.#stable(target);
    for (const name of this.#addressedLabels) {
      const isTarget = compare(
        "eq",
        value,
        addressOf(this.#names.labelObject(name), this.#lower.pointer),
      );
      const [yes, no] = [this.#graph.newNode(), this.#graph.newNode()];
      this.#graph.assume(isTarget, true, undefined, yes);
      this.#graph.assume(isTarget, false, undefined, no);
      this.#graph.moveTo(yes);
      this.#goto(name, range);
      this.#graph.moveTo(no);
    }
    this.#graph.emit({ kind: "unsupported", reason: "computed goto to no label of the function" });
    this.#graph.moveToUnreachable();
  }

  #jump(target: JumpTarget): void {
    const { current: source, range } = this.#graph;
    this.#jumps.push({ source, range, target, from: chainOf(this.#scope) });
    this.#graph.moveToUnreachable();
  }

  #resolve({ source, range, target, from }: PendingJump): void {
    this.#graph.moveTo(source);
    this.#graph.range = range;
    const ended = target.position === undefined ? undefined : endedByJump(from, target.position);
    if (ended === undefined) {
      this.#graph.emit({
        kind: "unsupported",
        reason:
          "jump past the declaration of a variable-length array or of a variable with a cleanup",
      });
    } else this.#end(ended, range);
    this.#graph.skipTo(target.node);
  }

  get #hasEndings(): boolean {
    const scopes = chainOf(this.#scope);
    return (
      this.#atEnd.length > 0 ||
      scopes.some(({ scope }) => scope.endings.some(({ kind }) => kind === "cleanup"))
    );
  }

  /** The result before cleanups and destructors run. */
  #keep(argument: CallArgument, value: Ast | undefined): CallArgument {
    if (argument.kind === "scalar") {
      return { kind: "scalar", value: this.#lower.save(argument.value) };
    }
    if (value === undefined || argument.size === 0) return argument;
    const { address, size } = argument;
    const copy = addressOf(this.#names.newTemporary(value.type), this.#lower.pointer);
    this.#graph.emit({ kind: "copy", to: copy, from: address, size });
    return { kind: "record", address: copy, size };
  }

  #return({ value, range }: ReturnStatement): void {
    const graph = this.#graph;
    graph.range = range;
    let argument: CallArgument | undefined;
    if (value !== undefined && value.type.kind === "void") this.#lower.discard(value);
    else if (value !== undefined && isInMemory(value.type)) {
      const size = sizeOf(value.type) ?? 0;
      const { address } = this.#lower.place(value);
      if (size === 0) this.#lower.evaluate(address);
      argument = { kind: "record", address, size };
    } else if (value !== undefined) {
      argument = { kind: "scalar", value: this.#lower.value(value) };
    }
    if (argument !== undefined && this.#hasEndings) argument = this.#keep(argument, value);
    this.#endFunction();
    graph.emit({ kind: "return", value: argument }, graph.exit);
    graph.moveToUnreachable();
  }
}

/** The expression, perhaps labelled, whose value a statement expression has. */
function lastExpression(
  statement: Statement,
): { readonly value: Ast; readonly labels: readonly LabelStatement[] } | undefined {
  const labels: LabelStatement[] = [];
  let bare = statement;
  while (bare.kind === "label") {
    labels.push(bare);
    bare = bare.body;
  }
  if (bare.kind !== "expression" || bare.expression === undefined) return undefined;
  return { value: bare.expression, labels };
}

/**
 * Runs a task and the tasks it yields, each to its end before the one that yielded it continues.
 */
function run(task: Task): void {
  const stack: Task[] = [task];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const step = top.next();
    if (step.done) stack.pop();
    else stack.push(step.value);
  }
}
