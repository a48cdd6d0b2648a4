/**
 * Initialisers (C11 6.7.9 with GNU's range, old-style and empty ones),
 * flattened while they are parsed. The walk over the object keeps a stack of
 * aggregates, one level for each brace or elided brace, as C describes the
 * "current object"; deep nesting of braces is the only recursion.
 */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { Expression, InitializerItem, StringLiteral, Variable } from "../ast.ts";
import { foldInteger } from "../constant-folding.ts";
import { qualified, qualifiersOf, unqualified } from "../type-factory.ts";
import { isComplete, sizeOf } from "../type-layout.ts";
import { typeToString } from "../type-printer.ts";
import type { ArrayType, CType, Field, RecordType } from "../types.ts";
import { findMember } from "./access.ts";
import type { InitializedObject, Parser } from "./context.ts";
import { completeFlexible } from "./flexible-arrays.ts";
import { convertAssigned, typeFault } from "./implicit-conversions.ts";
import { ItemList, type Repeat } from "./initializer-items.ts";
import { isAssignableVector } from "./vectors.ts";

/** The part of the object that the next value initialises. */
interface SubObject {
  readonly type: CType;
  readonly offset: number;
  readonly field: Field | undefined;
  /** Further copies behind the first, for each `[low ... high]` on the way to it. */
  readonly repeats?: readonly Repeat[] | undefined;
}

/** An aggregate being filled and the index of the element or member that comes next. */
interface Level {
  readonly type: ArrayType | RecordType;
  offset: number;
  next: number;
  /** Bytes to the last copy, where values after a designator with ranges continue. */
  toLast: number;
}

/** Parses the initialiser of an object of the declared type. */
export function parseInitializer(p: Parser, declared: CType): InitializedObject {
  const { start } = p.token;
  const filler = new Filler(p, declared);
  filler.parseObject();
  const { type, items } = filler.finish();
  const { overridden, excess } = filler;
  const initializer = {
    items,
    ...(overridden.length > 0 ? { overridden } : {}),
    ...(excess.length > 0 ? { excess } : {}),
    range: p.rangeFrom(start),
  };
  return { type, initializer };
}

class Filler {
  readonly #p: Parser;
  readonly #type: CType;
  readonly #items = new ItemList();
  readonly excess: TextRange[] = [];
  /** Elements that the outermost array of unknown length has received. */
  #length = 0;
  /** Elements that a flexible array member has received. */
  #flexibleLength: number | undefined;

  constructor(p: Parser, type: CType) {
    this.#p = p;
    this.#type = type;
  }

  get overridden(): readonly Expression[] {
    return this.#items.overridden;
  }

