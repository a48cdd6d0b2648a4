/**
 * The positions of statements, controlling keywords, calls and full expressions in a C file, to
 * which witnesses, debuggers and pages refer. Places from macros have the position of the macro's
 * use.
 */

import { LineIndex, type TextPosition } from "../../../ground/util/text-position.ts";
import {
  type AstPart,
  type CallExpression,
  type CompoundStatement,
  type CType,
  type Expression,
  type FunctionDefinition,
  type Statement,
  type TranslationUnit,
  walkAst,
} from "../../cfront/index.ts";

/**
 * `statement`: its first character, also of a label before it; `declaration`: of
 * one in a compound statement; `call`: the parenthesis that closes its
 * arguments; `conditional`: the `?`; `expression`: the first character of a full
 * expression that is no statement; `label`: of one that a backward goto names;
 * `function`: the first character of a definition or its name.
 */
export type SourcePlaceKind =
  | "statement"
  | "declaration"
  | "if"
  | "while"
  | "do"
  | "for"
  | "switch"
  | "conditional"
  | "call"
  | "expression"
  | "label"
  | "function";

export interface SourcePlace extends TextPosition {
  readonly kind: SourcePlaceKind;
  readonly offset: number;
  readonly function: FunctionDefinition;
  /** For a call. */
  readonly call?: {
    /** For a direct call. */
    readonly callee?: string;
    readonly resultType: CType;
  };
}

export class SourcePlaces {
  readonly lines: LineIndex;
  readonly #text: string;
  readonly #byLine = new Map<number, SourcePlace[]>();
  readonly #seen = new Set<string>();
  readonly #functions: readonly FunctionDefinition[];

  constructor(unit: TranslationUnit) {
    this.#text = unit.text;
    this.lines = new LineIndex(unit.text);
    this.#functions = [...unit.functions.values()].flatMap(({ definition }) => definition ?? []);
    for (const definition of this.#functions) this.#addFunction(definition);
    for (const places of this.#byLine.values()) places.sort((a, b) => a.column - b.column);
  }

  /** The places of a line (from 1), from left to right. */
  onLine(line: number): readonly SourcePlace[] {
    return this.#byLine.get(line) ?? [];
  }

  /** The definition that an offset lies in. */
  functionAt(offset: number): FunctionDefinition | undefined {
    return this.#functions.find(({ range }) => range.start <= offset && offset < range.end);
  }

  #addFunction(definition: FunctionDefinition): void {
    const names = new Map<string, number>();
    const gotos: { readonly label: string; readonly offset: number }[] = [];
    this.#add("function", definition.range.start, definition);
    this.#add("function", definition.symbol.range.start, definition);
    walkAst(definition.body, (part) => {
      this.#addPart(part, definition);
      if (part.kind === "label") {
        names.set(part.label, this.#labelStart(part.label, part.range.start, definition));
      } else if (part.kind === "goto") {
        gotos.push({ label: part.label, offset: part.range.start });
      }
      return undefined;
    });
    for (const offset of names.values()) this.#add("statement", offset, definition);
    const loops = gotos.filter(({ label, offset }) => (names.get(label) ?? offset) < offset);
    for (const label of new Set(loops.map((jump) => jump.label))) {
      this.#add("label", names.get(label) as number, definition);
    }
  }

  /** Labels have no range of their own: the last one of the name before its statement. */
  #labelStart(label: string, statementStart: number, { range }: FunctionDefinition): number {
    const name = label.replace(/\.\d+$/, "");
    const before = this.#text.slice(range.start, statementStart);
    const matches = [...before.matchAll(new RegExp(`(?<![\\w$])${escapePattern(name)}\\s*:`, "g"))];
    const last = matches.at(-1);
    return last === undefined ? statementStart : range.start + last.index;
  }

  #addPart(part: AstPart, definition: FunctionDefinition): void {
    switch (part.kind) {
      case "compound":
        this.#addItems(part, definition);
        return;
      case "if":
      case "while":
      case "switch":
        this.#addControl(part, part.kind, definition);
        this.#add("expression", part.condition.range.start, definition);
        return;
      case "do":
        this.#addControl(part, "do", definition);
        this.#add("while", this.#whileOfDo(part.condition), definition);
        this.#add("expression", part.condition.range.start, definition);
        return;
      case "for":
        this.#addControl(part, "for", definition);
        for (const clause of [part.initializer, part.condition, part.step]) {
          if (clause !== undefined) this.#add("expression", clause.range.start, definition);
        }
        return;
      case "conditional":
        this.#add("conditional", part.questionRange.start, definition);
        return;
      case "call":
        this.#addCall(part, definition);
        return;
      case "builtin":
        // The name determines it; its parentheses are those of a call.
        this.#add("call", part.range.end - 1, definition, { resultType: part.type });
        return;
      case "declaration":
        for (const { initializer } of part.variables) {
          if (initializer !== undefined)
            this.#add("expression", initializer.range.start, definition);
        }
        return;
      case "return":
        if (part.value !== undefined) this.#add("expression", part.value.range.start, definition);
        this.#add("statement", part.range.start, definition);
        return;
      case "expression":
      case "goto":
      case "computed-goto":
      case "break":
      case "continue":
      case "asm":
        this.#add("statement", part.range.start, definition);
        return;
      case "case":
      case "default":
        this.#add("statement", this.#caseStart(part.range.start), definition);
        return;
      default:
        return;
    }
  }

  /** Declarations are places only as items of a block. */
  #addItems(block: CompoundStatement, definition: FunctionDefinition): void {
    this.#add("statement", block.range.start, definition);
    for (const item of block.items) {
      if (item.kind === "declaration") this.#add("declaration", item.range.start, definition);
    }
  }

  #addControl(
    statement: Statement,
    kind: "if" | "while" | "do" | "for" | "switch",
    definition: FunctionDefinition,
  ): void {
    this.#add("statement", statement.range.start, definition);
    this.#add(kind, statement.range.start, definition);
  }

  #addCall(call: CallExpression, definition: FunctionDefinition): void {
    let callee: Expression = call.callee;
    while (callee.kind === "decay" || callee.kind === "cast") callee = callee.operand;
    this.#add("call", call.closeParenRange.start, definition, {
      resultType: call.type,
      ...(callee.kind === "function" ? { callee: callee.symbol.name } : {}),
    });
  }

  #whileOfDo(condition: Expression): number {
    const at = this.#text.lastIndexOf("while", condition.range.start);
    return at < 0 ? condition.range.start : at;
  }

  /** The first of the `case` and `default` labels right before a statement. */
  #caseStart(statementStart: number): number {
    const before = this.#text.slice(Math.max(0, statementStart - 500), statementStart);
    const match = /(?:case\b[^:;{}]*:|default\s*:)\s*$/.exec(before);
    return match === null ? statementStart : statementStart - match[0].length;
  }

  #add(
    kind: SourcePlaceKind,
    offset: number,
    definition: FunctionDefinition,
    call?: SourcePlace["call"],
  ): void {
    const key = `${kind}:${offset}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const position = this.lines.positionOf(offset);
    let places = this.#byLine.get(position.line);
    if (places === undefined) {
      places = [];
      this.#byLine.set(position.line, places);
    }
    const place = { kind, offset, ...position, function: definition };
    places.push(call === undefined ? place : { ...place, call });
  }
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.|?+()[\]{}*]/g, "\\$&");
}
