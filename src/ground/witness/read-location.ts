import { defined } from "../util/defined.ts";
import type { YamlMap, YamlValue } from "../util/yaml-reader.ts";
import type { Location } from "./format.ts";

/**
 * Reads a `location`. Drafts of the format had `file_hash`, `identifier` and columns from 0:
 * accepted with a warning. A column 0 is dropped, because the base of the other columns is then
 * unknown; except in format 0.1, where columns count from 0.
 */
export function readLocation(
  parent: YamlMap,
  { firstColumn = 1 }: { readonly firstColumn?: 0 | 1 } = {},
): Location | undefined {
  const map = parent.require("location")?.asMap();
  if (map === undefined) return undefined;
  map.allowOnly(["file_name", "line", "column", "function", "file_hash", "identifier"]);
  if (firstColumn === 1) {
    for (const key of ["file_hash", "identifier"]) {
      map.get(key)?.warn(`'${key}' belongs to a draft of the format and is ignored`, "draft-key");
    }
  }
  const file = map.require("file_name")?.asWritten();
  const line = map.require("line")?.asInteger(1);
  const column = readColumn(map.get("column"), firstColumn);
  const functionName = map.get("function")?.asWritten();
  if (file === undefined || line === undefined) return undefined;
  return {
    file,
    line,
    ...defined({ column, function: functionName }),
  };
}

function readColumn(value: YamlValue | undefined, firstColumn: 0 | 1): number | undefined {
  const column = value?.asInteger(0);
  if (column === undefined) return undefined;
  if (firstColumn === 0) return column + 1;
  if (column !== 0) return column;
  value?.warn("columns count from 1; this one is ignored", "column-zero");
  return undefined;
}
