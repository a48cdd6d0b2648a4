import { LineIndex } from "../../../ground/util/text-position.ts";
import { placeInParts, type SourcePlaceInFile } from "../../cfront/index.ts";
import type { CfaProgram } from "../model/cfa.ts";

/** Maps offsets in the text of a program to places in its files. */
export class ProgramPlaces {
  readonly #lines: LineIndex;
  readonly #parts: NonNullable<CfaProgram["parts"]>;

  constructor({ fileName, text, parts }: Pick<CfaProgram, "fileName" | "text" | "parts">) {
    this.#lines = new LineIndex(text);
    this.#parts = parts ?? [{ name: fileName, start: 0 }];
  }

  placeOf(offset: number): SourcePlaceInFile {
    return placeInParts(this.#lines, this.#parts, offset);
  }
}
