/**
 * The state that all parsing functions share: the tokens and the current position, the scopes, the
 * function being parsed, and the diagnostics. Parsing functions are plain functions whose first
 * parameter is the {@link Parser}; those that belong to a higher layer are reached through {@link
 * Grammar}, so that files import in one direction only: literals, conversions < operators <
 * expressions < declarators < … < statements.
 */
import type { Diagnostic } from "../../../ground/util/diagnostic.ts";
import type { TextRange } from "../../../ground/util/text-position.ts";
import type {
  CompoundStatement,
  Expression,
  FunctionSymbol,
  Initializer,
  Statement,
  Variable,
} from "../ast.ts";
import type { MachineModel } from "../machine-model.ts";
import type { SourceFile } from "../source.ts";
import type { Token } from "../token.ts";
import { type BasicTypes, basicTypes } from "../type-factory.ts";
import type { CType, FunctionType, RecordDefinition, RecordType } from "../types.ts";
import type { LinkedEntity, LinkedReference, LinkNames } from "./link-names.ts";
import { Scope, type ScopeTable } from "./scope.ts";

/** Thrown to leave a construct that cannot be parsed further; its diagnostic is already recorded. */
export class ParseFault extends Error {}

/** Entry points of the grammar that lower layers need. */
export interface Grammar {
  expression(p: Parser): Expression;
  assignmentExpression(p: Parser): Expression;
  conditionalExpression(p: Parser): Expression;
  /** Whether a type name starts at the current token, or `distance` tokens further on. */
  startsTypeName(p: Parser, distance?: number): boolean;
  /**
   * `int (*)[3]`. The hidden variables that hold the lengths of variable-length
   * arrays are added to `lengths`; without that they are not evaluated.
   */
  typeName(p: Parser, lengths?: Variable[]): CType;
  recordSpecifier(p: Parser): RecordType;
  /** The type of a function from the text of its prototype, with the names of <stddef.h> and <stdarg.h>. */
  prototype(machine: MachineModel, text: string): FunctionType;
  compoundStatement(p: Parser): CompoundStatement;
  /** A braced block in the current scope; `leading` statements are put before its own. */
  block(p: Parser, leading: readonly Statement[]): CompoundStatement;
  /** A braced list or an expression, for an object of the type; completes arrays of unknown length. */
  initializer(p: Parser, type: CType): InitializedObject;
}
/** An initialiser with the type that it gives to the object. */
export interface InitializedObject {
  readonly type: CType;
  readonly initializer: Initializer;
}

/** The function whose body is being parsed. */
export interface FunctionState {
  readonly symbol: FunctionSymbol;
  readonly labels: Set<string>;
  /** Labels that a `goto` or `&&` names, with the first place. */
  readonly labelUses: Map<string, TextRange>;
  /** Innermost last; maps a label declared by `__label__` to a name unique in the function. */
  readonly localLabels: Map<string, string>[];
  /** `__func__` and its GNU spellings, created when first used. */
  nameVariable: Variable | undefined;
  /** Targets of `break`, `continue` and `case`, innermost last. */
  readonly targets: JumpTarget[];
}
export type JumpTarget = { readonly kind: "loop" } | SwitchTarget;
export interface SwitchTarget {
  readonly kind: "switch";
  readonly type: CType;
  readonly cases: { readonly low: bigint; readonly high: bigint; readonly range: TextRange }[];
  hasDefault: boolean;
}

const MAX_ERRORS = 50;

export interface ParserInput {
  readonly source: SourceFile;
  readonly tokens: readonly Token[];
  readonly machine: MachineModel;
  readonly grammar: Grammar;
  readonly diagnostics: Diagnostic[];
  readonly scopeTable: ScopeTable;
  readonly fileScope: Scope;
  readonly linkTargets: Map<LinkedEntity, LinkedEntity>;
}

export class Parser {
  readonly machine: MachineModel;
  readonly types: BasicTypes;
  readonly grammar: Grammar;
  readonly scopeTable: ScopeTable;
  readonly fileScope: Scope;
  scope: Scope;
  function: FunctionState | undefined;
  /** Objects with static storage duration, in order of declaration. */
  readonly globals: Variable[] = [];
  readonly functions: Map<string, FunctionSymbol> = new Map();
  /** Objects with linkage by name, also those declared in blocks only. */
  readonly linkedVariables: Map<string, Variable> = new Map();
  /** Types of references to variables whose flexible array member was initialised. */
  readonly referenceTypes: Map<Variable, CType> = new Map();
  /**
   * Receives the hidden variables with the lengths of variable-length arrays in the current
   * declarator; undefined where there can be none.
   */
  lengthVariables: Variable[] | undefined;
  /** Unions with the GNU attribute `transparent_union`. */
  readonly transparentUnions: Set<RecordDefinition> = new Set();
  /** Definitions of GNU vectors by element and number: equal vectors are one type. */
  readonly vectors: Map<string, RecordDefinition> = new Map();
  /** Function symbols that only an implicit declaration introduced (C90 6.3.2.2). */
  readonly implicitFunctions: Set<FunctionSymbol> = new Set();
  /** Functions whose body is so far only that of a GNU `extern inline`. */
  readonly inlineDefinitions: Set<FunctionSymbol> = new Set();
  /** Names in object files from declarations, where they give any. */
  readonly linkNames: Map<LinkedEntity, LinkNames> = new Map();
  /** References that these names may redirect. */
  readonly linkedReferences: LinkedReference[] = [];
  /** Other names of objects and functions, known at the end of the file. */
  readonly linkTargets: Map<LinkedEntity, LinkedEntity>;
  readonly #source: SourceFile;
  readonly #tokens: readonly Token[];
  readonly #diagnostics: Diagnostic[];
  #index = 0;
  #nextUnique = 1;
  #errors = 0;
  readonly #reported = new Set<string>();

