/**
 * A writer of YAML: block style, plain keys, strings in double quotes. It writes the same text as
 * the yaml package with these options; that package takes several times as long, which exceeds the
 * rest of the command where a counterexample has hundreds of inputs.
 */

/**
 * A word that is not a number, truth value or null in any schema, and has no character of syntax.
 */
const PLAIN_KEY = /^[A-Za-z_][\w./-]*$/;
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
/** Characters that JSON leaves as they are, but YAML forbids or takes for the end of a line. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** @param value - made of objects, arrays, strings, integers, truth values and null; fields without a value are left out */
export function yamlText(value: unknown): string {
  return isCollection(value) ? `${linesOf(value).join("\n")}\n` : `${scalarText(value)}\n`;
}

/** The lines of a collection that is not empty, without indentation. */
function linesOf(collection: object): string[] {
  return Array.isArray(collection) ? itemLines(collection) : fieldLines(fieldsOf(collection));
}

function itemLines(items: readonly unknown[]): string[] {
  return items.flatMap((item) => {
    if (!isCollection(item)) return `- ${scalarText(item)}`;
    const [first, ...rest] = linesOf(item);
    return [`- ${first}`, ...rest.map(indented)];
  });
}

function fieldLines(fields: readonly (readonly [string, unknown])[]): string[] {
  return fields.flatMap(([name, value]) => {
    const key = PLAIN_KEY.test(name) && !RESERVED.test(name) ? name : quoted(name);
    if (!isCollection(value)) return `${key}: ${scalarText(value)}`;
    return [`${key}:`, ...linesOf(value).map(indented)];
  });
}

function fieldsOf(object: object): readonly (readonly [string, unknown])[] {
  return Object.entries(object).filter(([, value]) => value !== undefined);
}

/** Whether the value is written on lines of its own. */
function isCollection(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : fieldsOf(value).length > 0;
}

function indented(line: string): string {
  return `  ${line}`;
}

function scalarText(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return "[]";
  if (typeof value === "object" && value !== null) return "{}";
  return String(value ?? null);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return `\\u${code.padStart(4, "0")}`;
  });
}
