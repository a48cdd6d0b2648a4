/**
 * The tokens of a program, each with its use: the fate of its expression (expression-audit.ts), or
 * the rule of C by which it is not evaluated. A part that the parser drops shows as a token that
 * has neither.
 */

import type { TextRange } from "../../../ground/util/text-position.ts";
import {
  type Expression as Ast,
  type AstPart,
  type FunctionDefinition,
  type MachineModel,
  type ParsedUnit,
  preprocess,
  type Statement,
  type Token,
  type Variable,
  walkAst,
} from "../../cfront/index.ts";
import type { CfaProgram } from "../model/cfa.ts";
import type { EvaluationRecord } from "../model/evaluation-record.ts";
import { auditExpressions, FAULTS, type Fate } from "./expression-audit.ts";

export interface TokenAudit {
  /** Tokens by their use, most frequent first. */
  readonly counts: ReadonlyMap<string, number>;
  /** Tokens of expressions that are dropped or evaluated twice, and tokens that no rule explains. */
  readonly faults: readonly { readonly token: Token; readonly fault: string }[];
}

/** Audits every token of the user's file. `record` is that of the program's construction. */
export function auditTokens(
  unit: ParsedUnit,
  machine: MachineModel,
  program: CfaProgram,
  record: EvaluationRecord,
): TokenAudit {
  const fates = auditExpressions(program, record);
  const tokens = preprocess(unit.fileName, unit.text, machine, []).filter(
    ({ system, kind }) => !system && kind !== "eof",
  );
  const audit = new Audit(unit, tokens, fates);
  const reached = new Set(
    [...program.functions.values()].flatMap(({ symbol, isLibrary }) =>
      isLibrary ? [] : (symbol.definition ?? []),
    ),
  );
  return audit.run(reached);
}

/** The name of the rule for a token without an edge that is no fault. */
type Rule = string;

/** Words whose operand in parentheses, or part of it, is never evaluated. */
const UNEVALUATED: ReadonlyMap<string, Rule> = new Map([
  ["sizeof", "operand of sizeof"],
  ["_Alignof", "operand of _Alignof"],
  ["__alignof", "operand of _Alignof"],
  ["__alignof__", "operand of _Alignof"],
  ["typeof", "operand of typeof"],
  ["__typeof", "operand of typeof"],
  ["__typeof__", "operand of typeof"],
  ["_Alignas", "alignment"],
  ["_Generic", "operand of _Generic that is not chosen"],
  ["_Static_assert", "static assertion"],
  ["__attribute__", "attribute"],
  ["__attribute", "attribute"],
  ["__builtin_offsetof", "offset of a member"],
  ["__builtin_types_compatible_p", "types that are compared"],
  ["__builtin_choose_expr", "operand of __builtin_choose_expr that is not chosen"],
  ["__builtin_constant_p", "operand of __builtin_constant_p"],
  ["__builtin_object_size", "operand of __builtin_object_size"],
  ["__builtin_dynamic_object_size", "operand of __builtin_object_size"],
  ["__builtin_va_start", "parameter that va_start names"],
]);

interface Node {
  readonly range: TextRange;
  readonly ast: Ast;
}

/** The context of a token. */
interface Place {
  readonly node: Ast | undefined;
  readonly statement: Statement | undefined;
  readonly rule: Rule | undefined;
  readonly isInBuiltin: boolean;
}

class Audit {
  readonly #unit: ParsedUnit;
  readonly #tokens: readonly Token[];
  readonly #fates: ReadonlyMap<Ast, Fate>;
  readonly #names = new Map<string, ParsedUnit["scopes"]["names"][number][]>();
  /** Expressions, outer ones first. */
  readonly #nodes: readonly Node[];
  readonly #leaves = new Map<string, Ast[]>();
  readonly #memberEnds = new Map<number, Ast>();
  readonly #statements: readonly Statement[];
  readonly #declared = new Set<number>();
  readonly #ruled: { readonly range: TextRange; readonly rule: Rule }[] = [];
  /** Calls of built-ins. */
  readonly #builtins: { readonly range: TextRange }[] = [];
  readonly #counts = new Map<string, number>();
  readonly #faults: { readonly token: Token; readonly fault: string }[] = [];

  constructor(unit: ParsedUnit, tokens: readonly Token[], fates: ReadonlyMap<Ast, Fate>) {
    this.#unit = unit;
    this.#tokens = tokens;
    this.#fates = fates;
    for (const visible of unit.scopes.names) {
      const known = this.#names.get(visible.name);
      if (known === undefined) this.#names.set(visible.name, [visible]);
      else known.push(visible);
    }
    const statements: Statement[] = [];
    for (const { definition } of unit.functions.values()) {
      if (definition !== undefined) this.#gather(definition, statements);
    }
    const nodes = [...fates.keys()].map((ast) => ({ ast, range: ast.range }));
    this.#nodes = nodes.sort((a, b) => outerFirst(a.range, b.range));
    this.#statements = statements.sort((a, b) => outerFirst(a.range, b.range));
    for (const { ast } of this.#nodes) {
      const key = `${ast.range.start}-${ast.range.end}`;
      const known = this.#leaves.get(key);
      if (known === undefined) this.#leaves.set(key, [ast]);
      else known.push(ast);
      if (ast.kind === "member") this.#memberEnds.set(ast.range.end, ast);
    }
    this.#findUnevaluated();
  }

