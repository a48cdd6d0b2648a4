import type { EditionProperty } from "../../../ground/model/index.ts";

/** The properties of the competitions under their names; editions list their own. */
export const UNREACH_LABEL: EditionProperty = { name: "unreach-label", kind: "unreach-call" };
export const UNREACH_CALL: EditionProperty = { name: "unreach-call", kind: "unreach-call" };
export const MEMSAFETY: EditionProperty = {
  name: "valid-memsafety",
  kind: "valid-memsafety",
  subproperties: ["valid-free", "valid-deref", "valid-memtrack"],
};
export const MEMCLEANUP: EditionProperty = { name: "valid-memcleanup", kind: "valid-memcleanup" };
export const NO_OVERFLOW: EditionProperty = { name: "no-overflow", kind: "no-overflow" };
export const NO_DATA_RACE: EditionProperty = { name: "no-data-race", kind: "no-data-race" };
export const TERMINATION: EditionProperty = { name: "termination", kind: "termination" };
export const ASSERT_JAVA: EditionProperty = { name: "assert_java", kind: "valid-assert" };
export const RUNTIME_EXCEPTION: EditionProperty = {
  name: "runtime-exception",
  kind: "no-runtime-exception",
};
export const VALID_ASSERT: EditionProperty = { name: "valid-assert", kind: "valid-assert" };
export const NO_RUNTIME_EXCEPTION: EditionProperty = {
  name: "no-runtime-exception",
  kind: "no-runtime-exception",
};
/** SV-LIB programs contain their specification as tags; Agon does not interpret them. */
export const CORRECT_TAGS: EditionProperty = { name: "correct-tags" };
