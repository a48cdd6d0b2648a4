/** Renames programs without changing their meaning, to test whether verifiers depend on names. */
export { obfuscatePrograms } from "./obfuscate.ts";
