/**
 * The C preprocessor: translation phases 1–4 (C11 5.1.1.2) for GNU C. System
 * headers are our own (`headers/`); other files are never read.
 */
import type { Diagnostic } from "../../util/diagnostic.ts";
import type { MachineModel } from "../machine-model.ts";
import { SourceFile } from "../source.ts";
import type { Token } from "../token.ts";
import type { MacroTable } from "./macro.ts";
import { predefinedMacros } from "./predefined.ts";
import { Preprocessor } from "./preprocessor.ts";

const predefined = new Map<MachineModel, MacroTable>();

function predefinedTable(machine: MachineModel): MacroTable {
  let table = predefined.get(machine);
  if (table === undefined) {
    const source = new SourceFile("<built-in>", predefinedMacros(machine));
    const preprocessor = new Preprocessor(source, machine, [], undefined);
    preprocessor.run();
    table = preprocessor.macros;
    predefined.set(machine, table);
  }
  return table;
}

/**
 * Tokens of a C file after preprocessing, ended by one `eof`. A name ending in
 * `.i` says that the file is preprocessed already, as for gcc: there are no
 * predefined macros then. Faults go to `log`; the tokens are usable for error
 * recovery all the same. `#pragma pack` arrives as `pack` on the tokens `struct`
 * and `union`; other pragmas that change what a program means are reported.
 */
export function preprocess(
  fileName: string,
  text: string,
  machine: MachineModel,
  log: Diagnostic[],
): Token[] {
  const isPreprocessed = fileName.endsWith(".i");
  const macros = isPreprocessed ? undefined : predefinedTable(machine);
  return new Preprocessor(new SourceFile(fileName, text), machine, log, macros).run();
}
