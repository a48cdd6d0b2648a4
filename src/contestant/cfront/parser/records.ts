/** Struct and union specifiers (C11 6.7.2.1, with GNU's empty, packed and aligned records). */
import { defined } from "../../../ground/util/defined.ts";
import type { TextRange } from "../../../ground/util/text-position.ts";
import { foldInteger } from "../constant-folding.ts";
import { isInteger, underlyingInteger } from "../conversions.ts";
import { layoutRecord, type RecordMember } from "../record-layout.ts";
import { isComplete } from "../type-layout.ts";
import { typeToString } from "../type-printer.ts";
import type { CType, RecordType } from "../types.ts";
import {
  type Attributes,
  mergeAttributes,
  noAttributes,
  parseAttributes,
  refuseOthers,
} from "./attributes.ts";
import type { Parser } from "./context.ts";
import { parseDeclarator } from "./declarators.ts";
import { parseSpecifiers, type Specifiers } from "./specifiers.ts";
import { parseStaticAssert } from "./static-assert.ts";
import { incompleteType, resolveTag } from "./tags.ts";

/** `struct tag`, `struct tag { … }` or `struct { … }`; also unions. */
export function parseRecordSpecifier(p: Parser): RecordType {
  const keyword = p.advance();
  const kind = keyword.text as "struct" | "union";
  const attributes = noAttributes();
  parseAttributes(p, attributes);
  const tag = p.token.kind === "identifier" ? p.advance() : undefined;
  if (!p.at("{")) {
    if (tag === undefined) p.fail(`expected a tag or '{' after '${kind}'`);
    return resolveTag(p, kind, tag, { isLocal: p.at(";") }) as RecordType;
  }
  const type = (
    tag === undefined
      ? incompleteType(kind, undefined)
      : resolveTag(p, kind, tag, { isLocal: true })
  ) as RecordType;
  const { definition } = type;
  const members = parseMembers(p, kind);
  parseAttributes(p, attributes);
  if (definition.fields !== undefined) {
    p.error(tag ?? keyword, "redefinition", `'${kind} ${tag?.text}' is defined twice`);
    return type;
  }
  const { fields, size, align } = layoutRecord(kind, members, {
    packed: attributes.packed,
    ...defined({ aligned: attributes.aligned, pack: keyword.pack }),
  });
  Object.assign(definition, { fields, size, align });
  if (attributes.transparentUnion) p.transparentUnions.add(definition);
  return type;
}

function parseMembers(p: Parser, kind: "struct" | "union"): RecordMember[] {
  p.expect("{", "before the members");
  const members: RecordMember[] = [];
  const names = new Set<string>();
  while (!p.at("}")) {
    if (p.token.kind === "eof") p.fail(`expected '}' after the members of the ${kind}`);
    if (p.accept(";")) continue;
    if (p.at("_Static_assert")) parseStaticAssert(p);
    else parseMemberDeclaration(p, members, names);
  }
  const { start } = p.advance();
  members.forEach(({ type, name }, index) => {
    const isFlexible = type.kind === "array" && type.length === undefined;
    if (isFlexible && kind === "struct" && index < members.length - 1) {
      const range = { start, end: start + 1 };
      p.error(range, "type-error", `flexible array member '${name}' is not the last member`);
    }
  });
  return members;
}

function parseMemberDeclaration(p: Parser, members: RecordMember[], names: Set<string>): void {
  const first = p.token;
  const specifiers = parseSpecifiers(p);
  if (p.token === first) {
    p.fail(`expected a member declaration, found ${p.describeToken()}`);
  }
  if (specifiers.storage !== undefined) {
    p.error(first, "syntax-error", `'${specifiers.storage}' in the declaration of a member`);
  }
  if (p.accept(";")) {
    const { type } = specifiers;
    // An anonymous member; a mere `struct tag;` or `enum {…};` declares no member.
    const isAnonymous = (type.kind === "struct" || type.kind === "union") && type.tag === undefined;
    if (!isAnonymous) return;
    for (const name of memberNames(type)) declareMember(p, name, specifiers.range, names);
    members.push(member(undefined, type, specifiers.attributes, undefined));
    return;
  }
  do {
    members.push(parseMember(p, specifiers, names));
  } while (p.accept(","));
  // gcc only warns when the last one lacks its semicolon.
  if (!p.at("}")) p.expect(";", "after the member declaration");
}

function parseMember(p: Parser, specifiers: Specifiers, names: Set<string>): RecordMember {
  const own = noAttributes();
  parseAttributes(p, own);
  const place = p.token;
  if (p.at(":")) {
    const width = parseBitWidth(p, specifiers.type);
    return member(
      undefined,
      specifiers.type,
      memberAttributes(p, [specifiers.attributes, own], place),
      width,
    );
  }
  const declarator = parseDeclarator(p, specifiers.type, { names: "required" });
  const name = declarator.name?.text;
  const width = p.at(":") ? parseBitWidth(p, declarator.type) : undefined;
  parseAttributes(p, own);
  if (name !== undefined) {
    declareMember(p, name, place, names);
    if (width === 0) p.error(place, "type-error", `bit-field '${name}' has no bits`);
  }
  const { type } = declarator;
  const isFlexible = type.kind === "array" && type.length === undefined && isComplete(type.element);
  if (type.kind === "array" && type.lengthExpression !== undefined) {
    p.unsupported(place, "a member of variable length is");
  } else if (!isComplete(type) && !isFlexible) {
    const shown = typeToString(type);
    throw p.fault(place, "type-error", `member '${name}' has the incomplete type '${shown}'`);
  }
  const attributes = memberAttributes(
    p,
    [specifiers.attributes, own, declarator.attributes],
    place,
  );
  return member(name, type, attributes, width);
}

/** Merges the attributes of a member; beside its name, only those for its placement are allowed. */
function memberAttributes(
  p: Parser,
  [ofSpecifiers, ...own]: readonly [Attributes, ...Attributes[]],
  { start }: TextRange,
): Attributes {
  for (const attributes of own) refuseOthers(p, attributes, ["packed", "aligned"], start);
  return own.reduce(mergeAttributes, ofSpecifiers);
}

function declareMember(p: Parser, name: string, range: TextRange, names: Set<string>): void {
  if (names.has(name)) p.error(range, "redefinition", `member '${name}' is declared twice`);
  names.add(name);
}

/** Names of the members, those of unnamed members included (C11 6.7.2.1p13). */
function memberNames({ definition }: RecordType): string[] {
  return (definition.fields ?? []).flatMap(({ name, type }) => {
    if (name !== undefined) return [name];
    return type.kind === "struct" || type.kind === "union" ? memberNames(type) : [];
  });
}

/** `: width`; returns the width in bits. */
function parseBitWidth(p: Parser, type: CType): number {
  p.expect(":", "before the width");
  const expression = p.grammar.conditionalExpression(p);
  const width = foldInteger(expression, p.machine);
  if (!isInteger(type)) {
    p.error(expression.range, "type-error", "a bit-field has an integer type");
    return 1;
  }
  const limit = underlyingInteger(type).bits;
  if (width === undefined || width < 0n || width > BigInt(limit)) {
    const message = `width of the bit-field is not a constant between 0 and ${limit}`;
    p.error(expression.range, "not-constant", message);
    return 1;
  }
  return Number(width);
}

function member(
  name: string | undefined,
  type: CType,
  attributes: Attributes,
  bitWidth: number | undefined,
): RecordMember {
  return {
    name,
    type,
    packed: attributes.packed,
    ...defined({ bitWidth, aligned: attributes.aligned }),
  };
}
