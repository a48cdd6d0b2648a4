/** Tags of structs, unions and enumerations (C11 6.7.2.3). */
import type { Token } from "../token.ts";
import type { EnumType, RecordType } from "../types.ts";
import type { Parser } from "./context.ts";
import type { TaggedType } from "./scope.ts";

/**
 * The type that `kind tag` means at this place, declared as incomplete when it
 * is new. With `isLocal` (a body follows, or `struct tag;`) only the current
 * scope counts, so that a new type hides an outer one.
 */
export function resolveTag(
  p: Parser,
  kind: TaggedType["kind"],
  token: Token,
  options: { readonly isLocal: boolean },
): TaggedType {
  const tag = token.text;
  const found = options.isLocal ? p.scope.lookupTagHere(tag) : p.scope.lookupTag(tag);
  if (found?.kind === kind) return found;
  if (found !== undefined) {
    p.error(token, "redefinition", `'${tag}' is the tag of a ${found.kind}, not of a ${kind}`);
  }
  const type = incompleteType(kind, tag);
  p.scope.declareTag(tag, type, token.end);
  return type;
}

export function incompleteType(kind: TaggedType["kind"], tag: string | undefined): TaggedType {
  // Forward references to enumerations are GNU C.
  if (kind === "enum")
    return { kind, tag, definition: { underlying: undefined } } satisfies EnumType;
  return { kind, tag, definition: { fields: undefined, size: 0, align: 1 } } satisfies RecordType;
}
