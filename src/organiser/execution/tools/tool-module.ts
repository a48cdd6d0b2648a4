import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findNativeToolInfo, type ToolInfo } from "../../tools/index.ts";
import { BridgedTool, moduleSearchPath } from "./tool-bridge/index.ts";

/** A tool-info module that a command uses; call `close` at the end. */
export interface OpenModule {
  readonly info: ToolInfo;
  /** Undefined for native modules. */
  readonly bridge: BridgedTool | undefined;
  close(): void;
}

/**
 * The native module of that name, or else the Python one; `cbmc` stands for
 * `benchexec.tools.cbmc` where there is no native module `cbmc`.
 * @throws PlatformError when neither is there.
 */
export function openModule(
  module: string,
  options: { readonly searchPath: readonly string[]; readonly directory?: string },
): OpenModule {
  const native = findNativeToolInfo(module);
  if (native !== undefined) return { info: native, bridge: undefined, close: () => undefined };
  const bridge = new BridgedTool({ module, ...options });
  return { info: bridge.info(), bridge, close: () => bridge.close() };
}

/** Names of BenchExec's modules that can be used here; empty when BenchExec is missing. */
export function pythonModules(searchPath: readonly string[]): readonly string[] {
  const folders = moduleSearchPath(searchPath).map((path) => join(path, "benchexec", "tools"));
  const folder = folders.find((path) => existsSync(path));
  if (folder === undefined) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".py") && !HELPERS.has(name))
    .map((name) => `benchexec.tools.${name.slice(0, -".py".length)}`)
    .sort();
}

/** Files beside BenchExec's modules that are not modules. */
const HELPERS = new Set(
  [
    "__init__",
    "cseq",
    "sat_proof_checker_base",
    "smtlib2",
    "sv_benchmarks_util",
    "template",
    "test",
    "ultimate",
  ].map((name) => `${name}.py`),
);
