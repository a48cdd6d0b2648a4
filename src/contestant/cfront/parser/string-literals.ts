import type { StringLiteral } from "../ast.ts";
import { parseStringLiterals } from "../literals.ts";
import type { Token } from "../token.ts";
import { arrayOf } from "../type-factory.ts";
import type { Parser } from "./context.ts";

/** Adjacent string literals as one array of characters (C11 6.4.5). */
export function parseString(p: Parser): StringLiteral {
  const first = p.token;
  if (first.kind !== "string") p.fail(`expected a string, found ${p.describeToken()}`);
  const tokens: Token[] = [];
  while (p.token.kind === "string") tokens.push(p.advance());
  const { bytes, element } = parseStringLiterals(
    tokens.map(({ text }) => text),
    p.machine,
    (message) => p.error(first, "invalid-literal", message),
  );
  const elementType = p.types[element];
  const type = arrayOf(elementType, bytes.length / elementType.size);
  return { kind: "string", bytes, type, range: p.rangeFrom(first.start) };
}

/** The characters of a string that is not part of the program's data: assembler text, names. */
export function parseStringText(p: Parser): string {
  const { bytes } = parseString(p);
  return Array.from(bytes.subarray(0, -1), (byte) => String.fromCharCode(byte)).join("");
}
