/** The program of a witness: its text, and places and names once it is parsed. */

import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { LineIndex } from "../../ground/util/text-position.ts";
import { SourcePlaces } from "../cfa/index.ts";
import {
  type DataModel,
  MACHINE_MODELS,
  type MachineModel,
  type ParsedUnit,
  parseTranslationUnit,
} from "../cfront/index.ts";

export interface ParsedProgram {
  readonly unit: ParsedUnit;
  readonly machine: MachineModel;
  readonly places: SourcePlaces;
}

export class LintProgram {
  /** Without folders. */
  readonly name: string;
  readonly text: string;
  /** SHA-256, hexadecimal, lower case. */
  readonly sha256: string;
  readonly lines: LineIndex;
  #parsed: ParsedProgram | Diagnostic | undefined;

  constructor({ name, text, sha256 }: { name: string; text: string; sha256: string }) {
    this.name = baseName(name);
    this.text = text;
    this.sha256 = sha256;
    this.lines = new LineIndex(text);
  }

  /**
   * Parses at the first call. When the program cannot be parsed, the first error is returned, and
   * only lines and columns can be checked.
   */
  parse(dataModel: DataModel): ParsedProgram | Diagnostic {
    if (this.#parsed === undefined) {
      const machine = MACHINE_MODELS[dataModel];
      const { unit, diagnostics } = parseTranslationUnit(this.name, this.text, machine);
      const fault = diagnostics.find(({ severity }) => severity === "error");
      this.#parsed = fault ?? { unit, machine, places: new SourcePlaces(unit) };
    }
    return this.#parsed;
  }
}

/** The last part of a path, of Unix or Windows. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
