/** Finds the parts of a program that waypoints name, with their whole extent. */

import { LineIndex } from "../../ground/util/text-position.ts";
import type { Location } from "../../ground/witness/index.ts";
import {
  type CallExpression,
  type Expression,
  type FunctionSymbol,
  type ParsedUnit,
  type Statement,
  walkAst,
} from "../cfront/index.ts";

export interface PlacedStatement {
  readonly statement: Statement;
  readonly function: FunctionSymbol;
}

export class ProgramParts {
  readonly statements: PlacedStatement[] = [];
  readonly calls: CallExpression[] = [];
  readonly branches: { readonly keyword: number; readonly condition: Expression }[] = [];
  readonly #lines: LineIndex;

  constructor(unit: ParsedUnit) {
    this.#lines = new LineIndex(unit.text);
    for (const symbol of unit.functions.values()) {
      if (symbol.definition !== undefined) this.#addFunction(symbol, symbol.definition.body);
    }
  }

  statementAt(location: Location): PlacedStatement | undefined {
    return this.#leftmost(this.statements, location, ({ statement }) => statement.range.start);
  }

  callAt(location: Location): CallExpression | undefined {
    return this.#leftmost(this.calls, location, (call) => call.closeParenRange.start);
  }

  branchAt(location: Location): (typeof this.branches)[number] | undefined {
    return this.#leftmost(this.branches, location, ({ keyword }) => keyword);
  }

  #addFunction(symbol: FunctionSymbol, body: Statement): void {
    walkAst(body, (part) => {
      switch (part.kind) {
        case "compound":
          for (const statement of part.items) this.#addStatement(statement, symbol);
          break;
        case "if":
        case "while":
        case "do":
          this.branches.push({ keyword: part.range.start, condition: part.condition });
          break;
        case "for":
          if (part.condition !== undefined) {
            this.branches.push({ keyword: part.range.start, condition: part.condition });
          }
          break;
        case "conditional":
          this.branches.push({ keyword: part.questionRange.start, condition: part.condition });
          break;
        case "call":
          this.calls.push(part);
          break;
        default:
          break;
      }
      if (part.kind === "if") {
        this.#addStatement(part.then, symbol);
        if (part.else !== undefined) this.#addStatement(part.else, symbol);
      } else if (part.kind === "while" || part.kind === "do" || part.kind === "for") {
        this.#addStatement(part.body, symbol);
      }
      return undefined;
    });
  }

  #addStatement(statement: Statement, symbol: FunctionSymbol): void {
    this.statements.push({ statement, function: symbol });
  }

  #leftmost<T>(
    parts: readonly T[],
    { line, column }: Location,
    offsetOf: (part: T) => number,
  ): T | undefined {
    let best: { readonly part: T; readonly column: number } | undefined;
    for (const part of parts) {
      const position = this.#lines.positionOf(offsetOf(part));
      if (position.line !== line || (column !== undefined && position.column !== column)) continue;
      if (best === undefined || position.column < best.column) {
        best = { part, column: position.column };
      }
    }
    return best?.part;
  }
}
