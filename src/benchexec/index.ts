/** BenchExec's files from and to the file system: result files and table definitions as tables. */
export {
  expandResultPattern,
  type LoadOptions,
  readTableDefinition,
  TableLoader,
} from "./load-tables.ts";
export { FileSurroundings } from "./surroundings.ts";
export { writeAll, writePieces } from "./write-pieces.ts";
export { ZipReader } from "./zip-reader.ts";
