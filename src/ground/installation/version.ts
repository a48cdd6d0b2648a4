import { readFileSync } from "node:fs";

const manifest = JSON.parse(
  readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
) as { readonly version: string };

/** The version of Agon, from package.json. */
export const AGON_VERSION: string = manifest.version;
