/**
 * Files as both wings read and write them: whole or not at all, in any
 * encoding, packed or not. Node only.
 */
export {
  commitOnce,
  commitOnceAsync,
  copyDurably,
  replaceDurably,
  replaceWithPieces,
  sha256,
  sha256OfFile,
  sha256OfFileAsync,
  syncDirectory,
  syncFile,
  writeAll,
  writeDurably,
  writeDurablyAsync,
} from "./durable-file.ts";
export { findHeaderIn } from "./find-header.ts";
export { filesOfInput, isFolder } from "./input-files.ts";
export { type NamedPipe, openPipe } from "./named-pipe.ts";
export { readProgramFile, readTaskFile, type TaskFile } from "./task-file.ts";
export { isGzip, readWitness, readWitnessPieces, readWitnessText } from "./witness-text.ts";
