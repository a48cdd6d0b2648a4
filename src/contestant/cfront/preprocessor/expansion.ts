/**
 * Macro expansion: the algorithm of Prosser (X3J11/86-196), in which every
 * token carries the set of macros that must not expand it again.
 */
import { defined } from "../../../ground/util/defined.ts";
import type { TextRange } from "../../../ground/util/text-position.ts";
import { Lexer, type PreprocessingToken } from "../lexer.ts";
import { SourceFile } from "../source.ts";
import { isName, type Macro, type MacroTable } from "./macro.ts";

/** Where tokens come from: the file with its includes, or the tokens of one argument. */
export interface TokenReader {
  /** `eof` at the end, again and again. */
  next(): PreprocessingToken;
  /** Puts tokens back, to be read next in the order given. */
  unread(tokens: readonly PreprocessingToken[]): void;
}

type Arguments = readonly (readonly PreprocessingToken[] | undefined)[];

export type ReportAt = (message: string, at: TextRange) => void;

/** Expands the macros of `macros`, which may change between calls. */
export class MacroExpander {
  readonly #macros: MacroTable;
  readonly #report: ReportAt;

  constructor(macros: MacroTable, report: ReportAt) {
    this.#macros = macros;
    this.#report = report;
  }

  /**
   * If `token` begins a use of a macro, takes the rest of the use from `reader`,
   * puts the expansion back into it and returns true; otherwise returns false.
   */
  expand(token: PreprocessingToken, reader: TokenReader): boolean {
    const macro = this.#macros.get(token.text);
    if (macro === undefined || token.hidden?.has(macro.name)) return false;
    if (macro.dynamic !== undefined) {
      reader.unread([macro.dynamic(token)]);
      return true;
    }
    if (macro.parameters === undefined) {
      const hidden = new Set(token.hidden).add(macro.name);
      reader.unread(this.#substitute(macro, [], token, token, hidden));
      return true;
    }
    const open = reader.next();
    if (open.text !== "(" || open.kind !== "punctuator") {
      reader.unread([open]);
      return false;
    }
    const call = this.#arguments(macro, token, reader);
    if (call === undefined) return true;
    const { close } = call;
    const hidden = new Set<string>([macro.name]);
    for (const name of token.hidden ?? []) if (close.hidden?.has(name)) hidden.add(name);
    const place = {
      start: Math.min(token.start, close.start),
      end: Math.max(token.end, close.end),
    };
    reader.unread(this.#substitute(macro, call.arguments, token, place, hidden));
    return true;
  }

  /** All tokens of `tokens` with macros expanded. */
  expandAll(tokens: readonly PreprocessingToken[]): PreprocessingToken[] {
    const reader = new ListReader(tokens);
    const result: PreprocessingToken[] = [];
    for (let token = reader.next(); token.kind !== "eof"; token = reader.next()) {
      if (!isName(token) || !this.expand(token, reader)) result.push(token);
    }
    return result;
  }

  /** The arguments of a call whose `(` has been read. */
  #arguments(
    macro: Macro,
    name: PreprocessingToken,
    reader: TokenReader,
  ): { readonly arguments: Arguments; readonly close: PreprocessingToken } | undefined {
    const parameters = macro.parameters ?? [];
    const found: PreprocessingToken[][] = [[]];
    let depth = 0;
    for (;;) {
      const token = reader.next();
      if (token.kind === "eof") {
        reader.unread([token]);
        this.#report(`use of macro '${macro.name}' lacks its closing ')'`, name);
        return undefined;
      }
      if (token.kind === "punctuator") {
        if (token.text === "(") depth++;
        else if (token.text === ")") {
          if (depth === 0) {
            return { arguments: this.#checkCount(macro, found, name), close: token };
          }
          depth--;
        } else if (token.text === "," && depth === 0) {
          const inRest = macro.isVariadic && found.length === parameters.length;
          if (!inRest) {
            found.push([]);
            continue;
          }
        }
      }
      (found.at(-1) as PreprocessingToken[]).push(token);
    }
  }

  /** One argument for each parameter; undefined for variable arguments that are left out (GNU C). */
  #checkCount(macro: Macro, found: PreprocessingToken[][], name: PreprocessingToken): Arguments {
    const expected = macro.parameters?.length ?? 0;
    const isEmpty = found.length === 1 && found[0]?.length === 0;
    if (expected === 0 && isEmpty) return [];
    if (macro.isVariadic && expected === 1 && isEmpty) return [undefined];
    if (macro.isVariadic && found.length === expected - 1) return [...found, undefined];
    if (found.length !== expected) {
      this.#report(
        `macro '${macro.name}' takes ${expected} argument${expected === 1 ? "" : "s"}, found ${found.length}`,
        name,
      );
      while (found.length < expected) found.push([]);
    }
    return found;
  }

