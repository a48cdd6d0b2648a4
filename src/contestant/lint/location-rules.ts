/**
 * Checks locations of format 2.x against the program: the line, the column in it, and whether the
 * waypoint or invariant fits the text there.
 */

import type { YamlMap } from "../../ground/util/yaml-reader.ts";
import type { Location } from "../../ground/witness/index.ts";
import type { SourcePlace, SourcePlaceKind } from "../cfa/index.ts";
import type { Finding, Fix } from "./finding.ts";
import { baseName, type LintProgram, type ParsedProgram } from "./lint-program.ts";

/** The required kinds of places, with their descriptions. */
const WANTED: Readonly<
  Record<WantedPlace, { readonly kinds: readonly SourcePlaceKind[]; readonly text: string }>
> = {
  statement: {
    kinds: ["statement", "declaration"],
    text: "the first character of a statement, or of a declaration in a block",
  },
  branching: {
    kinds: ["if", "while", "do", "for", "switch", "conditional"],
    text: "the keyword if, while, do, for or switch, or a '?'",
  },
  call: { kinds: ["call"], text: "the parenthesis that closes the arguments of a call" },
  loop: {
    kinds: ["while", "do", "for", "label"],
    text: "the keyword while, do or for, or the label of a loop by goto",
  },
  step: {
    kinds: ["statement", "declaration", "expression"],
    text: "the first character of a statement or full expression",
  },
  function: { kinds: ["function"], text: "the start of a function definition" },
};

export type WantedPlace = "statement" | "branching" | "call" | "loop" | "step" | "function";

export interface LocationContext {
  readonly program: LintProgram;
  /** Absent: only lines and columns are checked. */
  readonly parsed: ParsedProgram | undefined;
  /** Further input files of the task, which are not read. */
  readonly otherFiles: readonly string[];
  readonly report: (finding: Finding) => void;
}

export class LocationRules {
  readonly #context: LocationContext;

  constructor(context: LocationContext) {
    this.#context = context;
  }

  /** Reports faults; returns the place of the location, if there is one. */
  check(
    what: string,
    location: Location,
    wanted: WantedPlace,
    self: YamlMap,
  ): SourcePlace | undefined {
    const map = self.get("location")?.asMap();
    if (map === undefined || !this.#isInProgram(location, map)) return undefined;
    const { program, parsed } = this.#context;
    const { line, column } = location;
    if (line > program.lines.lineCount) {
      const message = `${program.name} has ${program.lines.lineCount} lines, not ${line}`;
      this.#report(map, "line", "location-line", message);
      return undefined;
    }
    const { length } = program.lines.lineText(line);
    if (column !== undefined && column > length) {
      const message = `line ${line} of ${program.name} has ${length} columns, not ${column}`;
      this.#report(map, "column", "location-column", message);
      return undefined;
    }
    if (parsed === undefined) return undefined;
    const place = this.#findPlace(parsed, what, location, wanted, map);
    if (place !== undefined) this.#checkFunction(place, location, map);
    return place;
  }

  #isInProgram({ file }: Location, map: YamlMap): boolean {
    const { program, otherFiles } = this.#context;
    const name = baseName(file);
    if (name === program.name) return true;
    if (!otherFiles.includes(name)) {
      this.#report(
        map,
        "file_name",
        "location-file",
        `the program is ${program.name}, not ${file}`,
      );
    }
    return false;
  }

  #findPlace(
    { places }: ParsedProgram,
    what: string,
    { line, column }: Location,
    wanted: WantedPlace,
    map: YamlMap,
  ): SourcePlace | undefined {
    const { kinds, text } = WANTED[wanted];
    const isSuitable = ({ kind }: SourcePlace): boolean => kinds.includes(kind);
    const candidates = places.onLine(line).filter(isSuitable);
    const found =
      column === undefined
        ? candidates[0]
        : candidates.find((candidate) => candidate.column === column);
    if (found !== undefined) return found;
    const columns = [...new Set(candidates.map((candidate) => candidate.column))];
    const here = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
    const standing = column === undefined ? "" : `, found '${this.#tokenAt(line, column)}'`;
    const elsewhere =
      columns.length > 0
        ? `; on this line that is column ${columns.join(" or ")}`
        : nearestLine(places.onLine.bind(places), line, isSuitable);
    const message = `${what} at ${here}: expected ${text}${standing}${elsewhere}`;
    const fix = columns.length === 1 ? columnFix(map, columns[0] as number) : undefined;
    this.#report(map, column === undefined ? "line" : "column", "location-kind", message, fix);
    return undefined;
  }

  #tokenAt(line: number, column: number): string {
    const rest = this.#context.program.lines.lineText(line).slice(column - 1);
    return /^\s/.test(rest) ? "blank" : (/^([\w$]+|\S)/.exec(rest)?.[0] ?? "");
  }

  #checkFunction(place: SourcePlace, { function: named }: Location, map: YamlMap): void {
    const { name } = place.function.symbol;
    const value = map.get("function");
    if (named === undefined || named === name || value === undefined) return;
    const { written } = value;
    const quote = /^["']/.exec(written.text)?.[0] ?? "";
    this.#context.report({
      severity: "warning",
      code: "location-function",
      message: `line ${place.line} is in ${name}, not in ${named}`,
      ...value.place,
      fix: {
        description: `name the function ${name}`,
        edits: [
          {
            kind: "replace",
            line: written.line,
            column: written.column,
            from: written.text,
            text: quote + name + quote,
          },
        ],
      },
    });
  }

  #report(map: YamlMap, key: string, code: string, message: string, fix?: Fix): void {
    const place = map.get(key)?.place ?? map.place;
    const finding = { severity: "error" as const, code, message, ...place };
    this.#context.report(fix === undefined ? finding : { ...finding, fix });
  }
}

/** The only suitable column of the line is the meaning of a location without column. */
function columnFix(map: YamlMap, column: number): Fix | undefined {
  const value = map.get("column");
  if (value === undefined) return undefined;
  const { line, column: start, text } = value.written;
  return {
    description: `set the column to ${column}, the only suitable one`,
    edits: [{ kind: "replace", line, column: start, from: text, text: String(column) }],
  };
}

/** Off-by-some errors are frequent: returns the line of the nearest suitable place. */
function nearestLine(
  onLine: (line: number) => readonly SourcePlace[],
  line: number,
  isSuitable: (place: SourcePlace) => boolean,
): string {
  for (let distance = 1; distance <= 10; distance++) {
    for (const candidate of [line + distance, line - distance]) {
      const place = onLine(candidate).find(isSuitable);
      if (place !== undefined) return `; the nearest is line ${candidate}, column ${place.column}`;
    }
  }
  return "";
}
