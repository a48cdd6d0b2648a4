import { MACHINE_MODELS, parseTranslationUnit } from "../cfront/index.ts";
import type { ProgramReader } from "../checks/index.ts";

/** Agon's C parser, for checks of tasks: the organiser's wing has none of its own. */
export const readCProgram: ProgramReader = (path, text, dataModel) => {
  const { unit, diagnostics } = parseTranslationUnit(path, text, MACHINE_MODELS[dataModel]);
  const error = diagnostics.find(({ severity }) => severity === "error");
  const hasMain = unit.functions.get("main")?.definition !== undefined;
  return error === undefined ? { hasMain } : { error, hasMain };
};
