/** Builds the functions of a program that can be reached from `main`, and its static objects. */

import { defined } from "../../../ground/util/defined.ts";
import { InputError, invariant } from "../../../ground/util/errors.ts";
import { isStackExhaustion } from "../../../ground/util/exhaustion.ts";
import {
  basicTypes,
  type CType,
  type FunctionDefinition,
  type FunctionSymbol,
  functionType,
  type MachineModel,
  preferredAlignOf,
  type StringLiteral,
  sizeOf,
  type TranslationUnit,
  type Variable,
} from "../../cfront/index.ts";
import { libraryFunction } from "../library/library.ts";
import { modelWithErrno } from "../library/models-with-errno.ts";
import type { CfaProgram, FunctionCfa, InitialItem, MemoryObject } from "../model/cfa.ts";
import type { EvaluationRecord } from "../model/evaluation-record.ts";
import { markAddressTaken, numberProgram } from "../model/finish.ts";
import { valueTypeOf } from "../model/value-types.ts";
import { CapturedVariables } from "./captured-variables.ts";
import { settleComparators } from "./comparator-effects.ts";
import { EvaluationOrder } from "./evaluation-order.ts";
import { externalFunction } from "./external-function.ts";
import { FunctionBuilder, type FunctionOrigin } from "./function-builder.ts";
import type { FunctionNames, ObjectDraft, ProgramNames } from "./function-names.ts";
import { emitInternalCall } from "./internal-call.ts";
import { functionsMentioned } from "./mentioned-functions.ts";
import {
  computedPart,
  provideInputs,
  type StartAction,
  standardStream,
  unknownContents,
} from "./program-start.ts";
import { staticData, stringItems } from "./static-data.ts";

/**
 * The control-flow automata of all functions that `main` may call, directly or through pointers. An
 * unsupported construct becomes an `unsupported` edge at its place; in the initialiser of a static
 * object, at the start of `main`.
 *
 * Static objects that no reached function names are left out.
 *
 * @throws InputError when the unit does not define `main`, or nests expressions too deeply.
 */
export function buildCfa(
  unit: TranslationUnit,
  machine: MachineModel,
  options: CfaOptions = {},
): CfaProgram {
  try {
    return new ProgramBuilder(unit, machine, options).build();
  } catch (error) {
    // Expressions are lowered recursively; their depth is limited by the call stack.
    if (!isStackExhaustion(error)) throw error;
    const message = "an expression is nested too deeply";
    throw inputError(unit, "nesting-too-deep", message, "split the expression");
  }
}

export interface CfaOptions {
  /** Every `?:` becomes control flow: branching waypoints of witnesses may name it. */
  readonly keepsBranches?: boolean;
  /** The entry function of the program; default: `main`. */
  readonly entry?: string;
  /** Labels that must not be reached: where one of the program's is, its {@link labelFunction} is called. */
  readonly errorLabels?: ReadonlySet<string>;
  /** Records the lowering of the program's expressions. */
  readonly record?: EvaluationRecord;
}

function inputError(
  unit: TranslationUnit,
  code: string,
  message: string,
  hint: string,
): InputError {
  return new InputError([{ severity: "error", code, message, file: unit.fileName, hint }]);
}

class ProgramBuilder implements ProgramNames {
  readonly machine: MachineModel;
  readonly order: EvaluationOrder;
  readonly keepsBranches: boolean;
  readonly errorLabels: ReadonlySet<string>;
  readonly hasThreads: boolean;
  readonly record: EvaluationRecord | undefined;
  readonly captured: CapturedVariables;
  readonly #unit: TranslationUnit;
  readonly #entry: string;
  readonly #functions = new Map<string, FunctionBuilder>();
  readonly #symbols = new Map<string, FunctionSymbol>();
  readonly #externals = new Map<string, FunctionDefinition | undefined>();
  readonly #queue: (() => void)[] = [];
  readonly #globals: MemoryObject[] = [];
  readonly #statics = new Map<Variable, MemoryObject>();
  readonly #strings = new Map<StringLiteral, MemoryObject>();
  readonly #startActions: StartAction[] = [];
  /** Names of the functions that are mentioned where they may be reached. */
  readonly #used = new Set<string>();
  readonly #mentioned: ReadonlySet<string>;
  readonly #usesAtExit: boolean;
  #objects = 0;

