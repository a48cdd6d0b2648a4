/** The macros whose value depends on where they are used (C11 6.10.8.1, GCC manual "Common Predefined Macros"). */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { PreprocessingToken } from "../lexer.ts";
import type { MacroTable } from "./macro.ts";

/** The position that the macros report. */
export interface PreprocessorPosition {
  /** The line as `#line` presents it. */
  line(use: TextRange): number;
  /** The file as `#line` presents it. */
  fileName(): string;
  readonly baseFileName: string;
  includeDepth(): number;
}

export function defineDynamicMacros(macros: MacroTable, position: PreprocessorPosition): void {
  const define = (
    name: string,
    kind: "integer" | "string",
    text: (use: PreprocessingToken) => string,
  ): void => {
    macros.set(name, {
      name,
      parameters: undefined,
      isVariadic: false,
      body: [],
      dynamic: (use) => ({ ...use, kind, text: text(use), lineStart: false }),
    });
  };
  const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
  let counter = 0;
  define("__LINE__", "integer", (use) => String(position.line(use)));
  define("__FILE__", "string", () => quoted(position.fileName()));
  define("__BASE_FILE__", "string", () => quoted(position.baseFileName));
  define("__INCLUDE_LEVEL__", "integer", () => String(position.includeDepth()));
  define("__COUNTER__", "integer", () => String(counter++));
  // Verdicts must not depend on the date: this is gcc's text for an unknown date.
  define("__DATE__", "string", () => '"??? ?? ????"');
  define("__TIME__", "string", () => '"??:??:??"');
}
