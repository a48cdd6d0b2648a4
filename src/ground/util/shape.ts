import { defined } from "./defined.ts";
import { InputError } from "./errors.ts";

/**
 * The expected shape of a document that Agon wrote itself, checked before use: kinds of values,
 * fields of objects (a name that ends with `?` may be absent; further fields are allowed), elements
 * of lists.
 */
export type Shape =
  | "text"
  | "number"
  | "flag"
  | "any"
  | readonly [Shape]
  | { readonly [field: string]: Shape };

/** Where a document stands, for messages. */
export interface DocumentPlace {
  readonly file: string;
  readonly line?: number;
  /** Code of the diagnostic. */
  readonly code: string;
}

/** @throws InputError unless the text is JSON of that shape. */
export function parseJsonAs<T>(text: string, shape: Shape, place: DocumentPlace): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw fault(place, `is damaged: ${(error as Error).message.replace(/\s+/g, " ")}`);
  }
  return requireShape<T>(value, shape, place);
}

/** The value, typed as the caller knows it. @throws InputError unless it has the shape. */
export function requireShape<T>(value: unknown, shape: Shape, place: DocumentPlace): T {
  const wrong = firstFault(value, shape, "");
  if (wrong !== undefined) throw fault(place, `is damaged: ${wrong}`);
  return value as T;
}

/** The first fault in words; undefined when there is none. */
function firstFault(value: unknown, shape: Shape, name: string): string | undefined {
  const called = name === "" ? "the document" : `'${name}'`;
  if (shape === "any") return undefined;
  if (typeof shape === "string") {
    const type = { text: "string", number: "number", flag: "boolean" }[shape];
    return typeof value === type ? undefined : `${called} must be a ${shape}`;
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) return `${called} must be a list`;
    for (const [index, item] of value.entries()) {
      const wrong = firstFault(item, shape[0], `${name}[${index}]`);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return `${called} must have fields`;
  }
  for (const [field, of] of Object.entries(shape)) {
    const key = field.replace(/\?$/, "");
    const found = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    if (found === undefined && field !== key) continue;
    const wrong = firstFault(found, of, name === "" ? key : `${name}.${key}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function fault({ file, line, code }: DocumentPlace, message: string): InputError {
  return new InputError([{ severity: "error", code, message, file, ...defined({ line }) }]);
}
