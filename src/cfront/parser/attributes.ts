/** `__attribute__((…))`, `_Alignas` and `asm("name")` on declarations (GNU C, "Attribute Syntax"). */
import type { TextRange } from "../../util/text-position.ts";
import type { FunctionSymbol } from "../ast.ts";
import { foldInteger } from "../constant-folding.ts";
import { alignOf } from "../type-operations.ts";
import type { Parser } from "./context.ts";
import { parseStringText } from "./string-literals.ts";

/** The attributes that change types or behaviour; all others only advise the compiler. */
export interface Attributes {
  packed: boolean;
  /** Largest alignment asked for, in bytes. */
  aligned: number | undefined;
  noReturn: boolean;
  weak: boolean;
  transparentUnion: boolean;
  /** Machine mode without underscores, e.g. `DI`. */
  mode: string | undefined;
  /** Name of the function or object that this declaration is another name of. */
  alias: string | undefined;
  /** Whether that need not be defined. */
  weakReference: boolean;
  /** Function to call with the address of the variable when its block is left. */
  cleanup: FunctionSymbol | undefined;
  /** Priority of a function that runs before `main`, or after it; smaller ones are further from `main`. */
  constructorPriority: number | undefined;
  destructorPriority: number | undefined;
  /** Bytes of a GNU vector. */
  vectorSize: number | undefined;
}

export function noAttributes(): Attributes {
  return {
    packed: false,
    aligned: undefined,
    noReturn: false,
    weak: false,
    transparentUnion: false,
    mode: undefined,
    alias: undefined,
    weakReference: false,
    cleanup: undefined,
    constructorPriority: undefined,
    destructorPriority: undefined,
    vectorSize: undefined,
  };
}

/** The attributes of two places of one declaration together. */
export function mergeAttributes(a: Attributes, b: Attributes): Attributes {
  const aligned = Math.max(a.aligned ?? 0, b.aligned ?? 0);
  return {
    packed: a.packed || b.packed,
    aligned: aligned > 0 ? aligned : undefined,
    noReturn: a.noReturn || b.noReturn,
    weak: a.weak || b.weak,
    transparentUnion: a.transparentUnion || b.transparentUnion,
    mode: b.mode ?? a.mode,
    alias: b.alias ?? a.alias,
    weakReference: a.weakReference || b.weakReference,
    cleanup: b.cleanup ?? a.cleanup,
    constructorPriority: b.constructorPriority ?? a.constructorPriority,
    destructorPriority: b.destructorPriority ?? a.destructorPriority,
    vectorSize: b.vectorSize ?? a.vectorSize,
  };
}

/** Attributes that change what a program does in ways that Agon does not model. */
const UNSUPPORTED: ReadonlySet<string> = new Set(["ifunc", "ms_struct", "scalar_storage_order"]);

export function atAttribute(p: Parser): boolean {
  return p.at("__attribute__") || p.at("__attribute");
}

/** Parses any number of attribute lists into `attributes`. */
export function parseAttributes(p: Parser, attributes: Attributes): void {
  while (atAttribute(p)) {
    p.advance();
    p.expect("(", "after '__attribute__'");
    p.expect("(", "after '__attribute__('");
    while (!p.at(")")) {
      if (!p.at(",")) parseAttribute(p, attributes);
      if (!p.accept(",")) break;
    }
    p.expect(")", "after the attributes");
    p.expect(")", "after the attributes");
  }
}

export function skipAttributes(p: Parser): void {
  parseAttributes(p, noAttributes());
}

