/** Programs with other names and the same meaning, to see whether verifiers look at names. */
export { obfuscatePrograms } from "./obfuscate.ts";
