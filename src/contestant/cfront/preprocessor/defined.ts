/** `defined` and the `__has_…` operators of `#if` (C11 6.10.1p1, GCC manual "Conditional Syntax"). */
import { HEADERS } from "../headers/index.ts";
import type { PreprocessingToken } from "../lexer.ts";
import type { ReportAt } from "./expansion.ts";
import { isName, type MacroTable } from "./macro.ts";

/** Defined for gcc; only the first two are evaluated, the others are reported when used. */
const OPERATORS: ReadonlySet<string> = new Set([
  "__has_include",
  "__has_include_next",
  "__has_attribute",
  "__has_builtin",
  "__has_c_attribute",
  "__has_cpp_attribute",
]);

export function isDefined(name: string, macros: MacroTable): boolean {
  return macros.has(name) || OPERATORS.has(name);
}

/** Replaces `defined X` and `__has_include(…)` by 0 or 1; to be done before macros are expanded. */
export function replaceDefined(
  tokens: readonly PreprocessingToken[],
  macros: MacroTable,
  report: ReportAt,
): PreprocessingToken[] {
  const result: PreprocessingToken[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as PreprocessingToken;
    const isInclude = token.text === "__has_include" || token.text === "__has_include_next";
    if (token.text !== "defined" && !isInclude) {
      result.push(token);
      continue;
    }
    const hasParenthesis = tokens[index + 1]?.text === "(";
    const first = index + (hasParenthesis ? 2 : 1);
    let last = first;
    if (isInclude) while (last + 1 < tokens.length && tokens[last + 1]?.text !== ")") last++;
    const operand = tokens.slice(first, last + 1);
    const isClosed = !hasParenthesis || tokens[last + 1]?.text === ")";
    const spelling = operand.map(({ text }) => text).join("");
    let isTrue = false;
    if (!isClosed || operand[0] === undefined || !(isInclude || isName(operand[0]))) {
      report(`'${token.text}' is not followed by a name`, token);
    } else if (isInclude) isTrue = HEADERS.has(headerFromText(spelling)?.name ?? "");
    else isTrue = isDefined(spelling, macros);
    result.push({ ...token, kind: "integer", text: isTrue ? "1" : "0" });
    index = hasParenthesis ? last + 1 : last;
  }
  return result;
}

/** Takes apart `<name>` or `"name"`. */
export function headerFromText(
  text: string,
): { readonly name: string; readonly quoted: boolean } | undefined {
  const match = /^(?:<([^>]+)>|"([^"]+)")/.exec(text);
  if (match === null) return undefined;
  const [, angled, quoted] = match;
  return { name: (quoted ?? angled) as string, quoted: quoted !== undefined };
}