function parseAttribute(p: Parser, attributes: Attributes): void {
  const token = p.advance();
  if (token.kind !== "identifier" && token.kind !== "keyword") p.fail("expected an attribute name");
  const name = token.text.replace(/^__(.*)__$/, "$1");
  if (UNSUPPORTED.has(name)) p.unsupported(token, `attribute '${name}' is`);
  switch (name) {
    case "packed":
      attributes.packed = true;
      break;
    case "noreturn":
      attributes.noReturn = true;
      break;
    case "weak":
      attributes.weak = true;
      break;
    case "transparent_union":
      attributes.transparentUnion = true;
      break;
    case "aligned":
      if (!p.accept("(")) raiseAlignment(attributes, p.machine.maxAlign);
      else {
        raiseAlignment(attributes, parseAlignment(p, token));
        p.expect(")", "after the alignment");
      }
      return;
    case "mode":
      p.expect("(", "after 'mode'");
      attributes.mode = p.advance().text.replace(/^__(.*)__$/, "$1");
      p.expect(")", "after the mode");
      return;
    case "cleanup":
      p.expect("(", "after 'cleanup'");
      attributes.cleanup = cleanupFunction(p);
      p.expect(")", "after the function");
      return;
    case "constructor":
      attributes.constructorPriority = parsePriority(p);
      return;
    case "destructor":
      attributes.destructorPriority = parsePriority(p);
      return;
    case "vector_size":
      p.expect("(", "after 'vector_size'");
      attributes.vectorSize = parseAlignment(p, token);
      p.expect(")", "after the size");
      return;
    case "weakref":
      attributes.weakReference = true;
      if (!p.accept("(")) return;
      attributes.alias = parseStringText(p);
      p.expect(")", "after the name");
      return;
    case "alias":
      p.expect("(", "after 'alias'");
      attributes.alias = parseStringText(p);
      p.expect(")", "after the alias");
      return;
  }
  if (p.at("(")) skipParentheses(p);
}

function cleanupFunction(p: Parser): FunctionSymbol | undefined {
  const name = p.identifier("the name of a function");
  const symbol = p.scope.lookup(name.text);
  if (symbol?.kind === "function") return symbol;
  p.error(name, "undeclared", `'${name.text}' is not a function`);
  return undefined;
}

/** Of constructors and destructors without one. */
const LAST_PRIORITY = 65_535;

function parsePriority(p: Parser): number {
  if (!p.accept("(")) return LAST_PRIORITY;
  const value = foldInteger(p.grammar.conditionalExpression(p), p.machine);
  p.expect(")", "after the priority");
  return value === undefined ? LAST_PRIORITY : Number(value);
}

function skipParentheses(p: Parser): void {
  let depth = 0;
  do {
    if (p.at("(")) depth++;
    if (p.at(")")) depth--;
    if (p.advance().kind === "eof") p.fail("expected ')' before end of file");
  } while (depth > 0);
}

/** `_Alignas ( type or constant )` (C11 6.7.5). */
export function parseAlignas(p: Parser, attributes: Attributes): void {
  const keyword = p.advance();
  p.expect("(", "after '_Alignas'");
  if (p.grammar.startsTypeName(p)) {
    raiseAlignment(attributes, alignOf(p.grammar.typeName(p)) ?? 1);
  } else raiseAlignment(attributes, parseAlignment(p, keyword));
  p.expect(")", "after the alignment");
}

function parseAlignment(p: Parser, place: TextRange): number {
  const value = foldInteger(p.grammar.conditionalExpression(p), p.machine);
  if (value !== undefined && value === 0n) return 0;
  if (value !== undefined && value > 0n && value <= 1n << 28n && (value & (value - 1n)) === 0n) {
    return Number(value);
  }
  p.error(place, "not-constant", "alignment is not a power of two");
  return 1;
}

function raiseAlignment(attributes: Attributes, align: number): void {
  if (align > 0) attributes.aligned = Math.max(attributes.aligned ?? 1, align);
}

/** `asm("name")` behind a declarator: its name in object files, or the register that it stands in. */
export function parseAsmLabel(p: Parser): string | undefined {
  if (!p.at("asm") && !p.at("__asm__") && !p.at("__asm")) return undefined;
  p.advance();
  p.expect("(", "after 'asm'");
  const label = parseStringText(p);
  p.expect(")", "after the assembler name");
  return label;
}
