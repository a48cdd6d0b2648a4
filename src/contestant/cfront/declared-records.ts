/** The struct and union types that a translation unit declares. */
import type { ScopeTable, Visible } from "./parser/scope.ts";
import { typeToString } from "./type-printer.ts";
import type { CType, RecordType } from "./types.ts";

export interface DeclaredRecord {
  readonly type: RecordType;
  /**
   * C text that names the type where it is visible: `struct S`, a typedef name,
   * or for records without either `__typeof__` of the member or object that has
   * the type.
   */
  readonly spelling: string;
  /** Its visibility, as offsets: that of the tag, or of the first name in `spelling`. */
  readonly visible: Pick<Visible<unknown>, "visibleFrom" | "visibleTo">;
}

/**
 * Every complete record type once, ordered by where it becomes visible. The
 * type of an unnamed member is left out: its members count as those of the
 * record around it (C11 6.7.2.1p13).
 */
export function declaredRecords({ names, tags }: ScopeTable): DeclaredRecord[] {
  const found = new Map<RecordType["definition"], DeclaredRecord>();
  for (const { entity: type, ...visible } of tags) {
    if (type.kind === "enum" || type.definition.fields === undefined) continue;
    if (found.has(type.definition)) continue;
    found.set(type.definition, { type, spelling: typeToString(type), visible });
  }
  const addMembers = ({ type, spelling, visible }: DeclaredRecord): void => {
    for (const { name, type: member, bitWidth } of type.definition.fields ?? []) {
      if (name === undefined || bitWidth !== undefined) continue;
      add(member, `__typeof__(((${spelling} *)0)->${name})`, visible);
    }
  };
  const add = (type: CType, spelling: string, visible: DeclaredRecord["visible"]): void => {
    const { record, steps } = innermost(type);
    if (record?.definition.fields === undefined || found.has(record.definition)) return;
    const ownSpelling =
      steps === 0 ? spelling : `__typeof__(${"*".repeat(steps + 1)}(${spelling} *)0)`;
    const declared = { type: record, spelling: ownSpelling, visible };
    found.set(record.definition, declared);
    addMembers(declared);
  };
  for (const declared of [...found.values()]) addMembers(declared);
  for (const { name, entity, ...visible } of names) {
    if (entity.kind === "typedef") add(entity.type, name, visible);
    else if (entity.kind === "variable") add(entity.type, `__typeof__(${name})`, visible);
  }
  return [...found.values()].sort(
    (one, other) => one.visible.visibleFrom - other.visible.visibleFrom,
  );
}

/** The record at the end of pointers and arrays, and the number of these. */
function innermost(type: CType): {
  readonly record: RecordType | undefined;
  readonly steps: number;
} {
  let inner = type;
  let steps = 0;
  while (inner.kind === "pointer" || inner.kind === "array") {
    inner = inner.kind === "pointer" ? inner.target : inner.element;
    steps++;
  }
  const record = inner.kind === "struct" || inner.kind === "union" ? inner : undefined;
  return { record, steps };
}
