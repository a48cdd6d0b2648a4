/**
 * A program as its makers build it: files with the options of their compiler, and its entry point.
 */

import { findHeaderIn } from "../../ground/files/index.ts";
import type { CfaOptions } from "../cfa/index.ts";
import { type DataModel, MACHINE_MODELS } from "../cfront/index.ts";
import { type LoadedProgram, loadSources } from "../program/index.ts";
import { type ProgramStart, withStart } from "./program-start.ts";

/** A C file with its options on the compiler's command line; plain data, for threads. */
export interface BuildFile {
  /** Path: also the name in messages, and the first folder to search for headers. */
  readonly file: string;
  readonly text: string;
  /** From `-I`, in order. */
  readonly includeFolders: readonly string[];
  /** `#define` and `#undef` lines, from `-D`, `-U` and `-std`. */
  readonly definitions: string;
}

export interface ProgramBuild {
  /** At least one. */
  readonly files: readonly BuildFile[];
  readonly start: ProgramStart;
}

/** @throws InputError with every diagnostic. */
export function loadBuild(
  { files, start }: ProgramBuild,
  dataModel: DataModel,
  options: Pick<CfaOptions, "errorLabels"> = {},
): LoadedProgram {
  const sources = files.map(({ file, text, includeFolders, definitions }) => ({
    fileName: file,
    text,
    definitions,
    findHeader: (name: string, includer: string | undefined) =>
      findHeaderIn(includeFolders, name, includer),
  }));
  const started = withStart(sources, start, MACHINE_MODELS[dataModel]);
  return loadSources(started.files, dataModel, { ...options, entry: started.entry });
}
