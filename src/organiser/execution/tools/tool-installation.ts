import type { ToolInfo } from "../../tools/index.ts";

/** A tool as installed on this host, ready to run. */
export interface ToolInstallation {
  readonly info: ToolInfo;
  /** Words of this host that replace the executable in a specification's command line. */
  readonly command: readonly string[];
  /** Files and folders that the tool needs beside the system; real paths. */
  readonly paths: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Identifies the tool: its version text and a hash of its files. */
  readonly version: string;
  /** The tool's own folder; undefined for tools of the system. */
  readonly folder?: string;
  /** Folder whose entries runs find in their working directory, for tools that must start there. */
  readonly startFolder?: string;
}

/** Replaces the tool's folder in command lines, which name no path of a host. */
export const TOOL_FOLDER: string = "$" + "{tool}";

/** The words to execute for the words of a specification. */
export function commandOf(
  { info, command, folder }: ToolInstallation,
  words: readonly string[],
): readonly string[] {
  const [first, ...rest] = words;
  const start = first === info.executable ? command : words.slice(0, 1);
  const all = [...start, ...rest];
  return folder === undefined ? all : all.map((word) => word.replaceAll(TOOL_FOLDER, folder));
}
