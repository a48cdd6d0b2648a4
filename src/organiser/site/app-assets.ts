import { existsSync, readdirSync, readFileSync } from "node:fs";
import { PlatformError } from "../../ground/util/errors.ts";

/** Script and style sheet of the pages, as the build leaves them. */
export interface AppAssets {
  /** The script with everything that the first page needs. */
  readonly script: string;
  readonly style: string;
  /**
   * Scripts that are loaded when a page needs them, with the names by which the first one loads
   * them.
   */
  readonly parts: readonly { readonly name: string; readonly text: string }[];
}

/** Beside this folder in an installed package; in `dist` when the sources are run directly. */
const FOLDERS = [
  new URL("../../web/", import.meta.url),
  new URL("../../../dist/web/", import.meta.url),
];

/** @throws PlatformError `ERR_NO_APP` when the pages have not been built. */
export function readAppAssets(): AppAssets {
  const parts = readdirSync(assetPath("parts")).sort();
  return {
    script: readAsset("app.js"),
    style: readAsset("app.css"),
    parts: parts.map((name) => ({ name, text: readAsset(`parts/${name}`) })),
  };
}

/**
 * The script of pages with result tables.
 * @throws PlatformError `ERR_NO_APP` when it has not been built.
 */
export function readTableScript(): string {
  return readAsset("result-table.js");
}

function readAsset(name: string): string {
  return readFileSync(assetPath(name), "utf8");
}

function assetPath(name: string): URL {
  const folder = FOLDERS.find((candidate) => existsSync(new URL(name, candidate)));
  if (folder === undefined) {
    throw new PlatformError("ERR_NO_APP", "the script of the result pages is missing", {
      hint: "run 'npm run build'",
    });
  }
  return new URL(name, folder);
}