  parseObject(): void {
    const p = this.#p;
    if (this.#type.kind === "array" && this.#type.lengthExpression !== undefined) {
      throw typeFault(p, p.token, "an array of variable length cannot be initialised");
    }
    const root: SubObject = { type: this.#type, offset: 0, field: undefined };
    if (p.at("{")) this.#parseBraced(root);
    else this.#place([], root, p.grammar.assignmentExpression(p));
  }

  /** The completed type of the object, and the items. */
  finish(): { readonly type: CType; readonly items: readonly InitializerItem[] } {
    const items = this.#items.items;
    const type = this.#type;
    if (type.kind === "array" && type.length === undefined) {
      return { type: { ...type, length: this.#length }, items };
    }
    if (this.#flexibleLength !== undefined && type.kind === "struct") {
      return { type: completeFlexible(type, this.#flexibleLength), items };
    }
    return { type, items };
  }

  /** `{ … }` for one object. */
  #parseBraced(object: SubObject): void {
    const p = this.#p;
    p.expect("{", "before the initialisers");
    const { type, offset } = object;
    if (type.kind !== "array" && !isRecord(type)) {
      this.#parseBracedScalar(object);
      return;
    }
    if (!isComplete(type) && type.kind !== "array") {
      throw typeFault(p, p.token, `initialiser of the incomplete type '${typeToString(type)}'`);
    }
    // A second initialiser for the whole of a sub-object replaces the first.
    this.#items.clear(offset, sizeOf(type) ?? Number.POSITIVE_INFINITY);
    const levels: Level[] = [{ type, offset, next: 0, toLast: 0 }];
    while (!p.at("}")) {
      const target = this.#atDesignator() ? this.#designated(levels) : this.#nextObject(levels);
      if (target === undefined) this.#skipExcess();
      else if (p.at("{")) this.#fill(target, () => this.#parseBraced(target));
      else {
        const value = p.grammar.assignmentExpression(p);
        if (this.#isWholeString(object, target, value)) this.#placeString(object, value);
        else this.#fill(target, () => this.#place(levels, target, value));
      }
      if (target?.repeats !== undefined) goOnInLastCopy(levels);
      if (!p.accept(",")) break;
    }
    p.expect("}", "after the initialisers");
  }

  /** Fills a sub-object; the other copies of a range get the same items. */
  #fill(target: SubObject, fill: () => void): void {
    const { repeats, offset, type } = target;
    if (repeats === undefined) {
      fill();
      return;
    }
    const size = sizeOf(type) ?? 0;
    this.#items.repeat(repeats, { offset, size }, fill);
  }

  /** `char s[] = { "text" };` */
  #isWholeString(object: SubObject, target: SubObject, value: Expression): value is StringLiteral {
    const p = this.#p;
    const isLast = p.at("}") || (p.at(",") && p.peek().text === "}");
    return (
      isLast &&
      value.kind === "string" &&
      target.offset === object.offset &&
      object.type.kind === "array" &&
      isCharacterArrayFor(object.type, value)
    );
  }

  /** `int x = { 1 };` and GNU's `{ }`. */
  #parseBracedScalar(object: SubObject): void {
    const p = this.#p;
    if (p.at("{")) this.#parseBraced(object);
    else if (!p.at("}")) this.#place([], object, p.grammar.assignmentExpression(p));
    while (p.accept(",") && !p.at("}")) this.#skipExcess();
    p.expect("}", "after the initialiser");
  }

  /** More initialisers than members: gcc warns and drops them. */
  #skipExcess(): void {
    const p = this.#p;
    if (!p.accept("{")) {
      this.excess.push(p.grammar.assignmentExpression(p).range);
      return;
    }
    while (!p.at("}")) {
      if (this.#atDesignator()) p.fail("designator for an object that has no members");
      this.#skipExcess();
      if (!p.accept(",")) break;
    }
    p.expect("}", "after the initialisers");
  }

  // ------------------------------------------------------------ current object

  /** The sub-object after the last one; leaves aggregates that are full. Undefined when all are. */
  #nextObject(levels: Level[]): SubObject | undefined {
    for (;;) {
      const object = this.#take(levels.at(-1) as Level);
      if (object !== undefined) return object;
      if (levels.length === 1) return undefined;
      levels.pop();
    }
  }

  /** The next element or member of an aggregate, if there is one; unnamed bit-fields are passed over. */
  #take(level: Level): SubObject | undefined {
    const { type, offset } = level;
    if (type.kind === "array") {
      if (type.length !== undefined && level.next >= type.length) return undefined;
      const index = level.next++;
      if (type.length === undefined) this.#grow(type, index);
      const size = sizeOf(type.element) ?? 0;
      return { type: type.element, offset: offset + index * size, field: undefined };
    }
    const fields = type.definition.fields ?? [];
    while (isUnnamedBitField(fields[level.next])) level.next++;
    const field = fields[level.next];
    return field === undefined ? undefined : this.#member(level, field);
  }

