/** The complete parser: for files, and for expressions in the middle of files. */
import { defined } from "../../../ground/util/defined.ts";
import type { Diagnostic } from "../../../ground/util/diagnostic.ts";
import { InputError, invariant } from "../../../ground/util/errors.ts";
import { isStackExhaustion } from "../../../ground/util/exhaustion.ts";
import type { Expression, TranslationUnit, Variable } from "../ast.ts";
import type { MachineModel } from "../machine-model.ts";
import { type HeaderFinder, preprocess } from "../preprocessor/index.ts";
import { SourceFile } from "../source.ts";
import { basicTypes } from "../type-factory.ts";
import { isComplete } from "../type-layout.ts";
import { typeToString } from "../type-printer.ts";
import type { CType, FunctionType } from "../types.ts";
import { type Grammar, ParseFault, Parser } from "./context.ts";
import { parseDeclarator, parseTypeName, startsTypeName } from "./declarators.ts";
import { parseAssignment, parseConditional, parseExpression } from "./expressions.ts";
import { parseExternalDeclarations } from "./external-declarations.ts";
import { decay } from "./implicit-conversions.ts";
import { parseInitializer } from "./initializers.ts";
import { resolveLinkNames } from "./link-level.ts";
import type { LinkedEntity } from "./link-names.ts";
import { parseRecordSpecifier } from "./records.ts";
import { Scope, type ScopeTable, scopeAt } from "./scope.ts";
import { parseSpecifiers } from "./specifiers.ts";
import { parseBlock, parseCompoundStatement } from "./statements.ts";
import { vaListType } from "./va-list.ts";

/** A translation unit that remembers where which name is visible. */
export interface ParsedUnit extends TranslationUnit {
  readonly scopes: ScopeTable;
  /** Aliases of objects and functions: the entities to which other declarations refer. */
  readonly linkTargets: ReadonlyMap<LinkedEntity, LinkedEntity>;
}

const GRAMMAR: Grammar = {
  expression: parseExpression,
  assignmentExpression: parseAssignment,
  conditionalExpression: parseConditional,
  startsTypeName,
  typeName: parseTypeName,
  recordSpecifier: parseRecordSpecifier,
  prototype: parsePrototype,
  compoundStatement: parseCompoundStatement,
  block: parseBlock,
  initializer: parseInitializer,
};

/**
 * Parses a C file and resolves its names and types. All faults are in
 * `diagnostics`; with an error among them `unit` is incomplete and only good
 * for further diagnostics. Never throws for faults of the text.
 */
export function parseTranslationUnit(
  fileName: string,
  text: string,
  machine: MachineModel,
): { readonly unit: ParsedUnit; readonly diagnostics: Diagnostic[] } {
  return parseFile({ fileName, text }, machine, { whole: new SourceFile(fileName, text), base: 0 });
}

/** A C file with its options on the command line of a compiler. */
export interface SourceText {
  readonly fileName: string;
  readonly text: string;
  /** `#define` and `#undef` lines that are read before the file. */
  readonly definitions?: string;
  readonly findHeader?: HeaderFinder;
  /** C text that is parsed as if it stood at the end of the file: the entry of the program. */
  readonly start?: string;
}

/** Name of the part of a program's text that belongs to no file of the user. */
export const START_PART = "<start>";

/**
 * Parses a file that is a part of a whole. The texts of headers that it includes are joined to the
 * whole.
 */
export function parseFile(
  { fileName, text, definitions, findHeader, start }: SourceText,
  machine: MachineModel,
  { whole, base }: { readonly whole: SourceFile; readonly base: number },
): { readonly unit: ParsedUnit; readonly diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const scopes: ScopeTable = { names: [], tags: [] };
  const at = start === undefined ? undefined : whole.join(START_PART, start);
  const end = at === undefined ? "" : whole.text.slice(at - 1);
  const reading = { whole, base, ...defined({ definitions, findHeader }) };
  const p = new Parser({
    source: whole,
    tokens: preprocess(fileName, withEnd(text, end), machine, diagnostics, reading),
    machine,
    grammar: GRAMMAR,
    diagnostics,
    scopeTable: scopes,
    fileScope: new Scope(scopes),
    linkTargets: new Map(),
  });
  refusingDepth(p, () => parseExternalDeclarations(p));
  finishUnit(p);
  const { globals, functions, linkTargets } = p;
  const { parts } = whole;
  const unit = { fileName, text: whole.text, globals, functions, scopes, linkTargets };
  return { unit: parts.length === 1 ? unit : { ...unit, parts }, diagnostics };
}

/** As in the whole: a line break between them, if the text does not end with one. */
function withEnd(text: string, end: string): string {
  return end === "" || text.endsWith("\n") ? text + end.slice(1) : text + end;
}

/** As {@link parseTranslationUnit}; throws an InputError with all diagnostics when there is an error. */
export function parseC(fileName: string, text: string, machine: MachineModel): ParsedUnit {
  const { unit, diagnostics } = parseTranslationUnit(fileName, text, machine);
  if (diagnostics.some(({ severity }) => severity === "error")) throw new InputError(diagnostics);
  return unit;
}