  #substitute(
    macro: Macro,
    actual: Arguments,
    use: PreprocessingToken,
    place: TextRange,
    hidden: ReadonlySet<string>,
  ): PreprocessingToken[] {
    const { body, parameters = [] } = macro;
    const expanded: (readonly PreprocessingToken[] | undefined)[] = [];
    const result: PreprocessingToken[] = [];
    const at = (token: PreprocessingToken): PreprocessingToken => ({
      ...token,
      start: place.start,
      end: place.end,
      system: use.system,
      lineStart: false,
      hidden: union(token.hidden, hidden),
    });

    for (let index = 0; index < body.length; index++) {
      const token = body[index] as PreprocessingToken;
      const isPasted = body[index + 1]?.text === "##";
      const afterPaste = body[index - 1]?.text === "##" && index > 0;
      if (token.text === "##" && token.kind === "punctuator") continue;
      let replacement: readonly PreprocessingToken[];
      const parameter = isName(token) ? parameters.indexOf(token.text) : -1;
      if (token.text === "#" && macro.parameters !== undefined) {
        index++;
        const named = parameters.indexOf((body[index] as PreprocessingToken).text);
        replacement = [at(stringize(actual[named] ?? [], token))];
      } else if (parameter >= 0) {
        const raw = actual[parameter] ?? [];
        const isRest = macro.isVariadic && parameter === parameters.length - 1;
        const comma = result.at(-1);
        if (afterPaste && isRest && comma?.text === ",") {
          // GNU C: `, ## __VA_ARGS__` deletes the comma when the variable arguments are left out.
          if (actual[parameter] === undefined) result.pop();
          // As in gcc, they are expanded by the rescan only.
          result.push(...raw.map(at));
          continue;
        }
        replacement = (isPasted || afterPaste ? raw : this.#argument(expanded, parameter, raw)).map(
          at,
        );
        const first = replacement[0];
        if (first !== undefined && first.spaceBefore !== token.spaceBefore) {
          replacement = [{ ...first, spaceBefore: token.spaceBefore }, ...replacement.slice(1)];
        }
        // C11 6.10.3.3p2: an empty operand of ## is a placemarker.
        if (replacement.length === 0 && (isPasted || afterPaste)) {
          replacement = [{ ...at(token), kind: "punctuator", text: "" }];
        }
      } else replacement = [at(token)];
      if (afterPaste && result.length > 0) {
        const left = result.pop() as PreprocessingToken;
        const [right, ...rest] = replacement as [PreprocessingToken, ...PreprocessingToken[]];
        result.push(...this.#paste(left, right, place), ...rest);
      } else result.push(...replacement);
    }
    const tokens = result.filter((token) => token.text !== "" || token.kind !== "punctuator");
    const first = tokens[0];
    if (first !== undefined && first.spaceBefore !== use.spaceBefore) {
      tokens[0] = { ...first, spaceBefore: use.spaceBefore };
    }
    return tokens;
  }

  /** The fully expanded argument, computed once. */
  #argument(
    expanded: (readonly PreprocessingToken[] | undefined)[],
    parameter: number,
    raw: readonly PreprocessingToken[],
  ): readonly PreprocessingToken[] {
    expanded[parameter] ??= this.expandAll(raw);
    return expanded[parameter];
  }

  #paste(
    left: PreprocessingToken,
    right: PreprocessingToken,
    place: TextRange,
  ): PreprocessingToken[] {
    const text = left.text + right.text;
    if (left.text === "" || right.text === "") {
      const survivor = left.text === "" ? right : left;
      return [{ ...survivor, spaceBefore: left.spaceBefore }];
    }
    const lexer = new Lexer(new SourceFile("", text), { log: [], place, system: left.system });
    lexer.quiet = true;
    const token = lexer.next();
    if (token.kind === "eof" || token.text !== text || lexer.next().kind !== "eof") {
      this.#report(`pasting '${left.text}' and '${right.text}' does not give a valid token`, place);
      return [left, right];
    }
    const hidden = union(left.hidden, right.hidden);
    return [
      {
        ...token,
        spaceBefore: left.spaceBefore,
        lineStart: false,
        ...defined({ hidden }),
      },
    ];
  }
}

/** C11 6.10.3.2: the spelling of an argument as a string literal. */
function stringize(
  tokens: readonly PreprocessingToken[],
  hash: PreprocessingToken,
): PreprocessingToken {
  const spelling = tokens
    .map((token, index) => {
      const isLiteral = token.kind === "string" || token.kind === "character";
      const text = isLiteral ? token.text.replace(/["\\]/g, "\\$&") : token.text;
      return index > 0 && token.spaceBefore ? ` ${text}` : text;
    })
    .join("");
  return { ...hash, kind: "string", text: `"${spelling}"` };
}

function union(
  left: ReadonlySet<string> | undefined,
  right: ReadonlySet<string> | undefined,
): ReadonlySet<string> {
  if (left === undefined || left === right) return right ?? new Set();
  if (right === undefined) return left;
  const result = new Set(left);
  for (const name of right) result.add(name);
  return result;
}

/** Reads a list of tokens; tokens after the list are not available. */
class ListReader implements TokenReader {
  /** Reversed: the next token is last. */
  readonly #pending: PreprocessingToken[];

  constructor(tokens: readonly PreprocessingToken[]) {
    this.#pending = tokens.toReversed();
  }

  next(): PreprocessingToken {
    return this.#pending.pop() ?? END;
  }

  unread(tokens: readonly PreprocessingToken[]): void {
    for (let index = tokens.length - 1; index >= 0; index--) {
      this.#pending.push(tokens[index] as PreprocessingToken);
    }
  }
}

const END: PreprocessingToken = {
  kind: "eof",
  text: "",
  start: 0,
  end: 0,
  system: false,
  spaceBefore: false,
  lineStart: false,
};
