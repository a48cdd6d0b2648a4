/** `agon c layout`: the offsets of the members of records. */
import {
  alignOf,
  type DeclaredRecord,
  declaredRecords,
  type RecordType,
  sizeOf,
  typeToString,
} from "../cfront/index.ts";

import { formatJson, type StageContext } from "./context.ts";

export function recordLayoutsText(context: StageContext): string {
  return records(context)
    .map(({ type, spelling, visible }) => {
      const [size, align] = [sizeOf(type), alignOf(type)];
      const place = context.positions.format(visible.visibleFrom);
      const head = `${spelling}: ${type.kind}, size ${size}, align ${align}  // ${place}`;
      return `${[head, ...fieldLines(type, 0, "  ")].join("\n")}\n`;
    })
    .join("\n");
}

/** `offset` or `offset.bit`, from the start of the outermost record, and the declaration. */
function fieldLines({ definition }: RecordType, base: number, margin: string): string[] {
  return (definition.fields ?? []).flatMap(({ name, type, offset, bitOffset, bitWidth }) => {
    const position = bitWidth === undefined ? `${base + offset}` : `${base + offset}.${bitOffset}`;
    const width = bitWidth === undefined ? "" : ` : ${bitWidth}`;
    const line = `${position.padStart(8)}${margin}${typeToString(type, name ?? "")}${width}`;
    const isInner = name === undefined && (type.kind === "struct" || type.kind === "union");
    return isInner ? [line, ...fieldLines(type, base + offset, `${margin}  `)] : [line];
  });
}

export function recordLayoutsJson(context: StageContext): string {
  return formatJson({
    file: context.unit.fileName,
    dataModel: context.machine.name,
    records: records(context).map(({ type, spelling, visible }) => ({
      kind: type.kind,
      name: spelling,
      size: sizeOf(type),
      align: alignOf(type),
      ...context.positions.at(visible.visibleFrom),
      fields: (type.definition.fields ?? []).map((field) => ({
        ...field,
        type: typeToString(field.type),
        size: sizeOf(field.type),
      })),
    })),
  });
}

function records({ unit, positions, withHeaders }: StageContext): DeclaredRecord[] {
  return declaredRecords(unit.scopes).filter(
    ({ visible }) => withHeaders || !positions.isInHeader(visible.visibleFrom),
  );
}
