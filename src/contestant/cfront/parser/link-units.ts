/**
 * Links several translation units to one program (C11 6.2.2): declarations of one external name are
 * one object or function, internal names stay separate. Declarations that differ in representation
 * are refused; C leaves their behaviour undefined (6.2.7p2).
 */
import { baseNameOf } from "../../../ground/util/path.ts";
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { FunctionReference, FunctionSymbol, Variable, VariableReference } from "../ast.ts";
import { type AstPart, walkAst } from "../ast-walk.ts";
import { sizeOf } from "../type-layout.ts";
import type { CType } from "../types.ts";
import type { LinkedEntity } from "./link-names.ts";
import type { ParsedUnit } from "./translation-unit.ts";

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Report = (range: TextRange, message: string) => void;

/** @param units - parsed without errors, at least one */
export function linkUnits(units: readonly ParsedUnit[], report: Report): ParsedUnit {
  const [first] = units;
  if (first === undefined) throw new RangeError("a program has at least one file");
  if (units.length > 1) return new Linker(units, report).link(first);
  return first.parts === undefined ? first : withHeaderScopes(first);
}

class Linker {
  readonly #units: readonly ParsedUnit[];
  readonly #report: Report;
  readonly #functions = new Map<string, FunctionSymbol>();
  readonly #variables = new Map<string, Variable>();
  readonly #targets = new Map<LinkedEntity, LinkedEntity>();

  constructor(units: readonly ParsedUnit[], report: Report) {
    this.#units = units;
    this.#report = report;
  }

  link(first: ParsedUnit): ParsedUnit {
    for (const { functions, globals } of this.#units) {
      for (const symbol of functions.values()) if (!isInternal(symbol)) this.#function(symbol);
      for (const variable of globals) {
        if (variable.linkage === "external") this.#variable(variable);
      }
    }
    for (const [name, variable] of this.#variables) {
      if (this.#functions.has(name)) {
        this.#report(variable.range, `'${name}' is an object here and a function in another file`);
      }
    }
    for (const unit of this.#units) this.#separateInternals(unit);
    for (const unit of this.#units) this.#redirect(unit);
    const globals = this.#units.flatMap((unit) => unit.globals);
    const unit: ParsedUnit = {
      fileName: first.fileName,
      text: first.text,
      globals: globals.filter((variable) => !this.#targets.has(variable)),
      functions: this.#functions,
      scopes: {
        names: this.#units.flatMap(({ scopes }) => scopes.names),
        tags: this.#units.flatMap(({ scopes }) => scopes.tags),
      },
      linkTargets: new Map([
        ...this.#units.flatMap(({ linkTargets }) => [...linkTargets]),
        ...this.#targets,
      ]),
    };
    return withHeaderScopes(unit);
  }

  #function(symbol: FunctionSymbol): void {
    const { name, definition } = symbol;
    const known = this.#functions.get(name);
    if (known === undefined) {
      this.#functions.set(name, symbol);
      return;
    }
    if (!isSameFunction(known, symbol)) {
      this.#report(symbol.range, `'${name}' is declared in another way than in another file`);
    }
    if (known.definition !== undefined && definition !== undefined) {
      this.#report(symbol.range, `'${name}' is defined in another file, too`);
    }
    const isBetter = known.definition === undefined && definition !== undefined;
    const [target, other] = isBetter ? [symbol, known] : [known, symbol];
    this.#replace(other, target);
    this.#functions.set(name, target);
    if (other.isNoReturn) target.isNoReturn = true;
  }

  #variable(variable: Variable): void {
    const { name } = variable;
    const known = this.#variables.get(name);
    if (known === undefined) {
      this.#variables.set(name, variable);
      return;
    }
    const isSame = isSameObject(known.type, variable.type) && known.storage === variable.storage;
    if (!isSame) {
      this.#report(variable.range, `'${name}' is declared in another way than in another file`);
    }
    if (!known.isExternOnly && !variable.isExternOnly) {
      this.#report(variable.range, `'${name}' is defined in another file, too`);
    }
    const isBetter = known.isExternOnly && !variable.isExternOnly;
    const [target, other] = isBetter ? [variable, known] : [known, variable];
    this.#replace(other, target);
    this.#variables.set(name, target);
  }

  /** Redirects references from the other entity to the target. */
  #replace(other: LinkedEntity, target: LinkedEntity): void {
    for (const [entity, old] of this.#targets) {
      if (old === other) this.#targets.set(entity, target);
    }
    this.#targets.set(other, target);
  }

