import { statSync } from "node:fs";

/** Where the build puts bundles, beside the folders of single modules (scripts/bundle.mjs). */
const BUNDLES = "bundled/";
/** Build information that the compiler writes for each of its projects. */
const COMPILED = ["core.tsbuildinfo", "node.tsbuildinfo"];

/**
 * The bundle of a module (the module and all its imports in one file) where the build has made one:
 * loading hundreds of files takes a third of a second. Otherwise, or when the modules were compiled
 * after the bundle, the module itself.
 * @param root - the folder of the build, relative to the module
 */
export function bundledModule(module: URL, root: URL): URL {
  const bundle = new URL(BUNDLES + module.href.slice(root.href.length), root);
  const made = changeTime(bundle);
  if (made === undefined) return module;
  const isCurrent = COMPILED.every((file) => made >= (changeTime(new URL(file, root)) ?? 0));
  return isCurrent ? bundle : module;
}

function changeTime(file: URL): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
