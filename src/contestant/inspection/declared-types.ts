/** `agon c types`: the entities that the names of a file denote. */

import { alignOf, type NamedEntity, sizeOf, typeToString, type Visible } from "../cfront/index.ts";
import { formatJson, type StageContext } from "./context.ts";

interface Declaration {
  readonly kind: "typedef" | "variable" | "function" | "enum constant";
  readonly name: string;
  readonly entity: NamedEntity;
  readonly offset: number;
}

export function declaredTypesText(context: StageContext): string {
  const lines = declarations(context).map(({ kind, name, entity, offset }) => {
    const value = entity.kind === "enum-constant" ? ` = ${entity.value}` : "";
    const place = context.positions.format(offset);
    return `${kind.padEnd(13)} ${typeToString(entity.type, name)}${value}  // ${place}`;
  });
  return lines.map((line) => `${line}\n`).join("");
}

export function declaredTypesJson(context: StageContext): string {
  return formatJson({
    file: context.unit.fileName,
    dataModel: context.machine.name,
    declarations: declarations(context).map(({ kind, name, entity, offset }) => ({
      kind,
      name,
      type: typeToString(entity.type),
      ...(entity.kind === "function"
        ? { isDefined: entity.definition !== undefined }
        : { size: sizeOf(entity.type), align: alignOf(entity.type) }),
      ...(entity.kind === "enum-constant" ? { value: String(entity.value) } : {}),
      ...context.positions.at(offset),
    })),
  });
}

/** Returns the names of file scope, in order of declaration. */
function declarations({ unit, positions, withHeaders }: StageContext): Declaration[] {
  return unit.scopes.names
    .filter(({ visibleTo }) => visibleTo === Number.POSITIVE_INFINITY)
    .map(({ name, entity, visibleFrom }: Visible<NamedEntity>) => ({
      kind: entity.kind === "enum-constant" ? ("enum constant" as const) : entity.kind,
      name,
      entity,
      offset: "range" in entity ? entity.range.start : visibleFrom,
    }))
    .filter(({ offset }) => withHeaders || !positions.isInHeader(offset));
}
