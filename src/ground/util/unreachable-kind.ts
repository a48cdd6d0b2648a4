/** For the default branch of a switch over all kinds: a kind without a case does not compile. */
export function unreachableKind(kind: never): never {
  throw new Error(`an unknown kind: ${JSON.stringify(kind)}`);
}
