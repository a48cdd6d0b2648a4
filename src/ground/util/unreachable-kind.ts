/** Stands where a switch has named every kind: one that is not named does not compile. */
export function unreachableKind(kind: never): never {
  throw new Error(`an unknown kind: ${JSON.stringify(kind)}`);
}