/** Nesting so deep that it exhausts the call stack is refused with a diagnostic. */
function refusingDepth(p: Parser, parse: () => void): void {
  try {
    parse();
  } catch (error) {
    if (!isStackExhaustion(error)) throw error;
    p.error(p.token, "nesting-too-deep", "the nesting here is too deep");
  }
}

/** Checks that are possible only at the end of the file. */
function finishUnit(p: Parser): void {
  resolveLinkNames(p);
  for (const variable of p.globals) {
    const { type } = variable;
    if (variable.isExternOnly || variable.initializer !== undefined) continue;
    // A tentative definition `int a[];` has one element (C11 6.9.2p5).
    if (type.kind === "array" && type.length === undefined) {
      variable.type = { ...type, length: 1 };
    } else if (!isComplete(type)) {
      const shown = typeToString(type);
      p.error(
        variable.range,
        "type-error",
        `'${variable.name}' has the incomplete type '${shown}'`,
      );
    }
  }
}

/** Name of the variable that `\result` refers to. */
export const RESULT_NAME = "\\result";
/** As long as `\result`, so that places in diagnostics are right; `$` is a GNU identifier character. */
const RESULT_TOKEN = "$result";

/** Names that an expression may use besides those of the program. */
export interface ExtraNames {
  /** Type of `\result`. */
  readonly resultType?: CType;
  /** Variables that only the witness has. */
  readonly variables?: readonly { readonly name: string; readonly type: CType }[];
}

/**
 * Parses and types an expression of a witness as if it stood at `offset` of the
 * unit's text: an invariant, an assumption, a clause of a function contract.
 * Loop variables of a `for` are visible from its keyword on, parameters from the
 * start of the function definition. With `resultType`, `\result` is a reference
 * to a variable named {@link RESULT_NAME} of that type; it and the other
 * variables of `extra` are new for each call.
 * Without errors `expression` is defined; positions in diagnostics and ranges
 * refer to `expressionText`.
 */
export function parseExpressionAt(
  unit: ParsedUnit,
  machine: MachineModel,
  offset: number,
  expressionText: string,
  extra: ExtraNames = {},
): { readonly expression?: Expression; readonly diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const name = "<expression>";
  const text = expressionText.replace(/\\result\b/g, RESULT_TOKEN);
  const scope = scopeAt(unit.scopes, offset);
  const p = new Parser({
    source: new SourceFile(name, expressionText),
    tokens: preprocess(name, text, machine, diagnostics),
    machine,
    grammar: GRAMMAR,
    diagnostics,
    scopeTable: { names: [], tags: [] },
    fileScope: scope,
    linkTargets: new Map(unit.linkTargets),
  });
  for (const [functionName, symbol] of unit.functions) p.functions.set(functionName, symbol);
  if (extra.resultType !== undefined) {
    scope.declare(RESULT_TOKEN, witnessVariable(RESULT_NAME, extra.resultType), 0);
  }
  for (const { name: ghost, type } of extra.variables ?? []) {
    scope.declare(ghost, witnessVariable(ghost, type), 0);
  }
  let expression: Expression | undefined;
  refusingDepth(p, () => {
    try {
      expression = decay(p, parseExpression(p));
      if (p.token.kind !== "eof") p.fail(`expected an operator, found ${p.describeToken()}`);
      for (const symbol of p.implicitFunctions) {
        p.error(symbol.range, "undeclared", `function '${symbol.name}' is not declared`);
      }
    } catch (fault) {
      if (!(fault instanceof ParseFault)) throw fault;
    }
  });
  const hasError = diagnostics.some(({ severity }) => severity === "error");
  return hasError || expression === undefined ? { diagnostics } : { expression, diagnostics };
}

function witnessVariable(name: string, type: CType): Variable {
  return {
    kind: "variable",
    name,
    type,
    storage: "local",
    linkage: "none",
    isExternOnly: false,
    initializer: undefined,
    range: { start: 0, end: 0 },
  };
}

function parsePrototype(machine: MachineModel, text: string): FunctionType {
  const diagnostics: Diagnostic[] = [];
  const scopeTable: ScopeTable = { names: [], tags: [] };
  const fileScope = new Scope(scopeTable);
  const typedefs: readonly (readonly [string, CType])[] = [
    ["size_t", basicTypes(machine).size],
    ["va_list", vaListType(machine)],
  ];
  for (const [name, type] of typedefs) fileScope.declare(name, { kind: "typedef", name, type }, 0);
  const p = new Parser({
    source: new SourceFile("prototype.i", text),
    tokens: preprocess("prototype.i", text, machine, diagnostics),
    machine,
    grammar: GRAMMAR,
    diagnostics,
    scopeTable,
    fileScope,
    linkTargets: new Map(),
  });
  const { type } = parseDeclarator(p, parseSpecifiers(p).type, { names: "required" });
  invariant(type.kind === "function" && diagnostics.length === 0, `bad prototype '${text}'`);
  return type;
}
