/** Macro definitions (C11 6.10.3) with the GNU named variadic parameter. */
import type { PreprocessingToken } from "../lexer.ts";

export interface Macro {
  readonly name: string;
  /** Undefined for object-like macros; includes the variadic parameter. */
  readonly parameters: readonly string[] | undefined;
  /** Whether the last parameter takes all remaining arguments. */
  readonly isVariadic: boolean;
  readonly body: readonly PreprocessingToken[];
  /** For `__LINE__` and its kind: the token that stands for this use. */
  readonly dynamic?: (use: PreprocessingToken) => PreprocessingToken;
}

export type MacroTable = Map<string, Macro>;

/** Whether a token can be a macro name: keywords are names to the preprocessor. */
export function isName(token: PreprocessingToken): boolean {
  return token.kind === "identifier" || token.kind === "keyword";
}

/**
 * Parses a definition from the tokens after `define`, ended by an `eof`. A fault is returned as a
 * sentence with its token.
 */
export function parseDefinition(
  tokens: readonly PreprocessingToken[],
): Macro | { readonly fault: string; readonly at: PreprocessingToken } {
  const [nameToken, open] = tokens as [PreprocessingToken, PreprocessingToken | undefined];
  const name = nameToken.text;
  if (!isName(nameToken)) return { fault: "expected a macro name after '#define'", at: nameToken };
  if (name === "defined" || name === "__VA_ARGS__") {
    return { fault: `'${name}' cannot be the name of a macro`, at: nameToken };
  }
  if (open?.text !== "(" || open.spaceBefore) {
    const body = tokens.slice(1, -1);
    const at = misplacedPaste(body);
    if (at !== undefined) return { fault: "'##' cannot stand at either end of a macro", at };
    return { name, parameters: undefined, isVariadic: false, body };
  }
  const parameters: string[] = [];
  let isVariadic = false;
  let index = 2;
  const current = (): PreprocessingToken => tokens[index] as PreprocessingToken;
  while (current().text !== ")" || current().kind !== "punctuator") {
    if (parameters.length > 0) {
      if (isVariadic || current().text !== ",") {
        return { fault: "expected ',' or ')' in the macro's parameter list", at: current() };
      }
      index++;
    }
    if (current().text === "...") {
      parameters.push("__VA_ARGS__");
      isVariadic = true;
    } else if (isName(current())) {
      if (parameters.includes(current().text)) {
        return { fault: `macro parameter '${current().text}' occurs twice`, at: current() };
      }
      parameters.push(current().text);
      if (tokens[index + 1]?.text === "...") {
        isVariadic = true;
        index++;
      }
    } else
      return { fault: "expected a parameter name in the macro's parameter list", at: current() };
    index++;
  }
  const body = tokens.slice(index + 1, -1);
  const paste = misplacedPaste(body);
  if (paste !== undefined)
    return { fault: "'##' cannot stand at either end of a macro", at: paste };
  for (const [position, token] of body.entries()) {
    if (token.text === "#" && !parameters.includes(body[position + 1]?.text ?? "")) {
      return { fault: "'#' is not followed by a macro parameter", at: token };
    }
    if (token.text === "__VA_OPT__" && isVariadic) {
      return { fault: "'__VA_OPT__' is not supported", at: token };
    }
  }
  return { name, parameters, isVariadic, body };
}

function misplacedPaste(body: readonly PreprocessingToken[]): PreprocessingToken | undefined {
  return [body[0], body.at(-1)].find((token) => token?.text === "##");
}

/** Whether a redefinition is the same macro (C11 6.10.3p1-2). */
export function isSameMacro(left: Macro, right: Macro): boolean {
  const spelling = (macro: Macro): string =>
    macro.body
      .map((token, index) => (index > 0 && token.spaceBefore ? " " : "") + token.text)
      .join("\u0000");
  return (
    left.parameters?.join() === right.parameters?.join() &&
    left.isVariadic === right.isVariadic &&
    spelling(left) === spelling(right)
  );
}
