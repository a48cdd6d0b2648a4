/**
 * The data of a suspended activation besides memory: its position, and the values in variables of
 * the generated code that it will use. States are compared by them (runtime/state-key.ts).
 *
 * While code is written it is not known which variables the rest of the edge will use. So a place
 * is written as a mark, which {@link resolvePlaces} replaces when the function is complete.
 */
import type { SuspensionKind } from "../contract.ts";
import { EDGE_MARK, type Writer } from "./writer.ts";

const MARK = /@place (\d+) (\d+) ([01])@/;

/** Code of an array: the number of the place, then values. `skips`: lines behind it that are its own. */
export function placeCode(w: Writer, kind: SuspensionKind, skips: 0 | 1 = 0): string {
  return placeMark(w, w.tables.suspension(kind, w.edge), skips);
}

export function placeMark(w: Writer, number: number, skips: 0 | 1 = 0): string {
  return `@place ${number} ${w.temporaryCount} ${skips}@`;
}

/**
 * @param constants - variables that every place of the function holds
 * @returns the code with places: temporaries and parameters that are mentioned behind them in the same edge
 */
export function resolvePlaces(code: string, constants: readonly string[]): string {
  const lines = code.split("\n");
  return lines
    .map((line, index) => {
      const match = MARK.exec(line);
      if (match === null) return line;
      const [, number, count, skips] = match as unknown as [string, string, string, string];
      const held = heldBehind(lines, index + 1 + Number(skips), Number(count));
      return line.replace(MARK, `[${[number, ...constants, ...held].join(", ")}]`);
    })
    .join("\n");
}

function heldBehind(lines: readonly string[], from: number, count: number): string[] {
  const held = new Set<string>();
  for (let i = from; i < lines.length && lines[i] !== EDGE_MARK; i++) {
    for (const [name, temporary] of (lines[i] as string).matchAll(/\b(?:t(\d+)|p\d+[lh]?)\b/g)) {
      if (temporary === undefined || Number(temporary) <= count) held.add(name);
    }
  }
  return [...held];
}
