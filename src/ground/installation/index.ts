/** Agon as it is installed: its version, and the bundles that the build has made. */
export { bundledModule } from "./bundled.ts";
export { ENGINE_OPTIONS } from "./engine-options.ts";
export { AGON_VERSION } from "./version.ts";
