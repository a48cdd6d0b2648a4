/** Property files (`.prp`) of SV-COMP: text to {@link Property}. */
export {
  formatProperty,
  isPropertyName,
  parseProperty,
  propertyNameOfFile,
  STANDARD_PROPERTIES,
  standardProperty,
} from "./parse-property.ts";
