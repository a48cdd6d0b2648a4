/**
 * Checks that a site equals its export: every file exists with its hash, every link with its
 * target.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { InputError } from "../../ground/util/errors.ts";
import type { DetailsFile, ExecutionDetails, Manifest } from "../explorer/index.ts";
import { sha256 } from "./data-file.ts";
import { readDataFile } from "./read-site.ts";
import { readSiteManifest, SITE_FORMAT, SITE_MANIFEST } from "./write-site.ts";

export interface SiteCheck {
  readonly files: number;
  readonly bytes: number;
  /** Links from data to files of the site. */
  readonly links: number;
  /** In sentences; empty for a sound site. */
  readonly faults: readonly string[];
}

/**
 * Reads everything, changes nothing, opens no connection.
 * @throws InputError when the folder is not a site.
 */
export async function checkSite(folder: string): Promise<SiteCheck> {
  const manifest = await readSiteManifest(folder);
  if (manifest === undefined || manifest.format !== SITE_FORMAT) {
    const message = `this is not a site of this version: ${SITE_MANIFEST} of format ${SITE_FORMAT} is expected`;
    throw new InputError([{ severity: "error", code: "no-site", message, file: folder }]);
  }
  const faults: string[] = [];
  let bytes = 0;
  for (const { path, sha256: expected } of manifest.files) {
    const file = join(folder, path);
    if (!existsSync(file)) {
      faults.push(`${path} is missing`);
      continue;
    }
    const content = readFileSync(file);
    bytes += content.length;
    if (sha256(content) !== expected) faults.push(`${path} differs from the exported file`);
  }
  const known = new Set(manifest.files.map(({ path }) => path));
  const foreign = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|html)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replace(/^\/+/, ""));
  for (const path of foreign.sort()) {
    if (!known.has(path)) faults.push(`${path} does not belong to the site`);
  }
  const links = linksOf(
    folder,
    manifest.files.map(({ path }) => path),
    faults,
  );
  for (const link of links) if (!known.has(link)) faults.push(`${link} is linked, but missing`);
  return { files: manifest.files.length, bytes, links: links.length, faults };
}

function linksOf(folder: string, paths: readonly string[], faults: string[]): readonly string[] {
  const index = readFileSync(join(folder, "index.html"), "utf8");
  const links = [...index.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]*)"/g)].flatMap(
    ([, path = ""]) => (path.startsWith("data:") ? [] : [path]),
  );
  for (const [, part = ""] of index.matchAll(/name="agon-part" content="\S+ ([^"]*)"/g)) {
    links.push(part);
  }
  for (const path of paths) {
    if (path !== "index.html" && path.endsWith(".html")) links.push(...linksOfPage(folder, path));
  }
  const manifestPath = links.find((path) => path.startsWith("data/manifest."));
  if (manifestPath === undefined) return links;
  const manifest = readData<Manifest>(folder, manifestPath, faults);
  if (manifest === undefined) return links;
  links.push(...manifest.files.map(({ path }) => path), ...Object.values(manifest.sources));
  links.push(...manifest.tools.flatMap(({ logArchives = [] }) => logArchives));
  for (const { details } of manifest.parts) {
    for (const path of Object.values(details)) {
      if (!paths.includes(path)) continue;
      const file = readData<DetailsFile>(folder, path, faults) ?? {};
      for (const run of Object.values(file)) {
        const executions: readonly ExecutionDetails[] = [run, ...run.validations];
        links.push(...executions.flatMap(({ log }) => log?.path ?? []));
        if (run.witness?.path !== undefined) links.push(run.witness.path);
      }
    }
  }
  return links;
}

/** Relative links of a page without scripts, from the site. */
function linksOfPage(folder: string, path: string): readonly string[] {
  if (!existsSync(join(folder, path))) return [];
  const text = readFileSync(join(folder, path), "utf8");
  return [...text.matchAll(/<(?:a|link)[^>]* href="([^"#]+)/g)].flatMap(([, link = ""]) =>
    link.startsWith("data:") ? [] : [normalize(join(dirname(path), link))],
  );
}

function readData<T>(folder: string, path: string, faults: string[]): T | undefined {
  try {
    return JSON.parse(readDataFile(folder, path).toString()) as T;
  } catch (error) {
    faults.push(`${path} is unreadable: ${(error as Error).message}`);
    return undefined;
  }
}
