/** The door of this folder. */
export { withEnvironmentMemory, withoutEnvironmentMemory } from "./environment-memory.ts";
