/** Values that JSON can hold; properties that are `undefined` are left out. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/**
 * JSON text that is the same for equal values: keys sorted by code unit, no
 * blanks (as in RFC 8785, whose number format is that of JavaScript).
 * Throws RangeError for numbers that JSON cannot hold.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new RangeError(`JSON cannot hold the number ${value}`);
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const entries = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const item = value[key];
      return item === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(item)}`];
    });
  return `{${entries.join(",")}}`;
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}
