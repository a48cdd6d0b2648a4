/** C models of library functions. */
import type { FunctionDefinition, FunctionSymbol } from "../../cfront/ast.ts";
import type { MachineModel } from "../../cfront/machine-model.ts";

/** The model of a function that the program declares but does not define. */
export function libraryFunction(
  _symbol: FunctionSymbol,
  _machine: MachineModel,
): FunctionDefinition | undefined {
  return undefined;
}
