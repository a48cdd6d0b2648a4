/** Translation phases 3, 4 and the end of 6 (C11 5.1.1.2): directives, includes, macros. */
import type { Diagnostic, Severity } from "../../../ground/util/diagnostic.ts";
import type { TextRange } from "../../../ground/util/text-position.ts";
import { type Dialect, dialectOf } from "../dialect.ts";
import { HEADERS } from "../headers/index.ts";
import { Lexer, type PreprocessingToken } from "../lexer.ts";
import { parseFloatLiteral, parseIntegerLiteral } from "../literals.ts";
import type { MachineModel } from "../machine-model.ts";
import { SourceFile } from "../source.ts";
import type { Token } from "../token.ts";
import { evaluateCondition } from "./condition.ts";
import { headerFromText, isDefined, replaceDefined } from "./defined.ts";
import { defineDynamicMacros } from "./dynamic-macros.ts";
import { MacroExpander, type ReportAt, type TokenReader } from "./expansion.ts";
import { isName, isSameMacro, type MacroTable, parseDefinition } from "./macro.ts";
import { PackState } from "./pack-state.ts";
import { PRAGMAS } from "./pragmas.ts";

/** One `#if … #endif` that is open. */
interface Conditional {
  /** Whether one of its groups was taken already. */
  isTaken: boolean;
  hasElse: boolean;
  readonly at: PreprocessingToken;
}
/** A text that is being read: a file of the user's, or one of our headers. */
interface OpenFile {
  readonly lexer: Lexer;
  readonly conditionals: Conditional[];
  /** As `#line` presents it. */
  name: string;
  /** Its path: files beside it are searched first. */
  readonly path: string;
  readonly isSystem: boolean;
  /** The last `#line`: the number that it gives to the line after it. */
  line: { readonly physical: number; readonly claimed: number } | undefined;
}

/** A header of the user's. */
export interface FoundHeader {
  readonly path: string;
  readonly text: string;
}

/**
 * Finds the file of an `#include` among the user's files; undefined when there is none of that
 * name.
 * @param includer - path of the file with the directive; undefined for `<…>`, which are not
 * searched beside it
 */
export type HeaderFinder = (name: string, includer: string | undefined) => FoundHeader | undefined;

/** The context in which a file of the program is read. */
export interface FileContext {
  /** The whole text that contains the file, and its offset there. */
  readonly whole: SourceFile;
  readonly base: number;
  readonly findHeader?: HeaderFinder;
}

const MAX_INCLUDE_DEPTH = 200;
const PLAIN_INTEGER = /^(?:0|[1-9]\d{0,17}(?:[uU]|[lL]|[uU][lL]|[lL][lL])?)$/;

/** The dialect that the predefined macros announce. */
function dialectFrom(macros: MacroTable): Dialect {
  const version = macros.get("__STDC_VERSION__")?.body[0]?.text;
  return dialectOf(
    macros.has("__STRICT_ANSI__"),
    version === undefined ? undefined : Number.parseInt(version, 10),
  );
}

/** Reads one user file. Its macros live as long as it does. */
export class Preprocessor implements TokenReader {
  /** The text to which ranges refer. */
  readonly #source: SourceFile;
  readonly #findHeader: HeaderFinder | undefined;
  /** Paths of files with `#pragma once`. */
  readonly #once = new Set<string>();
  readonly #machine: MachineModel;
  readonly #log: Diagnostic[];
  readonly #macros: MacroTable;
  readonly #expander: MacroExpander;
  readonly #files: OpenFile[] = [];
  /** Tokens that were put back; the next one is last. */
  readonly #pending: PreprocessingToken[] = [];
  readonly #output: Token[] = [];
  /** Range of the `#include` that leads to the header being read. */
  #place: TextRange | undefined;
  readonly #pack = new PackState();
  readonly #dialect: Dialect;

