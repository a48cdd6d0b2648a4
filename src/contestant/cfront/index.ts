/** The C front end: from the text of a GNU C program to a typed syntax tree. */
export * from "./ast.ts";
export { statementToString, variableToString } from "./ast-printer.ts";
export { type AstPart, partsOf, sizeExpressions, walkAst } from "./ast-walk.ts";
export { type DeclaredRecord, declaredRecords } from "./declared-records.ts";
export { HEADERS } from "./headers/index.ts";
export * from "./machine-model.ts";
export { attributeSupport } from "./parser/attributes.ts";
export { knownWithoutDeclaration } from "./parser/library-functions.ts";
export { parseProgram } from "./parser/program.ts";
export type { NamedEntity, Visible } from "./parser/scope.ts";
export { builtinNames, fortifiedNames } from "./parser/special-builtins.ts";
export {
  type ExtraNames,
  type ParsedUnit,
  parseC,
  parseExpressionAt,
  parseTranslationUnit,
  RESULT_NAME,
  type SourceText,
  START_PART,
} from "./parser/translation-unit.ts";
export { preprocess } from "./preprocessor/index.ts";
export { PRAGMAS } from "./preprocessor/pragmas.ts";
export { predefinedMacros } from "./preprocessor/predefined.ts";
export { placeInParts, type SourcePart, type SourcePlaceInFile } from "./source.ts";
export { FURTHER_FUNCTIONS, isStandardFunction, RESERVED_PREFIXES } from "./standard-functions.ts";
export type { Support, SupportNote } from "./support.ts";
export { KEYWORDS, type Token } from "./token.ts";
export * from "./type-operations.ts";
export * from "./types.ts";
