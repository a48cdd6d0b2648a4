/**
 * Names for the linker: `asm("label")` after a declarator, the attributes `alias` and `weakref`.
 * Entities with one such name are one object or function; references to the others are redirected
 * to it.
 */
import type { FunctionReference, FunctionSymbol, VariableReference } from "../ast.ts";
import { isCompatible } from "../type-relations.ts";
import type { Parser } from "./context.ts";
import type { LinkedEntity, LinkedReference, LinkNames } from "./link-names.ts";

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * glibc's redirects to equivalent functions: those of C99 and C23 instead of the traditional
 * `scanf`, those of POSIX instead of GNU's, those for large files.
 */
function isRedirect(name: string, label: string): boolean {
  if (name === "strerror_r") return label === "__xpg_strerror_r";
  return [`__isoc99_${name}`, `__isoc23_${name}`, `${name}64`].includes(label);
}

/** Must be called when the whole file has been parsed. */
export function resolveLinkNames(p: Parser): void {
  if (p.linkNames.size === 0) return;
  new Resolver(p).run();
}

class Resolver {
  readonly #p: Parser;
  readonly #definitions = new Map<string, LinkedEntity>();
  /** The targets of entities without a definition. */
  readonly #targets = new Map<LinkedEntity, LinkedEntity>();
  readonly #undefined = new Map<string, FunctionSymbol>();

  constructor(p: Parser) {
    this.#p = p;
  }

  run(): void {
    const p = this.#p;
    const entities = [...p.functions.values(), ...p.linkedVariables.values()];
    for (const entity of entities) if (isDefined(entity)) this.#define(entity);
    for (const [entity, { alias, isWeakReference }] of p.linkNames) {
      if (alias !== undefined && isWeakReference !== true && isDefined(entity)) {
        this.#refuse(entity, `'${entity.name}' has a definition and is another name of '${alias}'`);
      }
    }
    for (const entity of entities) {
      if (isDefined(entity)) continue;
      const target = this.#targetOf(entity, new Set());
      if (target !== undefined && target !== entity) this.#targets.set(entity, target);
    }
    for (const entity of this.#targets.keys()) this.#targets.set(entity, this.#last(entity));
    this.#patch();
  }

  /** The end of a chain of aliases. */
  #last(entity: LinkedEntity): LinkedEntity {
    const seen = new Set<LinkedEntity>();
    let last = entity;
    for (
      let next = this.#targets.get(last);
      next !== undefined && !seen.has(next);
      next = this.#targets.get(last)
    ) {
      seen.add(next);
      last = next;
    }
    return last;
  }

  #nameOf(entity: LinkedEntity): string {
    return this.#p.linkNames.get(entity)?.label ?? entity.name;
  }

  #define(entity: LinkedEntity): void {
    const name = this.#nameOf(entity);
    if (this.#definitions.has(name)) {
      this.#refuse(entity, `'${entity.name}' is the second definition of '${name}' for the linker`);
    } else this.#definitions.set(name, entity);
  }

  #refuse(entity: LinkedEntity, message: string): void {
    const range = this.#p.linkNames.get(entity)?.range ?? entity.range;
    this.#p.error(range, "redefinition", message);
  }

  /** The target of an entity without a definition of its own. */
  #targetOf(entity: LinkedEntity, seen: Set<LinkedEntity>): LinkedEntity | undefined {
    if (seen.has(entity)) return undefined;
    seen.add(entity);
    const names = this.#p.linkNames.get(entity);
    if (names?.alias !== undefined) return this.#aliased(entity, names, names.alias, seen);
    const name = this.#nameOf(entity);
    const defined = this.#definitions.get(name) ?? this.#aliasNamed(name, entity, seen);
    if (defined !== undefined) return defined;
    const { label } = names ?? {};
    if (label === undefined || label === entity.name) return undefined;
    if (entity.kind === "variable") return this.#p.linkedVariables.get(label);
    return isRedirect(entity.name, label) ? undefined : this.#undefinedFunction(entity, label);
  }

  #aliased(
    entity: LinkedEntity,
    names: LinkNames,
    alias: string,
    seen: Set<LinkedEntity>,
  ): LinkedEntity | undefined {
    const target = this.#definitions.get(alias) ?? this.#aliasNamed(alias, entity, seen);
    if (target !== undefined) return target;
    if (names.isWeakReference === true) {
      if (entity.kind === "variable") entity.isWeak = true;
      else return { ...this.#undefinedFunction(entity, alias), isWeak: true };
      return undefined;
    }
    const message = `'${entity.name}' is another name of '${alias}', which this file does not define`;
    this.#p.error(names.range, "undeclared", message);
    return undefined;
  }

  /** Whether the name is itself an alias. */
  #aliasNamed(name: string, user: LinkedEntity, seen: Set<LinkedEntity>): LinkedEntity | undefined {
    for (const [entity, { alias, isWeakReference }] of this.#p.linkNames) {
      if (alias === undefined || isWeakReference === true || entity === user) continue;
      if (this.#nameOf(entity) === name) return this.#targetOf(entity, seen);
    }
    return undefined;
  }

  /** Returns the function of that name that another file defines. */
  #undefinedFunction(entity: FunctionSymbol, name: string): FunctionSymbol {
    const known = this.#p.functions.get(name) ?? this.#undefined.get(name);
    if (known !== undefined) return known;
    const symbol: FunctionSymbol = { ...entity, name };
    this.#undefined.set(name, symbol);
    return symbol;
  }

  #patch(): void {
    const p = this.#p;
    for (const reference of p.linkedReferences) {
      const entity = reference.kind === "function" ? reference.symbol : reference.variable;
      const target = this.#targets.get(entity);
      if (target !== undefined) this.#redirect(reference, entity, target);
    }
    for (const [name, symbol] of this.#undefined) p.functions.set(name, symbol);
    for (const [entity, target] of this.#targets) {
      if (entity.kind === target.kind) p.linkTargets.set(entity, target);
    }
  }

  #redirect(reference: LinkedReference, entity: LinkedEntity, target: LinkedEntity): void {
    const { range } = reference;
    if (reference.kind === "function" && target.kind === "function") {
      (reference as Writable<FunctionReference>).symbol = target;
    } else if (reference.kind === "variable" && target.kind === "variable") {
      if (!isCompatible(reference.type, target.type, this.#p.types)) {
        this.#p.unsupported(range, `'${entity.name}' names an object of another type, which is`);
      }
      (reference as Writable<VariableReference>).variable = target;
    } else {
      this.#p.unsupported(range, `'${entity.name}' names both an object and a function, which is`);
    }
  }
}

function isDefined(entity: LinkedEntity): boolean {
  return entity.kind === "function" ? entity.definition !== undefined : !entity.isExternOnly;
}
