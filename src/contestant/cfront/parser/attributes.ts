/** `__attribute__((…))`, `_Alignas` and `asm("name")` on declarations (GNU C, "Attribute Syntax"). */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { FunctionSymbol } from "../ast.ts";
import { foldInteger } from "../constant-folding.ts";
import type { SupportNote } from "../support.ts";
import type { Token } from "../token.ts";
import { alignOf } from "../type-operations.ts";
import type { Parser } from "./context.ts";
import { OTHER_ATTRIBUTES } from "./other-attributes.ts";
import { parseStringText } from "./string-literals.ts";

/** The attributes that change types or behaviour. */
export interface Attributes {
  packed: boolean;
  /** Largest requested alignment, in bytes. */
  aligned: number | undefined;
  noReturn: boolean;
  weak: boolean;
  transparentUnion: boolean;
  /** Machine mode without underscores, e.g. `DI`. */
  mode: string | undefined;
  /** Name of the function or object of which this declaration is an alias. */
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

/** Parses attributes where only such may stand that change nothing; others are refused. */
export function skipAttributes(p: Parser): void {
  withoutAttributes(p, (attributes) => parseAttributes(p, attributes));
}

/**
 * Returns the result of `parse` at a place where attributes have no meaning: those that change
 * something are refused.
 */
export function withoutAttributes<T>(p: Parser, parse: (attributes: Attributes) => T): T {
  const { start } = p.token;
  const attributes = noAttributes();
  const result = parse(attributes);
  refuseOthers(p, attributes, [], start);
  return result;
}

/** Refuses attributes from `start` on that change something and have no meaning at this place. */
export function refuseOthers(
  p: Parser,
  attributes: Attributes,
  kept: readonly (keyof Attributes)[],
  start: number,
): void {
  const none = noAttributes();
  const names = Object.keys(none) as (keyof Attributes)[];
  // A promise that is not used is harmless.
  const isLost = names.some(
    (name) => name !== "noReturn" && !kept.includes(name) && attributes[name] !== none[name],
  );
  if (isLost) p.unsupported(p.rangeFrom(start), "such an attribute at this place is");
}

function parseAttribute(p: Parser, attributes: Attributes): void {
  const token = p.advance();
  if (token.kind !== "identifier" && token.kind !== "keyword") p.fail("expected an attribute name");
  const name = token.text.replace(/^__(.*)__$/, "$1");
  const modelled = MODELLED.get(name);
  if (modelled !== undefined) {
    modelled.parse(p, attributes, token);
    return;
  }
  if (OTHER_ATTRIBUTES.get(name)?.support !== "ignored") {
    p.unsupported(token, `attribute '${name}' is`);
  }
  skipArguments(p);
}

interface ModelledAttribute {
  readonly note: string;
  /** Called after the name. */
  readonly parse: (p: Parser, attributes: Attributes, name: Token) => void;
}

/** Attributes without arguments, or whose arguments are ignored. */
function flag(note: string, set: (attributes: Attributes) => void): ModelledAttribute {
  return {
    note,
    parse: (p, attributes) => {
      set(attributes);
      skipArguments(p);
    },
  };
}

/** Attributes with one argument in parentheses. */
function withArgument<T>(
  note: string,
  argument: (p: Parser, name: Token) => T,
  set: (attributes: Attributes, value: T) => void,
): ModelledAttribute {
  return {
    note,
    parse: (p, attributes, name) => {
      p.expect("(", `after '${name.text}'`);
      set(attributes, argument(p, name));
      p.expect(")", `after the argument of '${name.text}'`);
    },
  };
}

const MODELLED: ReadonlyMap<string, ModelledAttribute> = new Map([
  [
    "packed",
    flag("members without padding between them", (attributes) => {
      attributes.packed = true;
    }),
  ],
  [
    "noreturn",
    flag(
      "an external function ends the program; a function with a body does what its body does",
      (attributes) => {
        attributes.noReturn = true;
      },
    ),
  ],
  [
    "weak",
    flag("the address of what is not defined is refused", (attributes) => {
      attributes.weak = true;
    }),
  ],
  [
    "transparent_union",
    flag("a parameter takes what any member would", (attributes) => {
      attributes.transparentUnion = true;
    }),
  ],
  [
    "aligned",
    {
      note: "alignment of types, members and objects",
      parse: (p, attributes, name) => {
        if (!p.accept("(")) {
          raiseAlignment(attributes, p.machine.maxAlign);
          return;
        }
        raiseAlignment(attributes, parseAlignment(p, name));
        p.expect(")", "after the alignment");
      },
    },
  ],
  [
    "mode",
    withArgument(
      "the integer or floating type of that machine mode; other modes are refused",
      (p) => p.advance().text.replace(/^__(.*)__$/, "$1"),
      (attributes, mode) => {
        attributes.mode = mode;
      },
    ),
  ],
  [
    "cleanup",
    withArgument(
      "the function is called with the object's address where its block is left",
      (p) => cleanupFunction(p),
      (attributes, symbol) => {
        attributes.cleanup = symbol;
      },
    ),
  ],
  [
    "constructor",
    {
      note: "runs before `main`, by priority",
      parse: (p, attributes) => {
        attributes.constructorPriority = parsePriority(p);
      },
    },
  ],
  [
    "destructor",
    {
      note: "runs after `main`, by priority; refused beside `exit`",
      parse: (p, attributes) => {
        attributes.destructorPriority = parsePriority(p);
      },
    },
  ],
  [
    "vector_size",
    withArgument("GNU vectors, element by element", parseAlignment, (attributes, size) => {
      attributes.vectorSize = size;
    }),
  ],
  [
    "weakref",
    {
      note: "another name, as the linker resolves it; what is left undefined is refused",
      parse: (p, attributes) => {
        attributes.weakReference = true;
        if (!p.accept("(")) return;
        attributes.alias = parseStringText(p);
        p.expect(")", "after the name");
      },
    },
  ],
  [
    "alias",
    withArgument(
      "another name of a function or object of the file",
      parseStringText,
      (attributes, alias) => {
        attributes.alias = alias;
      },
    ),
  ],
]);

/** Every supported attribute, by its name without underscores; all others are refused. */
export function attributeSupport(): ReadonlyMap<string, SupportNote> {
  const modelled = [...MODELLED].map(
    ([name, { note }]) => [name, { support: "exact", note }] as const,
  );
  return new Map<string, SupportNote>([...modelled, ...OTHER_ATTRIBUTES]);
}

function cleanupFunction(p: Parser): FunctionSymbol | undefined {
  const name = p.identifier("the name of a function");
  const symbol = p.scope.lookup(name.text);
  if (symbol?.kind === "function") return symbol;
  p.error(name, "undeclared", `'${name.text}' is not a function`);
  return undefined;
}

/** Priority of constructors and destructors without one. */
const LAST_PRIORITY = 65_535;

function parsePriority(p: Parser): number {
  if (!p.accept("(")) return LAST_PRIORITY;
  const value = foldInteger(p.grammar.conditionalExpression(p), p.machine);
  p.expect(")", "after the priority");
  return value === undefined ? LAST_PRIORITY : Number(value);
}

/** Skips arguments in parentheses, if there are any. */
function skipArguments(p: Parser): void {
  if (!p.at("(")) return;
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

/** `asm("name")` after a declarator: its name in object files, or its register. */
export function parseAsmLabel(p: Parser): string | undefined {
  if (!p.at("asm") && !p.at("__asm__") && !p.at("__asm")) return undefined;
  p.advance();
  p.expect("(", "after 'asm'");
  const label = parseStringText(p);
  p.expect(")", "after the assembler name");
  return label;
}
