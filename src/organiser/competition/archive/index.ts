/** Reproducibility archives of competitions. */
export { type OpenArchive, openArchive } from "./open-archive.ts";
export { type ArchiveManifest, type ArchiveOptions, writeArchive } from "./write-archive.ts";
