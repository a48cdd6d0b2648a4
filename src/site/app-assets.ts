import { existsSync, readFileSync } from "node:fs";
import { PlatformError } from "../util/errors.ts";

/** Script and style sheet of the pages, as the build leaves them. */
export interface AppAssets {
  readonly script: string;
  readonly style: string;
}

/** Beside this folder in an installed package; in `dist` when the sources run themselves. */
const FOLDERS = [new URL("../web/", import.meta.url), new URL("../../dist/web/", import.meta.url)];

/** @throws PlatformError `ERR_NO_APP` when the pages have not been built. */
export function readAppAssets(): AppAssets {
  return { script: readAsset("app.js"), style: readAsset("app.css") };
}

/**
 * The script of pages with result tables.
 * @throws PlatformError `ERR_NO_APP` when it has not been built.
 */
export function readTableScript(): string {
  return readAsset("result-table.js");
}

function readAsset(name: string): string {
  const folder = FOLDERS.find((candidate) => existsSync(new URL(name, candidate)));
  if (folder === undefined) {
    throw new PlatformError("ERR_NO_APP", "the script of the result pages is missing", {
      hint: "run 'npm run build'",
    });
  }
  return readFileSync(new URL(name, folder), "utf8");
}
