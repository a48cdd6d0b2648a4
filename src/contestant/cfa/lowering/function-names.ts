/** The objects of one function: parameters, locals, temporaries, and the blocks they live in. */

import { invariant } from "../../../ground/util/errors.ts";
import {
  type CType,
  type FunctionDefinition,
  type FunctionSymbol,
  type MachineModel,
  pointerTo,
  type StringLiteral,
  type Variable,
} from "../../cfront/index.ts";
import type { MemoryObject, ObjectKind } from "../model/cfa.ts";
import type { EvaluationRecord } from "../model/evaluation-record.ts";
import type { GraphBuilder } from "../model/graph.ts";
import { isVariableLengthArray, valueTypeOf } from "../model/value-types.ts";
import type { CapturedVariables } from "./captured-variables.ts";
import type { EvaluationOrder } from "./evaluation-order.ts";
import type { FunctionFacts } from "./function-facts.ts";
import type { Lowering, Names } from "./lowering.ts";
import { newScope, type Scope } from "./scopes.ts";

/** The properties of a new object; all others follow from the type. */
export interface ObjectDraft {
  readonly kind: ObjectKind;
  readonly name: string;
  readonly type: CType;
  readonly variable?: Variable | undefined;
  /** For objects larger than their type: flexible array members with an initialiser. */
  readonly size?: number;
  readonly isReadOnly?: boolean;
}

/** The part of {@link Names} that concerns the whole program. */
export interface ProgramNames {
  readonly machine: MachineModel;
  readonly order: EvaluationOrder;
  readonly keepsBranches: boolean;
  readonly errorLabels: ReadonlySet<string>;
  readonly hasThreads: boolean;
  /** Records the lowering of the program's expressions. */
  readonly record: EvaluationRecord | undefined;
  readonly captured: CapturedVariables;
  /** The body of a function: the program's, or that of Agon's model. */
  definitionOf(symbol: FunctionSymbol): FunctionDefinition | undefined;
  isDeclared(name: string): boolean;
  mentions(names: readonly string[]): boolean;
  newObject(draft: ObjectDraft): MemoryObject;
  /** An object with static storage; labels in its initialiser are those of `user`. */
  staticObject(variable: Variable, user: FunctionNames): MemoryObject;
  stringObject(literal: StringLiteral): MemoryObject;
  /** A new read-only object whose address stands for a label. */
  labelObject(functionName: string, label: string): MemoryObject;
  functionSymbol(symbol: FunctionSymbol): FunctionSymbol;
  internalFunction(name: string, result: CType, parameters: readonly CType[]): FunctionSymbol;
}

export class FunctionNames implements Names {
  /** Everything automatic, in order of creation. */
  readonly automatic: MemoryObject[] = [];
  scope: Scope = newScope(undefined);
  readonly #program: ProgramNames;
  readonly #facts: FunctionFacts;
  readonly #graph: GraphBuilder;
  readonly #objects = new Map<Variable, MemoryObject>();
  readonly #labels = new Map<string, MemoryObject>();
  readonly #captures = new Map<Variable, MemoryObject>();
  #variableArguments: MemoryObject | undefined;
  #lowering: Lowering | undefined;
  #temporaries = 0;

  constructor(program: ProgramNames, facts: FunctionFacts, graph: GraphBuilder) {
    this.#program = program;
    this.#facts = facts;
    this.#graph = graph;
  }

  /** Sets the lowering that uses these names. */
  connect(lowering: Lowering): void {
    this.#lowering = lowering;
  }

