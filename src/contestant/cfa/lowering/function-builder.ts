/** Builds the CFA of one function. */
import {
  basicTypes,
  type FunctionDefinition,
  type FunctionSymbol,
  type MachineModel,
  sizeOf,
} from "../../cfront/index.ts";

import type { CallArgument, FunctionCfa, MemoryObject } from "../model/cfa.ts";
import { integer } from "../model/expressions.ts";
import { contractSkips, dropUnreachableEdges } from "../model/finish.ts";
import { GraphBuilder } from "../model/graph.ts";
import { INT, isInMemory, valueTypeOf } from "../model/value-types.ts";
import { type FunctionFacts, functionFacts } from "./function-facts.ts";
import { FunctionNames, type ProgramNames } from "./function-names.ts";
import { ExpressionLowering } from "./lower-expression.ts";
import { StatementLowering } from "./lower-statement.ts";

/** Origin of a body: the program, a library model, or an assumption (external-function.ts). */
export type FunctionOrigin = "program" | "library" | "external";

export class FunctionBuilder {
  readonly lower: ExpressionLowering;
  readonly names: FunctionNames;
  readonly facts: FunctionFacts;
  /** Set when the program itself names the function. */
  isCalled = false;
  /** Called before every return: destructors, in `main`. */
  atEnd: readonly FunctionSymbol[] = [];
  readonly #symbol: FunctionSymbol;
  readonly #definition: FunctionDefinition;
  readonly #origin: FunctionOrigin;
  readonly #statements: StatementLowering;
  readonly #hidden: readonly MemoryObject[];

  constructor(
    program: ProgramNames,
    machine: MachineModel,
    symbol: FunctionSymbol,
    definition: FunctionDefinition,
    origin: FunctionOrigin,
  ) {
    this.#symbol = symbol;
    this.#definition = definition;
    this.#origin = origin;
    this.facts = functionFacts(definition);
    const graph = new GraphBuilder(symbol.name);
    if (origin === "program") graph.record = program.record;
    this.names = new FunctionNames(program, this.facts, graph);
    this.lower = new ExpressionLowering(basicTypes(machine), graph, this.names, {
      block: (body, result) => this.#statements.expressionBlock(body.items, body.range, result),
    });
    this.names.connect(this.lower);
    this.#hidden = this.names.addHiddenParameters({ ...definition, symbol });
    this.#statements = new StatementLowering(this.lower, this.names, this.facts.addressedLabels);
  }

  lowerBody(): void {
    const { parameters, body, range } = this.#definition;
    const { graph } = this.lower;
    graph.range = range;
    for (const parameter of parameters) this.names.objectOf(parameter);
    this.#statements.body(body, this.atEnd);
    // The closing brace. Only main then returns a value: 0 (C11 5.1.2.2.3).
    graph.range = { start: range.end - 1, end: range.end };
    const value: CallArgument | undefined =
      this.#symbol.name === "main" && this.#result === INT
        ? { kind: "scalar", value: integer(INT, 0) }
        : undefined;
    graph.emit({ kind: "return", value }, graph.exit);
  }

  get #result(): FunctionCfa["result"] {
    const { result } = this.#definition.symbol.type;
    return isInMemory(result) ? { kind: "record", size: sizeOf(result) ?? 0 } : valueTypeOf(result);
  }

  finish(): FunctionCfa {
    const { graph } = this.lower;
    const reachable = graph.reachableNodes();
    dropUnreachableEdges(reachable);
    graph.record?.reached(reachable);
    contractSkips(reachable, graph.entry);
    return {
      symbol: this.#symbol,
      name: this.#symbol.name,
      entry: graph.entry,
      exit: graph.exit,
      nodes: graph.reachableNodes(),
      parameters: [
        ...this.#definition.parameters.map((parameter) => this.names.objectOf(parameter)),
        ...this.#hidden,
      ],
      locals: this.names.automatic,
      result: this.#result,
      isLibrary: this.#origin !== "program",
      isExternal: this.#origin === "external",
    };
  }
}