  constructor(
    unit: TranslationUnit,
    machine: MachineModel,
    { keepsBranches = false, errorLabels = new Set(), record, entry = "main" }: CfaOptions,
  ) {
    this.#entry = entry;
    this.keepsBranches = keepsBranches;
    this.errorLabels = errorLabels;
    this.record = record;
    this.hasThreads = ["pthread_create", "thrd_create"].some((name) => unit.functions.has(name));
    this.#unit = unit;
    this.machine = machine;
    for (const [name, symbol] of unit.functions) this.#symbols.set(name, symbol);
    const definitions = [...unit.functions.values()].flatMap(({ definition }) => definition ?? []);
    this.captured = new CapturedVariables(definitions);
    this.#mentioned = functionsMentioned(definitions, unit.globals);
    this.#usesAtExit = this.mentions(["atexit"]);
    this.order = new EvaluationOrder({
      definitionOf: (symbol) => this.definitionOf(symbol),
      mentions: (names) => this.mentions(names),
      definitions: () => definitions,
      globals: () => unit.globals,
    });
  }

  build(): CfaProgram {
    const { fileName, text, parts } = this.#unit;
    const definition = this.#symbols.get(this.#entry)?.definition;
    if (definition === undefined) {
      throw inputError(
        this.#unit,
        "no-main",
        `the program does not define the function '${this.#entry}'`,
        this.#entry === "main"
          ? "programs are verified from 'main'; give a file that defines it"
          : "give a file that defines it",
      );
    }
    const main = this.#enqueue(this.#entry, definition, "program");
    const named = new Set([...main.facts.named, ...this.captured.all]);
    this.#startActions.push(...provideInputs(definition, main.names, named));
    this.#drain();
    this.#runConstructors(main);
    this.#buildStart(main);

    const functions = new Map<string, FunctionCfa>();
    for (const [name, builder] of this.#functions) functions.set(name, builder.finish());
    numberProgram(functions.values());
    markAddressTaken(functions.values(), this.#globals);
    settleComparators(functions, this.#globals);
    const pointerBits = this.machine.pointerSize === 4 ? 32 : 64;
    const mainCfa = functions.get(this.#entry);
    invariant(mainCfa !== undefined, "main has been built");
    return {
      fileName,
      text,
      ...defined({ parts }),
      machine: { name: this.machine.name, pointerBits },
      functions,
      globals: this.#globals,
      main: mainCfa,
    };
  }

  #drain(): void {
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) next();
  }

  /** Whether the program names a function that ends it normally. */
  #hasExit(): boolean {
    return ["exit", "__builtin_exit", "pthread_exit", "thrd_exit"].some((name) =>
      this.#used.has(name),
    );
  }

  /** GNU destructors run when `main` has returned, in the reverse order of constructors. */
  #destructors(): readonly FunctionSymbol[] {
    return byPriority(this.#unit.functions.values(), "destructorPriority").reverse();
  }

  /** GNU constructors run when all objects have their initial values. */
  #runConstructors(main: FunctionBuilder): void {
    const constructors = byPriority(this.#unit.functions.values(), "constructorPriority");
    const destructors = this.#destructors();
    const isOpen =
      (destructors.length > 0 && (main.isCalled || this.#hasExit() || this.#usesAtExit)) ||
      // Handlers would run when the last thread ends, too (POSIX, pthread_exit).
      (this.#usesAtExit && (main.isCalled || this.mentions(["pthread_exit", "thrd_exit"])));
    if (constructors.length === 0 && !isOpen) return;
    main.lower.graph.prepend(() => {
      if (isOpen) {
        const reason =
          "destructors or 'atexit' beside 'exit', 'pthread_exit' or recursion of 'main'";
        main.lower.unsupported(reason, basicTypes(this.machine).void);
      }
      for (const symbol of constructors) emitInternalCall(main.lower, symbol, []);
    });
    this.#drain();
  }

  /**
   * The steps before the first statement of `main`. Actions may need further objects, which come
   * before them.
   */
  #buildStart(main: FunctionBuilder): void {
    while (this.#startActions.length > 0) {
      const actions = this.#startActions.splice(0);
      main.lower.graph.prepend(() => {
        if (main.isCalled) {
          main.lower.unsupported(
            "recursion of main beside run-time initialisation",
            basicTypes(this.machine).void,
          );
        }
        for (const { range, run } of actions) {
          main.lower.graph.within(range, () => run(main.lower));
        }
      });
      this.#drain();
    }
  }

  #enqueue(name: string, definition: FunctionDefinition, origin: FunctionOrigin): FunctionBuilder {
    const symbol = this.#symbols.get(name) ?? definition.symbol;
    const builder = new FunctionBuilder(this, this.machine, symbol, definition, origin);
    if (name === this.#entry) {
      const { void: nothing } = basicTypes(this.machine);
      const handlers = this.#usesAtExit
        ? [this.internalFunction("__agon_run_exit_handlers", nothing, [])]
        : [];
      builder.atEnd = [...handlers, ...this.#destructors()];
    }
    this.#functions.set(name, builder);
    this.#queue.push(() => builder.lowerBody());
    return builder;
  }

  functionSymbol(symbol: FunctionSymbol): FunctionSymbol {
    const { name } = symbol;
    const known = this.#symbols.get(name) ?? symbol;
    this.#symbols.set(name, known);
    this.#used.add(name);
    const existing = this.#functions.get(name);
    if (existing !== undefined) existing.isCalled = true;
    // Models call other ones, and helpers.
    else if (known.definition !== undefined) {
      const isOwn = this.#unit.functions.get(name) === known;
      this.#enqueue(name, known.definition, isOwn ? "program" : "library");
    } else {
      const model = this.#model(known);
      const external = model === undefined ? this.#external(known) : undefined;
      if (model !== undefined) this.#enqueue(name, model, "library");
      else if (external !== undefined) this.#enqueue(name, external, "external");
    }
    return known;
  }

  #model(symbol: FunctionSymbol): FunctionDefinition | undefined {
    const { name } = symbol;
    const withErrno = this.mentions(["__errno_location"]) ? modelWithErrno(name) : undefined;
    const modelled = name === "exit" && this.#usesAtExit ? "__agon_exit" : (withErrno ?? name);
    return libraryFunction({ ...symbol, name: modelled }, this.machine);
  }

  definitionOf(symbol: FunctionSymbol): FunctionDefinition | undefined {
    const known = this.#symbols.get(symbol.name) ?? symbol;
    return known.definition ?? this.#model(known) ?? this.#external(known);
  }

  isDeclared(name: string): boolean {
    return this.#symbols.has(name) || this.#unit.globals.some((global) => global.name === name);
  }

  mentions(names: readonly string[]): boolean {
    return names.some((name) => this.#mentioned.has(name));
  }

  #external(symbol: FunctionSymbol): FunctionDefinition | undefined {
    let definition = this.#externals.get(symbol.name);
    if (definition === undefined && !this.#externals.has(symbol.name)) {
      definition = externalFunction(symbol, this.#unit, this.machine);
      this.#externals.set(symbol.name, definition);
    }
    return definition;
  }

  internalFunction(name: string, result: CType, parameters: readonly CType[]): FunctionSymbol {
    let symbol = this.#symbols.get(name);
    if (symbol === undefined) {
      symbol = {
        kind: "function",
        name,
        type: functionType(
          result,
          parameters.map((type) => ({ type })),
        ),
        definition: undefined,
        range: { start: 0, end: 0 },
        isNoReturn: false,
      };
      this.#symbols.set(name, symbol);
    }
    return symbol;
  }

  newObject(draft: ObjectDraft, initial: readonly InitialItem[] = []): MemoryObject {
    const { kind, name, type, variable } = draft;
    return {
      id: this.#objects++,
      kind,
      name,
      size: draft.size ?? sizeOf(type) ?? 0,
      align: variable?.alignedTo ?? preferredAlignOf(type) ?? 1,
      type,
      scalar: valueTypeOf(type),
      variable,
      isAddressTaken: false,
      isReadOnly: draft.isReadOnly ?? false,
      initial,
    };
  }

  staticObject(variable: Variable, user: FunctionNames): MemoryObject {
    const known = this.#statics.get(variable);
    if (known !== undefined) return known;
    const { name, type, initializer, storage, isExternOnly } = variable;
    const initial: InitialItem[] = [];
    const object = this.newObject(
      {
        kind: storage === "thread-local" ? "thread-local" : "global",
        name,
        type,
        variable,
        size: sizeWithContents(variable),
        isReadOnly: isConstant(type) && !isExternOnly,
      },
      initial,
    );
    this.#statics.set(variable, object);
    this.#globals.push(object);
    if (isExternOnly) {
      this.#startActions.push(
        standardStream(object, variable.range) ?? unknownContents(object, variable.range),
      );
    }
    if (initializer !== undefined) {
      this.#queue.push(() => {
        const { constant, computed } = staticData(user.lowering, initializer);
        initial.push(...constant);
        if (computed.length === 0) return;
        // Agon stores these values at the start, regardless of the program.
        (object as { isReadOnly: boolean }).isReadOnly = false;
        for (const item of computed) this.#startActions.push(computedPart(object, item));
      });
    }
    return object;
  }

