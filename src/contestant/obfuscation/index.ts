/** Programs with other names and the same meaning, to see whether verifiers look at names. */
export type { SourceProgram } from "./kept-names.ts";
export {
  type ObfuscatedPrograms,
  type ObfuscationOptions,
  obfuscatePrograms,
} from "./obfuscate.ts";
