/**
 * Data as scripts: pages opened from a folder may load scripts and nothing else. A data file calls
 * one function with its name and its content (gzip in base64). Names contain a hash of the content,
 * so that a stale file is never shown.
 */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

/** A file of the site in memory. */
export interface SiteFile {
  /** Relative to the site. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Digits of the hash in file names. */
const HASH_DIGITS = 12;

/** Position of the operating system in the header of gzip; 255: unknown. */
const GZIP_SYSTEM = 9;

/** @param name Readable part, e.g. the category; unusual characters are replaced. */
export function dataFile(name: string, content: Uint8Array | string): SiteFile {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const packed = gzipSync(bytes, { level: 9 });
  // Equal bytes on every system.
  packed[GZIP_SYSTEM] = 255;
  const hash = sha256(bytes).slice(0, HASH_DIGITS);
  const path = `data/${slug(name)}.${hash}.js`;
  return { path, content: `agonData(${JSON.stringify(path)},"${packed.toString("base64")}");\n` };
}

/** A file whose name contains the hash of its content: `app.js` → `app.0123456789ab.js`. */
export function hashedFile(path: string, content: string): SiteFile {
  const dot = path.lastIndexOf(".");
  const hash = sha256(content).slice(0, HASH_DIGITS);
  return { path: `${path.slice(0, dot)}.${hash}${path.slice(dot)}`, content };
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** A name that is safe in files and addresses; not unique, in contrast to the hash. */
export function slug(name: string): string {
  return name.replace(/[^A-Za-z0-9.-]+/g, "_").replace(/^\.+/, "") || "_";
}
