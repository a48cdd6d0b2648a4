/**
 * From a tool as a definition names it to files on this host. A tool comes in
 * a folder of its own, or is installed in the system, or is Agon itself, which
 * takes part like a stranger: as a command line in a sandbox.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ToolInfo } from "../tools/index.ts";
import { PlatformError } from "../util/errors.ts";
import { sha256, sha256OfFile } from "./durable-file.ts";
import type { ToolInstallation } from "./tool-installation.ts";

/** Where a tool comes from: Agon's own package, a folder (absolute path), or the search path. */
export type ToolSource =
  | { readonly kind: "builtin" }
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "system" };

/** @throws PlatformError `ERR_TOOL_MISSING` when the tool's executable is not there. */
export function findTool(info: ToolInfo, source: ToolSource): ToolInstallation {
  switch (source.kind) {
    case "builtin":
      return builtinTool(info);
    case "folder":
      return folderTool(info, source.folder);
    case "system":
      return systemTool(info);
  }
}

function builtinTool(info: ToolInfo): ToolInstallation {
  const root = packageRoot();
  const main = join(root, "dist", "cli", "main.js");
  if (!existsSync(main)) {
    throw new PlatformError("ERR_NOT_BUILT", `${main} does not exist`, {
      hint: "run 'npm run build' first",
    });
  }
  const manifest = readManifest(root);
  const node = realpathSync(process.execPath);
  const dependencies = Object.keys(manifest.dependencies ?? {}).map((name) =>
    dependencyFolder(root, name),
  );
  const own = [join(root, "dist"), join(root, "package.json")];
  return {
    info,
    command: [node, main],
    // Named one by one: beside them lie the examples with their expected verdicts.
    paths: [node, ...own, ...dependencies],
    environment: {},
    version: `${manifest.version} (${shortHash(hashOf(own))}, node ${process.version})`,
  };
}

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function readManifest(root: string): Manifest {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
}

/** The folder of Agon's own package, whether this code runs from `src` or from `dist`. */
export function packageRoot(): string {
  let folder = dirname(realpathSync(fileURLToPath(import.meta.url)));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

/** Node's own search: `node_modules` of every folder upwards. */
function dependencyFolder(from: string, name: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) {
      throw new PlatformError("ERR_NOT_BUILT", `the package '${name}' is not installed`, {
        hint: "run 'npm ci' first",
      });
    }
  }
}

function folderTool(info: ToolInfo, folder: string): ToolInstallation {
  const candidates = [join(folder, info.executable), join(folder, "bin", info.executable)];
  const executable = candidates.find(isExecutable);
  if (executable === undefined) {
    throw new PlatformError("ERR_TOOL_MISSING", `${info.name}: no executable ${candidates[0]}`, {
      hint: `the tool folder must hold '${info.executable}' or 'bin/${info.executable}', executable`,
    });
  }
  const root = realpathSync(folder);
  return {
    info,
    command: [realpathSync(executable)],
    paths: [root],
    environment: {},
    version: shortHash(hashOf([root])),
  };
}

function systemTool(info: ToolInfo): ToolInstallation {
  const folders = ["/usr/local/bin", "/usr/bin", "/bin"];
  const executable = folders.map((folder) => join(folder, info.executable)).find(isExecutable);
  if (executable === undefined) {
    throw new PlatformError(
      "ERR_TOOL_MISSING",
      `${info.name}: '${info.executable}' is not installed`,
      {
        hint: `looked in ${folders.join(", ")}; a tool in another place needs a 'directory'`,
      },
    );
  }
  const path = realpathSync(executable);
  return {
    info,
    command: [path],
    paths: [path],
    environment: {},
    version: shortHash(sha256OfFile(path)),
  };
}

function isExecutable(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  return status?.isFile() === true && (status.mode & 0o111) !== 0;
}

function shortHash(hash: string): string {
  return `sha256:${hash.slice(0, 16)}`;
}

/** One hash of the names and contents of files and folders. */
function hashOf(paths: readonly string[]): string {
  const parts: string[] = [];
  const visit = (path: string, name: string): void => {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status?.isDirectory()) {
      for (const entry of readdirSync(path).sort()) visit(join(path, entry), `${name}/${entry}`);
    } else if (status?.isFile()) {
      parts.push(`${name} ${sha256OfFile(path)}`);
    }
  };
  for (const [index, path] of paths.entries()) visit(path, String(index));
  return sha256(parts.join("\n"));
}
