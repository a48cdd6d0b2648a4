/** Property files (`.prp`) of SV-COMP: text to {@link Property}. */
export { isPropertyName, parseProperty, propertyNameOfFile } from "./parse-property.ts";
export { subpropertiesOf } from "./subproperty.ts";
