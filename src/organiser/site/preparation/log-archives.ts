/** All outputs and witnesses of a verifier in ZIP archives, for searching them as a whole. */
import { existsSync, readFileSync, statSync } from "node:fs";
import type { FileReference } from "../../../ground/model/index.ts";
import { ZipWriter } from "../../benchexec/index.ts";
import type { Judgement } from "../../competition/index.ts";
import type { Spool } from "../../execution/index.ts";
import type { Attachment } from "../site-data.ts";

/** An archive is made in memory; larger amounts are split into several archives. */
const ARCHIVE_BYTES = 512_000_000;
const ARCHIVE_FILES = 50_000;

interface Entry {
  readonly name: string;
  readonly source: string;
}

/** Archives of the verifier's runs: its outputs and witnesses, and what validators printed about these. */
export function logArchives(
  tool: string,
  judgements: readonly Judgement[],
  spool: Spool,
): readonly Attachment[] {
  const safe = tool.replace(/[^A-Za-z0-9.-]+/g, "_").replace(/^\.+/, "_");
  const volumes = volumesOf(entriesOf(judgements, spool));
  return volumes.map((entries, index) => ({
    path: `logs/${safe}${index === 0 ? "" : `.${index + 1}`}.zip`,
    content: () => packed(entries),
  }));
}

function packed(entries: readonly Entry[]): Buffer {
  const archive = new ZipWriter();
  for (const { name, source } of entries) {
    if (existsSync(source)) archive.add(name, readFileSync(source));
  }
  return archive.bytes();
}

/** Names contain category, task, property and the tool that wrote the file. */
function entriesOf(judgements: readonly Judgement[], spool: Spool): readonly Entry[] {
  const used = new Set<string>();
  return judgements.flatMap(({ category, task, result, validations }) => {
    const base = `${plain(category.name)}/${plain(task.id.replace("#", "."))}`;
    const files: readonly (readonly [string, FileReference | undefined])[] = [
      [".log", result.log],
      [`.witness${/\.\w+$/.exec(result.witness?.path ?? "")?.[0] ?? ""}`, result.witness],
      ...validations.map(({ tool, log }) => [`.by-${plain(tool)}.log`, log] as const),
    ];
    return files.flatMap(([ending, file]) => {
      if (file === undefined) return [];
      let name = `${base}${ending}`;
      for (let number = 2; used.has(name); number++) name = `${base}.${number}${ending}`;
      used.add(name);
      return [{ name, source: spool.fileOf(file) }];
    });
  });
}

/** Removes characters that lead out of a folder or that some system forbids in names. */
function plain(text: string): string {
  return text.replace(/[^A-Za-z0-9.=+-]+/g, "_").replace(/^\.+/, "_");
}

function volumesOf(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const volumes: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = statSync(entry.source, { throwIfNoEntry: false })?.size;
    if (size === undefined) continue;
    const last = volumes.at(-1);
    bytes += size;
    if (last === undefined || bytes > ARCHIVE_BYTES || last.length === ARCHIVE_FILES) {
      volumes.push([entry]);
      bytes = size;
    } else last.push(entry);
  }
  return volumes;
}
