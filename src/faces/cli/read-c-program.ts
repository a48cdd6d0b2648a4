import {
  isStandardFunction,
  MACHINE_MODELS,
  type ParsedUnit,
  parseTranslationUnit,
  walkAst,
} from "../../contestant/cfront/index.ts";
import type { ProgramReader } from "../../organiser/checks/index.ts";

/** Agon's C parser, for checks of tasks: the organiser's wing has none of its own. */
export const readCProgram: ProgramReader = (path, text, dataModel) => {
  const { unit, diagnostics } = parseTranslationUnit(path, text, MACHINE_MODELS[dataModel]);
  const error = diagnostics.find(({ severity }) => severity === "error");
  const hasMain = unit.functions.get("main")?.definition !== undefined;
  if (error !== undefined) return { error, hasMain };
  return { hasMain, undefinedFunctions: undefinedFunctionsOf(unit) };
};

/**
 * Names that the program uses but neither it nor a standard defines, in the order of their first
 * use.
 */
function undefinedFunctionsOf({ functions }: ParsedUnit): readonly string[] {
  const names = new Set<string>();
  for (const { definition } of functions.values()) {
    if (definition === undefined) continue;
    walkAst(definition.body, (part) => {
      if (part.kind !== "function" || part.symbol.definition !== undefined) return;
      if (!isStandardFunction(part.symbol.name)) names.add(part.symbol.name);
    });
  }
  return [...names];
}
