/** The lexical rules that differ between the standards and GNU C, as gcc follows them. */
export interface Dialect {
  /** Standards before C23 have trigraphs (C11 5.2.1.1); GNU C has none. */
  readonly hasTrigraphs: boolean;
  /** Comments that begin with `//`: all but strict C90. */
  readonly hasLineComments: boolean;
  /**
   * `#elifdef` and `#elifndef`: C23 and GNU C. Earlier strict modes do not have them, and skip them
   * in skipped groups.
   */
  readonly hasElifdef: boolean;
}

export const GNU_DIALECT: Dialect = {
  hasTrigraphs: false,
  hasLineComments: true,
  hasElifdef: true,
};

/**
 * The dialect that gcc announces by its predefined macros.
 * @param isStrict - whether `__STRICT_ANSI__` is defined
 * @param version - the value of `__STDC_VERSION__`; undefined in C90
 */
export function dialectOf(isStrict: boolean, version: number | undefined): Dialect {
  if (!isStrict) return GNU_DIALECT;
  const isC23 = version !== undefined && version > 201_710;
  return { hasTrigraphs: !isC23, hasLineComments: version !== undefined, hasElifdef: isC23 };
}
