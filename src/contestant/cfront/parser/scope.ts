/**
 * Scopes (C11 6.2.1) and the record of the visible names at each offset, which lets witness
 * expressions be parsed in the middle of a program later.
 */
import type { FunctionSymbol, Variable } from "../ast.ts";
import type { CType, EnumType, IntegerType, RecordType } from "../types.ts";

export interface TypedefName {
  readonly kind: "typedef";
  readonly name: string;
  readonly type: CType;
}
export interface EnumConstant {
  readonly kind: "enum-constant";
  readonly name: string;
  readonly type: IntegerType;
  readonly value: bigint;
}
/** The entity that an identifier of the ordinary name space denotes (C11 6.2.3). */
export type NamedEntity = Variable | FunctionSymbol | TypedefName | EnumConstant;
export type TaggedType = RecordType | EnumType;

/** A name and the half-open range of offsets in which it is visible unless hidden by a later one. */
export interface Visible<T> {
  readonly name: string;
  readonly entity: T;
  visibleFrom: number;
  visibleTo: number;
}
/** Every name of a translation unit, in order of declaration. */
export interface ScopeTable {
  readonly names: Visible<NamedEntity>[];
  readonly tags: Visible<TaggedType>[];
}

export class Scope {
  readonly parent: Scope | undefined;
  readonly #table: ScopeTable;
  readonly #names = new Map<string, Visible<NamedEntity>>();
  readonly #tags = new Map<string, Visible<TaggedType>>();

  constructor(table: ScopeTable, parent?: Scope) {
    this.#table = table;
    this.parent = parent;
  }

  get isFileScope(): boolean {
    return this.parent === undefined;
  }

  lookup(name: string): NamedEntity | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      const found = scope.#names.get(name);
      if (found !== undefined) return found.entity;
    }
    return undefined;
  }

  lookupHere(name: string): NamedEntity | undefined {
    return this.#names.get(name)?.entity;
  }

  lookupTag(name: string): TaggedType | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      const found = scope.#tags.get(name);
      if (found !== undefined) return found.entity;
    }
    return undefined;
  }

  lookupTagHere(name: string): TaggedType | undefined {
    return this.#tags.get(name)?.entity;
  }

  /** Binds a name from `offset` on; an earlier binding in the same scope ends there. */
  declare(name: string, entity: NamedEntity, offset: number): void {
    bind(this.#names, this.#table.names, name, entity, offset);
  }

  declareTag(name: string, entity: TaggedType, offset: number): void {
    bind(this.#tags, this.#table.tags, name, entity, offset);
  }

  /** Makes everything declared here visible from an earlier offset on. */
  showFrom(offset: number): void {
    for (const visible of this.#names.values()) visible.visibleFrom = offset;
    for (const visible of this.#tags.values()) visible.visibleFrom = offset;
  }

  /** Ends the visibility of everything declared here. */
  close(offset: number): void {
    for (const visible of this.#names.values()) visible.visibleTo = offset;
    for (const visible of this.#tags.values()) visible.visibleTo = offset;
  }
}

function bind<T>(
  own: Map<string, Visible<T>>,
  all: Visible<T>[],
  name: string,
  entity: T,
  offset: number,
): void {
  const previous = own.get(name);
  if (previous?.entity === entity) return;
  if (previous !== undefined) previous.visibleTo = offset;
  const visible: Visible<T> = {
    name,
    entity,
    visibleFrom: offset,
    visibleTo: Number.POSITIVE_INFINITY,
  };
  own.set(name, visible);
  all.push(visible);
}

/** A single scope with the names that are visible at an offset; inner names hide outer ones. */
export function scopeAt(table: ScopeTable, offset: number): Scope {
  const scope = new Scope({ names: [], tags: [] });
  const isVisible = (entry: { visibleFrom: number; visibleTo: number }): boolean =>
    entry.visibleFrom <= offset && offset < entry.visibleTo;
  // Declaration order is also order of nesting: what is declared later and still visible is inner.
  for (const entry of table.names) {
    if (isVisible(entry)) scope.declare(entry.name, entry.entity, 0);
  }
  for (const entry of table.tags) {
    if (isVisible(entry)) scope.declareTag(entry.name, entry.entity, 0);
  }
  return scope;
}
