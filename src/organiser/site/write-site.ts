import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { invariant } from "../../ground/util/errors.ts";
import { readAppAssets } from "./app-assets.ts";
import { type BuildOptions, buildSite } from "./build-site.ts";
import { sha256 } from "./data-file.ts";
import type { Attachment, SiteData } from "./site-data.ts";

/** Lists the files of the last export, so that the next one removes the obsolete ones. */
export const SITE_MANIFEST = "site-manifest.json";

export const SITE_FORMAT = "agon-site/2";

export interface SiteManifest {
  readonly format: string;
  readonly files: readonly {
    readonly path: string;
    readonly sha256: string;
    readonly bytes: number;
  }[];
}

/**
 * Writes the site into a folder, which is created if necessary. Every file appears at once (written
 * under another name and renamed), `index.html` after all files that it names, so that a reader
 * never sees an incomplete page. Files of an earlier export that are not part of this one are
 * removed; all other files are left alone.
 */
export async function writeSite(
  folder: string,
  data: SiteData,
  attachments: readonly Attachment[] = [],
  options: BuildOptions = {},
): Promise<SiteManifest> {
  const assets = readAppAssets();
  const before = await readSiteManifest(folder);
  await mkdir(folder, { recursive: true });
  const files = new Map<string, SiteManifest["files"][number]>();
  for (const attachment of attachments) {
    const { path } = attachment;
    await replaceFile(inside(folder, path), (temporary) =>
      "source" in attachment
        ? copyFile(attachment.source, temporary)
        : writeFile(temporary, attachment.content()),
    );
    const content = await readFile(inside(folder, path));
    files.set(path, { path, sha256: sha256(content), bytes: content.length });
  }
  for (const { path, content } of buildSite(data, assets, options)) {
    await replaceFile(inside(folder, path), (temporary) => writeFile(temporary, content));
    files.set(path, { path, sha256: sha256(content), bytes: Buffer.byteLength(content) });
  }
  for (const { path } of before?.files ?? []) {
    if (!files.has(path)) await rm(inside(folder, path), { force: true });
  }
  const manifest: SiteManifest = {
    format: SITE_FORMAT,
    files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
  const text = `${JSON.stringify(manifest, undefined, 1)}\n`;
  await replaceFile(join(folder, SITE_MANIFEST), (temporary) => writeFile(temporary, text));
  return manifest;
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

/** A path of the site in the file system; it cannot leave the folder. */
function inside(folder: string, path: string): string {
  const staysInside = !path.startsWith("/") && !path.split(/[/\\]/).includes("..");
  invariant(staysInside, `the path '${path}' leaves the folder of the site`);
  return join(folder, path);
}

/** Undefined without an earlier export, or when that was interrupted. */
export async function readSiteManifest(folder: string): Promise<SiteManifest | undefined> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, SITE_MANIFEST), "utf8")) as {
      readonly format?: string;
      readonly files?: readonly (string | SiteManifest["files"][number])[];
    };
    return {
      format: manifest.format ?? "",
      // The first format contained only the names of the files.
      files: (manifest.files ?? []).map((file) =>
        typeof file === "string" ? { path: file, sha256: "", bytes: 0 } : file,
      ),
    };
  } catch {
    return undefined;
  }
}
