/**
 * Checks whether every expression that C evaluates is evaluated by the automata. The check shares
 * nothing with the lowering but its record of the lowered expressions. Loads, operations that can
 * be undefined, calls and stores must be found on edges; an expression without an edge needs a rule
 * that explains it.
 */
import {
  type Expression as Ast,
  type AstPart,
  type CallExpression,
  type ConditionalExpression,
  type FunctionDefinition,
  partsOf,
  type Statement,
  walkAst,
} from "../../cfront/index.ts";

import type { CfaEdge, CfaNode, CfaProgram, Expression } from "../model/cfa.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import type { EvaluationRecord } from "../model/evaluation-record.ts";
import { canFail, forEachSubexpression } from "../model/expression-properties.ts";

/**
 * - `evaluated`: an edge refers to it, and no second one does.
 * - `constant`: its value is known when the program is built, and no part of it is undefined.
 * - `operand`: a conversion or a test whose operands are checked themselves.
 * - `unused`: its value is not used, it only reads, and it cannot be undefined.
 * - `dead`: no path leads there.
 * - `refused`: it stands below an operation that is marked as unsupported.
 * - `dropped`: no edge evaluates it.
 * - `repeated`: several edges do.
 */
export type Fate =
  | "evaluated"
  | "constant"
  | "operand"
  | "unused"
  | "dead"
  | "refused"
  | "dropped"
  | "repeated";

/** The fates that no program may have. */
export const FAULTS: ReadonlySet<Fate> = new Set<Fate>(["dropped", "repeated"]);

/**
 * Returns the fate of every expression in the bodies of the program's own functions that `main` may
 * call.
 */
export function auditExpressions(
  program: CfaProgram,
  record: EvaluationRecord,
): ReadonlyMap<Ast, Fate> {
  return new Audit(program, record).run();
}

interface Visit {
  readonly part: AstPart;
  /** Why the part is not evaluated, known from its context. */
  readonly reason: "refused" | "dead" | undefined;
  readonly isDiscarded: boolean;
}

class Audit {
  readonly #program: CfaProgram;
  readonly #record: EvaluationRecord;
  /** Start nodes of the operations of edges, by the operation. */
  readonly #sources = new Map<Expression, Set<CfaNode>>();
  readonly #calls = new Map<CallExpression["closeParenRange"], number>();
  readonly #fates = new Map<Ast, Fate>();

  constructor(program: CfaProgram, record: EvaluationRecord) {
    this.#program = program;
    this.#record = record;
    for (const { nodes } of program.functions.values()) {
      for (const node of nodes) for (const edge of node.leaving) this.#note(edge);
    }
  }