  #gather({ body }: FunctionDefinition, statements: Statement[]): void {
    walkAst(body, (part: AstPart) => {
      if (!("type" in part)) statements.push(part);
      if (part.kind === "declaration") for (const one of part.variables) this.#declare(one);
      if (part.kind === "compound-literal") this.#declare(part.variable);
      return undefined;
    });
  }

  #declare({ range, storage, initializer }: Variable): void {
    this.#declared.add(range.start);
    if (initializer === undefined) return;
    const isStatic = storage === "static-local" || storage === "thread-local";
    if (isStatic) this.#ruled.push({ range: initializer.range, rule: "static contents" });
    for (const { range: unused } of initializer.overridden ?? []) {
      this.#ruled.push({ range: unused, rule: "initialiser that a later one overrides" });
    }
    for (const unused of initializer.excess ?? []) {
      this.#ruled.push({ range: unused, rule: "excess initialiser" });
    }
  }

  /** Ranges between words and the parentheses after them, and between `case` and its colon. */
  #findUnevaluated(): void {
    for (const [index, token] of this.#tokens.entries()) {
      const rule = UNEVALUATED.get(token.text);
      if (rule !== undefined && this.#tokens[index + 1]?.text === "(") {
        const end = this.#closing(index + 1);
        this.#ruled.push({ range: { start: token.start, end }, rule });
      }
      if (isBuiltinName(token) && this.#tokens[index + 1]?.text === "(") {
        const end = this.#closing(index + 1);
        this.#builtins.push({ range: { start: token.start, end } });
      }
      if (token.kind === "keyword" && token.text === "case") {
        this.#ruled.push({ range: { start: token.start, end: this.#colon(index) }, rule: "case" });
      }
    }
    this.#ruled.sort((a, b) => outerFirst(a.range, b.range));
  }

  #closing(open: number): number {
    let depth = 0;
    for (let index = open; index < this.#tokens.length; index++) {
      const token = this.#tokens[index] as Token;
      if (token.kind !== "punctuator") continue;
      if (token.text === "(") depth++;
      if (token.text === ")" && --depth === 0) return token.end;
    }
    return this.#unit.text.length;
  }

  #colon(label: number): number {
    let questions = 0;
    for (let index = label; index < this.#tokens.length; index++) {
      const token = this.#tokens[index] as Token;
      if (token.text === "?") questions++;
      if (token.text === ":" && questions-- === 0) return token.end;
    }
    return this.#unit.text.length;
  }

  run(reached: ReadonlySet<FunctionDefinition>): TokenAudit {
    const bodies = [...this.#unit.functions.values()]
      .flatMap(({ definition }) => definition ?? [])
      .sort((a, b) => outerFirst(a.range, b.range));
    const [body, node, statement] = [sweep(bodies), sweep(this.#nodes), sweep(this.#statements)];
    const [ruled, builtin] = [sweep(this.#ruled), sweep(this.#builtins)];
    for (const [index, token] of this.#tokens.entries()) {
      const definition = body(token);
      const place = {
        node: node(token)?.ast,
        statement: statement(token),
        rule: ruled(token)?.rule,
        isInBuiltin: builtin(token) !== undefined,
      };
      const what =
        definition === undefined
          ? "file scope"
          : !reached.has(definition)
            ? "function that main does not call"
            : token.start < definition.body.range.start
              ? "declaration"
              : this.#explain(index, token, place);
      if (what === undefined || FAULTS.has(what as Fate)) {
        this.#faults.push({ token, fault: what ?? "no rule explains it" });
      }
      const name = what ?? "unexplained";
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    }
    const counts = new Map([...this.#counts].sort((a, b) => b[1] - a[1]));
    return { counts, faults: this.#faults };
  }

  #explain(index: number, token: Token, place: Place): Fate | Rule | undefined {
    const own = this.#ownFate(token);
    if (own !== undefined) return own;
    if (place.rule !== undefined) return place.rule;
    const isWord = token.kind !== "punctuator" && token.kind !== "keyword";
    if (!isWord) return place.node === undefined ? "syntax" : this.#fates.get(place.node);
    return this.#explainWord(index, token, place);
  }

  /** The fate of the expression that is this very token, or the member that it names. */
  #ownFate(token: Token): Fate | undefined {
    const member = this.#memberEnds.get(token.end);
    if (member !== undefined && token.kind === "identifier") return this.#fates.get(member);
    const exact = this.#leaves.get(`${token.start}-${token.end}`) ?? [];
    const fates = exact.map((ast) => this.#fates.get(ast) as Fate);
    return BEST_FIRST.find((fate) => fates.includes(fate));
  }

  /** A name or literal that is no expression of its own. */
  #explainWord(
    index: number,
    token: Token,
    { node, statement, isInBuiltin }: Place,
  ): Fate | Rule | undefined {
    const [previous, next] = [this.#tokens[index - 1]?.text, this.#tokens[index + 1]?.text];
    if (this.#isTypeName(token, previous)) return "type";
    if (this.#declared.has(token.start)) return "declaration";
    if (next === ":" && (node === undefined || node.kind === "statement-expression")) {
      return "label";
    }
    if (statement?.kind === "goto") return "label";
    if (statement?.kind === "asm" && token.kind === "string") return "assembler";
    if (statement?.kind === "asm" && previous === "[" && next === "]") return "assembler";
    const isDesignator = (previous === "." || next === ":") && node === undefined;
    if (isDesignator) return "designator";
    if (node !== undefined) {
      // Adjacent strings are one literal, `&&label` one address; the name of a built-in determines
      // the node.
      const isPart =
        (node.kind === "string" && token.kind === "string") || node.kind === "label-address";
      if (isPart || isBuiltinName(token)) return this.#fates.get(node);
      // A folded constant has the range of all its parts: only sizeof and the like are.
      if (node.kind === "integer" && UNEVALUATED.has(this.#wordAt(node.range.start))) {
        return UNEVALUATED.get(this.#wordAt(node.range.start));
      }
      if (node.kind === "runtime-sizeof" && this.#isBareOperand(node.range, token)) {
        return "operand of sizeof";
      }
    }
    // Some built-ins are only their first argument.
    if (isInBuiltin && isBuiltinName(token)) return "operand";
    const meaning = token.kind === "identifier" ? this.#meaningOf(token) : "constant";
    const isName = meaning === "variable" || meaning === "function";
    // `&((struct s *)0)->member`
    const isFolded = node?.kind === "integer" && this.#unit.text[node.range.start] === "&";
    if (isFolded && !isName) return "offset of a member";
    const hasType = node?.kind === "cast" || node?.kind === "compound-literal";
    if (hasType && !isName) return previous === "." ? "designator" : "type";
    // The parser refuses other arguments that the built-in does not use.
    if (isInBuiltin && !isName) return "constant argument of a built-in";
    // Constants in types; names of objects and functions are never part of one.
    if (!isName && this.#isInBrackets(index)) return "constant length";
    if (statement?.kind === "declaration" && node === undefined) return isName ? undefined : "type";
    return node === undefined && statement?.kind === "compound" ? "declaration" : undefined;
  }

  #isTypeName(token: Token, previous: string | undefined): boolean {
    if (token.kind !== "identifier") return false;
    if (previous === "struct" || previous === "union" || previous === "enum") return true;
    return token.text === "__builtin_va_list" || this.#meaningOf(token) === "typedef";
  }

  #meaningOf({ text, start }: Token): string | undefined {
    const visible = this.#names.get(text) ?? [];
    return visible.findLast(
      ({ visibleFrom, visibleTo }) => visibleFrom <= start && start < visibleTo,
    )?.entity.kind;
  }

  /** `sizeof a`, where a mere name is not evaluated. */
  #isBareOperand({ start, end }: TextRange, { text }: Token): boolean {
    const operand = this.#unit.text.slice(start, end).replace(/^sizeof/, "");
    return operand.replace(/[\s()]/g, "") === text;
  }

  #wordAt(start: number): string {
    return /^\w+/.exec(this.#unit.text.slice(start, start + 40))?.[0] ?? "";
  }

  #isInBrackets(index: number): boolean {
    let depth = 0;
    for (let at = index; at >= 0 && index - at < 40; at--) {
      const { text } = this.#tokens[at] as Token;
      if (text === "]") depth++;
      if (text === "[" && depth-- === 0) return true;
      if (text === ";" || text === "{") return false;
    }
    return false;
  }
}

function isBuiltinName({ text }: Token): boolean {
  return /^__(builtin|sync|atomic)_/.test(text);
}

const BEST_FIRST: readonly Fate[] = [
  "dropped",
  "repeated",
  "evaluated",
  "unused",
  "constant",
  "operand",
  "dead",
  "refused",
];

function outerFirst(a: TextRange, b: TextRange): number {
  return a.start - b.start || b.end - a.end;
}

/** Finds the innermost of nested ranges, sorted outer ones first, for tokens in ascending order. */
function sweep<T extends { readonly range: TextRange }>(
  sorted: readonly T[],
): (token: TextRange) => T | undefined {
  const open: T[] = [];
  let next = 0;
  return ({ start, end }) => {
    for (
      let one = sorted[next];
      one !== undefined && one.range.start <= start;
      one = sorted[next]
    ) {
      open.push(one);
      next++;
    }
    while (open.length > 0 && (open.at(-1) as T).range.end <= start) open.pop();
    return open.findLast(({ range }) => range.end >= end && range.end > start);
  };
}