  /** A member; the next one is the member after it, or none in a union. */
  #member(level: Level, field: Field): SubObject {
    const record = level.type as RecordType;
    const fields = record.definition.fields ?? [];
    level.next = record.kind === "union" ? fields.length : fields.indexOf(field) + 1;
    if (record.kind === "union") this.#items.chooseMember(level.offset, record.definition, field);
    const type = qualified(field.type, qualifiersOf(record));
    return { type, offset: level.offset + field.offset, field };
  }

  #grow(type: ArrayType, index: number): void {
    if (type === this.#type) this.#length = Math.max(this.#length, index + 1);
    else this.#flexibleLength = Math.max(this.#flexibleLength ?? 0, index + 1);
  }

  // --------------------------------------------------------------- designators

  #atDesignator(): boolean {
    const p = this.#p;
    return p.at(".") || p.at("[") || (p.token.kind === "identifier" && p.peek().text === ":");
  }

  /** `.a[1].b =`, `[2 ... 5] =` or GNU's `a:`; makes its aggregates the current ones. */
  #designated(levels: Level[]): SubObject {
    const p = this.#p;
    levels.length = 1;
    let object: SubObject | undefined;
    if (p.token.kind === "identifier") {
      object = this.#designatedMember(levels);
      p.advance();
      return object;
    }
    while (p.at(".") || p.at("[")) {
      if (object !== undefined) this.#enter(levels, object);
      const level = levels.at(-1) as Level;
      const outer: SubObject | undefined = object;
      object = p.accept(".") ? this.#designatedMember(levels) : this.#designatedElement(level);
      if (outer?.repeats !== undefined) {
        object = { ...object, repeats: [...outer.repeats, ...(object.repeats ?? [])] };
      }
    }
    p.accept("="); // optional in GNU C
    return object as SubObject;
  }

  #enter(levels: Level[], object: SubObject): void {
    const { type } = object;
    if (type.kind !== "array" && !isRecord(type)) {
      const shown = typeToString(type);
      throw typeFault(this.#p, this.#p.token, `designator inside a value of type '${shown}'`);
    }
    levels.push(levelOf(object, type));
  }

  /** Anonymous members on the way become current objects, too. */
  #designatedMember(levels: Level[]): SubObject {
    const p = this.#p;
    const name = p.identifier("a member name");
    const { type } = levels.at(-1) as Level;
    const path = type.kind === "array" ? undefined : findMember(type, name.text);
    if (path === undefined) {
      const shown = typeToString(type);
      throw p.fault(name, "undeclared", `'${shown}' has no member named '${name.text}'`);
    }
    let object: SubObject | undefined;
    for (const field of path) {
      if (object !== undefined) this.#enter(levels, object);
      object = this.#member(levels.at(-1) as Level, field);
    }
    return object as SubObject;
  }

  #designatedElement(level: Level): SubObject {
    const p = this.#p;
    const { type, offset } = level;
    const bracket = p.expect("[", "before the index");
    const low = this.#index();
    const high = p.accept("...") ? this.#index() : low;
    p.expect("]", "after the index");
    const range = p.rangeFrom(bracket.start);
    if (type.kind !== "array") {
      throw typeFault(p, range, `index designator in a value of type '${typeToString(type)}'`);
    }
    if (low > high || (type.length !== undefined && high >= type.length)) {
      throw typeFault(p, range, `index designator outside of '${typeToString(type)}'`);
    }
    const size = sizeOf(type.element) ?? 0;
    if (type.length === undefined) this.#grow(type, high);
    level.next = high + 1;
    const object = { type: type.element, offset: offset + low * size, field: undefined };
    return high === low ? object : { ...object, repeats: [{ stride: size, count: high - low }] };
  }

  #index(): number {
    const p = this.#p;
    const expression = p.grammar.conditionalExpression(p);
    const value = foldInteger(expression, p.machine);
    if (value === undefined || value < 0n || value > 1n << 40n) {
      throw p.fault(
        expression.range,
        "not-constant",
        "index is not a constant that is not negative",
      );
    }
    return Number(value);
  }

  // -------------------------------------------------------------------- values

  /** Stores a value without braces; enters aggregates that the value cannot initialise as a whole. */
  #place(levels: Level[], target: SubObject, value: Expression): void {
    const p = this.#p;
    let object = target;
    for (;;) {
      const { type } = object;
      if (type.kind === "array") {
        if (value.kind === "string" && isCharacterArrayFor(type, value)) {
          this.#placeString(object, value);
          return;
        }
        if (value.kind === "compound-literal" && value.type.kind === "array") {
          this.#placeLiteral(object, value.variable);
          return;
        }
      } else if (!isRecord(type)) {
        this.#items.add(item(object, convertAssigned(p, value, type, "used")));
        return;
      } else if (isAssignableVector(p, value, type) && !isSameRecord(type, value.type)) {
        this.#items.add(item(object, convertAssigned(p, value, type, "used")));
        return;
      } else if (isSameRecord(type, value.type)) {
        if (value.kind === "compound-literal") this.#placeLiteral(object, value.variable);
        else this.#items.add(item(object, value));
        return;
      }
      if (levels.length === 0) throw this.#invalid(type, value.range);
      const level = levelOf({ ...object, repeats: target.repeats }, type);
      const first = this.#take(level);
      if (first === undefined) {
        this.excess.push(value.range); // no members
        return;
      }
      levels.push(level);
      object = first;
    }
  }

  #invalid(type: CType, range: TextRange): Error {
    const shown = typeToString(type);
    return typeFault(this.#p, range, `invalid initialiser for an object of type '${shown}'`);
  }

  #placeString(object: SubObject, literal: StringLiteral): void {
    const { type } = object;
    if (type.kind !== "array") return;
    const size = sizeOf(type.element) ?? 1;
    const elements = literal.bytes.length / size;
    let length = type.length;
    if (length === undefined) {
      length = elements;
      this.#grow(type, elements - 1);
    }
    // A literal that is too long loses its end: at least the terminating zero (C11 6.7.9p14).
    const bytes = literal.bytes.subarray(0, Math.min(literal.bytes.length, length * size));
    const value: StringLiteral = {
      ...literal,
      bytes,
      type: { ...type, length: bytes.length / size },
    };
    this.#items.clear(object.offset, length * size);
    this.#items.add({ offset: object.offset, type: { ...unqualified(type), length }, value });
  }

  /** A compound literal as initialiser of an object of its type: its own items (GNU for arrays). */
  #placeLiteral(object: SubObject, { type, initializer }: Variable): void {
    if (object.type.kind === "array" && object.type.length === undefined) {
      this.#grow(object.type, ((type.kind === "array" && type.length) || 1) - 1);
    }
    this.#items.clear(object.offset, sizeOf(type) ?? 0);
    for (const part of initializer?.items ?? []) {
      this.#items.add({ ...part, offset: part.offset + object.offset });
    }
  }
}

