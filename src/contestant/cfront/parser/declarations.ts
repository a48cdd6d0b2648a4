/** Processes declarations (C11 6.7, 6.2.2, 6.9.2), including those in blocks. */
import { defined } from "../../../ground/util/defined.ts";
import type { TextRange } from "../../../ground/util/text-position.ts";
import type {
  DeclarationStatement,
  FunctionSymbol,
  Initializer,
  StorageClass,
  Variable,
} from "../ast.ts";
import type { Token } from "../token.ts";
import { qualified, unqualified } from "../type-factory.ts";
import { isComplete } from "../type-layout.ts";
import { typeToString } from "../type-printer.ts";
import { compositeType, isCompatible } from "../type-relations.ts";
import type { CType, FunctionType } from "../types.ts";
import {
  type Attributes,
  atAttribute,
  mergeAttributes,
  noAttributes,
  parseAsmLabel,
  parseAttributes,
} from "./attributes.ts";
import { declareFunction } from "./calls.ts";
import type { Parser } from "./context.ts";
import {
  type Declarator,
  type ParameterList,
  parseDeclarator,
  startsTypeName,
} from "./declarators.ts";
import { decay } from "./implicit-conversions.ts";
import { parseInitializer } from "./initializers.ts";
import { modeType } from "./machine-modes.ts";
import { parseSpecifiers, type Specifiers, startsSpecifiers } from "./specifiers.ts";
import { parseStaticAssert } from "./static-assert.ts";
import { vectorType } from "./vectors.ts";

/** A declarator with the parts around it that determine its declaration. */
export interface Declared {
  readonly name: Token;
  readonly type: CType;
  readonly specifiers: Specifiers;
  readonly attributes: Attributes;
  /** `asm("…")` after the declarator. */
  readonly asmLabel: string | undefined;
  /** Where the name becomes visible. */
  readonly visibleFrom: number;
}

/** Parses the body of a function after its declarator, and the part before the body. */
export type FunctionDefinitionParser = (
  p: Parser,
  declared: Declared,
  type: FunctionType,
  parameters: ParameterList,
  start: number,
) => void;

/** Whether a declaration starts here, rather than a statement. */
export function startsDeclaration(p: Parser): boolean {
  const { token } = p;
  if (token.text === "_Static_assert") return true;
  if (token.kind === "identifier") {
    return startsSpecifiers(p, token) && p.peek().text !== ":"; // a label may be named as a type
  }
  if (token.kind !== "keyword") return false;
  if (!atAttribute(p)) return startsTypeName(p);
  // `__attribute__((fallthrough));` is a statement.
  let distance = 1;
  let depth = 0;
  do {
    const { text, kind } = p.peek(distance++);
    if (kind === "eof") return false;
    if (text === "(") depth++;
    if (text === ")") depth--;
  } while (depth > 0);
  return p.peek(distance).text !== ";" && startsSpecifiers(p, p.peek(distance));
}

/** Combines the attributes of the specifiers with those after one declarator. */
export function finishDeclarator(
  p: Parser,
  specifiers: Specifiers,
  declarator: Declarator,
  visibleFrom?: number,
): Declared {
  const { name } = declarator;
  if (name === undefined) return p.fail("expected a name in the declaration");
  const attributes = noAttributes();
  parseAttributes(p, attributes);
  const asmLabel = parseAsmLabel(p);
  parseAttributes(p, attributes);
  const ofMode =
    attributes.mode === undefined
      ? declarator.type
      : modeType(p, declarator.type, attributes.mode, name);
  if (declarator.attributes.mode !== undefined) {
    p.unsupported(rangeOf(name), "a machine mode within a declarator is");
  }
  const merged = [declarator.attributes, attributes].reduce(mergeAttributes, specifiers.attributes);
  const type = merged.vectorSize === undefined ? ofMode : vectorType(p, ofMode, merged.vectorSize);
  return {
    name,
    type,
    specifiers,
    attributes: merged,
    asmLabel,
    visibleFrom: visibleFrom ?? name.end,
  };
}

function rangeOf(token: Token): TextRange {
  return { start: token.start, end: token.end };
}

