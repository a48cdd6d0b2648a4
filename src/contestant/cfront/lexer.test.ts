import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { defined } from "../../ground/util/defined.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { type Dialect, dialectOf } from "./dialect.ts";
import { Lexer } from "./lexer.ts";
import { ILP32, LP64 } from "./machine-model.ts";
import { preprocess } from "./preprocessor/index.ts";
import { SourceFile } from "./source.ts";
import type { Token } from "./token.ts";

function lex(text: string, dialect?: Dialect): { tokens: Token[]; log: Diagnostic[] } {
  const log: Diagnostic[] = [];
  const lexer = new Lexer(new SourceFile("test.c", text), { log, ...defined({ dialect }) });
  const tokens: Token[] = [];
  for (let token = lexer.next(); token.kind !== "eof"; token = lexer.next()) tokens.push(token);
  return { tokens, log };
}
const kinds = (text: string): string[] =>
  lex(text).tokens.map((token) => `${token.kind} ${token.text}`);

describe("dialects", () => {
  const spelling = (text: string, dialect?: Dialect): string =>
    lex(text, dialect)
      .tokens.map((token) => token.text)
      .join(" ");

  test("trigraphs are replaced in strict standards before C23 only", () => {
    const text = 'a??(0??) ??= ??!??! "??/""';
    expect(spelling(text, dialectOf(true, 201112))).toBe('a [ 0 ] # || "\\""');
    expect(spelling("??(", dialectOf(true, 202311))).toBe("? ? (");
    expect(spelling("??(")).toBe("? ? (");
  });

  test("tokens behind trigraphs and spliced lines know where they stand", () => {
    const { tokens } = lex("??( x??/\ny ??) z", dialectOf(true, 199901));
    expect(tokens.map(({ text, start, end }) => [text, start, end])).toEqual([
      ["[", 0, 1],
      ["xy", 4, 10],
      ["]", 11, 12],
      ["z", 15, 16],
    ]);
  });

  test("// begins a comment everywhere but in strict C90", () => {
    expect(spelling("a //* */ 2", dialectOf(true, undefined))).toBe("a / 2");
    expect(spelling("a //* */ 2", dialectOf(true, 199901))).toBe("a");
    expect(spelling("a //* */ 2", dialectOf(false, undefined))).toBe("a");
  });
});