function levelOf({ offset, repeats = [] }: SubObject, type: ArrayType | RecordType): Level {
  const toLast = repeats.reduce((bytes, { stride, count }) => bytes + stride * count, 0);
  return { type, offset, next: 0, toLast };
}

/** As gcc does: `[0 ... 1].a = 7, 8` gives the 8 to the last element only. */
function goOnInLastCopy(levels: readonly Level[]): void {
  for (const level of levels) {
    level.offset += level.toLast;
    level.toLast = 0;
  }
}

function isRecord(type: CType): type is RecordType {
  return type.kind === "struct" || type.kind === "union";
}

function isSameRecord(a: RecordType, b: CType): boolean {
  return isRecord(b) && a.definition === b.definition;
}

function isUnnamedBitField(field: Field | undefined): boolean {
  return field !== undefined && field.name === undefined && field.bitWidth !== undefined;
}

function item({ type, offset, field }: SubObject, value: Expression): InitializerItem {
  const { bitOffset, bitWidth } = field ?? {};
  const plain = { offset, type: unqualified(type), value };
  if (bitOffset === undefined || bitWidth === undefined) return plain;
  return { ...plain, bitField: { bitOffset, bitWidth } };
}

/** Whether a string may initialise the array (C11 6.7.9p14-15). */
function isCharacterArrayFor(type: ArrayType, literal: StringLiteral): boolean {
  const { element } = type;
  if (element.kind !== "integer" || literal.type.kind !== "array") return false;
  const literalElement = literal.type.element;
  if (literalElement.kind !== "integer") return false;
  return literalElement.size === 1
    ? element.size === 1 && element.name !== "bool"
    : element.size === literalElement.size;
}