  constructor(input: ParserInput) {
    this.machine = input.machine;
    this.types = basicTypes(input.machine);
    this.grammar = input.grammar;
    this.scopeTable = input.scopeTable;
    this.fileScope = input.fileScope;
    this.scope = input.fileScope;
    this.linkTargets = input.linkTargets;
    this.#source = input.source;
    this.#tokens = input.tokens;
    this.#diagnostics = input.diagnostics;
  }

  // ------------------------------------------------------------------ tokens

  get token(): Token {
    return this.#tokens[this.#index] as Token;
  }

  /** Number of tokens consumed; strictly grows when parsing makes progress. */
  get position(): number {
    return this.#index;
  }

  /** The token after the current one, or further ahead; the last token is `eof`. */
  peek(distance = 1): Token {
    return this.#tokens[Math.min(this.#index + distance, this.#tokens.length - 1)] as Token;
  }

  /** Consumes the current token; `eof` is never passed. */
  advance(): Token {
    const token = this.token;
    if (token.kind !== "eof") this.#index++;
    return token;
  }

  /** Whether the current token is this punctuator or keyword. */
  at(text: string): boolean {
    const token = this.token;
    return token.text === text && token.kind !== "string" && token.kind !== "eof";
  }

  accept(text: string): Token | undefined {
    return this.at(text) ? this.advance() : undefined;
  }

  /** Consumes a given token; `context` completes "expected ';' …". */
  expect(text: string, context: string): Token {
    if (this.at(text)) return this.advance();
    return this.fail(`expected '${text}' ${context}, found ${this.describeToken()}`);
  }

  /** Consumes an identifier; `what` describes it in messages. */
  identifier(what: string): Token {
    if (this.token.kind === "identifier") return this.advance();
    return this.fail(`expected ${what}, found ${this.describeToken()}`);
  }

  describeToken(): string {
    const { kind, text } = this.token;
    return kind === "eof" ? "end of file" : `'${text}'`;
  }

  /** From the start of a token or node to the end of the last token consumed. */
  rangeFrom(start: number): TextRange {
    const last = this.#tokens[this.#index - 1];
    return { start, end: last === undefined ? start : Math.max(start, last.end) };
  }

  /** Skips to the end of a broken statement or declaration: past `;` or a balanced block, or before `}`. */
  recover(): void {
    let depth = 0;
    while (this.token.kind !== "eof") {
      if (depth === 0 && this.at("}")) return;
      const token = this.advance();
      if (token.kind !== "punctuator") continue;
      if (token.text === ";" && depth === 0) return;
      if (token.text === "{") depth++;
      if (token.text === "}" && --depth === 0 && !this.at(";")) return;
    }
  }

  // ------------------------------------------------------------- diagnostics

  /** Records an error about wrong syntax at the current token and leaves the construct. */
  fail(message: string): never {
    throw this.fault(this.token, "syntax-error", message);
  }

  /** Records an error and returns what to throw. */
  fault(range: TextRange, code: string, message: string, hint?: string): ParseFault {
    this.error(range, code, message, hint);
    return new ParseFault(message);
  }

  error(range: TextRange, code: string, message: string, hint?: string): void {
    const diagnostic = this.#source.diagnostic("error", code, message, range, hint);
    const key = `${diagnostic.line}:${diagnostic.column}:${message}`;
    if (this.#reported.has(key) || this.#errors >= MAX_ERRORS) return;
    this.#reported.add(key);
    this.#errors++;
    this.#diagnostics.push(diagnostic);
  }

  /** Records that the program uses what Agon does not support; the program is not analysed then. */
  unsupported(range: TextRange, what: string): void {
    this.error(range, "unsupported", `${what} not supported`, "Agon does not analyse this program");
  }

  // ------------------------------------------------------------------ scopes

  /** Runs `body` in a new block scope, or in a given one that was opened before. */
  inScope<T>(body: () => T, scope: Scope = new Scope(this.scopeTable, this.scope)): T {
    const outer = this.scope;
    this.scope = scope;
    try {
      return body();
    } finally {
      scope.close(this.rangeFrom(0).end);
      this.scope = outer;
    }
  }

  /** A number that no other call on this parser returned. */
  uniqueNumber(): number {
    return this.#nextUnique++;
  }
}
