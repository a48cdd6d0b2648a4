/** One door to everything that is computed on types. */
export * from "./conversions.ts";
export * from "./record-layout.ts";
export * from "./type-factory.ts";
export * from "./type-layout.ts";
export * from "./type-printer.ts";
export * from "./type-relations.ts";
