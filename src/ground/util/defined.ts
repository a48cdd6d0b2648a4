/** Members that may be undefined become members that may be absent. */
export type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * The members that are not undefined, in their order: `{ a, ...defined({ b, c }) }` has `b` only
 * where there is one, as optional members want it (`exactOptionalPropertyTypes`).
 */
export function defined<const T extends object>(members: T): Defined<T> {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Defined<T>;
}