  /** Functions are looked up by name later: internal ones get names of their own where another file has theirs. */
  #separateInternals({ functions, fileName }: ParsedUnit): void {
    for (const symbol of functions.values()) {
      if (!isInternal(symbol)) continue;
      const { name } = symbol;
      let unique = name;
      for (let number = 1; this.#functions.has(unique); number++) {
        unique = `${name}@${baseNameOf(fileName)}${number === 1 ? "" : `.${number}`}`;
      }
      (symbol as Writable<FunctionSymbol>).name = unique;
      this.#functions.set(unique, symbol);
    }
  }

  #redirect({ functions, globals }: ParsedUnit): void {
    const visit = (part: AstPart): undefined => {
      if (part.kind === "variable") {
        const target = this.#targets.get(part.variable);
        if (target?.kind === "variable") (part as Writable<VariableReference>).variable = target;
      } else if (part.kind === "function") {
        const target = this.#targets.get(part.symbol);
        if (target?.kind === "function") (part as Writable<FunctionReference>).symbol = target;
      }
    };
    for (const { definition } of functions.values()) {
      if (definition !== undefined) walkAst(definition.body, visit);
    }
    for (const { initializer } of globals) {
      for (const { value } of initializer?.items ?? []) walkAst(value, visit);
    }
  }
}

/** GNU nested functions have a dot in their names, and belong to their file as well. */
function isInternal({ isInternal: isStatic, name }: FunctionSymbol): boolean {
  return isStatic === true || name.includes(".");
}

/**
 * The names of a file are visible in its headers, and vice versa, regardless of the order of their
 * texts.
 */
function withHeaderScopes(unit: ParsedUnit): ParsedUnit {
  const { names, tags } = unit.scopes;
  for (const entry of [...names, ...tags]) {
    if (entry.visibleTo === Number.POSITIVE_INFINITY) entry.visibleFrom = 0;
  }
  return unit;
}

function isSameFunction({ type: a }: FunctionSymbol, { type: b }: FunctionSymbol): boolean {
  // Without a prototype, the passed types depend on the call.
  if (a.oldStyle || b.oldStyle) {
    const hasNone = a.parameters.length === 0 && b.parameters.length === 0;
    return hasNone && isPassedAlike(a.result, b.result);
  }
  return (
    a.variadic === b.variadic &&
    a.parameters.length === b.parameters.length &&
    isPassedAlike(a.result, b.result) &&
    a.parameters.every((parameter, index) => {
      const other = b.parameters[index];
      return other !== undefined && isPassedAlike(parameter.type, other.type);
    })
  );
}

/** Whether values of the types have the same representation and the same meaning. */
function isPassedAlike(a: CType, b: CType): boolean {
  if (a.kind === "enum" || b.kind === "enum") {
    const isInteger = ({ kind }: CType): boolean => kind === "enum" || kind === "integer";
    return isInteger(a) && isInteger(b) && sizeOf(a) === sizeOf(b);
  }
  if (a.kind === "integer") return b.kind === "integer" && a.name === b.name;
  if (a.kind === "float") return b.kind === "float" && a.name === b.name;
  if (a.kind === "struct" || a.kind === "union") {
    return a.kind === b.kind && a.tag === b.tag && sizeOf(a) === sizeOf(b);
  }
  return a.kind === b.kind;
}

/** An array may be declared without its length. */
function isSameObject(a: CType, b: CType): boolean {
  if (a.kind !== "array" || b.kind !== "array") return isPassedAlike(a, b);
  const isSameLength = a.length === undefined || b.length === undefined || a.length === b.length;
  return isSameLength && isSameObject(a.element, b.element);
}
