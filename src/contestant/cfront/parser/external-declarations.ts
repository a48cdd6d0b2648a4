/** Declarations at file scope (C11 6.9). */
import { parseAttributes } from "./attributes.ts";
import { ParseFault, type Parser } from "./context.ts";
import {
  declareAutoType,
  declareFunctionSymbol,
  declareLinkedVariable,
  declareTypedef,
  finishDeclarator,
  startsBody,
} from "./declarations.ts";
import { parseDeclarator } from "./declarators.ts";
import { parseFunctionDefinition } from "./function-definitions.ts";
import { parseSpecifiers } from "./specifiers.ts";
import { parseStaticAssert } from "./static-assert.ts";
import { parseStringText } from "./string-literals.ts";

/** Parses a whole file; after an error it continues with the next declaration. */
export function parseExternalDeclarations(p: Parser): void {
  while (p.token.kind !== "eof") {
    const before = p.position;
    try {
      parseExternalDeclaration(p);
    } catch (fault) {
      if (!(fault instanceof ParseFault)) throw fault;
      p.recover();
      p.accept("}");
      if (p.position === before) p.advance();
    }
  }
}

function parseExternalDeclaration(p: Parser): void {
  if (p.accept(";")) return;
  if (p.at("_Static_assert")) {
    parseStaticAssert(p);
    return;
  }
  if (p.at("asm") || p.at("__asm__") || p.at("__asm")) {
    parseToplevelAsm(p);
    return;
  }
  const first = p.token;
  const specifiers = parseSpecifiers(p);
  if (p.token === first) checkImplicitInt(p);
  if (specifiers.storage === "auto") {
    p.error(specifiers.range, "syntax-error", "'auto' outside of a function");
  }
  if (p.accept(";")) return;
  let isFirst = true;
  do {
    if (!isFirst) parseAttributes(p, specifiers.attributes);
    const declarator = parseDeclarator(p, specifiers.type, { names: "required" });
    const declared = finishDeclarator(p, specifiers, declarator);
    const { type } = declared;
    const { parameters } = declarator;
    if (isFirst && type.kind === "function" && parameters !== undefined) {
      if (startsBody(p, parameters)) {
        parseFunctionDefinition(p, declared, type, parameters, first.start);
        return;
      }
    }
    if (specifiers.isAutoType) declareAutoType(p, declared);
    else if (specifiers.storage === "typedef") declareTypedef(p, declared);
    else if (type.kind === "function") declareFunctionSymbol(p, declared, type);
    else declareLinkedVariable(p, declared);
    isFirst = false;
  } while (p.accept(","));
  p.expect(";", "after the declaration");
}

/** Without specifiers only `f() {…}`, `x;` and the like of old C are declarations. */
function checkImplicitInt(p: Parser): void {
  const { token } = p;
  const next = p.peek();
  if (token.kind === "identifier" && next.kind === "identifier") {
    throw p.fault(
      token,
      "undeclared",
      `'${token.text}' is not the name of a type`,
      "declare it with typedef before this line, or include the header that does",
    );
  }
  const isDeclarator = token.kind === "identifier" || token.text === "*" || token.text === "(";
  if (!isDeclarator) p.fail(`expected a declaration, found ${p.describeToken()}`);
}

/** Assembler at file scope may define objects and functions, and change the meaning of names. */
function parseToplevelAsm(p: Parser): void {
  const { start } = p.advance();
  while (/^(__)?volatile(__)?$|^(__)?inline(__)?$/.test(p.token.text)) p.advance();
  p.expect("(", "after 'asm'");
  const text = parseStringText(p);
  p.expect(")", "after the assembler text");
  if (text.trim() !== "") p.unsupported(p.rangeFrom(start), "assembler at file scope is");
  p.expect(";", "after 'asm'");
}