  stringObject(literal: StringLiteral): MemoryObject {
    let object = this.#strings.get(literal);
    if (object === undefined) {
      const { type } = literal;
      const element = type.kind === "array" ? type.element : basicTypes(this.machine).char;
      const name = `"${this.#strings.size}"`;
      const draft = { kind: "string", name, type, size: literal.bytes.length } as const;
      object = this.newObject({ ...draft, isReadOnly: true }, stringItems(literal, element));
      this.#strings.set(literal, object);
      this.#globals.push(object);
    }
    return object;
  }

  labelObject(functionName: string, label: string): MemoryObject {
    const name = `&&${functionName}.${label}`;
    const type = basicTypes(this.machine).char;
    const object = this.newObject({ kind: "string", name, type, isReadOnly: true });
    this.#globals.push(object);
    return object;
  }
}

/** The functions with that attribute in the order of their priorities, those of one priority in order of definition. */
function byPriority(
  symbols: Iterable<FunctionSymbol>,
  attribute: "constructorPriority" | "destructorPriority",
): FunctionSymbol[] {
  return [...symbols]
    .filter((symbol) => symbol[attribute] !== undefined && symbol.definition !== undefined)
    .sort((a, b) => (a[attribute] ?? 0) - (b[attribute] ?? 0));
}

/** `const` objects with static storage cannot be changed; those of a record with other members can. */
function isConstant(type: CType): boolean {
  if (type.kind === "array") return type.const === true || isConstant(type.element);
  return type.const === true && type.volatile !== true;
}

/** GNU: the initialiser of a flexible array member adds to the size of the object. */
function sizeWithContents({ type, initializer }: Variable): number {
  let end = sizeOf(type) ?? 0;
  if (type.kind !== "struct") return end;
  for (const item of initializer?.items ?? []) {
    const size = sizeOf(item.type) ?? (item.value.kind === "string" ? item.value.bytes.length : 0);
    end = Math.max(end, item.offset + size);
  }
  return end;
}
