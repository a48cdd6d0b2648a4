/** The door of this folder. */
export { leanProgram } from "./lean-program.ts";
export { type LoadedProgram, loadProgram, loadSources } from "./load-program.ts";