/** Declares the name of a type (C11 6.7.8) in the current scope. */
export function declareTypedef(p: Parser, declared: Declared): void {
  const { name, attributes } = declared;
  let { type } = declared;
  if (attributes.aligned !== undefined) type = qualified(type, { alignedTo: attributes.aligned });
  if (attributes.transparentUnion && type.kind === "union") {
    p.transparentUnions.add(type.definition);
  }
  const previous = p.scope.lookupHere(name.text);
  if (previous !== undefined && previous.kind !== "typedef") refuseOtherKind(p, name);
  // An equal redefinition changes nothing (C11 6.7p3).
  if (previous?.kind === "typedef" && !isCompatible(previous.type, type, p.types)) {
    conflict(p, name, type, previous.type);
  }
  p.scope.declare(name.text, { kind: "typedef", name: name.text, type }, declared.visibleFrom);
}

function refuseOtherKind(p: Parser, name: Token): void {
  p.error(name, "redefinition", `'${name.text}' is declared as something else in this scope`);
}

function conflict(p: Parser, name: Token, type: CType, previous: CType): void {
  const types = `'${typeToString(type)}', before it had the type '${typeToString(previous)}'`;
  p.error(name, "conflicting-types", `'${name.text}' is declared with type ${types}`);
}

// ------------------------------------------------------------------- functions

/** Declares a function: one symbol for the whole translation unit. */
export function declareFunctionSymbol(
  p: Parser,
  declared: Declared,
  type: FunctionType,
): FunctionSymbol {
  const { name, attributes } = declared;
  const here = p.scope.lookupHere(name.text);
  if ((here !== undefined && here.kind !== "function") || p.linkedVariables.has(name.text)) {
    refuseOtherKind(p, name);
  }
  if (declared.specifiers.isThreadLocal) {
    p.error(name, "type-error", `the function '${name.text}' cannot be thread-local`);
  }
  let symbol = p.functions.get(name.text);
  if (symbol === undefined) symbol = declareFunction(p, name.text, type, rangeOf(name));
  else if (isCompatible(symbol.type, type, p.types)) {
    symbol.type = compositeType(symbol.type, type) as FunctionType;
  } else {
    // A guess from an earlier call gives way to the declaration.
    if (!p.implicitFunctions.has(symbol)) conflict(p, name, type, symbol.type);
    symbol.type = type;
  }
  p.implicitFunctions.delete(symbol);
  if (declared.specifiers.storage === "static") symbol.isInternal = true;
  if (attributes.noReturn) symbol.isNoReturn = true;
  if (attributes.weak) symbol.isWeak = true;
  setPriorities(symbol, attributes);
  noteLinkNames(p, symbol, declared);
  p.scope.declare(name.text, symbol, declared.visibleFrom);
  return symbol;
}

/** Records the name in object files from the declaration. */
function noteLinkNames(
  p: Parser,
  entity: FunctionSymbol | Variable,
  { name, asmLabel, attributes: { alias, weakReference } }: Declared,
): void {
  if (asmLabel === undefined && alias === undefined && !weakReference) return;
  const names = p.linkNames.get(entity) ?? { range: rangeOf(name) };
  if (asmLabel !== undefined) names.label = asmLabel;
  if (alias !== undefined) names.alias = alias;
  if (weakReference) names.isWeakReference = true;
  p.linkNames.set(entity, names);
}

function setPriorities(symbol: FunctionSymbol, attributes: Attributes): void {
  const { constructorPriority, destructorPriority } = attributes;
  if (constructorPriority !== undefined) symbol.constructorPriority = constructorPriority;
  if (destructorPriority !== undefined) symbol.destructorPriority = destructorPriority;
}

/** Declares a GNU nested function, by `auto` or by its definition: a symbol with a name of its own. */
export function declareNestedFunction(
  p: Parser,
  { name, visibleFrom }: Declared,
  type: FunctionType,
): FunctionSymbol {
  const here = p.scope.lookupHere(name.text);
  if (here?.kind === "function" && here.name.startsWith(`${name.text}.`)) return here;
  if (here !== undefined) refuseOtherKind(p, name);
  const unique = `${name.text}.${p.uniqueNumber()}`;
  const symbol: FunctionSymbol = {
    kind: "function",
    name: unique,
    type,
    definition: undefined,
    range: rangeOf(name),
    isNoReturn: false,
  };
  p.functions.set(unique, symbol);
  p.scope.declare(name.text, symbol, visibleFrom);
  return symbol;
}

// --------------------------------------------------------------------- objects

