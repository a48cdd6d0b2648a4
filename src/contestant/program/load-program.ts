import { buildCfa, type CfaOptions, type CfaProgram } from "../cfa/index.ts";

import {
  type DataModel,
  MACHINE_MODELS,
  type MachineModel,
  type ParsedUnit,
  parseC,
  parseProgram,
  type SourceText,
} from "../cfront/index.ts";

/** A program in all the forms that verification and validation need. */
export interface LoadedProgram {
  readonly unit: ParsedUnit;
  readonly machine: MachineModel;
  readonly program: CfaProgram;
}

/**
 * Converts source text to control-flow automata.
 * @throws InputError with every diagnostic when the text is no C program.
 */
export function loadProgram(
  fileName: string,
  text: string,
  dataModel: DataModel,
  options: CfaOptions = {},
): LoadedProgram {
  const machine = MACHINE_MODELS[dataModel];
  const unit = parseC(fileName, text, machine);
  return { unit, machine, program: buildCfa(unit, machine, options) };
}

/**
 * The same as {@link loadProgram} for a program of several files.
 * @throws InputError with every diagnostic when one of them is no C file, or they do not fit.
 */
export function loadSources(
  files: readonly SourceText[],
  dataModel: DataModel,
  options: CfaOptions = {},
): LoadedProgram {
  const machine = MACHINE_MODELS[dataModel];
  const unit = parseProgram(files, machine);
  return { unit, machine, program: buildCfa(unit, machine, options) };
}
