/**
 * The C preprocessor: translation phases 1–4 (C11 5.1.1.2) for GNU C. System headers are our own
 * (`headers/`); other files come from the caller ({@link HeaderFinder}).
 */
import { defined } from "../../../ground/util/defined.ts";
import type { Diagnostic } from "../../../ground/util/diagnostic.ts";
import type { MachineModel } from "../machine-model.ts";
import { SourceFile } from "../source.ts";
import type { Token } from "../token.ts";
import type { MacroTable } from "./macro.ts";
import { predefinedMacros } from "./predefined.ts";
import { type HeaderFinder, Preprocessor } from "./preprocessor.ts";

export type { HeaderFinder } from "./preprocessor.ts";

/** How a file of a program of several files is read. */
export interface ReadingOptions {
  /** The text to which ranges refer, and the file's offset in it; default: the file alone. */
  readonly whole?: SourceFile;
  readonly base?: number;
  /** Without it, only our own headers can be included. */
  readonly findHeader?: HeaderFinder;
  /** Directives that are executed before the file, as the lines of a source text. */
  readonly definitions?: string;
}

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
 * Tokens of a C file after preprocessing, ended by one `eof`. A name ending in `.i` marks a
 * preprocessed file, as for gcc: there are no predefined macros then. Faults go to `log`; the
 * tokens are still usable for error recovery. `#pragma pack` arrives as `pack` on the tokens
 * `struct` and `union`; other pragmas that change the meaning of a program are reported.
 */
export function preprocess(
  fileName: string,
  text: string,
  machine: MachineModel,
  log: Diagnostic[],
  { whole, base = 0, findHeader, definitions = "" }: ReadingOptions = {},
): Token[] {
  const isPreprocessed = fileName.endsWith(".i");
  let macros = isPreprocessed ? undefined : predefinedTable(machine);
  if (definitions !== "" && !isPreprocessed) {
    const before = new SourceFile("<command line>", definitions);
    const preprocessor = new Preprocessor(before, machine, log, macros);
    preprocessor.run();
    macros = preprocessor.macros;
  }
  const source = new SourceFile(fileName, text);
  const context = { whole: whole ?? source, base, ...defined({ findHeader }) };
  return new Preprocessor(source, machine, log, macros, context).run();
}