  constructor(
    source: SourceFile,
    machine: MachineModel,
    log: Diagnostic[],
    predefined: MacroTable | undefined,
    context: FileContext = { whole: source, base: 0 },
  ) {
    this.#source = context.whole;
    this.#findHeader = context.findHeader;
    this.#machine = machine;
    this.#log = log;
    this.#macros = new Map(predefined);
    if (predefined !== undefined) {
      defineDynamicMacros(this.#macros, {
        line: (use) => this.#presumedLine(use),
        fileName: () => this.#userFile.name,
        baseFileName: source.name,
        includeDepth: () => this.#files.length - 1,
      });
    }
    this.#expander = new MacroExpander(this.#macros, (message, at) =>
      this.#report("macro-use", message, at),
    );
    this.#dialect = dialectFrom(this.#macros);
    this.#openUserFile(source.name, source.text, context.base);
  }

  /** The macros after {@link run}. */
  get macros(): MacroTable {
    return this.#macros;
  }

  /** All tokens of the file, ended by one `eof`. */
  run(): Token[] {
    const output = this.#output;
    for (;;) {
      const token = this.next();
      switch (token.kind) {
        case "identifier":
          if (this.#macros.has(token.text) && this.#expander.expand(token, this)) continue;
          break;
        case "keyword":
          if (this.#macros.has(token.text) && this.#expander.expand(token, this)) continue;
          if (token.text === "_Pragma") {
            this.#pragmaOperator(token);
            continue;
          }
          if (this.#pack.current !== undefined && /^(?:struct|union)$/.test(token.text)) {
            output.push({ ...token, pack: this.#pack.current });
            continue;
          }
          break;
        case "integer":
          if (!PLAIN_INTEGER.test(token.text)) {
            parseIntegerLiteral(token.text, this.#machine, (message) =>
              this.#report("invalid-number", message, token),
            );
          }
          break;
        case "float":
          parseFloatLiteral(token.text, (message) =>
            this.#report("invalid-number", message, token),
          );
          break;
        case "eof":
          output.push(token);
          return output;
        case "punctuator":
          if (token.text === "#" || token.text === "##") {
            this.#report("stray-character", `stray '${token.text}' in program`, token);
            continue;
          }
          break;
        default:
      }
      output.push(token);
    }
  }

  /** The next token before macro expansion; directives are executed on the way. */
  next(): PreprocessingToken {
    const pending = this.#pending.pop();
    if (pending !== undefined) return pending;
    for (;;) {
      const file = this.#files.at(-1) as OpenFile;
      const token = file.lexer.next();
      if (token.kind === "eof") {
        for (const { at } of file.conditionals.splice(0)) {
          this.#report("unterminated-conditional", "conditional without '#endif'", at);
        }
        if (this.#files.length === 1) return token;
        this.#files.pop();
        if (!this.#files.some(({ isSystem }) => isSystem)) this.#place = undefined;
      } else if (token.lineStart && token.text === "#" && token.kind === "punctuator") {
        this.#directive(file, token);
      } else return token;
    }
  }

  unread(tokens: readonly PreprocessingToken[]): void {
    for (let index = tokens.length - 1; index >= 0; index--) {
      this.#pending.push(tokens[index] as PreprocessingToken);
    }
  }

  #openUserFile(name: string, text: string, base: number): void {
    const dialect = this.#dialect;
    const lexer = new Lexer(new SourceFile(name, text), { log: this.#log, base, dialect });
    const file = { lexer, conditionals: [], name, path: name, isSystem: false, line: undefined };
    this.#files.push(file);
  }

  /** The innermost user file. */
  get #userFile(): OpenFile {
    return this.#files.findLast(({ isSystem }) => !isSystem) as OpenFile;
  }

  #report(code: string, message: string, at: TextRange, hint?: string): void {
    this.#diagnose("error", code, message, at, hint);
  }

  #diagnose(severity: Severity, code: string, message: string, at: TextRange, hint?: string): void {
    this.#log.push(this.#source.diagnostic(severity, code, message, at, hint));
  }

  // ------------------------------------------------------------- directives

  #directive(file: OpenFile, hash: PreprocessingToken): void {
    const { lexer } = file;
    lexer.beginDirective();
    const name = lexer.next();
    if (name.kind === "integer") this.#lineMarker(hash, `${name.text} ${lexer.restOfLine()}`);
    else if (name.kind !== "eof") this.#namedDirective(file, hash, name);
    lexer.endDirective();
  }

  #namedDirective(file: OpenFile, hash: PreprocessingToken, name: PreprocessingToken): void {
    const { lexer, conditionals } = file;
    switch (name.text) {
      case "define":
        this.#define(lexer, name);
        break;
      case "undef": {
        const macro = lexer.next();
        if (isName(macro)) this.#macros.delete(macro.text);
        else this.#report("directive", "expected a macro name after '#undef'", macro);
        break;
      }
      case "include":
      case "include_next":
      case "import":
        this.#include(lexer, hash);
        break;
      case "if":
      case "ifdef":
      case "ifndef": {
        const isTaken = this.#condition(lexer, name);
        conditionals.push({ isTaken, hasElse: false, at: name });
        if (!isTaken) this.#skipGroup(file);
        break;
      }
      case "elif":
      case "elifdef":
      case "elifndef":
      case "else": {
        if (!this.#isKnownElse(name)) {
          this.#unknownDirective(lexer, name);
          break;
        }
        const open = conditionals.at(-1);
        if (open === undefined) this.#report("directive", `'#${name.text}' without '#if'`, name);
        else {
          this.#checkElse(open, name);
          this.#skipGroup(file);
        }
        break;
      }
      case "endif":
        if (conditionals.pop() === undefined) {
          this.#report("directive", "'#endif' without '#if'", name);
        }
        break;
      case "line": {
        const tokens = this.#expander.expandAll(restOfDirective(lexer));
        this.#lineMarker(hash, tokens.map((token) => token.text).join(" "));
        break;
      }
      case "error":
        this.#report("error-directive", `#error ${lexer.restOfLine()}`, hash);
        break;
      case "warning":
        this.#diagnose("warning", "warning-directive", lexer.restOfLine(), hash);
        break;
      case "pragma":
        this.#pragma(lexer.restOfLine(), hash);
        break;
      case "ident":
      case "sccs":
        lexer.restOfLine();
        break;
      default:
        this.#unknownDirective(lexer, name);
    }
  }

  #define(lexer: Lexer, directive: PreprocessingToken): void {
    const tokens: PreprocessingToken[] = [];
    do tokens.push(lexer.next());
    while (tokens.at(-1)?.kind !== "eof");
    if (tokens.length === 1) {
      this.#report("directive", "expected a macro name after '#define'", directive);
      return;
    }
    const macro = parseDefinition(tokens);
    if ("fault" in macro) {
      this.#report("macro-definition", macro.fault, macro.at);
      return;
    }
    const old = this.#macros.get(macro.name);
    if (old !== undefined && !isSameMacro(old, macro)) {
      this.#diagnose("warning", "macro-redefined", `'${macro.name}' redefined`, directive);
    }
    this.#macros.set(macro.name, macro);
  }

  #include(lexer: Lexer, hash: PreprocessingToken): void {
    let header = lexer.headerName();
    if (header === undefined) {
      const tokens = this.#expander.expandAll(restOfDirective(lexer));
      const text = tokens.map((token) => (token.spaceBefore ? " " : "") + token.text).join("");
      header = headerFromText(text.trim());
    }
    if (header === undefined) {
      this.#report("include", "expected <header> or \"file\" after '#include'", hash);
      return;
    }
    const place = this.#place ?? { start: hash.start, end: this.#directiveEnd(hash.start) };
    if (this.#files.length > MAX_INCLUDE_DEPTH) {
      this.#report("include", "includes are nested too deeply", place);
      return;
    }
    const own = this.#ownHeader(header);
    const text = own === undefined ? HEADERS.get(header.name) : undefined;
    if (own !== undefined) {
      lexer.endDirective();
      if (this.#once.has(own.path)) return;
      this.#openUserFile(own.path, own.text, this.#source.join(own.path, own.text));
    } else if (text !== undefined) {
      lexer.endDirective();
      this.#place = place;
      const name = `<${header.name}>`;
      const options = { log: this.#log, place, placeSource: this.#source, system: true };
      const system = new Lexer(new SourceFile(name, text), options);
      const conditionals: Conditional[] = [];
      const file = { lexer: system, conditionals, name, path: name, isSystem: true };
      this.#files.push({ ...file, line: undefined });
    } else this.#missingHeader(header, place);
  }

  /** Our headers include only our headers; `<…>` names ours first. */
  #ownHeader({ name, quoted }: { name: string; quoted: boolean }): FoundHeader | undefined {
    if (this.#files.at(-1)?.isSystem === true) return undefined;
    if (!quoted && HEADERS.has(name)) return undefined;
    return this.#findHeader?.(name, quoted ? this.#userFile.path : undefined);
  }

  #missingHeader({ name, quoted }: { name: string; quoted: boolean }, place: TextRange): void {
    if (this.#findHeader !== undefined) {
      const message = `cannot find ${quoted ? `"${name}"` : `<${name}>`}`;
      const hint = "say where it is (-I FOLDER), or give Agon what 'gcc -E' makes of the file";
      this.#report("missing-header", message, place, hint);
      return;
    }
    const message = quoted
      ? `cannot include "${name}": a verification task is a single file`
      : `there is no built-in header <${name}>`;
    const hint = "preprocess the program with 'gcc -E -P' and give Agon the result";
    this.#report("missing-header", message, place, hint);
  }

  /** End of the line on which a directive begins. */
  #directiveEnd(start: number): number {
    const { lines } = this.#source;
    const { line } = lines.positionOf(start);
    return start + lines.lineText(line).trimEnd().length - lines.positionOf(start).column + 1;
  }

  #unknownDirective(lexer: Lexer, name: PreprocessingToken): void {
    this.#report("directive", `unknown preprocessing directive '#${name.text}'`, name);
    lexer.restOfLine();
  }

  #isKnownElse({ text }: PreprocessingToken): boolean {
    return this.#dialect.hasElifdef || (text !== "elifdef" && text !== "elifndef");
  }

  #checkElse(open: Conditional, name: PreprocessingToken): void {
    if (open.hasElse) this.#report("directive", `'#${name.text}' after '#else'`, name);
    if (name.text === "else") open.hasElse = true;
  }

  /** Skips up to the next group that is taken, or behind the `#endif`. */
  #skipGroup({ lexer, conditionals }: OpenFile): void {
    const open = conditionals.at(-1) as Conditional;
    let depth = 0;
    lexer.endDirective();
    lexer.quiet = true;
    for (;;) {
      const token = lexer.next();
      if (token.kind === "eof") break;
      if (!token.lineStart || token.text !== "#") continue;
      lexer.beginDirective();
      const name = lexer.next();
      switch (name.text) {
        case "if":
        case "ifdef":
        case "ifndef":
          depth++;
          break;
        case "endif":
          if (depth-- === 0) {
            conditionals.pop();
            lexer.quiet = false;
            return;
          }
          break;
        case "else":
        case "elif":
        case "elifdef":
        case "elifndef":
          if (depth > 0 || !this.#isKnownElse(name)) break;
          this.#checkElse(open, name);
          if (open.isTaken) break;
          lexer.quiet = false;
          if (name.text === "else" || this.#condition(lexer, name)) {
            open.isTaken = true;
            return;
          }
          lexer.quiet = true;
          break;
        default:
      }
      lexer.endDirective();
    }
    lexer.quiet = false;
  }

  /** The condition of `#if`, `#elif`, or of a directive that tests whether a macro is defined. */
  #condition(lexer: Lexer, directive: PreprocessingToken): boolean {
    if (/^(?:el)?ifn?def$/.test(directive.text)) {
      const name = lexer.next();
      if (!isName(name)) {
        this.#report("directive", `expected a macro name after '#${directive.text}'`, directive);
        return false;
      }
      return isDefined(name.text, this.#macros) !== directive.text.endsWith("ndef");
    }
    const report: ReportAt = (message, at) => this.#report("if-expression", message, at);
    const tokens = replaceDefined(restOfDirective(lexer), this.#macros, report);
    return evaluateCondition(this.#expander.expandAll(tokens), this.#machine, directive, report);
  }

  /** `12 "file.h" 1 3`, of `#line` or of a line marker: matters to `__LINE__` and `__FILE__` only. */
  #lineMarker(hash: PreprocessingToken, text: string): void {
    const match = /^(\d+)(?:\s+"((?:[^"\\]|\\.)*)")?(?:\s|\d)*(?:$|\/[/*])/.exec(text);
    if (match === null) {
      this.#report("directive", "expected a line number and a file name", hash);
      return;
    }
    if (this.#place !== undefined) return;
    const physical = this.#source.placeOf(hash.start).line + 1;
    const file = this.#userFile;
    file.line = { physical, claimed: Number(match[1]) };
    if (match[2] !== undefined) file.name = match[2];
  }

  #presumedLine(use: TextRange): number {
    const { line } = this.#source.placeOf(use.start);
    const marker = this.#userFile.line;
    return marker === undefined ? line : line - marker.physical + marker.claimed;
  }

  // ----------------------------------------------------------------- pragmas

  #pragma(text: string, at: PreprocessingToken): void {
    const [, first, second] = /^\s*(\w*)(?:\s+(\w+))?/.exec(text) ?? [];
    const known = PRAGMAS.get(`${first} ${second}`) ?? PRAGMAS.get(first ?? "");
    if (first !== "" && (known === undefined || known.support === "refused")) {
      this.#report("unsupported-pragma", `'#pragma ${text}' is not supported`, at);
    }
    if (first === "once") this.#once.add(this.#userFile.path);
    if (first === "pack" && !this.#pack.apply(text.trim())) {
      this.#report("unsupported-pragma", `'#pragma ${text}' is not understood`, at);
    }
  }

  /** C11 6.10.9. */
  #pragmaOperator(operator: PreprocessingToken): void {
    const [open, literal] = [this.next(), this.next()];
    const close = this.next();
    if (open.text !== "(" || literal.kind !== "string" || close.text !== ")") {
      this.#report("directive", "_Pragma takes a string literal in parentheses", operator);
      this.unread([open, literal, close].filter(({ kind }) => kind === "eof").slice(0, 1));
      return;
    }
    const body = literal.text.replace(/^L?"|"$/g, "").replace(/\\(["\\])/g, "$1");
    this.#pragma(body, operator);
  }
}

/** The tokens up to the end of the directive's line. */
function restOfDirective(lexer: Lexer): PreprocessingToken[] {
  const tokens: PreprocessingToken[] = [];
  for (let token = lexer.next(); token.kind !== "eof"; token = lexer.next()) tokens.push(token);
  return tokens;
}