describe("tokens", () => {
  test.each([
    [
      "int _x1 $y while whilex",
      ["keyword int", "identifier _x1", "identifier $y", "keyword while", "identifier whilex"],
    ],
    [
      "0 42u 0xFFull 0b101 1'",
      [
        "integer 0",
        "integer 42u",
        "integer 0xFFull",
        "integer 0b101",
        "integer 1",
        "character '0'",
      ],
    ],
    [
      "1.5 .5f 1e10 1.e-3L 0x1.8p+3 0x1p-2f 1.0i",
      [
        "float 1.5",
        "float .5f",
        "float 1e10",
        "float 1.e-3L",
        "float 0x1.8p+3",
        "float 0x1p-2f",
        "float 1.0i",
      ],
    ],
    ["0xe+1", ["integer 0xe+1"]],
    ["1.2.3", ["float 1.2.3"]],
    [
      "a.b a...b",
      [
        "identifier a",
        "punctuator .",
        "identifier b",
        "identifier a",
        "punctuator ...",
        "identifier b",
      ],
    ],
    [
      "'a' L'a' u'a' U'\\'' '\\\\'",
      ["character 'a'", "character L'a'", "character u'a'", "character U'\\''", "character '\\\\'"],
    ],
    [
      '"a\\"b" u8"x" L"" u"" U"" u8 x"y"',
      [
        'string "a\\"b"',
        'string u8"x"',
        'string L""',
        'string u""',
        'string U""',
        "identifier u8",
        "identifier x",
        'string "y"',
      ],
    ],
    [
      "a+++b<<=c>>d->e",
      [
        "identifier a",
        "punctuator ++",
        "punctuator +",
        "identifier b",
        "punctuator <<=",
        "identifier c",
        "punctuator >>",
        "identifier d",
        "punctuator ->",
        "identifier e",
      ],
    ],
    [
      "<: :> <% %> %: %:%:",
      [
        "punctuator [",
        "punctuator ]",
        "punctuator {",
        "punctuator }",
        "punctuator #",
        "punctuator ##",
      ],
    ],
    ["a/* x */b// y\nc/**/d", ["identifier a", "identifier b", "identifier c", "identifier d"]],
    ['ab\\\ncd "x\\\ny" /\\\n/ z\nq', ["identifier abcd", 'string "xy"', "identifier q"]],
    ["// a \\\n b\nc", ["identifier c"]],
    ["a\\  \r\nb", ["identifier ab"]],
    ["\\u00e9t\\U000000e9 été", ["identifier été", "identifier été"]],
    [
      "??= ??(",
      [
        "punctuator ?",
        "punctuator ?",
        "punctuator =",
        "punctuator ?",
        "punctuator ?",
        "punctuator (",
      ],
    ],
  ])("%j", (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test("offsets count the characters of the file, splices and carriage returns too", () => {
    const text = "int\r\nx\\\r\ny = 'é';\n";
    for (const token of lex(text).tokens) {
      expect(text.slice(token.start, token.end).replace("\\\r\n", "")).toBe(token.text);
    }
  });
});

describe("wrong tokens are reported, and lexing goes on", () => {
  test.each([
    ["a @ b", "1:3 stray '@' in program", ["identifier a", "identifier b"]],
    ["a \\ b", "1:3 stray '\\' in program", ["identifier a", "identifier b"]],
    ["a \u0001 b", "1:3 stray character code 1 in program", ["identifier a", "identifier b"]],
    [
      'x = "abc\ny',
      '1:5 string literal is not terminated: expected " before the end of the line',
      ["identifier x", "punctuator =", 'string "abc"', "identifier y"],
    ],
    [
      "'ab\ny",
      "1:1 character constant is not terminated: expected ' before the end of the line",
      ["character 'ab'", "identifier y"],
    ],
    [
      '"\\',
      '1:1 string literal is not terminated: expected " before the end of the line',
      ['string ""'],
    ],
    ["a /* b", "1:3 comment without closing '*/'", ["identifier a"]],
    ["a “b", "1:3 '“b' is not an identifier", ["identifier a", "identifier “b"]],
  ])("%j", (text, message, expected) => {
    const { tokens, log } = lex(text);
    expect(log.map((d) => `${d.line}:${d.column} ${d.message}`)).toEqual([message]);
    expect(tokens.map((token) => `${token.kind} ${token.text}`)).toEqual(expected);
  });
});

const corpus = "../shared/corpus/c";
describe.skipIf(!existsSync(corpus))("SV-COMP programs (needs ../shared/corpus)", () => {
  test("are preprocessed without diagnostics, and tokens cover the text", {
    timeout: 60_000,
  }, () => {
    const files = (readdirSync(corpus, { recursive: true }) as string[]).filter((name) =>
      /\.[ci]$/.test(name),
    );
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) {
      const text = readFileSync(`${corpus}/${file}`, "utf8");
      for (const machine of [ILP32, LP64]) {
        const log: Diagnostic[] = [];
        const tokens = preprocess(file, text, machine, log);
        expect(log, file).toEqual([]);
        for (const token of tokens) {
          if (token.system || token.end - token.start !== token.text.length) continue;
          const written = text.slice(token.start, token.end);
          // One-to-one for all tokens that are neither from a macro nor spliced.
          if (token.kind === "identifier" && /^\w+$/.test(written) && written !== token.text) {
            expect(text, `${file} at ${token.start}`).toContain(`#define ${written}`);
          }
        }
      }
    }
  });
});