  get lowering(): Lowering {
    invariant(this.#lowering !== undefined, "names are connected to a lowering before use");
    return this.#lowering;
  }

  /** Makes the parameters that are not in the source. */
  addHiddenParameters({ symbol }: FunctionDefinition): readonly MemoryObject[] {
    const { machine, captured } = this.#program;
    const newParameter = (name: string, target: CType): MemoryObject =>
      this.#newAutomatic({ kind: "parameter", name, type: pointerTo(target, machine) });
    const hidden: MemoryObject[] = [];
    if (symbol.type.variadic) {
      this.#variableArguments = newParameter("...", { kind: "void" });
      hidden.push(this.#variableArguments);
    }
    for (const variable of captured.of(symbol)) {
      const object = newParameter(variable.name, variable.type);
      this.#captures.set(variable, object);
      hidden.push(object);
    }
    return hidden;
  }

  variableArguments(): MemoryObject | undefined {
    return this.#variableArguments;
  }

  capturedBy(symbol: FunctionSymbol): readonly Variable[] {
    return this.#program.captured.of(symbol);
  }

  captureOf(variable: Variable): MemoryObject | undefined {
    return this.#captures.get(variable);
  }

  definitionOf(symbol: FunctionSymbol): FunctionDefinition | undefined {
    return this.#program.definitionOf(symbol);
  }

  isDeclared(name: string): boolean {
    return this.#program.isDeclared(name);
  }

  mentions(names: readonly string[]): boolean {
    return this.#program.mentions(names);
  }

  get order(): EvaluationOrder {
    return this.#program.order;
  }

  get hasThreads(): boolean {
    return this.#program.hasThreads;
  }

  get keepsBranches(): boolean {
    return this.#program.keepsBranches;
  }

  get errorLabels(): ReadonlySet<string> {
    return this.#program.errorLabels;
  }

  objectOf(variable: Variable): MemoryObject {
    const { storage } = variable;
    if (storage !== "local" && storage !== "parameter") {
      return this.#program.staticObject(variable, this);
    }
    let object = this.#objects.get(variable);
    if (object === undefined) {
      object = this.#newLocal(variable, storage);
      this.#objects.set(variable, object);
    }
    return object;
  }

  #newLocal(variable: Variable, kind: "local" | "parameter"): MemoryObject {
    const { name, type } = variable;
    const isPointer = type.kind === "array" && isVariableLengthArray(type);
    return this.#newAutomatic({
      kind,
      name,
      type: isPointer ? pointerTo(type.element, this.#program.machine) : type,
      variable,
    });
  }

  #newAutomatic(draft: ObjectDraft): MemoryObject {
    const object = this.#program.newObject(draft);
    this.automatic.push(object);
    return object;
  }

  newTemporary(type: CType): MemoryObject {
    this.#graph.mutate();
    this.#temporaries++;
    return this.#newAutomatic({ kind: "temporary", name: `$${this.#temporaries}`, type });
  }

  isPrivate(variable: Variable): boolean {
    return (
      (variable.storage === "local" || variable.storage === "parameter") &&
      !this.#facts.addressTaken.has(variable) &&
      !this.#program.captured.all.has(variable) &&
      valueTypeOf(variable.type) !== undefined
    );
  }

  declareInBlock(variable: Variable): void {
    if (this.isPrivate(variable)) return;
    const object = this.objectOf(variable);
    if (!this.scope.objects.includes(object)) this.scope.objects.push(object);
  }

  /** Starts a block; the result is the enclosing one, for {@link leaveScope}. */
  enterScope(): Scope {
    const outer = this.scope;
    this.scope = newScope(outer);
    return outer;
  }

  leaveScope(outer: Scope): void {
    this.scope = outer;
  }

  stringObject(literal: StringLiteral): MemoryObject {
    return this.#program.stringObject(literal);
  }

  functionSymbol(symbol: FunctionSymbol): FunctionSymbol {
    return this.#program.functionSymbol(symbol);
  }

  internalFunction(name: string, result: CType, parameters: readonly CType[]): FunctionSymbol {
    return this.#program.internalFunction(name, result, parameters);
  }

  labelObject(label: string): MemoryObject {
    let object = this.#labels.get(label);
    if (object === undefined) {
      object = this.#program.labelObject(this.#graph.functionName, label);
      this.#labels.set(label, object);
    }
    return object;
  }
}