  #note(edge: CfaEdge): void {
    if (edge.kind === "call") {
      this.#calls.set(edge.closeParen, (this.#calls.get(edge.closeParen) ?? 0) + 1);
    }
    for (const expression of expressionsOf(edge)) {
      forEachSubexpression(expression, (part) => {
        const sources = this.#sources.get(part) ?? new Set();
        this.#sources.set(part, sources.add(edge.source));
      });
    }
  }

  run(): ReadonlyMap<Ast, Fate> {
    for (const { symbol, isLibrary } of this.#program.functions.values()) {
      if (!isLibrary && symbol.definition !== undefined) this.#visitFunction(symbol.definition);
    }
    return this.#fates;
  }

  #visitFunction({ body }: FunctionDefinition): void {
    const stack: Visit[] = [{ part: body, reason: undefined, isDiscarded: false }];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { part, isDiscarded } = top;
      let { reason } = top;
      if ("type" in part) {
        if (this.#fates.has(part)) continue;
        if (this.#isRefused(part)) reason ??= "refused";
        const fate = this.#fateOf(part);
        const isKept = fate === "unused" && !isDiscarded;
        const fault = isKept ? "dropped" : fate;
        this.#fates.set(part, FAULTS.has(fault) ? (reason ?? fault) : fault);
      }
      const excluded = this.#excludedBy(part);
      for (const child of childrenOf(part)) {
        stack.push({
          part: child,
          reason: child === excluded ? (reason ?? "dead") : reason,
          isDiscarded: this.#discards(part, child, isDiscarded),
        });
      }
    }
  }

  /** Whether the value of a part is not used. */
  #discards(part: AstPart, child: AstPart, isDiscarded: boolean): boolean {
    switch (part.kind) {
      case "expression":
        return true;
      case "for":
        return child === part.step;
      case "switch":
        return child === part.condition && !hasCase(part.body);
      case "comma":
        return child === part.left || isDiscarded;
      case "cast":
        return part.type.kind === "void" || isDiscarded;
      case "unary":
        return part.operator === "real" || part.operator === "imag" || isDiscarded;
      case "binary":
        return isDiscarded || this.#truthOf(part) !== undefined;
      case "conditional":
        return isDiscarded || (child === part.condition && this.#hasEqualArms(part));
      case "decay":
      case "member":
      case "builtin":
        return isDiscarded;
      case "call":
        return isUnreadArgument(part, child);
      default:
        return false;
    }
  }

  #hasEqualArms({ whenTrue, whenFalse }: ConditionalExpression): boolean {
    const [a, b] = [whenTrue, whenFalse].map((arm) => arm && this.#constantOf(arm));
    return a !== undefined && a === b;
  }

  #constantOf(ast: Ast): bigint | undefined {
    for (const { results } of this.#record.evaluationsOf(ast)) {
      const [value] = results;
      if (value?.kind === "integer") return value.value;
    }
    return undefined;
  }

  /** The operand that a constant excludes from evaluation (C11 6.5.13p4, 6.5.14p4, 6.5.15p4). */
  #excludedBy(part: AstPart): Ast | undefined {
    if (part.kind === "conditional") {
      const truth = this.#truthOf(part.condition);
      return truth === undefined ? undefined : truth ? part.whenFalse : part.whenTrue;
    }
    if (part.kind !== "binary" || (part.operator !== "&&" && part.operator !== "||")) {
      return undefined;
    }
    return this.#truthOf(part.left) === (part.operator === "||") ? part.right : undefined;
  }

  /** Whether a condition is a known constant. */
  #truthOf(ast: Ast): boolean | undefined {
    if (ast.kind === "cast") return this.#truthOf(ast.operand);
    if (ast.kind === "unary" && ast.operator === "not") {
      const truth = this.#truthOf(ast.operand);
      return truth === undefined ? undefined : !truth;
    }
    if (ast.kind === "binary" && (ast.operator === "&&" || ast.operator === "||")) {
      const decisive = ast.operator === "||";
      const [left, right] = [this.#truthOf(ast.left), this.#truthOf(ast.right)];
      if (left === decisive || right === decisive) return decisive;
      return left === undefined || right === undefined ? undefined : !decisive;
    }
    const constant = this.#constantOf(ast);
    if (constant !== undefined) return constant !== 0n;
    if (ast.kind === "binary" && ast.operator === "!=") return this.#truthOf(ast.left);
    return undefined;
  }

  #isRefused(ast: Ast): boolean {
    return this.#record.edgesOf(ast).some(({ kind }) => kind === "unsupported");
  }

  #fateOf(ast: Ast): Fate {
    const evaluations = this.#record.evaluationsOf(ast);
    const isDead =
      evaluations.length > 0 && evaluations.every(({ node }) => !this.#record.isReached(node));
    if (ast.kind === "call") return this.#fateOfCall(ast, isDead);
    if (isDead) return "dead";
    if (hasStore(ast)) {
      const final = evaluations.filter(({ isFinal }) => isFinal);
      const stores = [ast, callAssignedBy(ast)].flatMap((part) => this.#storesOf(part));
      if (final.length > 1) return "repeated";
      return final.length === 1 && stores.length > 0 ? "evaluated" : this.#unlessDead(ast);
    }
    if (ast.kind === "builtin" && ast.type.kind === "void") {
      // The value of an argument list's end is only its operand.
      if (ast.name === "va_end" && evaluations.length > 0) return "operand";
      return this.#record.edgesOf(ast).length > 0 ? "evaluated" : this.#unlessDead(ast);
    }
    if (evaluations.length === 0) return isOperand(ast) ? "operand" : this.#unlessDead(ast);
    return this.#fateOfValue(ast);
  }

  #storesOf(ast: Ast | undefined): CfaEdge[] {
    return ast === undefined ? [] : this.#record.edgesOf(ast).filter(isStore);
  }

  #fateOfCall(call: CallExpression, isDead: boolean): Fate {
    const count = this.#calls.get(call.closeParenRange) ?? 0;
    if (count === 1) return "evaluated";
    if (count > 1) return "repeated";
    if (isDead) return "dead";
    return this.#unlessDead(call);
  }

  /** Whether an edge was created that no path reaches, or a neighbour shows that. */
  #unlessDead(ast: Ast): Fate {
    const edges = this.#record.edgesOf(ast);
    const isDead = edges.length > 0 && edges.every(({ source }) => !this.#record.isReached(source));
    return isDead ? "dead" : "dropped";
  }

  /** Reads and operations with a used or unused result. */
  #fateOfValue(ast: Ast): Fate {
    const evaluations = this.#record
      .evaluationsOf(ast)
      .filter(({ node }) => this.#record.isReached(node));
    let [isUnused, isConstant] = [false, false];
    for (const { results } of evaluations) {
      const matter = results.flatMap((result) => operationsOf(result));
      if (matter.length === 0) {
        // A place may be constant, although its contents are not.
        isConstant ||= results.length > 0;
        continue;
      }
      if (matter.every((operation) => this.#sources.has(operation))) {
        const isRepeated = (part: Expression): boolean =>
          isFallible(part) && canFail(part) && (this.#sources.get(part)?.size ?? 0) > 1;
        return results.some(isRepeated) ? "repeated" : "evaluated";
      }
      isUnused ||= results.every((result) => !canFail(result));
    }
    // Tests become edges on their operands when a first attempt without edges has failed.
    const isTest = ast.kind === "binary" || ast.kind === "unary" || ast.kind === "cast";
    const isGivenUp = isTest && isOperand(ast) && evaluations.every(({ isFinal }) => !isFinal);
    if (isUnused) return isGivenUp ? "operand" : "unused";
    if (isConstant) return "constant";
    return isOperand(ast) ? "operand" : "dropped";
  }
}

function hasCase(body: Statement): boolean {
  let found = false;
  walkAst(body, ({ kind }) => {
    found ||= kind === "case";
    return !found;
  });
  return found;
}

/** Whether no parameter receives the argument, or it is a variable one. */
function isUnreadArgument({ callee, arguments: values }: CallExpression, child: AstPart): boolean {
  let bare = callee;
  while (bare.kind === "decay" || bare.kind === "cast") bare = bare.operand;
  const definition = bare.kind === "function" ? bare.symbol.definition : undefined;
  const index = (values as readonly AstPart[]).indexOf(child);
  return definition !== undefined && index >= definition.parameters.length;
}

/** Conversions, places and tests: they have no effects of their own. */
function isOperand(ast: Ast): boolean {
  switch (ast.kind) {
    case "integer":
    case "float":
    case "string":
    case "function":
    case "label-address":
    case "decay":
    case "cast":
    case "comma":
    case "conditional":
    case "statement-expression":
    case "compound-literal":
    case "member":
      return true;
    // A place; where its value is read, the lowering records that.
    case "variable":
      return true;
    case "unary":
      return ["plus", "not", "address", "real", "imag", "dereference"].includes(ast.operator);
    case "binary":
      return ["&&", "||", "==", "!=", "<", ">", "<=", ">="].includes(ast.operator);
    default:
      return false;
  }
}

function hasStore(ast: Ast): boolean {
  return (
    ast.kind === "assignment" || ast.kind === "compound-assignment" || ast.kind === "increment"
  );
}

/** Returns the call whose edge stores its result directly in the assigned place. */
function callAssignedBy(ast: Ast): CallExpression | undefined {
  let value = ast.kind === "assignment" ? ast.right : undefined;
  while (value?.kind === "cast") value = value.operand;
  return value?.kind === "call" ? value : undefined;
}

function isStore({ kind }: CfaEdge): boolean {
  return kind === "assign" || kind === "copy" || kind === "call";
}

/** Returns the loads in an expression, and the operations that can be undefined. */
function operationsOf(expression: Expression): Expression[] {
  const found: Expression[] = [];
  forEachSubexpression(expression, (part) => {
    if (part.kind === "load" || isFallible(part)) found.push(part);
  });
  return found;
}

function isFallible(part: Expression): boolean {
  switch (part.kind) {
    case "unary":
      return part.operator === "negate" && part.type.kind === "int" && part.type.signed;
    case "binary":
      if (part.type.kind !== "int") return false;
      if (["div", "rem", "shl", "shr"].includes(part.operator)) return true;
      return part.type.signed && ["add", "sub", "mul"].includes(part.operator);
    case "cast":
      return part.operand.type.kind === "float" && part.type.kind !== "float";
    default:
      return false;
  }
}

/** Static objects have their contents before anything is evaluated. */
function childrenOf(part: AstPart): AstPart[] {
  if (part.kind !== "declaration") return partsOf(part);
  const variables = part.variables.filter(({ storage }) => storage === "local");
  return partsOf({ ...part, variables });
}
