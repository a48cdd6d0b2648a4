/** The scopes of variables in the text: a variable out of scope may still hold a value. */

import type { TextRange } from "../../ground/util/text-position.ts";
import type { CfaProgram, MemoryObject } from "../cfa/index.ts";
import { type Variable, walkAst } from "../cfront/index.ts";

export class VariableScopes {
  readonly #program: CfaProgram;
  readonly #functions = new Map<string, ReadonlyMap<Variable, TextRange>>();

  constructor(program: CfaProgram) {
    this.#program = program;
  }

  /**
   * Whether a variable of a function is in scope at an offset of the text. Parameters and static
   * objects are in scope everywhere.
   */
  isInScope({ variable }: MemoryObject, functionName: string, at: number): boolean {
    const scope = variable && this.#scopesOf(functionName).get(variable);
    return scope === undefined || (at >= scope.start && at < scope.end);
  }

  #scopesOf(functionName: string): ReadonlyMap<Variable, TextRange> {
    const known = this.#functions.get(functionName);
    if (known !== undefined) return known;
    const scopes = new Map<Variable, TextRange>();
    this.#functions.set(functionName, scopes);
    const body = this.#program.functions.get(functionName)?.symbol.definition?.body;
    if (body === undefined) return scopes;
    const blocks: TextRange[] = [];
    const declared: { readonly variable: Variable; readonly range: TextRange }[] = [];
    walkAst(body, (part) => {
      if (part.kind === "compound" || part.kind === "for") blocks.push(part.range);
      if (part.kind === "declaration") {
        for (const variable of part.variables) declared.push({ variable, range: part.range });
      }
      return true;
    });
    for (const { variable, range } of declared) {
      const around = blocks.filter(({ start, end }) => start <= range.start && range.end <= end);
      const [innermost] = around.toSorted((a, b) => a.end - a.start - (b.end - b.start));
      if (innermost !== undefined) scopes.set(variable, innermost);
    }
    return scopes;
  }
}
