import { PlatformError } from "../util/errors.ts";
import { agonValidator } from "./modules/agon-validator.ts";
import { agonVerifier } from "./modules/agon-verifier.ts";
import type { ToolInfo } from "./tool-info.ts";

/** Every tool-info module, ordered by name. */
export const TOOL_MODULES: readonly ToolInfo[] = [agonValidator, agonVerifier];

/** The native module of that name, if there is one. */
export function findNativeToolInfo(module: string): ToolInfo | undefined {
  return TOOL_MODULES.find((candidate) => candidate.module === module);
}

/**
 * The native module of that name.
 *
 * @throws PlatformError `ERR_UNKNOWN_TOOL_MODULE`; the message names the known ones.
 */
export function findToolInfo(module: string): ToolInfo {
  const found = findNativeToolInfo(module);
  if (found !== undefined) return found;
  throw new PlatformError("ERR_UNKNOWN_TOOL_MODULE", `there is no tool-info module '${module}'`, {
    hint: `known modules: ${TOOL_MODULES.map((candidate) => candidate.module).join(", ")}`,
  });
}

/** Whether the name is that of a Python module, which only a bridge to Python can run. */
export function isPythonModule(module: string): boolean {
  return /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/.test(module);
}
