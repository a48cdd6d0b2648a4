/**
 * Resolves a tool as a definition names it to files on this host. A tool comes in a folder of its
 * own, or is installed in the system, or is Agon itself, which takes part like any other tool: as a
 * command line in a sandbox.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sha256, sha256OfFile } from "../../../ground/files/index.ts";
import { ENGINE_OPTIONS } from "../../../ground/installation/index.ts";
import type { FileReference } from "../../../ground/model/index.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import type { ToolInfo } from "../../tools/index.ts";
import { packageRoot } from "../system/package-root.ts";
import { helperIsolation, runHelper } from "./tool-bridge/helper-process.ts";
import type { ToolInstallation } from "./tool-installation.ts";

/** The source of a tool: Agon's own package, a folder (absolute path), or the search path. */
export type ToolSource =
  | { readonly kind: "builtin" }
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "system" };

/**
 * A tool with a native module.
 * @throws PlatformError `ERR_TOOL_MISSING` when the tool's executable is not there.
 */
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
  const main = join(root, "dist", "faces", "cli", "main.js");
  if (!existsSync(main)) {
    throw new PlatformError("ERR_NOT_BUILT", `${main} does not exist`, {
      hint: "run 'npm run build' first",
    });
  }
  const manifest = readManifest(root);
  const node = realpathSync(process.execPath);
  const own = [join(root, "dist"), join(root, "package.json")];
  return {
    info,
    command: [node, ...ENGINE_OPTIONS, main],
    // Listed one by one, since the examples with their expected verdicts are beside them.
    paths: [node, ...own, ...dependencyFolders(root)],
    environment: {},
    version: `${manifest.version} (${shortHash(hashOf(own))}, node ${process.version})`,
  };
}

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function readManifest(root: string): Manifest {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
}

/**
 * The folders of all packages that the package in a folder needs, directly or not; each once.
 * Optional ones may be absent.
 */
function dependencyFolders(root: string): readonly string[] {
  const found = new Set<string>();
  const visit = (from: string): void => {
    const { dependencies = {}, optionalDependencies = {} } = readManifest(from);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const folder = dependencyFolder(from, name);
      if (folder === undefined) {
        if (name in optionalDependencies) continue;
        throw new PlatformError("ERR_NOT_BUILT", `the package '${name}' is not installed`, {
          hint: "run 'npm ci' first",
        });
      }
      if (found.has(folder)) continue;
      found.add(folder);
      visit(folder);
    }
  };
  visit(root);
  return [...found];
}

/** Node's own search: `node_modules` of every folder upwards. */
function dependencyFolder(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}

function folderTool(info: ToolInfo, folder: string): ToolInstallation {
  const places = info.places ?? [
    { name: info.executable, folder: "" },
    { name: info.executable, folder: "bin" },
  ];
  const candidates = places.map((place) => join(folder, place.folder, place.name));
  const executable = candidates.find(isExecutable);
  if (executable === undefined) {
    const wanted = places.map((place) => `'${join(place.folder, place.name)}'`).join(" or ");
    throw new PlatformError("ERR_TOOL_MISSING", `${info.name}: no executable ${candidates[0]}`, {
      hint: `the tool folder must hold ${wanted}, executable`,
    });
  }
  const root = realpathSync(folder);
  const path = realpathSync(executable);
  return {
    info,
    command: info.startsInOwnFolder === true ? [`./${basename(path)}`] : [path],
    paths: [root],
    environment: {},
    version: versionOf(info, path, [root], hashOf([root])),
    folder: root,
    ...(info.startsInOwnFolder === true ? { startFolder: dirname(path) } : {}),
  };
}

function systemTool(info: ToolInfo): ToolInstallation {
  const folders = ["/usr/local/bin", "/usr/bin", "/bin"];
  const names = info.places?.map(({ name }) => name) ?? [info.executable];
  const executable = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable);
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
    version: versionOf(info, path, [path], sha256OfFile(path)),
  };
}

/** Greatest time for a tool to print its version; a JVM on a busy machine needs some seconds. */
const VERSION_SECONDS = 60;

/**
 * The version text that the tool prints, and a hash that identifies it even when it prints none.
 */
function versionOf(
  info: ToolInfo,
  executable: string,
  shown: readonly string[],
  hash: string,
): string {
  const text = ownVersion(info, executable, shown);
  return text === "" ? shortHash(hash) : `${text} (${shortHash(hash)})`;
}

/** Empty when the tool prints no version or fails. */
function ownVersion(info: ToolInfo, executable: string, shown: readonly string[]): string {
  if (info.versionArguments.length === 0) return "";
  const quiet = ["/bin/sh", "-c", info.versionScript ?? 'exec "$@" 2>/dev/null', "version"];
  const { exitCode, output } = runHelper(
    {
      command: [...quiet, executable, ...info.versionArguments],
      shown,
      environment: {},
    },
    helperIsolation(),
    VERSION_SECONDS,
  );
  if (exitCode !== 0) return "";
  const text = info.versionOf === undefined ? output.trim() : info.versionOf(output);
  return text.split("\n")[0]?.trim() ?? "";
}

/** The first 16 digits, with the name of the method. */
export function shortHash(hash: string): string {
  return `sha256:${hash.slice(0, 16)}`;
}

function isExecutable(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  return status?.isFile() === true && (status.mode & 0o111) !== 0;
}

/** One hash of the names and contents of files and folders. */
export function hashOf(paths: readonly string[]): string {
  const files = paths.flatMap((path, index) => filesBelow(path, String(index)));
  return sha256(files.map(({ path, sha256: hash }) => `${path} ${hash}`).join("\n"));
}

/** Every file with its hash; its path begins with the last part of the given one. */
export function filesWithHashes(paths: readonly string[]): readonly FileReference[] {
  return paths.flatMap((path) => filesBelow(path, basename(path)));
}

function filesBelow(path: string, name: string): readonly FileReference[] {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory()) {
    const entries = readdirSync(path).sort();
    return entries.flatMap((entry) => filesBelow(join(path, entry), `${name}/${entry}`));
  }
  return status?.isFile() ? [{ path: name, sha256: sha256OfFile(path) }] : [];
}