function newVariable(
  declared: Declared,
  storage: StorageClass,
  linkage: Variable["linkage"],
): Variable {
  return {
    kind: "variable",
    name: declared.name.text,
    type: declared.type,
    storage,
    linkage,
    isExternOnly: false,
    initializer: undefined,
    range: rangeOf(declared.name),
    ...alignmentOf(declared),
  };
}

function alignmentOf({ attributes: { aligned } }: Declared): Pick<Variable, "alignedTo"> {
  return defined({ alignedTo: aligned });
}

/** An object with linkage; several declarations and tentative definitions make one object (C11 6.9.2). */
export function declareLinkedVariable(p: Parser, declared: Declared): Variable {
  const { name, type, specifiers } = declared;
  const here = p.scope.lookupHere(name.text);
  if ((here !== undefined && here.kind !== "variable") || p.functions.has(name.text)) {
    refuseOtherKind(p, name);
  }
  const isRegister = specifiers.storage === "register" && declared.asmLabel !== undefined;
  const isOtherName = declared.attributes.alias !== undefined || declared.attributes.weakReference;
  const isDeclarationOnly =
    (specifiers.storage === "extern" && !p.at("=")) || isRegister || isOtherName;
  let variable = p.linkedVariables.get(name.text);
  if (variable === undefined) {
    const storage = specifiers.isThreadLocal ? "thread-local" : "global";
    variable = newVariable(
      declared,
      storage,
      specifiers.storage === "static" ? "internal" : "external",
    );
    variable.isExternOnly = isDeclarationOnly;
    p.linkedVariables.set(name.text, variable);
    p.globals.push(variable);
  } else {
    if (isCompatible(variable.type, type, p.types)) {
      variable.type = compositeType(variable.type, type);
    } else conflict(p, name, type, variable.type);
    if (!isDeclarationOnly) variable.isExternOnly = false;
    checkLinkage(p, variable, declared);
    Object.assign(variable, alignmentOf(declared));
  }
  if (declared.attributes.weak) variable.isWeak = true;
  if (isRegister) variable.isInMachineRegister = true;
  else noteLinkNames(p, variable, declared);
  p.scope.declare(name.text, variable, declared.visibleFrom);
  if (p.accept("=")) {
    if (variable.initializer !== undefined) {
      p.error(name, "redefinition", `'${name.text}' is initialised twice`);
    }
    initialize(p, variable);
  }
  return variable;
}

/** The first declaration determines whether an object is `static` (C11 6.2.2p7). */
function checkLinkage(p: Parser, { linkage }: Variable, { name, specifiers }: Declared): void {
  const { storage } = specifiers;
  if (storage === "static" && linkage === "external") {
    p.error(name, "conflicting-types", `'${name.text}' is 'static', before it was not`);
  } else if (storage === undefined && linkage === "internal") {
    p.error(name, "conflicting-types", `'${name.text}' is not 'static', before it was`);
  }
}

/** `= …`: the variable's initialiser, which may complete its type. */
function initialize(p: Parser, variable: Variable): void {
  const outerLengths = p.lengthVariables;
  p.lengthVariables = undefined;
  try {
    const declaredType = variable.type;
    const { type, initializer } = parseInitializer(p, declaredType);
    variable.initializer = initializer;
    variable.type = type;
    // A flexible array member with elements: the expression `x` keeps its declared type.
    if (type.kind === "struct") p.referenceTypes.set(variable, declaredType);
  } finally {
    p.lengthVariables = outerLengths;
  }
}

/** `__auto_type x = expression;` (GNU). */
export function declareAutoType(p: Parser, declared: Declared): Variable {
  p.expect("=", "after the name, since '__auto_type' needs an initialiser");
  const value = decay(p, p.grammar.assignmentExpression(p));
  const type = unqualified(value.type);
  const isStatic = declared.specifiers.storage === "static" || p.scope.isFileScope;
  const storage = p.scope.isFileScope ? "global" : isStatic ? "static-local" : "local";
  const variable = newVariable({ ...declared, type }, storage, "none");
  variable.initializer = {
    items: [{ offset: 0, type, value }],
    range: value.range,
  } satisfies Initializer;
  p.scope.declare(declared.name.text, variable, declared.visibleFrom);
  if (isStatic) p.globals.push(variable);
  return variable;
}

