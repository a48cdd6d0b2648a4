import type { GraphmlElement } from "../../ground/witness/index.ts";
import type { Fix } from "./finding.ts";

/** A time as ISO 8601 has it, with the time zone. */
export const CREATION_TIME: RegExp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/;

/** `+0100` and fractions of seconds are equivalent to the required form. */
export function creationTimeFix(
  value: string,
  place: Pick<GraphmlElement, "line" | "column">,
): Fix | undefined {
  const repaired = value
    .replace(/^(\d{4}-\d{2}-\d{2}) /, "$1T")
    .replace(/(:\d{2})\.\d+/, "$1")
    .replace(/([+-]\d{2})(\d{2})$/, "$1:$2");
  if (!CREATION_TIME.test(repaired)) return undefined;
  return {
    description: `write ${repaired}`,
    edits: [
      {
        kind: "replace",
        line: place.line,
        column: place.column,
        from: `<data key="creationtime">${value}</data>`,
        text: `<data key="creationtime">${repaired}</data>`,
      },
    ],
  };
}
