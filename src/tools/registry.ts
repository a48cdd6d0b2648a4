import { PlatformError } from "../util/errors.ts";
import { agonValidator } from "./modules/agon-validator.ts";
import { agonVerifier } from "./modules/agon-verifier.ts";
import type { ToolInfo } from "./tool-info.ts";

/** Every tool-info module, ordered by name. */
export const TOOL_MODULES: readonly ToolInfo[] = [agonValidator, agonVerifier];

/**
 * The tool-info module of that name.
 *
 * @throws PlatformError `ERR_UNKNOWN_TOOL_MODULE`; the message names the known ones.
 */
export function findToolInfo(module: string): ToolInfo {
  const found = TOOL_MODULES.find((candidate) => candidate.module === module);
  if (found !== undefined) return found;
  throw new PlatformError("ERR_UNKNOWN_TOOL_MODULE", `there is no tool-info module '${module}'`, {
    hint: `known modules: ${TOOL_MODULES.map((candidate) => candidate.module).join(", ")}`,
  });
}
