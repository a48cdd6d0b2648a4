/** Reads the data of a site again, for sites of later years. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { InputError } from "../../ground/util/errors.ts";
import { decodePart, MANIFEST_FORMAT, type Manifest } from "../explorer/index.ts";
import type { EarlierResults } from "./site-data.ts";

/** Content of a data file. @throws Error when it is missing or damaged. */
export function readDataFile(folder: string, path: string): Buffer {
  const text = readFileSync(join(folder, path), "utf8");
  const packed = /^agonData\("[^"]*","([^"]*)"\);\n$/.exec(text)?.[1] ?? "";
  return gunzipSync(Buffer.from(packed, "base64"));
}

/** Path of the manifest in a site's first page; undefined when it names none. */
function manifestPathIn(index: string): string | undefined {
  return /<script[^>]* src="(data\/manifest\.[^"]*)"/.exec(index)?.[1];
}

/**
 * The results of a site. Categories are read lazily.
 * @throws InputError when the folder is not a site of this version.
 */
export function readEarlierSite(folder: string): EarlierResults {
  const path = manifestPathIn(readFileSync(join(folder, "index.html"), "utf8"));
  const manifest =
    path === undefined
      ? undefined
      : (JSON.parse(readDataFile(folder, path).toString()) as Manifest);
  if (manifest === undefined || manifest.format !== MANIFEST_FORMAT) {
    const found = manifest === undefined ? "no data beside its first page" : manifest.format;
    const message = `expected a site with data of format ${MANIFEST_FORMAT}, found ${found}: write it again with 'agon site'`;
    throw new InputError([{ severity: "error", code: "no-site", message, file: folder }]);
  }
  const { title, edition, tools, parts } = manifest;
  return {
    title,
    edition,
    tools,
    parts: (function* () {
      for (const { file } of parts) yield decodePart(readDataFile(folder, file));
    })(),
  };
}
