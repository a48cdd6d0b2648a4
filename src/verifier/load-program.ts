import type { CfaProgram } from "../cfa/cfa.ts";
import { buildCfa } from "../cfa/index.ts";
import { parseC } from "../cfront/index.ts";
import { type DataModel, MACHINE_MODELS } from "../cfront/machine-model.ts";

/**
 * Source text to control-flow automata.
 * @throws InputError with every diagnostic when the text is no C program.
 */
export function loadProgram(fileName: string, text: string, dataModel: DataModel): CfaProgram {
  const machine = MACHINE_MODELS[dataModel];
  return buildCfa(parseC(fileName, text, machine).unit, machine);
}
