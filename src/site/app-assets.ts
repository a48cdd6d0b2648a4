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
  const folder = FOLDERS.find((candidate) => existsSync(new URL("app.js", candidate)));
  if (folder === undefined) {
    throw new PlatformError("ERR_NO_APP", "the script of the result pages is missing", {
      hint: "run 'npm run build'",
    });
  }
  const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
  return { script: read("app.js"), style: read("app.css") };
}
