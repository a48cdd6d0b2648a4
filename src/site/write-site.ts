import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { invariant } from "../util/errors.ts";
import { renderSite } from "./render-site.ts";
import type { SiteData } from "./site-data.ts";

/** A file to be copied into the site, e.g. a log that a run links to. */
export interface Attachment {
  /** Path inside the site. */
  readonly path: string;
  /** Where the file is now. */
  readonly source: string;
}

/** Lists what the last export wrote, so that the next one removes what is gone. */
const MANIFEST = "site-manifest.json";

/**
 * Writes the site into a folder, which is created if need be. Every file
 * appears at once (written beside and renamed), `index.html` last, so that a
 * reader never meets half a page. Files of an earlier export that are not
 * part of this one are removed; all other files are left alone.
 */
export async function writeSite(
  folder: string,
  data: SiteData,
  attachments: readonly Attachment[] = [],
): Promise<void> {
  const pages = renderSite(data);
  const before = await readManifest(folder);
  await mkdir(folder, { recursive: true });
  for (const { path, source } of attachments) {
    await replaceFile(inside(folder, path), (temporary) => copyFile(source, temporary));
  }
  const indexLast = [...pages].sort(
    ([a], [b]) => Number(a === "index.html") - Number(b === "index.html"),
  );
  for (const [path, text] of indexLast) {
    await replaceFile(inside(folder, path), (temporary) => writeFile(temporary, text));
  }
  const written = [...new Set([...pages.keys(), ...attachments.map(({ path }) => path)])].sort();
  const kept = new Set(written);
  for (const path of before) {
    if (!kept.has(path)) await rm(inside(folder, path), { force: true });
  }
  const manifest = `${JSON.stringify({ format: "agon-site/1", files: written }, undefined, 2)}\n`;
  await replaceFile(join(folder, MANIFEST), (temporary) => writeFile(temporary, manifest));
}

async function replaceFile(
  path: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await write(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function inside(folder: string, path: string): string {
  const staysInside = !path.startsWith("/") && !path.split(/[/\\]/).includes("..");
  invariant(staysInside, `the path '${path}' leaves the folder of the site`);
  return join(folder, path);
}

async function readManifest(folder: string): Promise<readonly string[]> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) as {
      readonly files?: readonly string[];
    };
    return manifest.files ?? [];
  } catch {
    // No earlier export, or one that was interrupted: nothing to remove.
    return [];
  }
}
