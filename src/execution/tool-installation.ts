import type { ToolInfo } from "../tools/index.ts";

/** A tool as it lies on this host, ready to be run. */
export interface ToolInstallation {
  readonly info: ToolInfo;
  /** Host words that stand for the first word of a specification's command line. */
  readonly command: readonly string[];
  /** Files and folders that the tool needs beside the system; real paths. */
  readonly paths: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** What names this very tool: its version text and a hash of its files. */
  readonly version: string;
}