/** An object without linkage in a block. */
function declareLocalVariable(p: Parser, declared: Declared): Variable {
  const { name, type, specifiers } = declared;
  if (p.scope.lookupHere(name.text) !== undefined) {
    p.error(name, "redefinition", `'${name.text}' is declared twice in this scope`);
  }
  const isStatic = specifiers.storage === "static";
  const storage = specifiers.isThreadLocal ? "thread-local" : isStatic ? "static-local" : "local";
  const variable = newVariable(declared, storage, "none");
  if (specifiers.isThreadLocal && !isStatic) {
    p.error(name, "type-error", `'${name.text}' is thread-local, but neither static nor extern`);
  }
  if (isStatic && hasVariableLength(type)) {
    p.error(name, "type-error", `static object '${name.text}' has a variable length`);
  }
  if (declared.asmLabel !== undefined) {
    if (specifiers.storage === "register") variable.isInMachineRegister = true;
    else p.unsupported(name, `the name '${declared.asmLabel}' of an object without linkage is`);
  }
  const { cleanup } = declared.attributes;
  if (cleanup !== undefined && storage === "local") variable.cleanup = cleanup;
  p.scope.declare(name.text, variable, declared.visibleFrom);
  if (p.accept("=")) initialize(p, variable);
  if (!isComplete(variable.type)) {
    const shown = typeToString(variable.type);
    p.error(name, "type-error", `'${name.text}' has the incomplete type '${shown}'`);
  }
  if (isStatic) p.globals.push(variable);
  return variable;
}

function hasVariableLength(type: CType): boolean {
  return (
    type.kind === "array" &&
    (type.lengthExpression !== undefined || hasVariableLength(type.element))
  );
}

// ---------------------------------------------------------------------- blocks

/**
 * A declaration in a block. Its statement lists the objects without linkage in order, hidden
 * lengths of variable-length arrays before their uses; it is undefined when there are none.
 * `visibleFrom` overrides where names begin.
 */
export function parseLocalDeclaration(
  p: Parser,
  nestedFunction: FunctionDefinitionParser,
  visibleFrom?: number,
): DeclarationStatement | undefined {
  const { start } = p.token;
  if (p.at("_Static_assert")) {
    parseStaticAssert(p);
    return undefined;
  }
  const variables: Variable[] = [];
  const outerLengths = p.lengthVariables;
  p.lengthVariables = variables;
  try {
    const specifiers = parseSpecifiers(p);
    if (!p.at(";")) {
      do {
        parseAttributes(p, specifiers.attributes);
        const declarator = parseDeclarator(p, specifiers.type, { names: "required" });
        const declared = finishDeclarator(p, specifiers, declarator, visibleFrom);
        const { type } = declared;
        const { parameters } = declarator;
        if (type.kind === "function" && parameters !== undefined && startsBody(p, parameters)) {
          nestedFunction(p, declared, type, parameters, start);
          if (variables.length === 0) return undefined;
          return { kind: "declaration", variables, range: p.rangeFrom(start) };
        }
        declareInBlock(p, declared, variables);
      } while (p.accept(","));
    }
  } finally {
    p.lengthVariables = outerLengths;
  }
  p.expect(";", "after the declaration");
  if (variables.length === 0) return undefined;
  return { kind: "declaration", variables, range: p.rangeFrom(start) };
}

/** Whether a function's body follows, or the declarations of its old-style parameters. */
export function startsBody(p: Parser, parameters: ParameterList): boolean {
  return p.at("{") || (parameters.identifiers !== undefined && startsSpecifiers(p, p.token));
}

function declareInBlock(p: Parser, declared: Declared, variables: Variable[]): void {
  const { type, specifiers, name } = declared;
  if (specifiers.isAutoType) variables.push(declareAutoType(p, declared));
  else if (specifiers.storage === "typedef") declareTypedef(p, declared);
  else if (type.kind === "function") {
    if (specifiers.storage === "auto") declareNestedFunction(p, declared, type);
    else declareFunctionSymbol(p, declared, type);
  } else if (specifiers.storage === "extern") {
    if (p.at("=")) {
      p.error(name, "type-error", `'${name.text}' is 'extern' in a block and has an initialiser`);
    }
    declareLinkedVariable(p, declared);
  } else variables.push(declareLocalVariable(p, declared));
}
