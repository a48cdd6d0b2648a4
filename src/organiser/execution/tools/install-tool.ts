/**
 * Turns the name of a tool-info module and the place of a tool into an installation that can be
 * run, for modules in every language.
 */

import { existsSync, realpathSync } from "node:fs";
import { sha256OfFile } from "../../../ground/files/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import { findNativeToolInfo } from "../../tools/index.ts";
import { findTool, hashOf, shortHash, type ToolSource } from "./find-tool.ts";
import { BridgedTool, type ToolPlace } from "./tool-bridge/index.ts";
import type { ToolInstallation } from "./tool-installation.ts";

/**
 * @param module name of a native module, or full name of a Python one (`benchexec.tools.cbmc`)
 * @param searchPath folders with Python modules, see `moduleSearchPath`
 * @throws PlatformError `ERR_TOOL_MISSING`, `ERR_UNKNOWN_TOOL_MODULE`, `ERR_BENCHEXEC_MISSING`, …
 */
export function installTool(
  module: string,
  source: ToolSource,
  searchPath: readonly string[],
): ToolInstallation {
  const native = findNativeToolInfo(module);
  if (native !== undefined) return findTool(native, source);
  if (source.kind === "builtin") {
    throw new PlatformError("ERR_TOOL_MISSING", `${module} is not a part of Agon`, {
      hint: "'directory: builtin' is for agon-verifier and agon-validator",
    });
  }
  const directory = source.kind === "folder" ? source.folder : undefined;
  if (directory !== undefined && !existsSync(directory)) {
    throw new PlatformError("ERR_TOOL_MISSING", `the tool folder ${directory} does not exist`);
  }
  const tool = new BridgedTool({
    module,
    searchPath,
    ...defined({ directory }),
  });
  return bridgedInstallation(tool, directory === undefined ? undefined : realpathSync(directory));
}

function bridgedInstallation(tool: BridgedTool, folder: string | undefined): ToolInstallation {
  const place = tool.locate();
  const info = tool.info();
  const own = tool.version().split("\n")[0]?.trim() ?? "";
  const hash = folder === undefined ? sha256OfFile(place.executable) : hashOf([folder]);
  const parts = [shortHash(hash), `module ${tool.moduleHash}`];
  return {
    info,
    command: [tool.callPath()],
    paths: folder === undefined ? [realpathSync(place.executable)] : [folder],
    environment: environmentOf(place),
    version: own === "" ? parts.join(", ") : `${own} (${parts.join(", ")})`,
    ...defined({ folder }),
    ...(info.startsInOwnFolder === true ? { startFolder: place.workingDirectory } : {}),
  };
}

/** Default search path of runs, so that modules can append to it. */
const BASE_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

/** `keepEnv` has no meaning here: runs never inherit the variables of the host. */
function environmentOf({ environment }: ToolPlace): Readonly<Record<string, string>> {
  const appended = Object.entries(environment.additionalEnv ?? {}).map(([name, value]) => [
    name,
    (name === "PATH" ? BASE_PATH : "") + value,
  ]);
  return { ...environment.newEnv, ...Object.fromEntries(appended) };
}
