/** `agon c parse`: the typed syntax tree. */

import type { TextRange } from "../../ground/util/text-position.ts";
import {
  type CType,
  type Field,
  type FunctionSymbol,
  statementToString,
  typeToString,
  type Variable,
  variableToString,
} from "../cfront/index.ts";
import { formatJson, type StageContext } from "./context.ts";
import { indent } from "./indent.ts";

/** S-expressions: objects with static storage, then functions with a body. */
export function syntaxTreeText(context: StageContext): string {
  const lines = globals(context).map((variable) => indent(variableToString(variable)));
  for (const { symbol, body } of definitions(context)) {
    lines.push("", typeToString(symbol.type, symbol.name), indent(statementToString(body)));
  }
  return `${lines.join("\n").trimStart()}\n`;
}

/**
 * Nodes as in `src/contestant/cfront/ast.ts`, with types as C text, integers as strings,
 * and references to variables as `{ name, id }`.
 */
export function syntaxTreeJson(context: StageContext): string {
  const writer = new Writer(context);
  return formatJson({
    file: context.unit.fileName,
    dataModel: context.machine.name,
    globals: globals(context).map((variable) => writer.variable(variable)),
    functions: definitions(context).map(({ symbol, parameters, body, range }) => ({
      name: symbol.name,
      type: typeToString(symbol.type),
      range: context.positions.range(range),
      parameters: parameters.map((variable) => writer.variable(variable)),
      body: writer.value("body", body),
    })),
  });
}

function globals({ unit, positions, withHeaders }: StageContext): readonly Variable[] {
  return unit.globals.filter(({ range }) => withHeaders || !positions.isInHeader(range.start));
}

function definitions({ unit, positions, withHeaders }: StageContext) {
  return [...unit.functions.values()]
    .flatMap(({ definition }) => (definition === undefined ? [] : [definition]))
    .filter(({ range }) => withHeaders || !positions.isInHeader(range.start));
}

/** Turns nodes into plain data, property by property. */
class Writer {
  readonly #context: StageContext;
  readonly #ids = new Map<Variable, number>();

  constructor(context: StageContext) {
    this.#context = context;
  }

  variable(variable: Variable): object {
    return { id: this.#id(variable), ...(this.#object(variable) as object) };
  }

  value(key: string, value: unknown): unknown {
    if (typeof value === "bigint") return String(value);
    if (typeof value !== "object" || value === null) return value;
    if (value instanceof Uint8Array) return [...value];
    if (key === "variables") return (value as Variable[]).map((one) => this.variable(one));
    if (Array.isArray(value)) return value.map((one) => this.value("", one));
    switch (key) {
      case "type":
      case "computationType":
      case "of":
        return typeToString(value as CType);
      case "symbol":
        return (value as FunctionSymbol).name;
      case "variable":
        return { name: (value as Variable).name, id: this.#id(value as Variable) };
      case "field": {
        const { name, offset, bitOffset, bitWidth } = value as Field;
        return { name, offset, bitOffset, bitWidth };
      }
      default:
        if (key === "range" || key.endsWith("Range")) {
          return this.#context.positions.range(value as TextRange);
        }
        return this.#object(value);
    }
  }

  #object(value: object): unknown {
    if ((value as { readonly kind?: string }).kind === "compound-literal") {
      const { variable, ...rest } = value as { readonly variable: Variable };
      return { ...(this.#entries(rest) as object), object: this.variable(variable) };
    }
    return this.#entries(value);
  }

  #entries(value: object): unknown {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, this.value(key, part)]),
    );
  }

  #id(variable: Variable): number {
    let id = this.#ids.get(variable);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(variable, id);
    }
    return id;
  }
}
