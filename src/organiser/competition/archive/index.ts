/** Reproducibility archives of competitions. */
export { openArchive } from "./open-archive.ts";
export { writeArchive } from "./write-archive.ts";
